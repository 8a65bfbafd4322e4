/* SPDX-License-Identifier: MIT */
/* plain.h: declares the two baselines of the line games. Do not change these bots, since strength is measured against
 * them; improve the levels instead. */
#ifndef BY_LINE_PLAIN_H
#define BY_LINE_PLAIN_H

#include "bots/think.h"

/* Runs a single-observer information-set tree search (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
 * Search", 2012). The search uses 1,000 iterations (q->count), uniform worlds consistent with the history, c = 0.7,
 * random playouts, and the round's result as the reward. */
int by_line_plain(const struct by_question *q, struct by_budget *b);

/* Runs the same search with all tiles known, from the referee's view. */
int by_line_cheat(const struct by_question *q, struct by_budget *b);

#endif
