/* SPDX-License-Identifier: MIT */
/* faces.h: draws the faces of tiles, in all sizes. */
#ifndef BY_TUI_BOARD_FACES_H
#define BY_TUI_BOARD_FACES_H

#include "boneyard/tile.h"
#include "tui/canvas.h"
#include "tui/look.h"

/* The size of a tile in cells. A half is cols x rows; a tile has two halves, side by side or one above the other. */
struct by_face_size {
    int cols, rows;
};

/* Draws a tile, left or upper half first. Halves of at least 4 rows by 7 columns show dots; smaller halves of at least
 * 2 rows show numerals and a frame; halves of one row look like "[ 6|4 ]", or like a small box if upright. The frame
 * shows the ink even without colours: thin at rest, dashed for a place, double for the last tile laid, heavy for the
 * tile under the cursor. */
void by_face_draw(struct by_canvas *c, int x, int y, struct by_face_size size, bool upright, int first, int second,
                  const struct by_look *look, enum by_ink ink);

/* Draws a tile in one row, 5 columns wide, or 7 if a number has two digits. Returns the width. */
int by_face_line(struct by_canvas *c, int x, int y, int first, int second, const struct by_look *look, enum by_ink ink);
int by_face_line_width(int first, int second);

/* Draws a tile in one row without brackets, as wide as its numbers and the line between them. */
void by_face_bare(struct by_canvas *c, int x, int y, int first, int second, const struct by_look *look,
                  enum by_ink ink);

/* Returns the characters before and after a one-row tile. */
void by_face_sides(bool ascii, enum by_ink ink, uint32_t *open, uint32_t *close);

/* Draws only a number, on the background of the ink. */
void by_face_number(struct by_canvas *c, int x, int y, int number, const struct by_look *look, enum by_ink ink);

/* Draws the number that an end needs as a disc, "(5)", three or four columns wide and centred at x. Returns the
 * leftmost column. */
int by_face_disc(struct by_canvas *c, int x, int y, int number, enum by_ink ink);

/* Draws a hand tile, high half first: upright with dots (7 x 8 cells), upright with numerals (5 x 4), or in one row
 * ("[6|4]" in the middle of 7 columns). The inks are BY_INK_TILE, _DIM, _PLAY, _CHOSEN and _LAST; without colours, the
 * frame or the brackets show them. */
enum by_tile_size { BY_TILE_LINE, BY_TILE_SMALL, BY_TILE_LARGE };
void by_tile_size(enum by_tile_size size, int *width, int *height);
void by_tile_draw(struct by_canvas *c, int x, int y, enum by_tile_size size, by_tile t, const struct by_look *look,
                  enum by_ink ink);

#endif
