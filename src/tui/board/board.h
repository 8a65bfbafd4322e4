/* SPDX-License-Identifier: MIT */
/* board.h: draws the table on a canvas, from a layout (boneyard/layout.h). */
#ifndef BY_TUI_BOARD_BOARD_H
#define BY_TUI_BOARD_BOARD_H

#include "boneyard/layout.h"
#include "tui/canvas.h"
#include "tui/look.h"

/* Tags of clickable objects: a hand tile is BY_TAG_HAND + its tile, an opening BY_TAG_PLACE + its index in the layout,
 * a key in the bar BY_TAG_KEY + its character (below 1024), a line in a list BY_TAG_LINE + its number. */
enum { BY_TAG_HAND = 1, BY_TAG_PLACE = 256, BY_TAG_KEY = 1024, BY_TAG_LINE = 2048 };

/* The marks to show. Castle Rock has no openings, so play, cursor, label and the tags of places are indexed by the row
 * position of the tile to remove, or of the middle one if three are removed. A play of 1 means that the tile can be
 * removed, 2 that all three can. */
struct by_marks {
    int last; /* index in by_view.laid of the last tile laid, or -1 */
    /* for each opening: 1 if a move of the seat uses it; 2 if the chosen tile fits there; 3 if the tile also scores
     * there, so that the label is gold
     */
    uint8_t play[BY_MAX_TILES + 2];
    int cursor;     /* the opening under the cursor, or -1 */
    by_tile chosen; /* the tile to be laid there, or BY_NO_TILE */
    bool flip;      /* whether the low half would touch the opening under the cursor; used if blanks are
                                          * wild */
    const char *label[BY_MAX_TILES + 2]; /* the label next to an opening ("makes 15"), or NULL; borrowed */
    by_move hint;                        /* a move to show as a hint, or BY_NO_MOVE */
    /* the scroll offset in cells from the middle; limited to the picture, and adjusted so that the opening under the
     * cursor and the last tile laid stay visible */
    int scroll_x, scroll_y;
    int seen;       /* private: the last tile scrolled to */
    int16_t was[6]; /* private: the previous space, size of a half and position of the picture */
    bool rows;      /* whether the compact form was requested */
    bool three;     /* in Castle Rock, whether the cursor is on the move that takes all three */
};

/* An empty table and a hub without its engine have no opening. Their only place is tagged BY_TAG_PLACE, and the
 * chosen tile is shown there, highlighted if `cursor` is 0. */

/* Draws the table into a rectangle of the canvas, with the largest tiles that fit. If none fit, uses the smallest ones
 * and scrolls, with arrows at the edges beyond which the table continues, or draws rows if those are easier to read.
 * `names` has one name per seat. May change marks->scroll_x and _y. */
void by_board_draw(struct by_canvas *c, int x, int y, int width, int height, const struct by_view *v,
                   const char *const names[], const struct by_look *look, struct by_marks *marks);

/* ---- For the files of the board (draw.h) ---- */

struct by_board;

/* Draws the table in the best form on a canvas of this size; v, names, look and marks must be set. */
void by_board_compose(struct by_board *b, int width, int height, bool ascii);

/* Used by the families (tui/family.h): by_board_large draws the picture with the largest tiles that fit, or returns
 * false; by_board_scrolling draws the visible part with the smallest tiles, and arrows at the edges that point to tiles
 * further out. */
bool by_board_large(struct by_board *b);
void by_board_scrolling(struct by_board *b);

/* For rows that do not fit: by_board_scroll returns the number of rows to skip so that row `want` (-1 for none) is
 * visible. After drawing, by_board_more draws arrows at the edges where rows are hidden. */
int by_board_scroll(struct by_board *b, int rows, int height, int want);
void by_board_more(struct by_board *b, int rows, int height, int from);

#endif
