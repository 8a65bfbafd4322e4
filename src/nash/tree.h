/* SPDX-License-Identifier: MIT */
/* tree.h: builds the public tree of the small game (nash.h). */
#ifndef BY_NASH_TREE_H
#define BY_NASH_TREE_H

#include "hands.h"

/* Builds the tree, with room for regrets if `learn` is set. Free with by_nash_clear. */
void by_nash_init(struct by_nash *g, int top, int hand, bool learn);
void by_nash_clear(struct by_nash *g);

/* by_nash_fits returns the tiles that fit; by_nash_acts lists a node's plays in the order of its children and returns
 * their number. */
uint32_t by_nash_fits(const struct by_nash *g, const struct by_nash_node *n);
int by_nash_acts(const struct by_nash *g, const struct by_nash_node *n, struct by_nash_act out[BY_NASH_ACTS]);

/* Returns the number of entries for one action. */
static inline int by_nash_row(const struct by_nash_node *n)
{
    return (int)by_nash_choose[__builtin_popcount(n->may[n->turn]) - 1][n->left[n->turn] - 1];
}

#endif
