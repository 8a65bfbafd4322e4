/* SPDX-License-Identifier: MIT */
/* boneyard/layout.h: computes the position of every tile on the table, for every front end.
 *
 * THE PLANE has integer coordinates.  A half tile is BY_HALF units wide, so a tile is BY_HALF by 2 * BY_HALF. x grows
 * to the right, y downwards, and 0, 0 is the centre of the first tile (or of the hub).  A tile has a centre and an
 * orientation, `turn`: the direction from its first half to its second, in eighths of a full turn clockwise (0 right, 1
 * down-right, 2 down, ... 7 up-right).  The first half touches the tile it was laid against; for the first tile of a
 * round it is the high half.
 *
 * Tiles never overlap.  A tile and the one it was laid against touch at their matching halves.  Along a line, short
 * sides meet.  A double lies crosswise: its long side meets the line, and tiles at its ends meet its short sides.  Toes
 * of a foot are attached to the corners of its double, at an angle of 45 degrees.  Where a line bends, the matching
 * halves still touch.  Rounding can leave gaps of up to BY_GAP units.
 *
 * A table on which all doubles are feet (Chickenfoot) or spinners that may touch (spinner=all with blanks=wild) can
 * become so crowded that no layout has room for every side.  `fold` is then 255, and a tile that does not fit is placed
 * as near as possible to the tile it was laid on.
 *
 * STABILITY. The layout depends only on the order of the tiles laid and the size of the table.  Laying one more tile
 * leaves the others in place, unless lack of space forces a new layout of the whole table; `fold` then increases.
 * While width and height stay constant, a front end may therefore animate the new tile alone.
 *
 * SPACE.  The size is a preference: lines bend inside it and trains break at its edge.  If it is too small, the layout
 * exceeds it and reports by how much (`over_x`, `over_y`).  The front end can then scale it down, request a larger
 * table of the same shape, or scroll.  Every open place reserves space for its next tile.
 *
 * A FELT.  by_layout_fit chooses the table size that gives the largest tiles on a felt of a given shape.  It may rotate
 * the whole table by 90 degrees counterclockwise, so that a line grows upwards on a portrait screen.
 *
 * NARROW SCREENS. by_rows_make describes the same table as rows of tiles, to be printed one below the other.
 *
 * Layouts use only views.  These functions allocate no memory and keep no state.
 */
#ifndef BONEYARD_LAYOUT_H
#define BONEYARD_LAYOUT_H

#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_HALF 24        /* the width of a half tile, in units */
#define BY_GAP 2          /* the largest rounding gap between touching tiles, in units */
#define BY_LAYOUT_ARMS 64 /* maximum number of arms: the six toes of the centre and two more for every double */

/* A tile on the table, or an empty spot for one. */
struct by_spot {
    int32_t x, y;          /* its centre, in units */
    by_tile tile;          /* BY_NO_TILE if the spot is empty */
    uint8_t first, second; /* the numbers on its halves, the touching half first; BY_NO_TILE for an empty spot
                            * for a single */
    uint8_t turn;          /* direction from the first half to the second: 0 to 7 eighths clockwise from right */
    uint8_t arm, order;    /* the arm it belongs to, and its index on that arm, from 0 */
    uint8_t on;            /* the index in `at` of the tile it touches; BY_NO_TILE for none or the hub */
    uint8_t pad;
};

/* An open place, with the position of the next tile.  There are no openings before the hub is set; by_layout_spot gives
 * the position of the move that sets it. */
struct by_opening {
    uint8_t number; /* the number to match; BY_NO_TILE for any number, on an empty table */
    uint8_t laid;   /* the index in `at` of the tile with this number; BY_NO_TILE for the hub or an empty table */
    uint8_t train;  /* the train, or BY_MEXICAN, in Mexican Train; otherwise 0 */
    uint8_t pad;
    struct by_spot single, twin; /* where a single and the double would go; equal if the double has been laid */
};

/* A line of tiles that starts at the first tile, a double or the hub. */
struct by_arm {
    uint8_t on;             /* the index in `at` of the tile it starts from; BY_NO_TILE for the hub or the first tile */
    uint8_t train;          /* the train in Mexican Train; otherwise 0 */
    uint8_t tiles;          /* the number of tiles on the arm */
    uint8_t turn;           /* its starting direction, in eighths */
    int32_t x, y;           /* its start, in units: the middle of a side or a corner */
    int32_t name_x, name_y; /* in Mexican Train, the middle of its name's left edge; otherwise x, y */
};

