/* SPDX-License-Identifier: MIT */
/* study.c: asks a bot about a decision, and corrects the values of moves that it does not consider (coach.h). */
#include "study.h"

/* ---- Asking ---------------------------------------------------------------------------------- */

bool by_study_ask(const struct by_coach *c, struct by_study *s, const by_move *moves, int n, uint64_t seed,
                  int32_t *values)
{
    enum by_cut cut = BY_CUT_NOT;
    struct by_rng rng;
    struct by_question q = { .view = &s->view,
                             .past = s->d.past,
                             .moves = moves,
                             .n = n,
                             .rng = &rng,
                             .memory = c->memory,
                             .size = c->size,
                             .within = BY_PLANTED(316) ? NULL : &s->budget,
                             .cut = &cut,
                             .evenly = n == 2,
                             .count = c->count != 0 ? c->count : by_coach_families[s->view.family]->steps(&s->view) };

    q.values = values;
    by_rng_init(&rng, seed);
    if (by_budget_check(&s->budget))
        c->bot->choose(&q);
    else
        cut = BY_CUT_BARE;
    if (!BY_PLANTED(315))
        s->d.hurried = s->d.hurried || cut != BY_CUT_NOT;
    return cut != BY_CUT_BARE;
}

/* A count above the default raises the steps in proportion, as it does in a bot's search (bot.h). */
static struct by_budget budget_of(const struct by_coach *c, const struct by_view *v)
{
    const uint32_t own = by_coach_families[v->family]->steps(v);
    const uint64_t steps = c->count > own ? BY_COACH_STEPS * c->count / own : BY_COACH_STEPS;
    struct by_budget b = by_budget_of(c->steps != 0 ? c->steps : steps);

    b.stop = c->stop;
    if (c->ms != 0 && c->clock != NULL)
        by_budget_until(&b, c->clock, c->ms);
    by_budget_check(&b);
    return b;
}

int by_study_twin(const struct by_study *s, int i, by_move suffix)
{
    for (int k = 0; k < s->d.n; k++)
        if (k != i && (s->moves[k] & ~suffix) == (s->moves[i] & ~suffix) && (s->moves[k] & suffix) != 0)
            return k;
    return -1;
}

/* Asks the bot for values. Returns false if no move was tried. */
static bool think(const struct by_coach *c, struct by_study *s)
{
    const struct by_coach_family *f = by_coach_families[s->view.family];

    return f->think != NULL ? f->think(c, s) : by_study_ask(c, s, s->moves, s->d.n, 1, s->values);
}

/* ---- Chances of winning the match ------------------------------------------------------------- */

/* Returns 2^(x / 1024) * 2^20 for x from -20480 to 20480. Interpolates linearly between whole powers, so the result is
 * up to 6 % too high. */
static int64_t power(int32_t x)
{
    int32_t whole = x >= 0 ? x / 1024 : -((-x + 1023) / 1024), part = x - whole * 1024;
    int64_t y = ((int64_t)1 << 20) + ((int64_t)part << 10);

    return whole >= 0 ? y << whole : y >> -whole;
}

/* Returns the smallest x >= 1 with x * x >= n. */
static int64_t root(int32_t n)
{
    int64_t x = 1;

    while (x * x < n)
        x++;
    return x;
}

/* Returns the chance of winning a low-score game. The chance is estimated from the lead in pips (including the value of
 * this round), the spread of a round (25 pips) and the number of rounds still to be played. The chances of several
 * players use the same exponents as in src/bots/line/worth.h. */
static int32_t chance_of_lead(const struct by_view *v, int32_t value)
{
    int32_t others = 0, left, own;
    int64_t w, x;

    BY_ASSERT(v->players > 1);
    for (int k = 0; k < v->players; k++)
        others += k == v->seat ? 0 : v->score[k];
    own = others * 1000 / (v->players - 1) - v->score[v->seat] * 1000 + value;
    left = v->rules.opt[BY_ROUNDS] - (int32_t)v->round + 1;
    left = left < 1 ? 1 : left > 99 ? 99 : left;
    x = (int64_t)own * 1024 * 23 / (2500 * root(10000 * left)); /* 2.3 = 1.6 / ln 2 */
    w = power(x > 20000 ? 20000 : x < -20000 ? -20000 : (int32_t)x);
    return (int32_t)(w * 1000 / (w + ((int64_t)(v->players - 1) * (1 << 20))));
}

