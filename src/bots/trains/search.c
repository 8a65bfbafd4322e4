/* SPDX-License-Identifier: MIT */
/* search.c: chooses moves in Mexican Train by playouts.
 *
 * A world is a sample of the hidden tiles (belief.h). In each world, every candidate move is tried. Without the network
 * (net.h), all seats follow their plans until the player has had two more turns, and the position is evaluated. With
 * it, all seats play by the network until the player has had one more turn, and the value of the player's best move in
 * the turn after that counts. All candidates are tried in the same worlds, so luck does not favour any of them. As the
 * search proceeds, half of the candidates are dropped at a time (sequential halving: Karnin, Koren and Somekh, "Almost
 * optimal exploration in multi-armed bandits", 2013). */
#include "boneyard/model_trains.h"
#include "weigh.h"
#include "think.h"
#include "bots/belief/sample.h"
#include "net.h"
#include "planted.h"
#include "search.h"

/* `worlds` starts at BELIEVED: the prior, from by_trains_weigh or the network, counts as that many worlds. */
struct candidate {
    int move;
    int64_t sum;
    int32_t worlds;
};
#define BELIEVED 20
#define AHEAD 2      /* number of turns that a seat plays before its position is evaluated, without the network */
#define OUT 900000   /* by_trains_weigh rates only moves that go out or break a rule beyond this */
#define WIDTH 4      /* maximum number of moves tried: those that the prior rates best */
#define PLAY_STEPS 6 /* steps (budget.h) for a move; SAMPLE_STEPS: per open tile of a sampled world */
#define SAMPLE_STEPS 8
#define VALUE_STEPS 12 /* steps to value a move with the network */
#define HAND 18        /* tiles dealt in the rounds that trained the network */
#define GAP 3000 /* in thousandths of a pip: moves that the network values this much below its best are not tried */

struct search {
    const struct by_question *q;
    struct by_budget *b;
    struct by_bot_memory room;
    struct by_belief *belief;
    struct by_trains *start, *s; /* the sampled world, and the copy being played */
    struct by_lane *lanes, *now; /* all seats' plans at the start, and in the copy */
    by_move *list;
    int32_t *rate;
    struct candidate *some;
    int n; /* candidates */
    enum by_level level;
    bool learned;                  /* whether the network values and plays */
    uint8_t unlaid[2][BY_NUMBERS]; /* tiles with each number that are not laid, at the start and in the copy */
};

/* The penalty does not matter if there is nothing to call or to penalise. */
bool by_trains_learned(const struct by_view *v)
{
    const int32_t *opt = v->rules.opt;

    return v->players == 4 && opt[BY_SET] == 12 && (opt[BY_HAND] == HAND || BY_PLANTED(242))
        && opt[BY_DOUBLE] == BY_DOUBLE_MUST && opt[BY_TWO_DOUBLES] == BY_TWO_ON
        && (opt[BY_KNOCK] == BY_OFF || BY_PLANTED(243)) && opt[BY_INFRACTIONS] == BY_PREVENT
        && !by_games[v->rules.game]->presets[v->rules.preset].hub;
}

static void replan(const struct search *w, struct by_lane *l, const struct by_trains *s, int seat)
{
    if (l->tail != s->tail[seat] || l->at == l->n)
        by_lane_plan(l, &s->hand[seat], s->tail[seat], &by_manner_playout, 2, w->b);
}

static void add(uint8_t unlaid[BY_NUMBERS], by_tile t, int change)
{
    unlaid[by_high(t)] = (uint8_t)(unlaid[by_high(t)] + change);
    if (!by_is_double(t))
        unlaid[by_low(t)] = (uint8_t)(unlaid[by_low(t)] + change);
}

/* Plays a move and updates the seat's plan, or what the network needs. */
static void step(struct search *w, by_move m)
{
    struct by_trains *s = w->s;
    int seat = s->turn, taken = s->taken;

    by_trains_play(s, m);
    if (w->learned) {
        if (by_move_kind(m) == BY_LAY && !BY_PLANTED(239))
            add(w->unlaid[1], by_move_tile(m), -1);
        return;
    }
    if (by_move_kind(m) == BY_LAY)
        by_lane_laid(&w->now[seat], by_move_tile(m), by_move_place(m) == seat);
    for (int i = taken; i < s->taken; i++)
        by_lane_drew(&w->now[seat], s->deck[i]);
}

