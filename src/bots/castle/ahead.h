/* SPDX-License-Identifier: MIT */
/* ahead.h: looks a few draws ahead in Castle Rock and evaluates the resulting rows with the learned value (value.h). */
#ifndef BY_BOTS_CASTLE_AHEAD_H
#define BY_BOTS_CASTLE_AHEAD_H

#include "boneyard/budget.h"
#include "boneyard/deal.h"
#include "value.h"

#define BY_AHEAD_ROWS 64
#define BY_AHEAD_MOST 7 /* with at most this many unseen tiles, the rest of the game is searched completely */

/* A search. A row's worth is the exact mean over the next draws, with each turn moving to the best row. After `depth`
 * draws, the network evaluates the row. */
struct by_ahead {
    struct by_budget *b;
    struct by_rng *rng; /* chooses which new rows to try when a row is cleared early */
    struct by_stack row[BY_AHEAD_ROWS];
    double worth[BY_AHEAD_ROWS]; /* the values found by the deepest search that was completed */
    int rows;
    int depth;  /* depth of the deepest completed search; 0 if none was completed and `worth` holds the network's
                 * values */
    bool exact; /* whether that search reached the end of the game on every line */
};

/* Fills in `worth`, `depth` and `exact` by searching 1, 2, ... draws ahead, as deep as `most` rows and the budget
 * allow. */
void by_ahead(struct by_ahead *l, uint32_t most);

#endif
