/* castle.h: Castle Rock for searches: rows without a state around them.
 *
 * A turn is thought of as one step: after a draw, every row that removals can reach is listed, and one of
 * those that may stand when the next tile is drawn is chosen.
 */
#ifndef BY_CASTLE_BOT_H
#define BY_CASTLE_BOT_H

#include "boneyard/tile.h"

#define BY_ROW_MOST 64                  /* rows of one turn that are looked at */

struct by_row { by_tile tile[BY_MAX_TILES]; uint8_t laid; };

/* A row that removals have led to; stable: nothing can be removed. */
struct by_reach { struct by_row row; bool stable; };

bool by_row_same(const struct by_row *a, const struct by_row *b);

/* Takes out the tile at i, or it and both neighbours. */
void by_row_take(struct by_row *r, int i, bool three);

/* The rows that removals lead to from this one, itself first, nearer ones before farther ones. */
int by_row_reach(const struct by_row *r, struct by_reach out[BY_ROW_MOST]);

/* Plays a turn: goes on to the stable row with the fewest tiles, the first of equals. */
void by_row_fewest(struct by_row *r);

/* Plays a whole game so, from a row about to draw, with n tiles in this order.  Tiles left. */
int by_row_rollout(const struct by_row *from, const by_tile *order, int n);

#endif
