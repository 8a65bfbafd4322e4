/* worlds.h: guesses of the hidden tiles of a round of Chickenfoot, as good as the past allows.
 *
 * Every hidden tile lies in a slot: a place in a hand or in the boneyard.  Slots of one origin (the hand as
 * it was dealt, or one drawn tile) form a group, and a group has a weight for each tile: what the past says
 * about holding it there.  Where the rules say that it cannot be there (past.h: `lacked`) the weight is next
 * to nothing; where the seat laid something else although that tile would have fitted too and looked better
 * (policy.h), it is small.  A guess is as likely as the product of its weights; a chain of swaps between slots
 * (Metropolis, "Equation of state calculations by fast computing machines", 1953) walks among the guesses.
 */
#ifndef BY_FEET_WORLDS_H
#define BY_FEET_WORLDS_H

#include "policy.h"

#define BY_FEET_GROUPS (BY_SEATS + 1 + BY_MAX_TILES)

struct by_feet_worlds {
    int slots, groups, players, highest;
    uint8_t group[BY_MAX_TILES];        /* by slot */
    by_tile tile[BY_MAX_TILES];         /* the guess, by slot */
    uint8_t seat[BY_FEET_GROUPS];       /* whose; `players`: the boneyard */
    uint8_t count[BY_FEET_GROUPS];      /* slots */
    float weight[BY_FEET_GROUPS][BY_MAX_TILES + 2];
};

/* What the past of the question allows, with a first guess after some swaps.  With `infer` also what the
 * choices of the others tell, else only what the rules say. */
void by_feet_imagine(struct by_feet_worlds *w, const struct by_question *q, bool infer, struct by_rng *rng);

/* Walks on to another guess. */
void by_feet_walk(struct by_feet_worlds *w, int sweeps, struct by_rng *rng);

/* The guess: hidden tiles into the hands of `f`, which has only the own one, and the boneyard into `deck`. */
void by_feet_fill(const struct by_feet_worlds *w, struct by_feet *f, by_tile *deck);

#endif