/* The expected cost to a seat, by the end of the round, of each pip and tile outside and inside its plan, in
 * thousandths of a pip. A row applies if the smallest hand has at most `fewest` tiles. The costs were fitted by least
 * squares to 20,000 rounds of mexicantrain:number that four seats played as in the playouts below. The target is a
 * seat's final pips minus the mean of the others'. */
static const struct {
    uint8_t fewest;
    int16_t off_pip, off_tile, plan_pip, plan_tile;
} outlook[] = {
    { 1, 710, 1490, 360, 1940 }, { 2, 560, 2390, 210, 1490 }, { 3, 480, 3260, 180, 1070 }, { 4, 440, 3210, 110, 990 },
    { 5, 430, 3560, 90, 1370 },  { 7, 390, 3310, 70, 980 },   { 9, 380, 2770, 50, 1060 },  { 11, 330, 1860, 40, 410 },
    { 14, 270, 1540, 30, 450 },  { 255, 180, 1550, 20, 390 },
};

/* Estimates the value of an unfinished round. */
static int32_t look_out(struct search *w, int me)
{
    const struct by_trains *s = w->s;
    int fewest = 255, at = 0;
    int32_t others = 0, own = 0;

    for (int i = 0; i < s->players; i++) {
        int tiles = s->have[i][BY_NUMBERS];

        fewest = tiles < fewest ? tiles : fewest;
    }
    BY_ASSERT(s->players > 1);
    while (outlook[at].fewest < fewest)
        at++;
    for (int i = 0; i < s->players; i++) {
        const struct by_lane *l = &w->now[i];
        int pips, tiles;
        int32_t cost;

        replan(w, &w->now[i], s, i);
        pips = by_set_pips(&l->in);
        tiles = l->n - l->at;
        cost = pips * (outlook[at].plan_pip - outlook[at].off_pip)
            + tiles * (outlook[at].plan_tile - outlook[at].off_tile) + by_set_pips(&s->hand[i]) * outlook[at].off_pip
            + s->have[i][BY_NUMBERS] * outlook[at].off_tile;
        if (i == me)
            own = cost;
        else
            others += cost;
    }
    return others / (s->players - 1) - own;
}

/* Returns the best of the n moves in w->list by the network, and sets *value to its value in thousandths of a pip. */
static int best_by_net(struct search *w, int n, int32_t *value)
{
    const struct by_trains *s = w->s;
    int16_t in[BY_TRAINS_INPUTS];
    struct by_trains_look look;
    int best = 0;
    int32_t most = INT32_MIN;

    by_budget_step(w->b, VALUE_STEPS * (uint64_t)n);
    by_trains_look(s, w->unlaid[1], &look);
    for (int i = 0; i < n; i++) {
        int32_t here;

        by_trains_inputs(&look, w->list[i], in);
        here = by_trains_value(&by_trains_net, in);
        if (here > most) {
            most = here;
            best = i;
        }
    }
    *value = most * 1000 / BY_TRAINS_ONE;
    return best;
}

static int best_by_plan(struct search *w, int n)
{
    const int seat = w->s->turn;
    const struct by_seen seen = { w->s->doubles, w->s->markers, seat };
    int best = 0;

    by_budget_step(w->b, (uint64_t)n / 4);
    replan(w, &w->now[seat], w->s, seat);
    by_lane_rate(&w->now[seat], &seen, &by_manner_playout, w->list, n, w->rate);
    for (int i = 1; i < n; i++)
        best = w->rate[i] > w->rate[best] ? i : best;
    return best;
}

