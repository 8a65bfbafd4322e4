/* SPDX-License-Identifier: MIT */
/* castle.h: represents Castle Rock for searches. A position is just a row, not a by_state.
 *
 * A search treats a turn as one step. After a draw, the search lists every row that removals can reach, and chooses
 * among those from which it may draw again. */
#ifndef BY_CASTLE_BOT_H
#define BY_CASTLE_BOT_H

#include "boneyard/budget.h"
#include "boneyard/tile.h"

#define BY_ROW_MOST 64 /* maximum number of rows examined in a turn */

struct by_castle_row {
    by_tile tile[BY_MAX_TILES];
    uint8_t laid;
};

/* A row reached by removals; `stable` if nothing more can be removed. */
struct by_reach {
    struct by_castle_row row;
    bool stable;
};

#endif
