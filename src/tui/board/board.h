/* SPDX-License-Identifier: MIT */
/* board.h: the table drawn on a canvas, from a layout (boneyard/layout.h). */
#ifndef BY_TUI_BOARD_BOARD_H
#define BY_TUI_BOARD_BOARD_H

#include "boneyard/layout.h"
#include "tui/canvas.h"
#include "tui/look.h"

/* Tags of things that can be clicked: a hand tile is BY_TAG_HAND + its tile, an opening BY_TAG_PLACE + its index in the
 * layout, a key of the bar BY_TAG_KEY + its character (below 1024), a line of a list BY_TAG_LINE + its number. */
enum { BY_TAG_HAND = 1, BY_TAG_PLACE = 256, BY_TAG_KEY = 1024, BY_TAG_LINE = 2048 };

/* What to mark. Castle Rock has no openings: there play, cursor, label and the tags of places use the index in the row
 * of the tile to remove, or of the middle one of three; play 1: it can be removed; 2: all three can too. */
struct by_marks {
    int last; /* index in by_view.laid of the tile laid last, or -1 */
    /* openings that a move of the seat can use: 1; that the chosen tile fits: 2, and scores on: 3, which makes its
     * label gold */
    uint8_t play[BY_MAX_TILES + 2];
    int cursor;                          /* the opening under the cursor, or -1 */
    by_tile chosen;                      /* the tile that would be laid there, or BY_NO_TILE */
    bool flip;                           /* its low half would touch at the cursor: asked when blanks are wild */
    const char *label[BY_MAX_TILES + 2]; /* a word next to an opening ("makes 15"), or NULL; borrowed */
    by_move hint;                        /* a move to be shown as a hint, or BY_NO_MOVE */
    /* cells, from the middle; limited to the picture, and changed so that the opening under the cursor and the tile
     * laid last are visible */
    int scroll_x, scroll_y;
    int seen;       /* private: the last tile it has scrolled to, */
    int16_t was[6]; /* and the room, the size of a half and the picture's position */
    bool rows;      /* the compact form was asked for */
    bool three;     /* Castle Rock: the cursor is on the move that takes all three */
};

/* On an empty table, and at a hub without its engine, there is no opening: the place is tagged BY_TAG_PLACE, and the
 * chosen tile is shown there, stronger with cursor 0. */

/* Draws the table into a rectangle of the canvas: with the largest tiles that fit, otherwise with the smallest ones and
 * scrolling (with signs at the edges where there is more), or as rows where that reads better. `names` has one name per
 * seat. May change marks->scroll_x and _y. */
void by_board_draw(struct by_canvas *c, int x, int y, int width, int height, const struct by_view *v,
                   const char *const names[], const struct by_look *look, struct by_marks *marks);

/* ---- For the files of the board (draw.h) ---- */

struct by_board;

/* Draws everything on a canvas of this size in the best form; v, names, look and marks are set. */
void by_board_compose(struct by_board *b, int width, int height, bool ascii);

/* For rows that do not fit: how many to leave out so that row `want` (or -1) is visible; and, after drawing, the signs
 * at the edge for more. */
int by_board_scroll(struct by_board *b, int rows, int height, int want);
void by_board_more(struct by_board *b, int rows, int height, int from);

#endif
