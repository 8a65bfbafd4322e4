/* SPDX-License-Identifier: MIT */
/* greedy.h: plays the move with the greatest immediate gain: points first, then the heaviest tile. */
#ifndef BY_BOTS_GREEDY_H
#define BY_BOTS_GREEDY_H

#include "think.h"

/* Returns the immediate gain of a move in thousandths, for every game. */
int by_greedy(const struct by_question *q);

/* Plays the heaviest tile that fits; rates all other moves as by_greedy does. */
int by_heaviest(const struct by_question *q);

#endif
