/* SPDX-License-Identifier: MIT */
/* two.c: turns the question into a small game of two hands, and averages over worlds. */
#include "bots/solve/block.h"
#include "bots/real.h"
#include "two.h"
#include "two_end.h"

#include "planted.h"

#define ENTRIES 8192
#define WILD_ENTRIES 32768
#define WORLD_NODES 2500 /* with wild blanks, some worlds take far longer, so fewer worlds are solved */
#define END_STEPS 3000   /* if the question has a count: steps (budget.h) per world for solving the end of a round */
#define FEW_HANDS 350    /* if the opponent has at most this many possible hands, all are solved, so means are exact */
#define ALIKE 0.01       /* a difference of this much in winning chances makes a play e times as likely */

int by_two_plays(const struct by_two *t, uint32_t hand, int pair, struct by_two_play out[BY_TWO_PLAYS])
{
    uint32_t tiles = hand & by_two_fits(t, pair);
    int n = 0;

    for (; tiles != 0; tiles &= tiles - 1) {
        int rank = __builtin_ctz(tiles);

        if (pair == BY_TWO_FIRST) { /* a tile has the same index as the pair it leaves */
            out[n++] = (struct by_two_play){ (uint8_t)rank, t->solver->tile[rank] };
            continue;
        }
        for (int i = 0; i < t->pairs->ways[pair][rank]; i++)
            out[n++] = (struct by_two_play){ (uint8_t)rank, t->pairs->next[pair][rank][i] };
    }
    return n;
}

/* Returns the exact value of a play for its player, with open hands. */
static int value_of(const struct by_two *t, uint32_t own, uint32_t other, struct by_two_play p)
{
    own &= ~((uint32_t)1 << p.rank);
    if (own == 0)
        return t->points ? by_ranked_pips(t->solver, other) : 1;
    return -by_block_two(&t->ask, other, own, p.pair, -999, 999);
}

/* ---- The question ------------------------------------------------------------------------------ */

/* Returns the pair of ends that a play leaves; `number` is the end it is played on. */
static int pair_after(const int end[2], by_move m)
{
    int number = by_touching((by_tile)by_move_place(m), by_move_flip_at(m));
    int off = end[0] == number ? end[1] : end[0];

    return by_tile_of(off, by_across(by_move_tile(m), by_touching(by_move_tile(m), by_move_flip(m))));
}

static struct by_two_play play_of(const struct by_two *t, const int end[2], by_move m)
{
    by_tile tile = by_move_tile(m);

    return (struct by_two_play){ t->solver->rank[tile], (uint8_t)(end[0] < 0 ? tile : pair_after(end, m)) };
}

static void ends_of_pair(int pair, int end[2])
{
    end[0] = by_high((by_tile)pair);
    end[1] = by_low((by_tile)pair);
}

/* Reads the plays and passes from the history. Returns false if the history does not match this view. */
static bool read_past(struct by_two *t, const struct by_question *q)
{
    int end[2] = { -1, -1 }, from = BY_TWO_FIRST;
    uint32_t laid = 0;

    for (int i = 0; i < q->past->n; i++) {
        const struct by_heard *h = &q->past->at[i];
        int seat = h->seat != q->view->seat;
        uint32_t fits = by_ranked(t->solver, (uint32_t)h->fits.w[0] & t->all);

        t->passed = by_move_kind(h->move) != BY_LAY;
        if (t->passed && h->lacked)
            t->barred[seat] |= fits;
        if (t->passed)
            continue;
        if (t->steps == BY_TWO_STEPS)
            return false;
        t->step[t->steps] = (struct by_two_step){ .seat = (uint8_t)seat,
                                                  .from = (uint8_t)from,
                                                  .play = play_of(t, end, h->move),
                                                  .laid = laid,
                                                  .barred = { t->barred[0], t->barred[1] } };
        from = t->step[t->steps].play.pair;
        laid |= (uint32_t)1 << t->step[t->steps++].play.rank;
        ends_of_pair(from, end);
    }
    for (int seat = 0; seat < 2; seat++) {
        uint32_t later = 0;

        for (int i = t->steps - 1; i >= 0; i--)
            if (t->step[i].seat == seat) {
                later |= (uint32_t)1 << t->step[i].play.rank;
                t->step[i].later = later;
            }
    }
    return from == t->pair && laid == t->laid;
}

