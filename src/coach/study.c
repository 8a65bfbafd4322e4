/* study.c: asks a bot about a decision, and puts its values right where it does not think about a move
 * (coach.h). */
#include "look.h"

/* ---- Asking ---------------------------------------------------------------------------------- */

/* Four times what `expert` spends by itself (src/bots: line/think.c, feet/think.c, trains/think.c, castle/think.c). */
static uint32_t steps_of(const struct by_view *v)
{
    switch (v->family) {
    case BY_LINE:
        return v->players == 2 && v->rules.opt[BY_DRAW] == BY_DRAW_NONE && v->rules.opt[BY_SPINNER] == BY_SPINNER_NONE
            && v->rules.opt[BY_PLAY_UNIT] == 0 ? 1600 : 6000;
    case BY_FEET:
        return 4800;
    case BY_TRAINS:
        return 1800;
    default:
        return v->rules.opt[BY_REMOVALS] == BY_ONCE ? 240 : 10000;
    }
}

static void ask_about(const struct by_coach *c, const struct by_study *s, const by_move *moves, int n, uint64_t seed,
                      int32_t *values)
{
    struct by_rng rng;
    struct by_question q = { .view = &s->view, .past = s->d.past, .moves = moves, .n = n, .rng = &rng,
        .memory = c->memory, .size = c->size, .count = c->count != 0 ? c->count : steps_of(&s->view) };

    q.values = values;
    by_rng_init(&rng, seed);
    c->bot->choose(&q);
}

static void ask(const struct by_coach *c, struct by_study *s, uint64_t seed, int32_t *values)
{
    ask_about(c, s, s->moves, s->d.n, seed, values);
}

/* ---- Moves that bots do not think about --------------------------------------------------------- */

static int twin_of(const struct by_study *s, int i, by_move differs)
{
    for (int k = 0; k < s->d.n; k++)
        if (k != i && (s->moves[k] & ~differs) == (s->moves[i] & ~differs) && (s->moves[k] & differs) != 0)
            return k;
    return -1;
}

/* The values with `points` taken from the own side and given to the others, or the other way round: what it costs
 * to leave points to be called (L-25). */
static void ask_shifted(const struct by_coach *c, struct by_study *s, int32_t points, int32_t *values)
{
    const struct by_view was = s->view;
    bool teams = was.rules.opt[BY_TEAMS] == BY_ON;

    for (int k = 0; k < s->view.players; k++) {
        bool own = k == was.seat || (teams && (k & 1) == (was.seat & 1));

        s->view.score[k] += own ? (points < 0 ? points : 0) : points < 0 ? -points : 0;
        s->view.score[k] += own && points > 0 ? points : 0;
    }
    ask(c, s, 1, values);
    s->view = was;
}

/* L-25: bots claim what they score and call what they can; what it costs not to is found by moving the points. */
static void mend_claims(const struct by_coach *c, struct by_study *s, int32_t *values)
{
    const by_move claim = (by_move)255 << 24;
    int call = s->moves[s->d.n - 1] == BY_CALL_MOVE ? s->d.n - 1 : -1;

    for (int i = 0; i < s->d.n; i++) {
        int twin = by_move_kind(s->moves[i]) == BY_LAY && by_move_claim(s->moves[i]) == 0 ? twin_of(s, i, claim) : -1;

        if (twin < 0)
            continue;
        ask_shifted(c, s, -by_move_claim(s->moves[twin]), s->second);
        values[i] = s->second[twin] < values[twin] ? s->second[twin] : values[twin];
        if (s->second[twin] == 0)       /* it was not tried: its points in parts of the target */
            values[i] = values[twin] - by_move_claim(s->moves[twin]) * 1000 / s->view.rules.opt[BY_TARGET];
    }
    if (call < 0 || s->d.n == 1)
        return;
    ask_shifted(c, s, s->view.now.stake, s->second);
    values[call] = s->second[0];
    for (int i = 0; i < call; i++)
        values[call] = s->second[i] > values[call] ? s->second[i] : values[call];
    for (int i = 0; i < call; i++)      /* points in hand are never worth less */
        values[call] = values[i] > values[call] ? values[i] : values[call];
}

/* T-17: what an infraction costs in pips, roughly: a tile, or a turn, is worth nine. */
static int32_t penalty(const struct by_view *v)
{
    switch (v->rules.opt[BY_PENALTY]) {
    case BY_PENALTY_FIFTY:
        return 50000;
    case BY_PENALTY_TILE:
    case BY_PENALTY_SKIP:
    case BY_PENALTY_KEEP:
        return 9000;
    default:
        return 0;
    }
}

/* T-16, T-19: silence about a last tile, and drawing although a tile fits. */
static void mend_infractions(const struct by_study *s, int32_t *values)
{
    const struct by_view *v = &s->view;
    int32_t best = INT32_MIN;

    for (int i = 0; i < s->d.n; i++) {
        int twin = (s->moves[i] & BY_ANNOUNCED) == 0 ? twin_of(s, i, BY_ANNOUNCED) : -1;

        if (twin >= 0)
            values[i] = values[twin] - penalty(v);
        if (by_move_kind(s->moves[i]) == BY_LAY && values[i] > best)
            best = values[i];
    }
    for (int i = 0; i < s->d.n; i++)
        if (s->moves[i] == BY_DRAW_MOVE && best != INT32_MIN)
            values[i] = best - penalty(v);
}

