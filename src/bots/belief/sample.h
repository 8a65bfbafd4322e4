/* SPDX-License-Identifier: MIT */
/* sample.h: draws worlds from a belief (belief.h). */
#ifndef BY_BOTS_BELIEF_SAMPLE_H
#define BY_BOTS_BELIEF_SAMPLE_H

#include "belief.h"

/* Draws one world: fills `hand` for every player (the seat's own unchanged) and `boneyard` (may be NULL) with out->yard
 * tiles, front first, ready for by_state_of. Worlds are uniform over deck orders. With the chain, they are nearly
 * uniform, and successive samples are nearly independent. Advances the chain in *b. */
void by_belief_sample(struct by_belief *b, struct by_rng *rng, struct by_set hand[], by_tile *boneyard);

#endif
