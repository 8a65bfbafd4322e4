/* SPDX-License-Identifier: MIT */
/* ends.h: plays the end of a round by solving worlds with open hands (boneyard/solve.h).
 *
 * Each move is worth the mean, over worlds by weight (infer.h), of its exact value in that world, as a chance of
 * winning the match (worth.h). If the pool has every world and all can be solved, in every order of the boneyard that
 * matters, the mean is exact (BY_PROOF_DEALS). Otherwise, worlds are sampled, and all moves are solved in the same
 * worlds. Weak moves are dropped by sequential halving (Karnin, Koren and Somekh, "Almost Optimal Exploration in
 * Multi-Armed Bandits", 2013), unless the question wants all of them tried equally often. */
#ifndef BY_LINE_ENDS_H
#define BY_LINE_ENDS_H

#include "infer.h"

struct by_line_ends {
    const struct by_line_rules *rules;
    const struct by_line_model *start; /* the position; its hidden tiles are ignored */
    const struct by_line_pool *pool;   /* if it is empty, worlds are drawn uniformly */
    struct by_line_guess *guess;
    uint64_t steps;  /* the most to spend on solving every world, if the pool has them all */
    uint32_t solves; /* for sampled worlds, how often a move is solved in a world, over all moves and worlds; or 0 */
    bool evenly;     /* no move is dropped */
};

/* Returns the index of the best move, with values and chances filled in, or -1 if the memory or the budget is too
 * small, or if the game is not one that this file can value: one with more than two sides, or one that a side may win
 * by its plays in this round. With `solves`, the caller makes sure that few tiles are left. */
int by_line_ends(const struct by_question *q, const struct by_line_ends *e, struct by_bot_memory room,
                 struct by_budget *b);

#endif
