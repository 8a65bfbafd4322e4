/* SPDX-License-Identifier: MIT */
/* count.h: counts the deals, and computes each tile's chance of being in each place (belief.h). */
#ifndef BY_BOTS_BELIEF_COUNT_H
#define BY_BOTS_BELIEF_COUNT_H

#include "belief.h"

/* Returns the number of deals (belief.h), exact below about 2^53 and otherwise rounded, or -1 if the chain is used. */
double by_belief_count(const struct by_belief *b);

/* Computes the chance that an owner (a seat, or BY_YARD) holds a tile: chance[owner][tile], with BY_YARD + 1 rows.
 * Returns true if the chances are exact. If the chain is used or memory runs out, they are means over `samples`
 * samples, and the result is false. */
bool by_belief_marginals(struct by_belief *b, struct by_bot_memory room, struct by_rng *rng, int samples,
                         double (*chance)[BY_MAX_TILES]);

#endif