static uint32_t tiles_of(const struct by_two *t, struct by_set s)
{
    return by_ranked(t->solver, (uint32_t)s.w[0] & 0xfffffffu);
}

static void table_of(struct by_two *t, const struct by_view *v)
{
    struct by_set laid = { { 0, 0, 0 } };
    int end[2] = { -1, -1 };

    for (int i = 0; i < v->now.laid; i++)
        by_set_add(&laid, v->laid[i].tile);
    for (int i = 0; i < v->now.places; i++) {
        end[i] = v->place[i].number;
        if (v->now.places == 1) /* only a double has been played */
            end[1] = end[0];
    }
    t->pair = v->now.laid == 0 ? BY_TWO_FIRST : by_tile_of(end[0], end[1]);
    t->laid = tiles_of(t, laid);
}

/* Converts the points of a round into the chance of winning the match. In a match of one round, only winning, tying or
 * losing the round counts. */
static void worths(struct by_two *t, const struct by_view *v)
{
    struct by_line_rules r;
    struct by_line_model w = { .end = BY_ENDED_BLOCKED };
    int me = v->seat;

    by_line_rules_of(v, &r);
    for (int p = -BY_TWO_POINTS; p <= BY_TWO_POINTS; p++) {
        float worth[4];

        w.won[me] = (int16_t)(p > 0 ? p : 0);
        w.won[1 - me] = (int16_t)(p < 0 ? -p : 0);
        by_line_worth(&r, &w, worth);
        t->worths[BY_TWO_POINTS + p] = t->points ? worth[me] : (float)(p + 1) / 2;
    }
    t->worth = t->worths + BY_TWO_POINTS;
}

bool by_two_of(const struct by_question *q, struct by_bot_memory *room, struct by_two *t)
{
    const struct by_view *v = q->view;
    const int32_t *opt = v->rules.opt;
    size_t size = BY_SOLVER_SIZE(opt[BY_BLANKS] == BY_BLANKS_WILD ? WILD_ENTRIES : ENTRIES);
    void *memory = by_room_take(room, size);

    memset(t, 0, sizeof *t);
    if (memory == NULL)
        return false;
    t->solver = by_solver_init(memory, size);
    t->pairs = &t->solver->pairs[opt[BY_BLANKS] == BY_BLANKS_WILD];
    t->rng = q->rng;
    t->top = opt[BY_SET] < 6 ? opt[BY_SET] : 6;
    t->all = 0xfffffff;
    t->all = by_ranked(t->solver, ((uint32_t)1 << by_set_tiles(t->top)) - 1);
    t->led = v->led == BY_NO_TILE ? t->all : (uint32_t)1 << t->solver->rank[v->led];
    t->own = tiles_of(t, v->hand[v->seat]);
    t->left = v->count[1 - v->seat];
    table_of(t, v);
    t->passed = v->now.idle > 0;
    t->points = opt[BY_TARGET] > 1;
    t->ask = (struct by_block_ask){ .s = t->solver,
                                    .pairs = t->pairs,
                                    .points = t->points,
                                    .difference = opt[BY_BLOCKED] == BY_BLOCKED_DIFFERENCE,
                                    .single = opt[BY_TIE] == BY_TIE_SINGLE };
    worths(t, v);
    if (q->past != NULL && !read_past(t, q)) {
        t->steps = 0;
        t->barred[0] = t->barred[1] = 0;
    }
    t->undealt = q->past == NULL ? 0 : tiles_of(t, q->past->undealt); /* no hand was dealt a higher double (L-05) */
    for (int seat = 0; seat < 2; seat++)
        t->barred[seat] |= t->undealt;
    if (by_view_is_open(v)) {
        t->steps = 0;
        t->barred[1] = t->all & ~tiles_of(t, v->hand[1 - v->seat]);
    }
    t->plays = by_two_plays(t, t->own, t->pair, t->play);
    return t->plays > 0;
}

