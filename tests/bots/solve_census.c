/* SPDX-License-Identifier: MIT */
/* solve_census.c: counts the wins, draws and losses of one hand of two-player Block against all 116,280 hands of the
 * other player, with open hands. Blanks are a suit, the highest double leads, and a tie is a draw.
 *
 * The first five hands are in a published table (Lorenzato, TesiDomino, 2024: 100, 100, 99.89, 28.91 and
 * 60.97 % won); the others were counted by another program. */
#include <stdio.h>

#include "boneyard/deal.h"
#include "boneyard/solve.h"

#define TILE(a, b) ((uint32_t)1 << ((a) * ((a) + 1) / 2 + (b)))
#define ENTRIES 4096

static const struct {
    const char *name;
    uint32_t hand;
    int won, drawn, lost;
} hands[] = {
    { "0-0 0-1 0-2 0-3 0-4 0-5 0-6",
      TILE(0, 0) | TILE(1, 0) | TILE(2, 0) | TILE(3, 0) | TILE(4, 0) | TILE(5, 0) | TILE(6, 0), 10000, 0, 0 },
    { "0-1 1-1 1-2 1-3 1-4 1-5 1-6",
      TILE(1, 0) | TILE(1, 1) | TILE(2, 1) | TILE(3, 1) | TILE(4, 1) | TILE(5, 1) | TILE(6, 1), 10000, 0, 0 },
    { "0-6 1-6 2-6 3-6 4-6 5-6 6-6",
      TILE(6, 0) | TILE(6, 1) | TILE(6, 2) | TILE(6, 3) | TILE(6, 4) | TILE(6, 5) | TILE(6, 6), 9989, 5, 6 },
    { "all seven doubles", TILE(0, 0) | TILE(1, 1) | TILE(2, 2) | TILE(3, 3) | TILE(4, 4) | TILE(5, 5) | TILE(6, 6),
      2891, 329, 6780 },
    { "0-0 0-1 0-2 0-3 1-1 1-2 1-3",
      TILE(0, 0) | TILE(1, 0) | TILE(2, 0) | TILE(3, 0) | TILE(1, 1) | TILE(2, 1) | TILE(3, 1), 6097, 326, 3577 },
    { "3-4 4-4 4-5 5-5 4-6 5-6 6-6",
      TILE(4, 3) | TILE(4, 4) | TILE(5, 4) | TILE(5, 5) | TILE(6, 4) | TILE(6, 5) | TILE(6, 6), 1776, 67, 8157 },
    { "3-3 3-4 4-4 2-2 2-3 2-4 4-5",
      TILE(3, 3) | TILE(4, 3) | TILE(4, 4) | TILE(2, 2) | TILE(3, 2) | TILE(4, 2) | TILE(5, 4), 1276, 149, 8575 },
};

static int top_double(uint32_t hand)
{
    for (int n = 6; n >= 0; n--)
        if ((hand & TILE(n, n)) != 0)
            return n;
    return -1;
}

/* For the first hand. */
static int value(struct by_solver *s, uint32_t hand, uint32_t other)
{
    struct by_block p = {
        .hand = { hand, other }, .players = 2, .end = { BY_NO_TILE, BY_NO_TILE }, .difference = true
    };
    int mine = top_double(hand), theirs = top_double(other);

    p.turn = theirs > mine;
    p.led = by_tile_of(mine > theirs ? mine : theirs, mine > theirs ? mine : theirs);
    return by_block_solve(s, &p, BY_FOR_THE_ROUND) * (p.turn == 0 ? 1 : -1);
}

/* All hands of seven tiles without these, as the subsets of seven of 21 (Gosper's hack). */
static int census(struct by_solver *s, uint32_t hand, int count[3])
{
    by_tile rest[21];
    int n = 0, all = 0;

    for (int t = 0; t < 28; t++)
        if ((hand >> t & 1) == 0)
            rest[n++] = (by_tile)t;
    for (uint32_t set = 127; set < 1u << 21; all++) {
        uint32_t other = 0, low = set & -set, up = set + low;

        for (int i = 0; i < 21; i++)
            other |= (set >> i & 1) << rest[i];
        count[1 - value(s, hand, other)]++;
        set = (((set ^ up) >> 2) / low) | up;
    }
    return all;
}

int main(void)
{
    static uint64_t memory[BY_SOLVER_SIZE(ENTRIES) / 8];
    struct by_solver *s = by_solver_init(memory, sizeof memory);
    int failures = 0;

    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        int count[3] = { 0, 0, 0 }, all = census(s, hands[i].hand, count), part[3];

        for (int k = 0; k < 3; k++) /* in parts of 10,000, rounded */
            part[k] = (int)(((int64_t)count[k] * 20000 + all) / (2 * all));
        printf("%-30s %d hands: %d won, %d drawn, %d lost\n", hands[i].name, all, count[0], count[1], count[2]);
        if (all != 116280 || part[0] != hands[i].won || part[1] != hands[i].drawn || part[2] != hands[i].lost) {
            printf("FAILED: %d, %d, %d of 10,000 and not %d, %d, %d\n", part[0], part[1], part[2], hands[i].won,
                   hands[i].drawn, hands[i].lost);
            failures++;
        }
    }
    return failures > 0;
}
