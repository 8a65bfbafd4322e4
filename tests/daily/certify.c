/* SPDX-License-Identifier: MIT */
/* certify.c: proves that a position has one clearly best move (certify.h). */
#include "certify.h"

#include <string.h>

#include "boneyard/solve.h"
#include "bots/belief/worlds.h"
#include "coach/look.h"

enum { WORLDS = 4000, ENTRIES = 32768, SOLVE_STEPS = 40000000, MARGIN_WINS = 100 };

static _Alignas(16) unsigned char memory[BY_BOT_MEMORY];
static _Alignas(16) unsigned char solver_memory[BY_SOLVER_SIZE(ENTRIES)];
static struct by_heard heard[BY_PUZZLE_LOG];

/* ---- Moves that lead to the same table ---------------------------------------------------------- */

/* The result of a move: the seat to move, the open numbers in order, and the points scored. */
struct outcome {
    by_tile tile;
    uint8_t kind, turn, phase, place;
    int32_t score;
    uint16_t open[BY_MAX_TILES + 2];
    struct by_now now;
};

static void outcome_of(const struct by_state *s, by_move m, struct outcome *o)
{
    struct by_state after = *s;
    int n = 0;

    memset(o, 0, sizeof *o);
    by_play(&after, s->now.turn, m, NULL, NULL);
    o->kind = (uint8_t)by_move_kind(m);
    o->tile = by_move_tile(m);
    o->turn = after.now.turn;
    o->phase = after.now.phase;
    o->score = after.score[s->now.turn];
    if (by_families[s->family]->trains) {
        o->place = (uint8_t)by_move_place(m);
        o->open[0] = after.tail[o->place % (BY_ARMS + 3)];
        return;
    }
    for (int i = 0; i < after.now.places; i++) { /* an insertion sort */
        const struct by_laid *on = &after.laid[after.place[i].laid];
        uint16_t x = (uint16_t)(after.place[i].number * 256 + (by_is_double(on->tile) ? 16 + on->beside : 0));
        int k = n++;

        for (; k > 0 && o->open[k - 1] > x; k--)
            o->open[k] = o->open[k - 1];
        o->open[k] = x;
    }
    o->now.of.line.count = after.now.of.line.count;
    o->now.of.line.toes = after.now.of.line.toes;
}

int certify_groups(const struct by_state *s, const by_move *moves, int n, int *group)
{
    static struct outcome outcomes[BY_MOVES];
    int groups = 0;

    for (int i = 0; i < n; i++) {
        int k = 0;

        outcome_of(s, moves[i], &outcomes[i]);
        while (memcmp(&outcomes[k], &outcomes[i], sizeof outcomes[i]) != 0)
            k++;
        group[i] = k;
        groups += k == i;
    }
    return groups;
}

int32_t certify_lead(const int32_t *values, const int *group, int n, int *best)
{
    int32_t second = INT32_MIN;

    *best = 0;
    for (int i = 1; i < n; i++)
        *best = values[i] > values[*best] ? i : *best;
    for (int i = 0; i < n; i++)
        if (group[i] != group[*best] && values[i] > second)
            second = values[i];
    *best = group[*best];
    return second == INT32_MIN ? 0 : values[*best] - second;
}

/* Gives every move of a group the best value of the group. */
static void level(int32_t *values, const int *group, int n)
{
    for (int i = 0; i < n; i++)
        if (values[i] > values[group[i]])
            values[group[i]] = values[i];
    for (int i = 0; i < n; i++)
        values[i] = values[group[i]];
}

int32_t certify_margin(const struct by_view *v, bool exact)
{
    static const int32_t searched[] = {
        [BY_UNIT_CHANCE] = 40, [BY_UNIT_POINTS] = 4000, [BY_UNIT_PIPS] = 4000, [BY_UNIT_TILES] = 1000
    };

    if (!exact)
        return searched[by_coach_families[v->family]->unit];
    return v->rules.opt[BY_PLAY_UNIT] == 0 ? 3000 : 5000 / v->rules.opt[BY_PLAY_UNIT];
}

uint64_t certify_obvious(const struct by_view *v, const by_move *moves, int n)
{
    int best = -1;
    uint64_t set = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            bool lays = by_move_kind(moves[i]) == BY_LAY;
            int worth = lays ? by_points_of(v, moves[i]) * 1000 + by_pips(by_move_tile(moves[i])) : -1;

            best = pass == 0 && worth > best ? worth : best;
            set |= pass == 1 && worth == best ? (uint64_t)1 << i : 0;
        }
    return set;
}

/* ---- Exact ------------------------------------------------------------------------------------- */

struct sums {
    const struct by_view *v;
    const by_move *moves;
    int n;
    struct by_solver *solver;
    uint32_t deals;
    double all, points[BY_PUZZLE_MOVES], wins[BY_PUZZLE_MOVES];
};

static bool add_world(void *data, const struct by_set hand[], const struct by_set *boneyard, double weight)
{
    static struct by_state s;
    struct sums *y = data;
    struct by_set left = *boneyard;
    by_tile yard[BY_MAX_TILES];
    int32_t values[BY_PUZZLE_MOVES];
    struct by_open p;
    int n = 0;

    while (!by_set_empty(&left))
        yard[n++] = by_set_take(&left);
    by_state_of(y->v, hand, yard, &s);
    if (!by_open_of(&s, &p))
        return false;
    by_open_values(y->solver, &p, BY_FOR_POINTS, y->moves, y->n, values);
    for (int i = 0; i < y->n; i++)
        y->points[i] += weight * values[i];
    by_open_values(y->solver, &p, BY_FOR_THE_ROUND, y->moves, y->n, values);
    for (int i = 0; i < y->n; i++)
        y->wins[i] += weight * (values[i] + 1) / 2;
    y->all += weight;
    y->deals++;
    return !by_solver_spent(y->solver);
}

