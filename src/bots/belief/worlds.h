/* SPDX-License-Identifier: MIT */
/* worlds.h: enumerates every world once (belief.h). */
#ifndef BY_BOTS_BELIEF_WORLDS_H
#define BY_BOTS_BELIEF_WORLDS_H

#include "belief.h"

/* Visits every world once with its weight in deals: hand[] for every player, and the boneyard as a set. To stop,
 * `visit` returns false. Returns the number of worlds visited, or -1 if there are more than `most` or memory runs out
 * (some worlds may have been visited by then). */
typedef bool by_belief_visit(void *data, const struct by_set hand[], const struct by_set *boneyard, double weight);
int by_belief_enumerate(struct by_belief *b, struct by_bot_memory room, int most, by_belief_visit *visit, void *data);

#endif
