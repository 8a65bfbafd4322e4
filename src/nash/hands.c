/* SPDX-License-Identifier: MIT */
/* hands.c: numbers the subsets of a few bits, and maps these numbers when a bit is removed (nash.h). */
#include "hands.h"

#include "util/memory.h"

static uint16_t rank_of[1 << BY_NASH_TILES];  /* rank of a subset among the subsets of the same size */
static uint16_t *subset_of[BY_NASH_HAND + 1]; /* the subset of a given size and rank */
uint16_t *by_nash_with[BY_NASH_HAND + 1][BY_NASH_TILES];
uint16_t *by_nash_without[BY_NASH_HAND + 1][BY_NASH_TILES];
uint16_t by_nash_choose[BY_NASH_TILES + 1][BY_NASH_HAND + 1];

/* Shifts the bits from `at` up by one and inserts `bit`. */
static uint32_t spread(uint32_t m, int at, uint32_t bit)
{
    uint32_t low = ((uint32_t)1 << at) - 1;

    return (m & low) | (m & ~low) << 1 | bit << at;
}

static void moves_of(int k)
{
    int less = k == 0 ? 0 : by_nash_choose[BY_NASH_TILES - 1][k - 1], same = by_nash_choose[BY_NASH_TILES - 1][k];

    for (int i = 0; i < BY_NASH_TILES; i++) {
        by_nash_with[k][i] = by_sure(calloc((size_t)less + 1, sizeof(uint16_t)));
        by_nash_without[k][i] = by_sure(calloc((size_t)same + 1, sizeof(uint16_t)));
        for (int j = 0; j < less; j++)
            by_nash_with[k][i][j] = rank_of[spread(subset_of[k - 1][j], i, 1)];
        for (int j = 0; j < same; j++)
            by_nash_without[k][i][j] = rank_of[spread(subset_of[k][j], i, 0)];
    }
}

void by_nash_hands(void)
{
    uint16_t next[BY_NASH_TILES + 1] = { 0 };

    if (subset_of[0] != NULL)
        return;
    for (int n = 0; n <= BY_NASH_TILES; n++)
        for (int k = 0; k <= BY_NASH_HAND; k++) {
            if (k == 0 || n == 0)
                by_nash_choose[n][k] = k == 0;
            else
                by_nash_choose[n][k] = (uint16_t)(by_nash_choose[n - 1][k - 1] + by_nash_choose[n - 1][k]);
        }
    for (int k = 0; k <= BY_NASH_HAND; k++)
        subset_of[k] = by_sure(calloc(by_nash_choose[BY_NASH_TILES][k], sizeof(uint16_t)));
    for (uint32_t m = 0; m < 1u << BY_NASH_TILES; m++) {
        int k = __builtin_popcount(m);

        rank_of[m] = next[k];
        if (k <= BY_NASH_HAND)
            subset_of[k][next[k]] = (uint16_t)m;
        next[k]++;
    }
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
    return rank_of[packed];
}

int by_nash_kept(uint32_t may, uint32_t gone, int k, uint16_t *out)
{
    int n = by_nash_choose[__builtin_popcount(may & ~gone)][k], at[BY_NASH_TILES], holes = 0;

    for (uint32_t t = may & gone; t != 0; t &= t - 1)
        at[holes++] = by_nash_at(may, __builtin_ctz(t));
    for (int j = 0; j < n; j++)
        out[j] = (uint16_t)j;
    for (int h = 0; h < holes; h++) /* fills the holes from the lowest one; each number assumes that all higher holes
                                     * are filled already */
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
