/* SPDX-License-Identifier: MIT */
/* open.h: values with open hands, and the player based on them: exact uniform sampling. */
#ifndef BY_NASH_OPEN_H
#define BY_NASH_OPEN_H

#include "ask.h"

/* Returns the value of a position with open hands for the seat to move (+1, 0, -1). */
int by_nash_open(const struct by_nash *g, uint32_t mine, uint32_t yours, int a, int b, bool passed);

/* A player: exact uniform sampling, which takes all hidden hands as equally likely, uses exact values with open hands,
 * and plays the best mean with ties split evenly. */
void by_nash_ask_sampling(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);

#endif
