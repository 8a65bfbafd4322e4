/* SPDX-License-Identifier: MIT */
/* plain.h: the two baselines of the line games. Frozen: measurements refer to them. Improve the levels instead. */
#ifndef BY_LINE_PLAIN_H
#define BY_LINE_PLAIN_H

#include "bots/think.h"

/* Single-observer information-set tree search (Cowling, Powley and Whitehouse, "Information Set Monte Carlo
 * Tree Search", 2012): 1,000 iterations (q->count), worlds uniform given the past, c = 0.7, random playouts,
 * the round's result as reward. */
int by_line_plain(const struct by_question *q, struct by_budget *b);

/* The same search with all tiles known, from the referee's view. */
int by_line_cheat(const struct by_question *q, struct by_budget *b);

#endif