/* ---- The mean over worlds ---------------------------------------------------------------------- */

struct way {
    enum by_level level;
    int worlds;
    bool infer;
};

static void stir(const struct by_two *t, struct by_two_world *w, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)by_rng_below(t->rng, (uint32_t)i + 1);
        struct by_two_world was = w[i];

        w[i] = w[j];
        w[j] = was;
    }
}

/* Solves one world. Returns false if the budget is spent. */
static bool solve_world(const struct by_two *t, uint32_t other, int worth[])
{
    for (int i = 0; i < t->plays; i++) {
        worth[i] = value_of(t, t->own, other, t->play[i]);
        if (by_solver_spent(t->solver))
            return false;
    }
    return true;
}

/* The first world may use half the budget. If that world is not solved by then, another method must find the answer. */
static bool mean(const struct by_two *t, const struct by_question *q, struct by_bot_memory room, struct way way,
                 struct by_budget *b, double value[])
{
    const uint32_t count = by_budget_count(q, b, way.level, (uint32_t)way.worlds);
    const int most = count < BY_TWO_POOL ? (int)count : BY_TWO_POOL;
    struct by_two_world *w = by_room_take(&room, sizeof *w * (size_t)most);
    int n = w == NULL ? 0 : by_two_worlds(t, 1, t->own, most, way.infer, &room, b, w), worth[BY_TWO_PLAYS];
    struct by_budget first = by_budget_half(b);
    double all = 0;
    int done = 0;

    for (int i = 0; i < t->plays; i++)
        value[i] = 0;
    stir(t, w, n); /* the loop below may stop at any world */
    by_solver_limit(t->solver, &first);
    for (int k = 0; k < n && t->solver->nodes < (uint64_t)WORLD_NODES * (uint64_t)most; k++) {
        bool solved = solve_world(t, w[k].hand, worth);

        if (k == 0)
            by_budget_join(b, &first);
        by_solver_limit(t->solver, b);
        if (!solved)
            break;
        for (int i = 0; i < t->plays; i++)
            value[i] += (double)w[k].weight * t->worth[worth[i]];
        all += (double)w[k].weight;
        done++;
    }
    if (done > 0 && done >= by_two_hands(t, 1, t->own))
        by_proof_note(q, BY_PROOF_DEALS);
    for (int i = 0; i < t->plays && all > 0; i++)
        value[i] /= all;
    return all > 0;
}

/* Chooses at random among nearly equal plays (softmax). Randomising costs little, and an opponent who knows the method
 * cannot predict the play. */
static void mix(const double value[], int n, double chance[])
{
    double best = value[0], all = 0;

    for (int i = 1; i < n; i++)
        best = value[i] > best ? value[i] : best;
    for (int i = 0; i < n; i++)
        all += chance[i] = value[i] > best - 10 * ALIKE ? by_exp((value[i] - best) / ALIKE) : 0;
    for (int i = 0; i < n; i++)
        chance[i] /= all;
}

/* Converts plays to moves. If both ends show the same number, one play represents two moves. */
static int answer(const struct by_two *t, const struct by_question *q, const double *value, const double *chance)
{
    int end[2] = { -1, -1 }, best = 0, pick = 0;
    bool told[BY_TWO_PLAYS] = { false };
    uint32_t at = (uint32_t)(by_rng_next(q->rng) >> 48), sum = 0; /* a random 16-bit number, which selects the play */

    if (t->pair != BY_TWO_FIRST)
        ends_of_pair(t->pair, end);
    for (int i = 1; i < t->plays; i++)
        if (chance[i] > chance[best])
            best = i;
    for (int m = 0; m < q->n; m++) {
        struct by_two_play p = play_of(t, end, q->moves[m]);
        uint32_t parts;
        int i = 0;

        while (i < t->plays - 1 && (t->play[i].rank != p.rank || t->play[i].pair != p.pair))
            i++;
        parts = told[i] ? 0 : (uint32_t)(chance[i] * 65536);
        if (i == best && !told[i] && at >= 65535)
            pick = m;
        told[i] = true;
        if (q->values != NULL)
            q->values[m] = (int32_t)(value[i] * 1000);
        if (q->chances != NULL)
            q->chances[m] = parts;
        sum += parts;
        if (at < sum && sum - at <= parts)
            pick = m;
    }
    return pick;
}

