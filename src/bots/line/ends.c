/* SPDX-License-Identifier: MIT */
/* ends.c: solves the end of a round in sampled worlds or in all of them (ends.h). */
#include "ends.h"

#include "bots/solve/solve.h"
#include "worth.h"

enum { ENTRIES = 16384, MOST = 128 };
enum { POINTS = 240 }; /* rarely exceeded in the rest of a round */
enum { SLACK = 16 };   /* solving all worlds may be behind by a sixteenth of its steps (solve_share) */
enum { NEAR = 50 };    /* a side that needs at most this many pips may reach the target by its plays */

struct ends {
    const struct by_question *q;
    const struct by_line_ends *e;
    struct by_solver *solver;
    struct by_budget *budget;
    uint64_t from;               /* the steps used before solving */
    double sum[MOST];            /* over the worlds in which the move was solved */
    double tried[MOST];          /* the weight of those worlds */
    int alive[MOST], living;     /* the moves still compared, by index */
    float worth[2 * POINTS + 1]; /* by the mover's points from here on less the other side's, from -POINTS */
};

/* Converts a world to a question for the solver. */
static void open_of(const struct by_line_rules *r, const struct by_line_model *w, struct by_open *out)
{
    *out = (struct by_open){ .players = r->players,
                             .turn = w->turn,
                             .self = w->turn,
                             .drawable = (uint8_t)(w->limit - w->taken),
                             .led = w->led,
                             .laid = w->laid > 0,
                             .spinner = w->spinner != 0,
                             .count = BY_PLANTED(217) ? 0 : w->count,
                             .teams = r->teams,
                             .wild = r->wild,
                             .all = r->all,
                             .first = r->first,
                             .draws_one = r->draws_one,
                             .call = r->call,
                             .bonus_all = r->bonus_all,
                             .bonus_lowest = r->bonus_lowest,
                             .difference = r->difference,
                             .single = r->single,
                             .unit = r->unit,
                             .bonus_unit = r->bonus_unit };
    memcpy(out->hand, w->hand, sizeof out->hand);
    memcpy(out->deck, w->deck + (BY_PLANTED(218) ? 1 : w->taken), out->drawable);
    for (int i = 0; i < w->places; i++) {
        const uint16_t p = w->place[i];
        const int n = BY_LINE_NUMBER(p);

        if ((p & BY_LINE_DOUBLE) == 0) {
            out->plain[n]++;
            continue;
        }
        out->twin[n] = (uint8_t)(1 + BY_LINE_BESIDE(p));
        out->wide[n] = (p & BY_LINE_WIDE) != 0 && !BY_PLANTED(216);
    }
}

/* Fills in the chances of winning the match. The side that is ahead over the rest of the round is given the difference,
 * and the other side nothing. */
static void fill_worth(struct ends *s)
{
    const struct by_line_rules *r = s->e->rules;
    const int me = by_line_name(r, s->e->start->turn);

    for (int d = -POINTS; d <= POINTS; d++) {
        struct by_line_model w = { .end = BY_ENDED_OUT };
        float worth[4];

        w.won[me] = (int16_t)(d > 0 ? d : 0);
        w.won[1 - me] = (int16_t)(d < 0 ? -d : 0);
        by_line_worth(r, &w, worth);
        s->worth[POINTS + d] = worth[me];
    }
}

static int within(int d) { return d < -POINTS ? -POINTS : d > POINTS ? POINTS : d; }

/* Solves the remaining moves in a world. Returns false if the budget runs out. */
static bool solve(struct ends *s, const struct by_line_model *w, int32_t *values)
{
    by_move moves[MOST];
    struct by_open open;

    open_of(s->e->rules, w, &open);
    s->solver->reserve = 0;
    for (int i = w->limit; i < w->size; i++)
        s->solver->reserve |= (uint32_t)1 << w->deck[i];
    for (int i = 0; i < s->living; i++)
        moves[i] = s->q->moves[s->alive[i]];
    by_open_values(s->solver, &open, BY_FOR_POINTS, moves, s->living, values);
    return !by_solver_spent(s->solver);
}

static void add(struct ends *s, const int32_t *values, double weight)
{
    for (int i = 0; i < s->living; i++) {
        s->sum[s->alive[i]] += weight * (double)s->worth[POINTS + within(values[i])];
        s->tried[s->alive[i]] += weight;
    }
}

/* Solves the remaining moves in another world, which is discarded if the budget runs out. */
static bool try_all(struct ends *s)
{
    struct by_line_model w = *s->e->start;
    int32_t values[MOST];

    if (s->e->pool->n > 0)
        by_line_pool_draw(s->e->pool, s->q->rng, s->e->guess);
    else
        by_line_stir(s->e->guess, s->q->rng, 24);
    by_line_put(s->e->guess, &w);
    if (!solve(s, &w, values))
        return false;
    add(s, values, 1);
    return true;
}

/* Solves another order of a world. Gives up as soon as the share of the steps used exceeds the share of the worlds
 * solved by 1 / SLACK, so that attempts without prospects end early. */
static bool solve_share(struct ends *s, const struct by_line_model *w, int32_t *values)
{
    const struct by_line_pool *pool = s->e->pool;
    const double ahead = s->tried[0] / (double)pool->upto[pool->n - 1] + 1. / SLACK, share = ahead < 1 ? ahead : 1;
    const uint64_t most = (uint64_t)(share * (double)s->e->steps), used = s->budget->steps - s->from;
    struct by_budget part = by_budget_part(s->budget, used < most ? most - used : 1);
    bool solved;

    by_solver_limit(s->solver, &part);
    solved = solve(s, w, values);
    by_budget_join(s->budget, &part);
    return solved;
}

