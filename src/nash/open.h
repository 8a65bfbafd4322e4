/* SPDX-License-Identifier: MIT */
/* open.h: values with open hands, and the player based on them: exact uniform sampling. */
#ifndef BY_NASH_OPEN_H
#define BY_NASH_OPEN_H

#include "ask.h"

/* A player: exact uniform sampling, which takes all hidden hands as equally likely, uses exact values with open hands,
 * and plays the best mean with ties split evenly. */
void by_nash_ask_sampling(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);

#endif
