/* SPDX-License-Identifier: MIT */
/* open.h: values with open hands, and the player based on them: exact uniform sampling. */
#ifndef BY_NASH_OPEN_H
#define BY_NASH_OPEN_H

#include "ask.h"

/* A player: treats all hidden hands as equally likely, values plays exactly with open hands, and plays the best mean,
 * splitting ties evenly. */
void by_nash_ask_sampling(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);

#endif
