/* SPDX-License-Identifier: MIT */
/* row.h: finds the rows reachable in a turn, and plays games out from them. */
#ifndef BY_BOTS_CASTLE_ROW_H
#define BY_BOTS_CASTLE_ROW_H

#include "castle.h"

bool by_row_same(const struct by_castle_row *a, const struct by_castle_row *b);

/* Removes the tile at i, or that tile and both its neighbours. */
void by_row_take(struct by_castle_row *r, int i, bool three);

/* Lists the rows that removals can reach from this one: the row itself first, then the others by number of removals.
 * Once the budget runs out, later rows count as stable. */
int by_row_reach(const struct by_castle_row *r, struct by_budget *b, struct by_reach out[BY_ROW_MOST]);

/* Plays a game to its end, starting with a draw; `order` holds the n tiles to draw. Each turn moves to the stable row
 * with the fewest tiles, or to the first of several such rows. Returns the number of tiles left, which is meaningless
 * if the budget ran out. */
int by_row_rollout(const struct by_castle_row *from, const by_tile *order, int n, struct by_budget *b);

/* Returns the worth of ending a game of `tiles` tiles with `laid` left: 1 for a cleared row, otherwise `tail` times the
 * share of games that end with more tiles. */
double by_row_worth(double tail, int laid, int tiles);

#endif
