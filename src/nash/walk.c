/* SPDX-License-Identifier: MIT */
/* walk.c: walks the tree with all hands of both seats at once: CFR+ and best responses.
 *
 * Each walk serves one seat. The walk passes down the probability (excluding chance) that the opponent reaches a node
 * with each hand. The winnings of each of the seat's hands against those hands are passed up. Pairs of hands that
 * share a tile are removed at the leaves.
 *
 * CFR+: O. Tammelin, "Solving large imperfect information games using CFR+" (2014): regrets never fall below 0, the
 * seats alternate, and averages are weighted by the iteration. */
#include "walk.h"
#include "tree.h"
#include "hands.h"

#include <string.h>

enum mode { LEARN, BEST, VALUE };

struct walk {
    struct by_nash *g;
    int seat;
    enum mode mode;
    float weight;
    size_t used;
};

static float *take(struct walk *w, int n)
{
    float *p = w->g->stack + w->used;

    w->used += (size_t)n;
    BY_ASSERT(w->used <= w->g->stack_size);
    memset(p, 0, sizeof *p * (size_t)n);
    return p;
}

static float sum_of(const float *x, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* Handles a blocked round: compares each of the seat's hands with each of the opponent's. */
static void blocked(const struct by_nash_node *n, const uint32_t may[2], int seat, const float *reach, float *out)
{
    uint32_t tiles[2][BY_NASH_HANDS];
    int pips[2][BY_NASH_HANDS], count[2];

    for (int s = 0; s < 2; s++) {
        count[s] = (int)by_nash_choose[__builtin_popcount(may[s])][n->left[s]];
        for (int i = 0; i < count[s]; i++) {
            tiles[s][i] = by_nash_hand_tiles(may[s], n->left[s], i);
            pips[s][i] = by_nash_pips(tiles[s][i]);
        }
    }
    for (int i = 0; i < count[seat]; i++)
        for (int j = 0; j < count[1 - seat]; j++)
            if ((tiles[seat][i] & tiles[1 - seat][j]) == 0)
                out[i] += reach[j] * (float)((pips[1 - seat][j] > pips[seat][i]) - (pips[1 - seat][j] < pips[seat][i]));
}

static void walk(struct walk *w, uint32_t id, const float *reach, float *out);

/* Handles a pass by the seat to move; `reach` and `out` belong to the node. */
static void pass(struct walk *w, const struct by_nash_node *n, const float *reach, float *out)
{
    uint32_t fits = by_nash_fits(w->g, n), may[2] = { n->may[0], n->may[1] };
    int turn = n->turn, k = n->left[turn];
    uint16_t was[BY_NASH_HANDS];
    size_t used = w->used;
    int count;

    may[turn] &= ~fits;
    if (__builtin_popcount(may[turn]) < k)
        return;
    count = by_nash_kept(n->may[turn], fits, k, was);
    if (turn == w->seat) {
        float *won = take(w, count);

        if (n->passed)
            blocked(n, may, w->seat, reach, won);
        else
            walk(w, n->first + n->acts, reach, won);
        for (int j = 0; j < count; j++)
            out[was[j]] = won[j];
    } else {
        float *come = take(w, count), *won = take(w, by_nash_count(n, w->seat));

        for (int j = 0; j < count; j++)
            come[j] = reach[was[j]];
        if (n->passed)
            blocked(n, may, w->seat, come, won);
        else
            walk(w, n->first + n->acts, come, won);
        for (int j = 0; j < by_nash_count(n, w->seat); j++)
            out[j] += won[j];
    }
    w->used = used;
}

/* Handles the last tile: a hand that can play it wins. */
static void last_tile(struct walk *w, const struct by_nash_node *n, const float *reach, float *out)
{
    int me = w->seat, turn = n->turn;
    uint32_t own = n->may[me], other = n->may[1 - me], fits = n->may[turn] & by_nash_fits(w->g, n);

    for (; fits != 0; fits &= fits - 1) {
        int t = __builtin_ctz(fits), k = n->left[1 - turn];
        uint32_t theirs = n->may[1 - turn];
        int at = by_nash_at(theirs, t);
        bool shared = (theirs >> t & 1) != 0;

        if (turn == me) {
            float all = sum_of(reach, by_nash_count(n, 1 - me));

            for (int j = 0; shared && j < (int)by_nash_choose[__builtin_popcount(other) - 1][k - 1]; j++)
                all -= reach[by_nash_with[k][at][j]];
            out[by_nash_at(own, t)] = all;
        } else {
            float come = reach[by_nash_at(other, t)];

            if (!shared)
                for (int j = 0; j < by_nash_count(n, me); j++)
                    out[j] -= come;
            else
                for (int j = 0; j < (int)by_nash_choose[__builtin_popcount(own) - 1][k]; j++)
                    out[by_nash_without[k][at][j]] -= come;
        }
    }
}

/* Computes the strategy of the seat to move from regrets (counting negative ones as 0) or averages. If all are 0, the
 * strategy is uniform. */
static float *strategy(struct walk *w, const struct by_nash_node *n, const struct by_nash_act *acts, const float *x)
{
    uint32_t may = n->may[n->turn];
    int k = n->left[n->turn], row = by_nash_row(n), hands = by_nash_count(n, n->turn);
    float *play = take(w, n->acts * row), *all = take(w, hands), *plays = take(w, hands);

    for (int a = 0; a < n->acts; a++) {
        const uint16_t *with = by_nash_with[k][by_nash_at(may, acts[a].tile)];

        for (int j = 0; j < row; j++) {
            all[with[j]] += x[a * row + j];
            plays[with[j]] += 1;
        }
    }
    for (int a = 0; a < n->acts; a++) {
        const uint16_t *with = by_nash_with[k][by_nash_at(may, acts[a].tile)];

        for (int j = 0; j < row; j++)
            play[a * row + j] = all[with[j]] > 0 ? x[a * row + j] / all[with[j]] : 1 / plays[with[j]];
    }
    return play;
}

/* Filters the opponent's hands after the seat to move has played a tile. */
static const float *remaining(struct walk *w, const float *reach, uint32_t may, int k, int tile)
{
    int count = (int)by_nash_choose[__builtin_popcount(may) - 1][k];
    const uint16_t *without = by_nash_without[k][by_nash_at(may, tile)];
    float *out;

    if ((may >> tile & 1) == 0)
        return reach;
    out = take(w, count);
    for (int j = 0; j < count; j++)
        out[j] = reach[without[j]];
    return out;
}

static void own_turn(struct walk *w, const struct by_nash_node *n, const float *reach, float *out)
{
    struct by_nash *g = w->g;
    struct by_nash_act acts[BY_NASH_ACTS];
    int row = by_nash_row(n), k = n->left[w->seat];
    float *won, *play = NULL, *regret = g->regret + n->entry;
    uint32_t own = n->may[w->seat];

    by_nash_acts(g, n, acts);
    won = take(w, n->acts * row);
    if (w->mode != BEST)
        play = strategy(w, n, acts, w->mode == LEARN ? regret : g->sum + n->entry);
    else
        for (int j = 0; j < by_nash_count(n, w->seat); j++)
            out[j] = -1e30f;
    for (int a = 0; a < n->acts; a++) {
        const uint16_t *with = by_nash_with[k][by_nash_at(own, acts[a].tile)];
        size_t used = w->used;

        walk(w, n->first + (uint32_t)a, remaining(w, reach, n->may[1 - w->seat], n->left[1 - w->seat], acts[a].tile),
             won + (ptrdiff_t)a * row);
        for (int j = 0; j < row; j++)
            if (play != NULL)
                out[with[j]] += play[a * row + j] * won[a * row + j];
            else if (won[a * row + j] > out[with[j]])
                out[with[j]] = won[a * row + j];
        w->used = used;
    }
    for (int a = 0; w->mode == LEARN && a < n->acts; a++) {
        const uint16_t *with = by_nash_with[k][by_nash_at(own, acts[a].tile)];

        for (int j = 0; j < row; j++) {
            float r = regret[a * row + j] + won[a * row + j] - out[with[j]];

            regret[a * row + j] = r > 0 ? r : 0;
        }
    }
}

static void other_turn(struct walk *w, const struct by_nash_node *n, const float *reach, float *out)
{
    struct by_nash *g = w->g;
    struct by_nash_act acts[BY_NASH_ACTS];
    int row = by_nash_row(n), k = n->left[n->turn], left = n->left[w->seat];
    uint32_t may = n->may[n->turn], own = n->may[w->seat];
    float *play;

    by_nash_acts(g, n, acts);
    play = strategy(w, n, acts, (w->mode == LEARN ? g->regret : g->sum) + n->entry);
    for (int a = 0; a < n->acts; a++) {
        const uint16_t *with = by_nash_with[k][by_nash_at(may, acts[a].tile)];
        size_t used = w->used;
        bool shared = (own >> acts[a].tile & 1) != 0;
        int count = (int)by_nash_choose[__builtin_popcount(own) - shared][left];
        float *come = take(w, row), *won = take(w, count), *sum = g->sum + n->entry + (ptrdiff_t)a * row;

        for (int j = 0; j < row; j++)
            come[j] = reach[with[j]] * play[a * row + j];
        for (int j = 0; w->mode == LEARN && j < row; j++)
            sum[j] += w->weight * come[j];
        walk(w, n->first + (uint32_t)a, come, won);
        if (shared) {
            const uint16_t *without = by_nash_without[left][by_nash_at(own, acts[a].tile)];

            for (int j = 0; j < count; j++)
                out[without[j]] += won[j];
        } else {
            for (int j = 0; j < count; j++)
                out[j] += won[j];
        }
        w->used = used;
    }
}

/* `reach` is indexed by the opponent's hands, `out` by the seat's; `out` is all 0 on entry. */
static void walk(struct walk *w, uint32_t id, const float *reach, float *out)
{
    const struct by_nash_node *n = &w->g->node[id];
    size_t used = w->used;

    if (by_nash_count(n, 0) == 0 || by_nash_count(n, 1) == 0)
        return;
    if (n->left[n->turn] == 1)
        last_tile(w, n, reach, out);
    else if (n->acts > 0 && n->turn == w->seat)
        own_turn(w, n, reach, out);
    else if (n->acts > 0)
        other_turn(w, n, reach, out);
    pass(w, n, reach, out);
    w->used = used;
}

/* Returns the seat's mean result over all deals. */
static double whole(struct by_nash *g, int seat, enum mode mode, float weight)
{
    struct walk w = { g, seat, mode, weight, 0 };
    int hands = by_nash_count(&g->node[0], 0);
    float *reach = take(&w, hands), *out = take(&w, hands);
    double sum = 0;

    for (int i = 0; i < hands; i++)
        reach[i] = 1;
    walk(&w, 0, reach, out);
    for (int i = 0; i < hands; i++)
        sum += (double)out[i];
    return sum / hands / by_nash_choose[g->tiles - g->hand][g->hand];
}

void by_nash_learn(struct by_nash *g, int seat, float weight) { whole(g, seat, LEARN, weight); }
double by_nash_best(struct by_nash *g, int seat) { return whole(g, seat, BEST, 0); }
double by_nash_value(struct by_nash *g, int seat) { return whole(g, seat, VALUE, 0); }
