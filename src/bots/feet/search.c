/* SPDX-License-Identifier: MIT */
/* search.c: implements sequential halving with playouts in sampled worlds. A playout ends with the round, or, where
 * plays are valued (value.h), when the player has played a few more times and can play again. Then the value of its
 * best play is the result. */
#include "search.h"

#include "planted.h"

#define MOST 512       /* maximum number of plays from a hand; a tile has at most two */
#define RATING 3.0     /* points by which a play is better if its rating is higher by BY_FEET_UNIT */
#define VALUE_STEPS 16 /* steps to value the plays of a seat */
#define TRIAL 8        /* number of worlds after which a time limit is converted into a count */

/* How plays are tried with a network. */
struct way {
    int weight; /* of its ratings or values, in worlds */
    int ahead;  /* the player's plays in a playout before its best play is valued */
    int spread; /* noise in the ratings in playouts */
    int width;  /* maximum number of plays tried: those that the network prefers */
    double gap; /* plays this many points below the best are not tried */
};
static const struct way rated = { 30, INT32_MAX, 80, MOST, 8.0 }, valued = { 20, 3, 200, 6, 5.0 };

struct search {
    struct by_feet_worlds *worlds;
    struct by_feet base, world, round;
    struct by_feet_known known; /* before the decision */
    struct by_feet_play play[MOST];
    double sum[MOST];   /* sum of the play's values over all worlds in which it was tried, plus the prior */
    double final[MOST]; /* the gap between an eliminated play and the best one when it was dropped; 0 for remaining
                         * plays */
    int alive[MOST], living, plays;
    int tried, prior;      /* the number of worlds tried, and the prior's weight in worlds */
    const struct way *way; /* NULL without a network */
    double last[MOST];     /* the value of each play in the world being tried */
    const struct by_feet_taste *taste[BY_SEATS];
    struct by_budget *b;
};

struct by_feet_play by_feet_play_of(by_move m)
{
    by_tile t = by_move_tile(m);
    int n = by_touching(t, by_move_flip(m));

    return (struct by_feet_play){ (uint8_t)n, (uint8_t)by_across(t, n) };
}

/* Returns the value of a finished round to a seat: its mean lead over the others, which is what counts in the end
 * (F-11). */
static double worth(const struct by_feet *f, int seat)
{
    int sum = 0;

    for (int i = 0; i < f->players; i++)
        sum += by_feet_cost(f, i);
    return (double)(sum - f->players * by_feet_cost(f, seat)) / (f->players - 1);
}

/* Returns the value of a play in the world in s->round; the value is meaningless if the budget runs out. */
static double play_on(struct search *s, struct by_feet_play p, struct by_rng *rng)
{
    const int me = s->base.turn;

    by_feet_lay(&s->round, p.number, p.across);
    if (s->way != NULL) {
        struct by_feet_known known = s->known;

        if (!BY_PLANTED(251))
            by_feet_know_play(&known, p.number, p.across);
        if (by_feet_net_ahead(&s->round, &known, me, s->way->ahead, s->way->spread, rng, s->b)) {
            by_budget_step(s->b, VALUE_STEPS);
            return (double)by_feet_best(&s->round, &known) / BY_FEET_ONE;
        }
    } else {
        by_feet_playout(&s->round, s->taste, rng, s->b);
    }
    return worth(&s->round, me);
}

/* Tries every remaining play in another world, which is discarded if the budget runs out. */
static void try_all(struct search *s, struct by_rng *rng)
{
    struct by_rng same = { { by_rng_next(rng), by_rng_next(rng), by_rng_next(rng), 1 } };

    by_feet_walk(s->worlds, 1, rng);
    by_feet_copy(&s->world, &s->base);
    by_feet_fill(s->worlds, &s->world);
    by_budget_step(s->b, (uint64_t)s->worlds->slots / 2);
    for (int i = 0; i < s->living; i++) {
        struct by_rng chance = same;
        int p = s->alive[i];

        by_feet_copy(&s->round, &s->world);
        s->last[p] = play_on(s, s->play[p], &chance);
        if (by_budget_spent(s->b))
            return;
    }
    for (int i = 0; i < s->living; i++)
        s->sum[s->alive[i]] += s->last[s->alive[i]];
    s->tried++;
}

/* Sorts the remaining plays, best first. */
static void sort(struct search *s)
{
    for (int i = 1; i < s->living; i++)
        for (int k = i; k > 0 && s->sum[s->alive[k]] > s->sum[s->alive[k - 1]]; k--) {
            int p = s->alive[k];

            s->alive[k] = s->alive[k - 1];
            s->alive[k - 1] = p;
        }
}

/* Eliminates the last of the remaining plays, which are sorted. */
static void eliminate(struct search *s)
{
    int p = s->alive[--s->living];

    s->final[p] = (s->sum[p] - s->sum[s->alive[0]]) / (s->prior + s->tried);
}

/* Keeps the better half of the remaining plays. */
static void halve(struct search *s)
{
    const int half = (s->living + 1) / 2;

    sort(s);
    while (s->living > half)
        eliminate(s);
}

static int stages_of(int plays)
{
    int stages = 1;

    for (; plays > 2; plays = (plays + 1) / 2)
        stages++;
    return stages;
}

/* With a time limit, uses the steps of the first playouts to estimate the number of playouts that fit. */
static uint32_t measure(struct search *s, const struct by_question *q, const struct by_feet_effort *effort,
                        struct by_rng *rng)
{
    const uint32_t most =
        by_budget_count(q, s->b, effort->level, s->way == &valued ? effort->valued : effort->playouts);
    const uint64_t left = by_budget_left(s->b);
    uint64_t one, all;

