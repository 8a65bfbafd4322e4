/* SPDX-License-Identifier: MIT */
/* worlds.h: samples the hidden tiles in a round of Chickenfoot, weighted by the history.
 *
 * Every hidden tile is in a slot: a place in a hand or in the boneyard. Slots with the same origin (the dealt hand, or
 * one drawn tile) form a group. A group has a weight for each tile: how likely the tile is to be there, given the
 * history. The weight is almost zero if the rules exclude the tile (`lacked` in past.h). The weight is small if the
 * tile would have fitted and looked better (policy.h) but the seat played another one. The probability of a world is
 * proportional to the product of its weights. A chain of swaps between slots (Metropolis, "Equation of state
 * calculations by fast computing machines", 1953) walks through the worlds. */
#ifndef BY_FEET_WORLDS_H
#define BY_FEET_WORLDS_H

#include "policy.h"

#define BY_FEET_GROUPS (BY_SEATS + 1 + BY_MAX_TILES)

struct by_feet_worlds {
    int slots, groups, players, highest;
    uint8_t group[BY_MAX_TILES];   /* by slot */
    by_tile tile[BY_MAX_TILES];    /* the current sample, by slot */
    uint8_t seat[BY_FEET_GROUPS];  /* the group's owner; `players` is the boneyard */
    uint8_t count[BY_FEET_GROUPS]; /* slots in the group */
    float weight[BY_FEET_GROUPS][BY_MAX_TILES + 2];
};

/* Builds the groups from the question's history, and finds a first world by a series of swaps. With `infer`, also
 * infers from the other players' choices; otherwise, only the rules restrict the worlds. Returns false, without a
 * world, if the budget is spent. */
bool by_feet_imagine(struct by_feet_worlds *w, const struct by_question *q, bool infer, struct by_rng *rng,
                     struct by_budget *b);

/* Moves to another world by swaps. */
void by_feet_walk(struct by_feet_worlds *w, int sweeps, struct by_rng *rng);

/* Deals the world: adds the hidden tiles to the boneyard and the other hands in `f`, which holds only the seat's own
 * hand. */
void by_feet_fill(const struct by_feet_worlds *w, struct by_feet *f);

#endif
