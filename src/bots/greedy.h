/* SPDX-License-Identifier: MIT */
/* greedy.h: takes the most it can get at once: points first, then the heaviest tile. */
#ifndef BY_BOTS_GREEDY_H
#define BY_BOTS_GREEDY_H

#include "think.h"

/* Returns the immediate gain of a move in thousandths, for every game. */
int by_greedy(const struct by_question *q);

/* Plays the heaviest tile that fits; other moves as in by_greedy. */
int by_heaviest(const struct by_question *q);

#endif
