/* SPDX-License-Identifier: MIT */
/* rows.h: draws the table as rows, for screens too small for the picture. */
#ifndef BY_TUI_BOARD_ROWS_H
#define BY_TUI_BOARD_ROWS_H

#include "draw.h"

/* For Mexican Train: writes the words next to a train's name ("8 tiles") and on its flag ("open", or ""), and returns
 * the flag's ink. */
enum by_ink by_board_train(const struct by_board *b, int train, char *count, size_t size, const char **flag);
const char *by_board_name(const struct by_board *b, int train);
enum by_ink by_board_name_ink(const struct by_board *b, int train);

/* Returns the chosen or hinted tile and its ink if the tile fits at opening k, or BY_NO_TILE. */
by_tile by_board_ghost(const struct by_board *b, int k, enum by_ink *ink);
bool by_board_flip(const struct by_board *b, int k); /* whether the tile's low half would touch opening k */
enum by_ink by_board_end_ink(const struct by_board *b, int k);

/* Draw the table as rows: by_board_trains for Mexican Train, by_board_rows for all other games. */
void by_board_trains(struct by_board *b);
void by_board_rows(struct by_board *b);

#endif
