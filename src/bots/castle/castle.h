/* SPDX-License-Identifier: MIT */
/* castle.h: Castle Rock for searches: plain rows without a state.
 *
 * A search treats a turn as one step: after a draw it lists every row that removals can reach and chooses one of those
 * that may be left when the next tile is drawn. */
#ifndef BY_CASTLE_BOT_H
#define BY_CASTLE_BOT_H

#include "boneyard/budget.h"
#include "boneyard/tile.h"

#define BY_ROW_MOST 64 /* maximum number of rows examined in a turn */

struct by_castle_row {
    by_tile tile[BY_MAX_TILES];
    uint8_t laid;
};

/* A row reached by removals; stable: nothing more can be removed. */
struct by_reach {
    struct by_castle_row row;
    bool stable;
};

bool by_row_same(const struct by_castle_row *a, const struct by_castle_row *b);

/* Removes the tile at i, or it and both neighbours. */
void by_row_take(struct by_castle_row *r, int i, bool three);

/* Lists the rows that removals reach from this one: itself first, then by number of removals. Once the budget is spent,
 * later rows count as stable. */
int by_row_reach(const struct by_castle_row *r, struct by_budget *b, struct by_reach out[BY_ROW_MOST]);

/* Plays a turn: moves on to the stable row with the fewest tiles, the first among equals. */
void by_row_fewest(struct by_castle_row *r, struct by_budget *b);

/* Plays a whole game this way from a row about to draw, with n tiles in this order. Returns the tiles left; once the
 * budget is spent they mean nothing. */
int by_row_rollout(const struct by_castle_row *from, const by_tile *order, int n, struct by_budget *b);

#endif