/* Adds the mean over all orders of the boneyard that begin with the first `fixed` tiles. The values of one order hold
 * for all orders that differ only in tiles that no line draws, so the next tile varies only if some line draws it.
 * `values` and `drawn` are those of the order in *w, or NULL. Returns false if the budget runs out. */
static bool try_orders(struct ends *s, struct by_line_model *w, int fixed, double weight, const int32_t *values,
                       int drawn)
{
    const int at = w->taken + fixed;
    int32_t own[MOST];

    if (values == NULL) {
        if (!solve_share(s, w, own))
            return false;
        values = own;
        drawn = s->solver->drawn;
    }
    if (drawn <= fixed || BY_PLANTED(225)) {
        add(s, values, weight);
        return true;
    }
    for (int i = at; i < w->size; i++) {
        const by_tile was = w->deck[at];
        bool solved;

        w->deck[at] = w->deck[i];
        w->deck[i] = was;
        solved = try_orders(s, w, fixed + 1, weight / (w->size - at), i == at ? values : NULL, drawn);
        w->deck[i] = w->deck[at];
        w->deck[at] = was;
        if (!solved)
            return false;
    }
    return true;
}

/* Sorts the remaining moves, best first; equal ones stay in the order of the question. */
static void sort(struct ends *s)
{
    for (int i = 1; i < s->living; i++)
        for (int k = i; k > 0 && s->sum[s->alive[k]] > s->sum[s->alive[k - 1]]; k--) {
            int was = s->alive[k];

            s->alive[k] = s->alive[k - 1];
            s->alive[k - 1] = was;
        }
}

static uint32_t stages_of(const struct ends *s)
{
    uint32_t stages = 0;

    for (int n = s->living; n > 1; n = (n + 1) / 2)
        stages++;
    return s->e->evenly ? 1 : stages;
}

/* Returns false if not a single world was solved. */
static bool run(struct ends *s)
{
    const uint32_t stages = stages_of(s), share = s->e->solves / stages;

    for (uint32_t k = 0; k < stages; k++) {
        uint32_t worlds = share / (uint32_t)s->living;

        for (uint32_t i = 0; i < worlds || i == 0; i++)
            if (!try_all(s)) {
                sort(s);
                return s->tried[s->alive[0]] > 0;
            }
        sort(s);
        s->living = s->e->evenly ? s->living : (s->living + 1) / 2;
    }
    return true;
}

/* Solves every move in every world. */
static bool run_every(struct ends *s)
{
    const struct by_line_pool *pool = s->e->pool;

    for (int i = 0; i < pool->n; i++) {
        struct by_line_model w = *s->e->start;

        memcpy(s->e->guess->at, pool->world[i].at, sizeof pool->world[i].at);
        by_line_put(s->e->guess, &w);
        if (!try_orders(s, &w, 0, (double)pool->world[i].weight, NULL, 0))
            return false;
    }
    return true;
}

static int answer(const struct ends *s)
{
    const struct by_question *q = s->q;
    const int best = s->alive[0];

    for (int i = 0; q->values != NULL && i < q->n; i++)
        q->values[i] = (int32_t)(1000 * s->sum[i] / s->tried[i]);
    for (int i = 0; q->chances != NULL && i < q->n; i++)
        q->chances[i] = i == best ? 65536 : 0;
    return best;
}

/* Returns whether the rest of the round is between two sides and a side's points in it count only as their difference:
 * plays do not score, or cannot reach the target. */
static bool covers(const struct by_question *q, const struct by_line_ends *e)
{
    const struct by_line_rules *r = e->rules;
    bool far = r->sides == 2 && q->n <= MOST && by_move_kind(q->moves[0]) == BY_LAY
        && by_move_kind(q->moves[q->n - 1]) == BY_LAY;

    for (int i = 0; i < r->sides && far && r->unit != 0; i++)
        far = far && (r->score[i] + NEAR / r->unit < r->target || BY_PLANTED(219));
    return far;
}

int by_line_ends(const struct by_question *q, const struct by_line_ends *e, struct by_bot_memory room,
                 struct by_budget *b)
{
    struct ends *s = by_room_take(&room, sizeof *s);
    void *memory = by_room_take(&room, BY_SOLVER_SIZE(ENTRIES));

    if (s == NULL || memory == NULL || (!e->pool->every && e->solves == 0) || !covers(q, e))
        return -1;
    memset(s, 0, sizeof *s);
    s->q = q;
    s->e = e;
    s->solver = by_solver_init(memory, BY_SOLVER_SIZE(ENTRIES));
    fill_worth(s);
    while (s->living < q->n) {
        s->alive[s->living] = s->living;
        s->living++;
    }
    s->budget = b;
    s->from = b->steps;
    if (e->pool->every && run_every(s)) {
        by_proof_note(q, BY_PROOF_DEALS);
        sort(s);
        return answer(s);
    }
    memset(s->sum, 0, sizeof s->sum);
    memset(s->tried, 0, sizeof s->tried);
    by_solver_limit(s->solver, b);
    return e->solves > 0 && run(s) ? answer(s) : -1;
}
