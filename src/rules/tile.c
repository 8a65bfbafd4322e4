/* SPDX-License-Identifier: MIT */
/* tile.c: counts the tiles and pips of sets. */
#include "boneyard/tile.h"

/* Counts bits without __builtin_popcountll, which would call a library function on machines without the instruction;
 * the core uses no library. */
static int bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

int by_set_count(const struct by_set *s) { return bits(s->w[0]) + bits(s->w[1]) + bits(s->w[2]); }

/* A hand's count is the sum of all pips on its tiles (C-08). */
int by_set_pips(const struct by_set *s)
{
    int pips = 0;

    for (int i = 0; i < 3; i++)
        for (uint64_t left = s->w[i]; left != 0; left &= left - 1)
            pips += by_pips((by_tile)(i * 64 + __builtin_ctzll(left)));
    return pips;
}

int by_shared(by_tile a, by_tile b)
{
    const uint32_t numbers = by_tile_numbers(a) & by_tile_numbers(b);

    return numbers == 0 ? -1 : __builtin_ctz(numbers);
}
