/* SPDX-License-Identifier: MIT */
/* open.h: computes exact values with open hands, and declares a player that averages them over equally likely hidden
 * hands. */
#ifndef BY_NASH_OPEN_H
#define BY_NASH_OPEN_H

#include "ask.h"

/* A player that treats all hidden hands as equally likely. It computes the exact value of each play with open hands and
 * picks the play with the best mean, splitting ties evenly. */
void by_nash_ask_sampling(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);

#endif