struct by_layout {
    int32_t width, height;            /* the requested size; 0 for unlimited */
    int32_t left, top, right, bottom; /* the area used, including openings, in units; in Mexican Train, all lanes; after
                                       * by_layout_fit of a line game, the whole table */
    int32_t over_x, over_y;           /* the excess of the area over the requested size; 0 if it fits */
    int32_t largest;                  /* after by_layout_fit, the largest half tile on this felt, in pixels; otherwise
                                       * 0 */
    uint8_t family;                   /* enum by_family_id */
    uint8_t fold;                     /* how many times lack of space has forced a new layout */
    uint8_t arms, openings;
    uint8_t turned, pad[3]; /* 1 if by_layout_fit has rotated the table; width and height are not swapped */
    int32_t tiles;
    struct by_spot at[BY_MAX_TILES + 2]; /* the tiles in the order laid; in Castle Rock, the row */
    struct by_spot hub; /* the engine in Mexican Train; `tile` is BY_NO_TILE until it is laid, and in other games */
    struct by_opening opening[BY_MAX_TILES + 2]; /* in the order of by_view.place; in Mexican Train, by train */
    struct by_arm arm[BY_LAYOUT_ARMS];
};

/* Lays out a view of any seat, in any phase, on a table of this size in units (0 for unlimited). */
void by_layout_make(const struct by_view *v, int32_t width, int32_t height, struct by_layout *out);

/* A felt: its free area and the largest half tile allowed, in pixels, and the size and rotation of its last layout (0
 * at first). */
struct by_felt {
    int32_t width, height, half;
    int32_t last_width, last_height, last_turned;
};

/* Lays out a view at the largest tile size at which every tile and open place fits on the felt.  Keeps the last size
 * and rotation, so that tiles do not move, unless others would make the tiles at least a sixth larger.  In line games,
 * tiles start small enough to keep their size and position in most rounds; once the table is full, they shrink by at
 * least a tenth.  In Castle Rock, where the end of a row separates neighbours, uses as few rows as possible
 * with tiles that are still easy to read, even if more rows would allow larger ones.  Returns the half tile in 64ths of
 * a pixel, at most felt->half.  A width or height of 0 means no limit. */
int32_t by_layout_fit(const struct by_view *v, const struct by_felt *felt, struct by_layout *out);

/* Returns roughly how many tiles the table has at the end of a round, for a front end that chooses the look of its
 * tiles for the whole round: those dealt and a quarter of the rest.  Returns 0 if tiles keep their size, as in a line
 * with at most one spinner. */
int32_t by_layout_tiles(const struct by_config *rules);

/* Sets *out to the spot where a legal move would lay its tile, with the numbers on its halves.  For `take` and `take3`
 * in Castle Rock, sets it to the spot of the tile taken. Returns false for a move without a place (draw, pass,
 * call). */
bool by_layout_spot(const struct by_layout *l, const struct by_view *v, by_move m, struct by_spot *out);

/* Returns whether a legal move can lay its tile at the opening with this index in l->opening.  A move does not say
 * which free side of a double it uses; the tile goes to the first one. */
bool by_opening_takes(const struct by_layout *l, int opening, by_move m);

/* Sets x[] and y[] to the four corners of a tile, in units, clockwise from the left corner of its first half's outer
 * side, seen in the tile's direction.  Corners of diagonal tiles are rounded towards the centre. */
void by_spot_corners(const struct by_spot *s, int32_t x[4], int32_t y[4]);

/* Sets *x and *y to the centre of a half: 0 for the first, 1 for the second. */
void by_spot_half(const struct by_spot *s, int half, int32_t *x, int32_t *y);

/* ---- Rows, for narrow screens ---------------------------------------------------------------- */

struct by_row {
    uint8_t arm;       /* the row's index; in Mexican Train, equal to its arm's index in by_layout */
    uint8_t train;     /* the train in Mexican Train; otherwise 0 */
    uint8_t on;        /* the index in `at` of the tile this row branches from; BY_NO_TILE if none */
    uint8_t depth;     /* its level of indentation */
    uint16_t begin, n; /* its tiles: at[begin .. begin + n) */
};

struct by_rows {
    int32_t rows, tiles;
    struct by_row row[BY_LAYOUT_ARMS];
    uint8_t at[BY_MAX_TILES + 2];       /* indices into by_view.laid (Castle Rock: into the row), from left to right */
    uint8_t low_left[BY_MAX_TILES + 2]; /* 1 if the low half of that tile is on the left */
};

/* Arranges the table as rows.  The main line comes first, and each row precedes its branches.  Mexican Train has one
 * row per train, including trains that have not begun, in seat order; the Mexican Train is last. */
void by_rows_make(const struct by_view *v, struct by_rows *out);

#ifdef __cplusplus
}
#endif

#endif
