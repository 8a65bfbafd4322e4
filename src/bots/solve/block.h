/* SPDX-License-Identifier: MIT */
/* block.h: Block with open hands: the searches for two players and for teams. */
#ifndef BY_BOTS_SOLVE_BLOCK_H
#define BY_BOTS_SOLVE_BLOCK_H

#include "solve.h"

/* Values a blocked round with these tiles left to the side to move and to the other (L-18, L-21, L-22). */
int by_block_blocked(const struct by_block_ask *a, uint32_t own, uint32_t other);

/* Two players: block_two.c. Four in teams: block_four.c, with the hands of `a`. */
int by_block_two(const struct by_block_ask *a, uint32_t own, uint32_t other, int pair, int alpha, int beta);
int by_block_four(struct by_block_ask *a, int turn, int pair, int alpha, int beta);

#endif
