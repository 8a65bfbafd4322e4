/* SPDX-License-Identifier: MIT */
/* walk.h: walks the tree with all hands of both seats at once: CFR+ and best responses. */
#ifndef BY_NASH_WALK_H
#define BY_NASH_WALK_H

#include "nash.h"

/* Runs one iteration of CFR+ for `seat`: updates its regrets, and adds the opponent's strategy to the average with this
 * weight. */
void by_nash_learn(struct by_nash *g, int seat, float weight);
/* Return a seat's mean result per round: by_nash_best if it plays the best response to the opponent's `sum`,
 * by_nash_value if both seats play their `sum`. */
double by_nash_best(struct by_nash *g, int seat);
double by_nash_value(struct by_nash *g, int seat);

#endif