static int32_t thousandths(double part, double all)
{
    double x = 1000 * part / all;

    return (int32_t)(x < 0 ? x - 0.5 : x + 0.5);
}

/* Returns false if the position cannot be solved: tiles may still be drawn, there are more than two individual players,
 * or too many deals are possible. */
static bool solve(const struct by_view *v, const struct by_past *past, const by_move *moves, struct by_puzzle *out)
{
    struct by_bot_memory room = { memory, memory + sizeof memory };
    struct by_belief *b = by_room_take(&room, sizeof *b);
    struct by_budget budget = by_budget_of(SOLVE_STEPS);
    struct sums y = { .v = v, .moves = moves, .n = out->moves };

    if (!by_families[v->family]->line || v->drawable > 0 || v->now.window != BY_NO_SEAT
        || (v->players > 2 && v->rules.opt[BY_TEAMS] != BY_ON))
        return false;
    y.solver = by_solver_init(solver_memory, sizeof solver_memory);
    by_solver_limit(y.solver, &budget);
    by_belief_of(v, past, &room, 0, b);
    if (b->loose || by_belief_enumerate(b, room, WORLDS, add_world, &y) <= 0 || by_solver_spent(y.solver) || y.all <= 0)
        return false;
    out->deals = y.deals;
    out->wins = v->rules.opt[BY_PLAY_UNIT] == 0;
    for (int i = 0; i < y.n; i++) {
        out->value[i] = thousandths(y.points[i], y.all);
        out->win[i] = out->wins ? thousandths(y.wins[i], y.all) : 0;
    }
    return true;
}

/* ---- Searched ---------------------------------------------------------------------------------- */

static void ask(const struct by_view *v, const struct by_past *past, const by_move *moves, int n, int seed,
                int32_t *values)
{
    struct by_rng rng;
    const struct by_question q = { .view = v,
                                   .past = past,
                                   .moves = moves,
                                   .n = n,
                                   .rng = &rng,
                                   .memory = memory,
                                   .size = sizeof memory,
                                   .evenly = true,
                                   .count = by_coach_families[v->family]->steps(v) * CERTIFY_TIMES / 4,
                                   .values = values };

    by_rng_init(&rng, (uint64_t)seed);
    memset(values, 0, (size_t)n * sizeof *values);
    by_bots[BY_BOT_expert]->choose(&q);
}

/* Compares the best move with another one, in every search. Sets the means of both; returns whether every search finds
 * a clear lead. */
static bool duel(const struct by_view *v, const struct by_past *past, by_move best, by_move other, int32_t mean[2])
{
    const bool first = best < other; /* the order of by_moves */
    const by_move two[2] = { first ? best : other, first ? other : best };
    int64_t sum[2] = { 0, 0 };

    for (int seed = 1; seed <= CERTIFY_SEARCHES; seed++) {
        int32_t values[2];

        ask(v, past, two, 2, seed, values);
        if (values[!first] - values[first] < certify_margin(v, false))
            return false;
        sum[0] += values[!first];
        sum[1] += values[first];
    }
    mean[0] = (int32_t)(sum[0] / CERTIFY_SEARCHES);
    mean[1] = (int32_t)(sum[1] / CERTIFY_SEARCHES);
    return true;
}

/* Compares the best group with every other one, since searches with many moves soon drop those that look poor and value
 * them badly. The value of the best move is its mean over all comparisons. */
static bool search(const struct by_view *v, const struct by_past *past, const by_move *moves, const int *group,
                   struct by_puzzle *out)
{
    int32_t values[BY_MOVES], mean[2], behind[BY_PUZZLE_MOVES] = { 0 };
    int64_t sum = 0;
    int best, others = 0;

    ask(v, past, moves, out->moves, 1, values);
    level(values, group, out->moves);
    if (certify_lead(values, group, out->moves, &best) < certify_margin(v, false))
        return false;
    for (int i = 0; i < out->moves; i++) {
        if (group[i] != i || i == best)
            continue;
        if (!duel(v, past, moves[best], moves[i], mean))
            return false;
        behind[i] = mean[0] - mean[1];
        sum += mean[0];
        others++;
    }
    for (int i = 0; i < out->moves; i++)
        out->value[i] = (int32_t)(sum / others) - behind[group[i]];
    return true;
}

bool certify(const struct by_table *t, struct by_puzzle *out)
{
    static struct by_view v;
    by_move moves[BY_MOVES];
    int group[BY_MOVES], best, seat = t->state.now.turn, n = by_moves(&t->state, seat, moves);
    struct by_past past;
    int32_t lead;

    if (n < 2 || n > BY_PUZZLE_MOVES)
        return false;
    out->moves = (uint8_t)n;
    out->deals = 0;
    out->wins = false;
    by_table_view(t, seat, &v);
    by_table_past(t, heard, &past);
    certify_groups(&t->state, moves, n, group);
    if (!solve(&v, &past, moves, out) && !search(&v, &past, moves, group, out))
        return false;
    level(out->value, group, n);
    level(out->win, group, n);
    lead = certify_lead(out->value, group, n, &best);
    out->best = (uint8_t)best;
    if (out->wins && certify_lead(out->win, group, n, &best) < MARGIN_WINS)
        return false;
    return best == out->best && lead >= certify_margin(&v, out->deals > 0);
}