/* Returns the value of a move in this world; the value is meaningless if the budget runs out. */
static int32_t play_on(struct search *w, by_move m)
{
    struct by_trains *s = w->s;
    int me = w->q->view->seat, turns = 0;
    int32_t others = 0;

    by_trains_copy(s, w->start);
    if (w->learned)
        memcpy(w->unlaid[1], w->unlaid[0], sizeof w->unlaid[1]);
    else
        memcpy(w->now, w->lanes, sizeof *w->now * s->players);
    step(w, m);
    while (s->end == BY_NOT_ENDED && by_budget_step(w->b, PLAY_STEPS)) {
        const bool due = s->turn == me && s->stage == 0 && s->drew == 0 && turns++ == (w->learned ? 1 : AHEAD);
        int n, best = 0;
        int32_t value = 0;

        if (due && !w->learned)
            return look_out(w, me);
        n = by_trains_moves(s, w->list);
        if (s->have[s->turn][BY_NUMBERS] == 1 && by_move_kind(w->list[0]) == BY_LAY) {
            step(w, w->list[0]); /* goes out */
            continue;
        }
        if (w->learned && (n > 1 || due))
            best = best_by_net(w, n, &value);
        else if (n > 1)
            best = best_by_plan(w, n);
        if (due)
            return value;
        step(w, w->list[best]);
    }
    BY_ASSERT(s->players > 1);
    for (int i = 0; i < s->players; i++)
        others += i == me ? 0 : by_trains_cost(s, i);
    return others * 1000 / (s->players - 1) - by_trains_cost(s, me) * 1000;
}

static void imagine(struct search *w)
{
    const struct by_view *v = w->q->view;
    struct by_set hand[BY_SEATS];
    by_tile yard[BY_MAX_TILES];

    by_belief_sample(w->belief, w->q->rng, hand, yard);
    by_trains_of(v, hand, yard, w->start);
    for (int i = 0; i < v->players && !w->learned; i++)
        by_lane_plan(&w->lanes[i], &hand[i], v->tail[i], &by_manner_playout, 2, w->b);
    by_budget_step(w->b, SAMPLE_STEPS * ((uint64_t)w->belief->tiles + 1));
}

static void sort(struct candidate *c, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && c[k].sum * c[k - 1].worlds > c[k - 1].sum * c[k].worlds; k--) {
            struct candidate swap = c[k];

            c[k] = c[k - 1];
            c[k - 1] = swap;
        }
}

/* Replaces the ratings of moves by the network's, in sixteenths of a pip. Moves that go out or break a rule keep
 * theirs. */
static void rate_by_net(struct search *w)
{
    const struct by_question *q = w->q;
    const struct by_view *v = q->view;
    int16_t in[BY_TRAINS_INPUTS];
    struct by_trains_look look;

    by_trains_of(v, v->hand, NULL, w->start);
    for (int i = 0; i < v->players; i++)
        w->start->have[i][BY_NUMBERS] = v->count[i];
    for (int k = 0; k <= w->start->set; k++)
        w->unlaid[0][k] = (uint8_t)(w->start->set + 1);
    if (v->centre != BY_NO_TILE)
        add(w->unlaid[0], v->centre, -1);
    for (int i = 0; i < v->now.laid; i++)
        add(w->unlaid[0], v->laid[i].tile, -1);
    by_trains_look(w->start, w->unlaid[0], &look);
    by_budget_step(w->b, VALUE_STEPS * (uint64_t)q->n);
    for (int i = 0; i < q->n; i++)
        if (w->rate[i] < OUT && w->rate[i] > -OUT) {
            by_trains_inputs(&look, q->moves[i], in);
            w->rate[i] =
                by_trains_value(&by_trains_net, in) * 16 / BY_TRAINS_ONE + (int)((q->moves[i] & BY_ANNOUNCED) != 0);
        }
}

/* Selects the moves worth trying. Excludes infractions, and unannounced plays that could be announced. */
static void choose_candidates(struct search *w)
{
    const struct by_question *q = w->q;
    bool able = by_move_kind(q->moves[0]) == BY_LAY;

    by_trains_weigh(q->view, q->moves, q->n, &by_scales_eye, w->b, w->rate);
    if (w->learned)
        rate_by_net(w);
    w->n = 0;
    for (int i = 0; i < q->n; i++) {
        if (able && q->moves[i] == BY_DRAW_MOVE)
            continue;
        if (i + 1 < q->n && q->moves[i + 1] == (q->moves[i] | BY_ANNOUNCED) && (q->moves[i] & BY_ANNOUNCED) == 0)
            continue;
        w->some[w->n++] = (struct candidate){ i, (int64_t)w->rate[i] * 62 * BELIEVED, BELIEVED };
    }
}

static bool is_candidate(const struct search *w, int move)
{
    for (int i = 0; i < w->n; i++)
        if (w->some[i].move == move)
            return true;
    return false;
}

