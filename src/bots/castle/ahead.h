/* SPDX-License-Identifier: MIT */
/* ahead.h: looks a few draws ahead in Castle Rock, with the learned value behind them (value.h). */
#ifndef BY_BOTS_CASTLE_AHEAD_H
#define BY_BOTS_CASTLE_AHEAD_H

#include "boneyard/budget.h"
#include "boneyard/deal.h"
#include "value.h"

#define BY_AHEAD_ROWS 64
#define BY_AHEAD_MOST 7 /* with at most this many unseen tiles, the whole rest of the game is tried */

/* A search. Each row's worth is the exact mean over the next draws, where each turn moves to the best row. After
 * `depth` draws, the network judges the row. */
struct by_ahead {
    struct by_budget *b;
    struct by_rng *rng; /* chooses which new rows to try when a row is cleared early */
    struct by_stack row[BY_AHEAD_ROWS];
    double worth[BY_AHEAD_ROWS]; /* from the deepest search that was completed */
    int rows;
    int depth;  /* of that search; 0: none was completed, and the worths are the network's */
    bool exact; /* that search reached the end of the game on every line */
};

/* Fills in worth, depth and exact, by searches of 1, 2, ... draws: as deep as `most` rows allow, and until the budget
 * is spent. */
void by_ahead(struct by_ahead *l, uint32_t most);

#endif