    if (s->b->clock == NULL)
        return most;
    while (s->tried < TRIAL && !by_budget_spent(s->b))
        try_all(s, rng);
    if (s->tried == 0)
        return 0;
    one = (left - by_budget_left(s->b)) / ((uint64_t)s->tried * (uint64_t)s->living) + 1;
    all = by_budget_left(s->b) / one * 9 / 10;
    if (all < most)
        by_cut_note(q, BY_CUT_SHORT);
    return all < most ? (uint32_t)all : most;
}

/* Searches by halving. Returns false if not a single world was tried. */
static bool run(struct search *s, const struct by_question *q, const struct by_feet_effort *effort, struct by_rng *rng)
{
    uint32_t all = measure(s, q, effort, rng), share;

    BY_ASSERT(s->living > 0);
    share = all / (uint32_t)stages_of(s->living);
    do {
        uint32_t guesses = share / (uint32_t)s->living;

        for (uint32_t i = 0; (i < guesses || i == 0) && !by_budget_spent(s->b); i++)
            try_all(s, rng);
        if (s->tried == 0)
            return false;
        halve(s);
    } while (s->living > 1);
    return true;
}

static int find(const struct search *s, struct by_feet_play p)
{
    int at = 0;

    while (at < s->plays && (s->play[at].number != p.number || s->play[at].across != p.across))
        at++;
    return at;
}

/* Starts with the network's ratings, relative to the best. */
static void start_rated(struct search *s)
{
    struct by_feet_look look;
    double best;

    by_feet_look(&s->round, &look);
    for (int i = 0; i < s->plays; i++)
        s->sum[i] =
            s->prior * RATING / BY_FEET_UNIT * by_feet_rate(&s->round, &look, s->play[i].number, s->play[i].across);
    sort(s);
    best = s->sum[s->alive[0]];
    for (int i = 0; i < s->plays; i++)
        s->sum[i] -= best;
}

/* Starts with the network's values. */
static void start_valued(struct search *s, const struct by_question *q)
{
    struct by_feet_outlook look;

    by_feet_known_of(q->view, q->past, &s->known);
    by_feet_outlook(&by_feet_values, &s->round, &s->known, &look);
    for (int i = 0; i < s->plays; i++)
        s->sum[i] = (double)s->prior / BY_FEET_ONE
            * by_feet_value(&by_feet_values, &look, s->play[i].number, s->play[i].across);
    sort(s);
}

/* Starts with a network, and eliminates plays that are much worse by it or come after the first few, unless all have to
 * be tried. */
static void start(struct search *s, const struct by_question *q)
{
    const struct by_view *v = q->view;
    double worst;

    memset(&s->known, 0, sizeof s->known);
    by_feet_copy(&s->round, &s->base);
    for (int i = 0; i < v->players; i++)
        s->round.have[i][BY_NUMBERS] = v->count[i];
    if (s->way == &valued)
        start_valued(s, q);
    else
        start_rated(s);
    worst = s->sum[s->alive[0]] - s->way->gap * s->prior;
    while ((!q->evenly || BY_PLANTED(234))
           && ((s->living > s->way->width && !BY_PLANTED(258)) || s->sum[s->alive[s->living - 1]] < worst))
        eliminate(s);
}

static void gather(struct search *s, const struct by_question *q, const struct by_feet_effort *effort)
{
    s->plays = s->tried = 0;
    s->way = NULL;
    if (effort->net && s->base.set <= BY_FEET_HIGHEST)
        s->way = effort->valued > 0 && by_feet_learned(q->view) ? &valued : &rated;
    s->prior = s->way != NULL ? s->way->weight : effort->prior;
    for (int i = 0; i < q->n; i++) {
        struct by_feet_play p = by_feet_play_of(q->moves[i]);

        if (s->plays < MOST && find(s, p) == s->plays) {
            s->sum[s->plays] = s->prior / 16.0 * by_feet_score(&s->base, &by_feet_tuned, p.number, p.across);
            s->final[s->plays] = 0;
            s->alive[s->plays] = s->plays;
            s->play[s->plays++] = p;
        }
    }
    s->living = s->plays;
    if (s->way != NULL)
        start(s, q);
}

bool by_feet_search(const struct by_question *q, const struct by_feet_effort *effort, struct by_budget *b,
                    int32_t *values)
{
    struct by_bot_memory room = by_room_of(q);
    struct search *s = by_room_take(&room, sizeof *s);
    struct by_feet_worlds *worlds = by_room_take(&room, sizeof *worlds);
    struct by_set hands[BY_SEATS] = { { { 0, 0, 0 } } };
    double best;

    if (s == NULL || worlds == NULL)
        return false;
    hands[q->view->seat] = q->view->hand[q->view->seat];
    by_feet_of(q->view, hands, NULL, &s->base);
    gather(s, q, effort);
    if (s->living > 1 || (q->values != NULL && !BY_PLANTED(235))) { /* a single play is tried for its value only */
        s->worlds = worlds;
        s->b = b;
        for (int i = 0; i < BY_SEATS; i++)
            s->taste[i] = &by_feet_tuned;
        if (!by_feet_imagine(worlds, q, effort->infer, q->rng, b) || !run(s, q, effort, q->rng))
            return false;
    }
    best = s->tried > 0 ? s->sum[s->alive[0]] / (s->prior + s->tried) : 0;
    for (int i = 0; i < q->n; i++)
        values[i] = (int32_t)((best + s->final[find(s, by_feet_play_of(q->moves[i]))]) * 1000);
    return true;
}
