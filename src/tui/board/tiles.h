/* SPDX-License-Identifier: MIT */
/* tiles.h: converts tiles, ghosts and wanted numbers from the layout's units to cells. */
#ifndef BY_TUI_BOARD_TILES_H
#define BY_TUI_BOARD_TILES_H

#include "draw.h"

/* Returns the cells of a straight tile; for a slanting tile, only those that its numbers span. */
struct by_cells by_cells_of(const struct by_board *b, const struct by_spot *s);

/* Returns all cells of a straight half, or only the cells of the number of a slanting one. */
struct by_cells by_cells_half(const struct by_board *b, const struct by_spot *s, int half);

/* Returns whether any two tiles would share cells; only slanting ones can. */
bool by_cells_clash(const struct by_board *b);

bool by_board_free(const struct by_board *b, struct by_cells at);

/* Draws a tile or a ghost. Except for its numbers, a slanting tile is drawn only on free cells. */
void by_board_tile(struct by_board *b, const struct by_spot *s, enum by_ink ink);

/* Writes words next to a rectangle. Returns false if there is no space. */
bool by_board_label(struct by_board *b, struct by_cells at, enum by_ink ink, const char *words);

#endif