static bool prepare(struct search *w, const struct by_question *q)
{
    struct by_bot_memory room = by_room_of(q);

    w->q = q;
    w->belief = by_room_take(&room, sizeof *w->belief);
    w->start = by_room_take(&room, sizeof *w->start);
    w->s = by_room_take(&room, sizeof *w->s);
    w->lanes = by_room_take(&room, sizeof *w->lanes * BY_SEATS);
    w->now = by_room_take(&room, sizeof *w->now * BY_SEATS);
    w->list = by_room_take(&room, sizeof *w->list * BY_MOVES);
    w->rate = by_room_take(&room, sizeof *w->rate * BY_MOVES);
    w->some = by_room_take(&room, sizeof *w->some * (size_t)q->n);
    if (w->belief == NULL || w->start == NULL || w->s == NULL || w->lanes == NULL || w->now == NULL || w->list == NULL
        || w->rate == NULL || w->some == NULL)
        return false;
    w->room = room;
    return true;
}

/* Plays rounds until each remaining candidate has been tried in this many worlds. Returns false if no more rounds may
 * be played. */
static bool play_worlds(struct search *w, int left, int32_t worlds, uint32_t *rounds)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < left; i++) {
            struct candidate *c = &w->some[i];
            int32_t value;

            if (c->worlds >= worlds)
                continue;
            if (by_budget_spent(w->b) || (*rounds)-- == 0)
                return false;
            if (!more)
                imagine(w);
            more = true;
            value = play_on(w, w->q->moves[c->move]);
            if (by_budget_spent(w->b))
                return false;
            c->sum += value;
            c->worlds++;
        }
    }
    return true;
}

/* Returns the number of candidates to try, which are sorted by their priors. */
static int width(const struct search *w)
{
    int n = 0;

    if (w->q->evenly && !BY_PLANTED(244))
        return w->n;
    while (n < w->n && n < WIDTH
           && (!w->learned || w->some[0].sum - w->some[n].sum < (int64_t)GAP * BELIEVED || BY_PLANTED(240)))
        n++;
    return n;
}

/* Returns how many of the candidates remain after they have been tried. */
static int remain(const struct search *w, int left) { return w->q->evenly && !BY_PLANTED(245) ? 1 : (left + 1) / 2; }

/* Drops half of the candidates at a time, unless all must be tried equally often; each halving costs about the same.
 * With a clock, starts again, twice as thoroughly, until time is up. */
static void halve(struct search *w, uint32_t rounds)
{
    int wide = width(w), halvings = 0, left;
    uint32_t total = w->q->count != 0 ? w->q->count : rounds;
    int32_t worlds = BELIEVED;

    rounds = by_budget_count(w->q, w->b, w->level, rounds);
    if (wide > 1)
        by_belief_of(w->q->view, w->q->past, &w->room, 0, w->belief);
    for (left = wide; left > 1; left = remain(w, left))
        halvings++;
    for (bool more = halvings > 0; more; total = total < 1u << 29 ? total * 2 : total) {
        for (left = wide; left > 1 && more; left = remain(w, left)) {
            worlds += 1 + (int32_t)(total / (uint32_t)(halvings * left));
            more = play_worlds(w, left, worlds, &rounds);
            sort(w->some, left);
        }
        more = more && w->b->clock != NULL && w->q->count == 0;
        if (more)
            sort(w->some, wide);
    }
}

int by_trains_search(const struct by_question *q, enum by_level level, uint32_t rounds, struct by_budget *b)
{
    struct search w = { .b = b, .level = level, .learned = level >= BY_EXPERT && by_trains_learned(q->view) };
    int32_t worst = 0;

    if (q->moves[q->n - 1] == BY_CALL_MOVE || !prepare(&w, q))
        return by_trains_greedy(q);
    choose_candidates(&w);
    sort(w.some, w.n);
    halve(&w, rounds);
    for (int i = 0; i < w.n; i++) {
        const struct candidate *c = &w.some[i];
        int32_t mean = (int32_t)(c->sum / c->worlds);

        if (i > 0 && mean >= w.rate[w.some[i - 1].move])
            mean = w.rate[w.some[i - 1].move] - 1;
        w.rate[c->move] = worst = mean;
    }
    for (int i = 0; i < q->n; i++) /* other moves rank below all candidates */
        w.rate[i] = is_candidate(&w, i) ? w.rate[i] : worst - 1000;
    return by_settle(q, w.rate);
}
