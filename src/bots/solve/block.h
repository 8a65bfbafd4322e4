/* SPDX-License-Identifier: MIT */
/* block.h: searches Block with open hands, for two players and for teams. */
#ifndef BY_BOTS_SOLVE_BLOCK_H
#define BY_BOTS_SOLVE_BLOCK_H

#include "solve.h"

/* Returns the value of a blocked round for the side that holds `own` (L-18, L-21, L-22). */
int by_block_blocked(const struct by_block_ask *a, uint32_t own, uint32_t other);

/* The same for the pips of both sides, if a tie is not broken by the lightest tile (L-22). */
int by_block_points(const struct by_block_ask *a, int mine, int theirs);

/* block_two.c covers two players; block_four.c covers four players in teams, with the hands in `a`. */
int by_block_two(const struct by_block_ask *a, uint32_t own, uint32_t other, int pair, int alpha, int beta);
int by_block_four(struct by_block_ask *a, int turn, int pair, int alpha, int beta);

#endif
