/* SPDX-License-Identifier: MIT */
/* open_end.c: values the end of a round for the solver (L-17 to L-22). */
#include "open.h"

/* Returns the tiles of a side as defined by the rules: partners together, every other seat alone. */
static uint32_t tiles_of(const struct by_open_ask *a, int who)
{
    return a->p->teams ? a->hand[who] | a->hand[who + 2] : a->hand[who];
}

/* Returns the members of `among` for which `measure` is smallest. */
static uint32_t least(const int measure[4], uint32_t among)
{
    uint32_t kept = 0;
    int best = 1000;

    for (int i = 0; i < 4; i++) {
        if ((among >> i & 1) == 0 || measure[i] > best)
            continue;
        kept = measure[i] < best ? 0 : kept;
        kept |= 1u << i;
        best = measure[i];
    }
    return kept;
}

/* Returns the side that takes the bonus, or -1. */
static int taker(const struct by_open_ask *a, int sides, const int pips[4], int out)
{
    uint32_t tied = least(pips, (1u << sides) - 1);
    int single[4] = { 0, 0, 0, 0 };

    if (out >= 0) { /* the seat that went out wins a tie (L-17) */
        out = a->p->teams ? out & 1 : out;
        return !a->p->bonus_lowest || (tied >> out & 1) != 0 ? out : __builtin_ctz(tied);
    }
    if ((tied & (tied - 1)) != 0 && a->p->single) {
        for (int i = 0; i < sides; i++)
            single[i] = by_ranked_single(a->s, tiles_of(a, i));
        tied = least(single, tied);
    }
    return (tied & (tied - 1)) != 0 ? -1 : __builtin_ctz(tied);
}

int by_open_end(const struct by_open_ask *a, int out)
{
    const int sides = a->p->teams ? 2 : a->p->players;
    int pips[4] = { 0, 0, 0, 0 }, sum = 0, who, value = 1;

    for (int i = 0; i < sides; i++) {
        pips[i] = by_ranked_pips(a->s, tiles_of(a, i));
        sum += pips[i];
    }
    who = taker(a, sides, pips, out);
    if (who < 0)
        return 0;
    if (a->points) {
        if (!a->p->bonus_all) /* L-20 */
            sum -= pips[who];
        if (out < 0 && a->p->difference) /* L-21 */
            sum -= pips[who];
        value = by_open_worth(a->p, sum);
    }
    return a->side[who] == 0 ? value : -value;
}
