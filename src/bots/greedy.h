/* SPDX-License-Identifier: MIT */
/* greedy.h: plays the move with the greatest immediate gain: points first, then the heaviest tile. */
#ifndef BY_BOTS_GREEDY_H
#define BY_BOTS_GREEDY_H

#include "think.h"

/* Returns the index of the move with the greatest immediate gain. A family may define its own greedy choice. */
int by_greedy(const struct by_question *q);

/* Returns the index of the play with the heaviest tile; moves that are not plays are rated by their immediate gain. */
int by_heaviest(const struct by_question *q);

#endif