static int32_t stands(const struct by_study *s)
{
    const struct by_family *f = by_families[s->view.family];
    int32_t best = s->values[s->verdict.best];

    if (f->low_wins && !f->solitaire)
        return chance_of_lead(&s->view, best);
    return best < 0 ? 0 : best > 1000 ? 1000 : best;
}

/* ---- The study -------------------------------------------------------------------------------- */

/* Returns whether the cost is exact. The cost of a call, a claim or an infraction is exact because it is fixed. */
static bool priced(const struct by_study *s, int played)
{
    const by_move best = s->moves[s->verdict.best], m = s->moves[played];
    bool twins = ((best ^ m) & ~BY_SUFFIX) == 0;

    return twins || best == BY_CALL_MOVE || (m == BY_DRAW_MOVE && by_families[s->view.family]->trains)
        || (by_points_of(&s->view, m) > 0 && by_move_claim(m) == 0 && s->view.rules.opt[BY_CALL] == BY_ON);
}

/* Confirms the cost of a move.  If a move appears to have a cost, a second query compares it with the best move alone,
 * and the smaller cost counts.  Bots soon drop moves that look poor, so the values of such moves are inaccurate.  A
 * tree search may not have tried the move at all, leaving its value at 0; in that case, only the second query
 * counts. */
static void confirm(const struct by_coach *c, struct by_study *s, int played)
{
    struct by_verdict *v = &s->verdict;
    const int first = v->best < played ? v->best : played, second = v->best + played - first;
    const by_move two[2] = { s->moves[first], s->moves[second] };
    const struct by_coach_family *f = by_coach_families[s->view.family];
    bool tried = !f->skips || s->values[played] != 0;
    int32_t cost;
    bool asked;

    if (v->grade == BY_GRADE_BEST || priced(s, played))
        return;
    if (f->asks_all) {
        asked = by_study_ask(c, s, s->moves, s->d.n, 2, s->second);
        cost = s->second[v->best] - s->second[played];
    } else {
        asked = by_study_ask(c, s, two, 2, 2, s->second);
        cost = v->best < played ? s->second[0] - s->second[1] : s->second[1] - s->second[0];
    }
    if (!asked)
        return;
    cost = by_unit_cost(&s->view, cost > 0 ? cost : 0);
    v->cost = tried && v->cost < cost ? v->cost : cost;
    v->grade = (uint8_t)by_grade_of_cost((enum by_unit)v->unit, v->cost);
}

bool by_study_of(const struct by_coach *c, const struct by_table *m, int seat, by_move played, struct by_study *s)
{
    int at = -1;

    s->d = (struct by_decision){ .view = &s->view,
                                 .past = &s->past,
                                 .moves = s->moves,
                                 .values = s->values,
                                 .names = c->names,
                                 .you = c->you,
                                 .n = by_moves(&m->state, seat, s->moves) };
    if (s->d.n == 0)
        return false;
    by_table_view(m, seat, &s->view);
    if (c->heard != NULL)
        by_table_past(m, c->heard, &s->past);
    else
        s->d.past = NULL;
    s->budget = budget_of(c, &s->view);
    if (!think(c, s))
        return false;
    if (BY_PLANTED(310))
        s->values[0] += (int32_t)(m->state.hand[(seat + 1) % m->state.players].w[0] >> 3 & 1023);
    for (int i = 0; i < s->d.n; i++)
        at = s->moves[i] == played ? i : at;
    by_grade_of(&s->d, at < 0 ? 0 : at, &s->verdict);
    s->chance = stands(s);
    if (at >= 0)
        confirm(c, s, at);
    s->verdict.hurried = s->d.hurried;
    return true;
}
