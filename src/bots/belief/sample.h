/* SPDX-License-Identifier: MIT */
/* sample.h: draws worlds from a belief (belief.h). */
#ifndef BY_BOTS_BELIEF_SAMPLE_H
#define BY_BOTS_BELIEF_SAMPLE_H

#include "belief.h"

/* Draws one world, ready for by_state_of: fills `hand` for every player (the seat's own hand is unchanged), and
 * `boneyard` (may be NULL) with b->yard tiles, front first. Worlds are uniform over deck orders. With the chain, they
 * are nearly uniform, and successive samples are nearly independent. Advances the chain in *b. */
void by_belief_sample(struct by_belief *b, struct by_rng *rng, struct by_set hand[], by_tile *boneyard);

#endif