static bool ours(const struct by_question *q)
{
    const int32_t *opt = q->view->rules.opt;

    return q->view->players == 2 && opt[BY_DRAW] == BY_DRAW_NONE && opt[BY_SPINNER] == BY_SPINNER_NONE
        && opt[BY_PLAY_UNIT] == 0 && by_move_kind(q->moves[0]) == BY_LAY;
}

/* Chooses the best play or, if `mixed` is set, a random one of those that are nearly as good. */
static void choose(const double value[], int n, bool mixed, double chance[])
{
    int best = 0;

    if (mixed) {
        mix(value, n, chance);
        return;
    }
    for (int i = 0; i < n; i++) {
        chance[i] = 0;
        if (value[i] > value[best])
            best = i;
    }
    chance[best] = 1;
}

/* Solves the end of the round and plays the solution, unless the game is too large. The solution for an earlier
 * question may be reused. */
static bool play_end(const struct by_two *t, const struct by_question *q, struct by_bot_memory room,
                     struct by_budget *b, double chance[])
{
    struct by_bot_memory kept = { q->kept, q->kept == NULL ? NULL : (unsigned char *)q->kept + BY_BOT_KEPT };
    struct by_two_end *none = NULL, **end = q->kept == NULL ? &none : by_room_take(&kept, sizeof(void *));

    if (*end != NULL && by_two_end_read(*end, t, chance))
        return true;
    *end = by_two_end_solve(t, q->kept != NULL, (size_t)(room.end - room.at), q->kept == NULL ? &room : &kept, b);
    return *end != NULL && by_two_end_read(*end, t, chance);
}

int by_line_two(const struct by_question *q, enum by_level level, struct by_budget *b)
{
    static const struct way ways[] = { [BY_HARD] = { BY_HARD, 50, false },
                                       [BY_EXPERT] = { BY_EXPERT, 400, true },
                                       [BY_MASTER] = { BY_MASTER, 2048, true } };
    struct by_bot_memory room = by_room_of(q);
    struct by_two *t = by_room_take(&room, BY_PLANTED(248) ? sizeof *t : BY_TWO_SIZE);
    double value[BY_TWO_PLAYS] = { 0 }, chance[BY_TWO_PLAYS] = { 0 };
    struct by_budget end;
    bool ended = false, valued;

    if (t == NULL || !ours(q) || !by_two_of(q, &room, t))
        return -1;
    if (level == BY_MASTER && !by_view_is_open(q->view)) {
        end = q->ms != 0 && q->clock != NULL ? by_budget_half(b) : by_budget_part(b, by_budget_left(b) / 6 * 5);
        if (q->count != 0)
            end = by_budget_part(&end, (uint64_t)END_STEPS * q->count);
        ended = play_end(t, q, room, &end, chance);
        by_budget_join(b, &end);
    }
    /* mean() uses q->rng, so it is always called, even if the end is solved and no values are requested. */
    valued = mean(t, q, room, ways[level], b, value);
    if (!ended && !valued)
        return -1;
    if (ended)
        by_proof_note(q, BY_PROOF_GAME);
    if (ended && !valued)
        memcpy(value, chance, sizeof value);
    if (!ended)
        choose(value, t->plays, level >= BY_EXPERT && by_two_hands(t, 1, t->own) <= FEW_HANDS, chance);
    return answer(t, q, value, chance);
}
