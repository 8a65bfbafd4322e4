/* SPDX-License-Identifier: MIT */
/* open.c: computes exact values with open hands, and defines a player that averages them over equally likely hidden
 * hands. */
#include "open.h"
#include "hands.h"

/* Returns the value of a position with open hands for the seat to move (+1, 0, -1). */
static int open_value(const struct by_nash *g, uint32_t mine, uint32_t yours, int a, int b, bool passed);

static uint32_t suits(int a, int b) { return (uint32_t)(by_suit[a].w[0] | by_suit[b].w[0]); }

static int compare(int mine, int yours) { return (yours > mine) - (yours < mine); }

/* Returns the best value of playing t on the end that shows `on` while the other end shows `off`. */
static int after(const struct by_nash *g, uint32_t mine, uint32_t yours, int t, int on, int off)
{
    return -open_value(g, yours, mine & ~((uint32_t)1 << t), by_across((by_tile)t, on), off, false);
}

static int open_value(const struct by_nash *g, uint32_t mine, uint32_t yours, int a, int b, bool passed)
{
    uint32_t fits = mine & suits(a, b);
    int best = -1;

    if (fits == 0)
        return passed ? compare(by_nash_pips(mine), by_nash_pips(yours)) : -open_value(g, yours, mine, a, b, true);
    if ((mine & (mine - 1)) == 0)
        return 1;
    for (; fits != 0 && best < 1; fits &= fits - 1) {
        int t = __builtin_ctz(fits), value;

        for (int e = 0; e < (a == b ? 1 : 2) && best < 1; e++) {
            int on = e == 0 ? a : b;

            if (by_high((by_tile)t) != on && by_low((by_tile)t) != on)
                continue;
            value = after(g, mine, yours, t, on, a + b - on);
            best = value > best ? value : best;
        }
    }
    return best;
}

static int value_of(const struct by_nash_asked *a, struct by_nash_act act, uint32_t yours)
{
    const struct by_nash_node *n = a->node;

    if (n->end[0] == BY_NO_TILE)
        return after(a->g, a->hand, yours, act.tile, act.on, act.on);
    return after(a->g, a->hand, yours, act.tile, act.on, n->end[0] + n->end[1] - act.on);
}

void by_nash_ask_sampling(struct by_nash_player *p, const struct by_nash_asked *a, double *chances)
{
    const struct by_nash_node *n = a->node;
    uint32_t may = n->may[1 - n->turn] & ~a->hand;
    int k = n->left[1 - n->turn], worlds = (int)by_nash_choose[__builtin_popcount(may)][k], best = -1000000;
    int sum[BY_NASH_ACTS] = { 0 };

    (void)p;
    for (int w = 0; w < worlds; w++) {
        uint32_t yours = by_nash_hand_tiles(may, k, w);

        for (int i = 0; i < a->n; i++)
            sum[i] += value_of(a, a->acts[i], yours);
    }
    for (int i = 0; i < a->n; i++)
        best = sum[i] > best ? sum[i] : best;
    for (int i = 0; i < a->n; i++)
        chances[i] = sum[i] == best;
}
