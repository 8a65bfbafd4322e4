/* SPDX-License-Identifier: MIT */
/* marks.h: draws the picture: the tiles, the possible plays, the last tile, and the labels of trains and feet. */
#ifndef BY_TUI_BOARD_MARKS_H
#define BY_TUI_BOARD_MARKS_H

#include "board.h"

/* Returns the first opening in the layout where a move lays its tile, or -1 if there is none, as for the first tile of
 * a round. (A move on a double represents all of its free places, which have the same `laid` and `number`.) */
int by_board_opening(const struct by_layout *l, by_move m);

/* Returns the number on the half of a tile that would touch opening k; if blanks are wild, `flip` decides. */
int by_board_touch(const struct by_board *b, int k, by_tile t, bool flip);

/* Draws all tiles and marks; layout, size, left and top must be set. */
void by_board_picture(struct by_board *b);

/* For Chickenfoot: writes "two toes to go". Returns false if no foot is in progress. */
bool by_board_foot(const struct by_board *b, char *out, size_t size);

#endif
