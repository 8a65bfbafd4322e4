/* SPDX-License-Identifier: MIT */
/* worlds.h: samples of the hidden tiles of a round of Chickenfoot, weighted by the past.
 *
 * Every hidden tile is in a slot: a place in a hand or in the boneyard. Slots of one origin (the dealt hand, or one
 * drawn tile) form a group, and a group has a weight for each tile: the likelihood from the past that the tile is
 * there. Where the rules exclude it (past.h: `lacked`) the weight is next to nothing. It is small where the seat played
 * something else although the tile would have fitted and looked better (policy.h). A world is as likely as the product
 * of its weights; a chain of swaps between slots (Metropolis, "Equation of state calculations by fast computing
 * machines", 1953) walks through the worlds. */
#ifndef BY_FEET_WORLDS_H
#define BY_FEET_WORLDS_H

#include "policy.h"

#define BY_FEET_GROUPS (BY_SEATS + 1 + BY_MAX_TILES)

struct by_feet_worlds {
    int slots, groups, players, highest;
    uint8_t group[BY_MAX_TILES];   /* by slot */
    by_tile tile[BY_MAX_TILES];    /* the guess, by slot */
    uint8_t seat[BY_FEET_GROUPS];  /* whose; `players`: the boneyard */
    uint8_t count[BY_FEET_GROUPS]; /* slots */
    float weight[BY_FEET_GROUPS][BY_MAX_TILES + 2];
};

/* Builds what the past of the query allows, with a first world after some swaps. With `infer` it also uses the choices
 * of the others, otherwise only the rules. Returns false if the budget is spent; there is no world then. */
bool by_feet_imagine(struct by_feet_worlds *w, const struct by_question *q, bool infer, struct by_rng *rng,
                     struct by_budget *b);

/* Walks on to another world. */
void by_feet_walk(struct by_feet_worlds *w, int sweeps, struct by_rng *rng);

/* Deals the world: hidden tiles into the hands of `f`, which has only the seat's own, and the boneyard into `deck`. */
void by_feet_fill(const struct by_feet_worlds *w, struct by_feet *f, by_tile *deck);

#endif