/* T-16: bots call at once and think of nothing else, so the other moves are asked about without the call. */
static void think_trains(const struct by_coach *c, struct by_study *s)
{
    int n = s->d.n, call = s->moves[n - 1] == BY_CALL_MOVE && n > 1;

    ask_about(c, s, s->moves, n - call, 1, s->values);
    s->d.n -= call;
    mend_infractions(s, s->values);
    s->d.n += call;
    if (!call)
        return;
    s->values[n - 1] = s->values[0];
    for (int i = 1; i < n - 1; i++)
        s->values[n - 1] = s->values[i] > s->values[n - 1] ? s->values[i] : s->values[n - 1];
    s->values[n - 1] += penalty(&s->view) / (s->view.players - 1) + 1;
}

static void think(const struct by_coach *c, struct by_study *s)
{
    if (s->view.family == BY_TRAINS)
        think_trains(c, s);
    else
        ask(c, s, 1, s->values);
    if (s->view.family == BY_LINE && s->view.rules.opt[BY_CALL] == BY_ON)
        mend_claims(c, s, s->values);
}

/* ---- How the match stands --------------------------------------------------------------------- */

/* 2^(x / 1024) * 2^20, x from -20480 to 20480; straight between whole powers, up to 6 % too much. */
static int64_t power(int32_t x)
{
    int32_t whole = x >= 0 ? x / 1024 : -((-x + 1023) / 1024), part = x - whole * 1024;
    int64_t y = ((int64_t)1 << 20) + ((int64_t)part << 10);

    return whole >= 0 ? y << whole : y >> -whole;
}

/* The least x from 1 with x * x >= n. */
static int64_t root(int32_t n)
{
    int64_t x = 1;

    while (x * x < n)
        x++;
    return x;
}

/* Rounds for low scores: the lead in pips, the value of this round included, against how far a round spreads (25
 * pips) and how many are to come; several players share by the same exponents, as in src/bots/line/worth.h. */
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
    x = (int64_t)own * 1024 * 23 / (2500 * root(10000 * left));         /* 2.3 = 1.6 / ln 2 */
    w = power(x > 20000 ? 20000 : x < -20000 ? -20000 : (int32_t)x);
    return (int32_t)(w * 1000 / (w + ((int64_t)(v->players - 1) * (1 << 20))));
}

static int32_t stands(const struct by_study *s)
{
    int32_t best = s->values[s->verdict.best];

    if (s->view.family == BY_FEET || s->view.family == BY_TRAINS)
        return chance_of_lead(&s->view, best);
    return best < 0 ? 0 : best > 1000 ? 1000 : best;
}

/* ---- The study -------------------------------------------------------------------------------- */

/* Calls, claims and infractions are judged by their price, and there is no doubt about them. */
static bool priced(const struct by_study *s, int played)
{
    const by_move best = s->moves[s->verdict.best], m = s->moves[played];
    bool twins = ((best ^ m) & ~BY_SUFFIX) == 0;

    return twins || best == BY_CALL_MOVE || (m == BY_DRAW_MOVE && s->view.family == BY_TRAINS)
        || (s->view.family == BY_LINE && by_points_of(&s->view, m) > 0 && by_move_claim(m) == 0
            && s->view.rules.opt[BY_CALL] == BY_ON);
}

/* What seemed to cost something is asked about once more, the two moves set against each other alone, and the
 * smaller cost counts: bots soon give up moves that seem poor, and then say little about them.  A tree
 * search may not have tried one at all (its value is 0 then); then only the second answer counts. */
static void confirm(const struct by_coach *c, struct by_study *s, int played)
{
    struct by_verdict *v = &s->verdict;
    const int first = v->best < played ? v->best : played, second = v->best + played - first;
    const by_move two[2] = { s->moves[first], s->moves[second] };
    bool tried = s->view.family != BY_LINE || s->values[played] != 0;
    int32_t cost;

    if (v->grade == BY_GRADE_BEST || priced(s, played))
        return;
    if (s->view.family == BY_CASTLE) {
        ask(c, s, 2, s->second);
        cost = s->second[v->best] - s->second[played];
    } else {
        ask_about(c, s, two, 2, 2, s->second);
        cost = v->best < played ? s->second[0] - s->second[1] : s->second[1] - s->second[0];
    }
    cost = by_unit_cost(&s->view, cost > 0 ? cost : 0);
    v->cost = tried && v->cost < cost ? v->cost : cost;
    v->grade = (uint8_t)by_grade_of_cost((enum by_unit)v->unit, v->cost);
}

bool by_study_of(const struct by_coach *c, const struct by_match *m, int seat, by_move played, struct by_study *s)
{
    int at = -1;

    s->d = (struct by_decision){ .view = &s->view, .past = &s->past, .moves = s->moves, .values = s->values,
                                 .names = c->names, .you = c->you, .n = by_moves(&m->state, seat, s->moves) };
    if (s->d.n == 0)
        return false;
    by_match_view(m, seat, &s->view);
    if (c->heard != NULL)
        by_match_past(m, c->heard, &s->past);
    else
        s->d.past = NULL;
    think(c, s);
    if (BY_PLANTED(310))
        s->values[0] += (int32_t)(m->state.hand[(seat + 1) % m->state.players].w[0] >> 3 & 1023);
    for (int i = 0; i < s->d.n; i++)
        at = s->moves[i] == played ? i : at;
    by_grade_of(&s->d, at < 0 ? 0 : at, &s->verdict);
    s->chance = stands(s);
    if (at >= 0)
        confirm(c, s, at);
    return true;
}
