/* SPDX-License-Identifier: MIT */
/* hands.c: numbers the subsets of a few bits, and maps these numbers when a bit is removed (nash.h). */
#include "hands.h"

#include "util/memory.h"

/* The number of tiles for which hands of each size are tabulated. Larger hands exist only in smaller sets. */
static const int tabulated[BY_NASH_HAND + 1] = { 28, 28, 28, 28, 15, 15 };

static uint32_t *subset_of[BY_NASH_HAND + 1]; /* the subset of a given size and rank */
uint16_t *by_nash_with[BY_NASH_HAND + 1][BY_NASH_TILES];
uint16_t *by_nash_without[BY_NASH_HAND + 1][BY_NASH_TILES];
uint32_t by_nash_choose[BY_NASH_TILES + 1][BY_NASH_HAND + 1];

/* Returns the rank of a subset among the subsets of the same size: the sum of C(position, index + 1) over its bits. */
static int rank_of(uint32_t m)
{
    uint32_t rank = 0;

    for (int i = 1; m != 0; m &= m - 1, i++)
        rank += by_nash_choose[__builtin_ctz(m)][i];
    return (int)rank;
}

/* Shifts the bits from `at` up by one and inserts `bit`. */
static uint32_t spread(uint32_t m, int at, uint32_t bit)
{
    uint32_t low = ((uint32_t)1 << at) - 1;

    return (m & low) | (m & ~low) << 1 | bit << at;
}

/* Lists the hands of k tiles in ascending order. */
static void subsets_of(int k)
{
    uint32_t n = by_nash_choose[tabulated[k]][k], m = ((uint32_t)1 << k) - 1;

    subset_of[k] = by_sure(calloc(n, sizeof(uint32_t)));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t low = m & -m, up = m + low;

        subset_of[k][i] = m;
        m = m == 0 ? 0 : up | ((m ^ up) / low >> 2); /* the next number with the same number of set bits */
    }
}

static void moves_of(int k)
{
    int tiles = tabulated[k], less = k == 0 ? 0 : (int)by_nash_choose[tiles - 1][k - 1];
    int same = (int)by_nash_choose[tiles - 1][k];

    for (int i = 0; i < tiles; i++) {
        by_nash_with[k][i] = by_sure(calloc((size_t)less + 1, sizeof(uint16_t)));
        by_nash_without[k][i] = by_sure(calloc((size_t)same + 1, sizeof(uint16_t)));
        for (int j = 0; j < less; j++)
            by_nash_with[k][i][j] = (uint16_t)rank_of(spread(subset_of[k - 1][j], i, 1));
        for (int j = 0; j < same; j++)
            by_nash_without[k][i][j] = (uint16_t)rank_of(spread(subset_of[k][j], i, 0));
    }
}

void by_nash_hands(void)
{
    if (subset_of[0] != NULL)
        return;
    for (int n = 0; n <= BY_NASH_TILES; n++)
        for (int k = 0; k <= BY_NASH_HAND; k++) {
            if (k == 0 || n == 0)
                by_nash_choose[n][k] = k == 0;
            else
                by_nash_choose[n][k] = by_nash_choose[n - 1][k - 1] + by_nash_choose[n - 1][k];
        }
    for (int k = 0; k <= BY_NASH_HAND; k++)
        subsets_of(k);
    for (int k = 0; k <= BY_NASH_HAND; k++)
        moves_of(k);
}

uint32_t by_nash_hand_tiles(uint32_t may, int k, int number)
{
    uint32_t packed = subset_of[k][number], tiles = 0;

    for (; packed != 0; may &= may - 1, packed >>= 1)
        if ((packed & 1) != 0)
            tiles |= may & -may;
    return tiles;
}

int by_nash_hand_number(uint32_t may, uint32_t tiles)
{
    uint32_t packed = 0;

    for (int i = 0; may != 0; may &= may - 1, i++)
        if ((tiles & may & -may) != 0)
            packed |= (uint32_t)1 << i;
    return rank_of(packed);
}

int by_nash_kept(uint32_t may, uint32_t gone, int k, uint16_t *out)
{
    int n = (int)by_nash_choose[__builtin_popcount(may & ~gone)][k], at[BY_NASH_TILES], holes = 0;

    for (uint32_t t = may & gone; t != 0; t &= t - 1)
        at[holes++] = by_nash_at(may, __builtin_ctz(t));
    for (int j = 0; j < n; j++)
        out[j] = (uint16_t)j;
    for (int h = 0; h < holes; h++) /* inserts the missing tiles from the lowest up, since each position counts the
                                     * lower ones */
        for (int j = 0; j < n; j++)
            out[j] = by_nash_without[k][at[h]][out[j]];
    return n;
}

int by_nash_pips(uint32_t tiles)
{
    int pips = 0;

    for (; tiles != 0; tiles &= tiles - 1)
        pips += by_pips((by_tile)__builtin_ctz(tiles));
    return pips;
}
