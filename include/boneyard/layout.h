/* boneyard/layout.h: where every tile lies on the table, for every front end.
 *
 * THE PLANE.  Whole numbers in every place.  A half tile is BY_HALF units wide, a tile BY_HALF by
 * 2 * BY_HALF; x grows to the right, y downwards, and 0, 0 is the middle of the first tile (or of the
 * hub).  A tile has its middle and its turn: where its second half lies as seen from its first, in eighths of a
 * turn clockwise (0 right, 1 right and down, 2 down, ... 7 right and up).  The first half is the one that
 * touches the tile it was laid against; of the first tile of a round, the high half.
 *
 * Tiles never overlap.  A tile touches the one it was laid against with the right halves: along a line the
 * short sides meet; a double lies crosswise, so that its long side meets the line, and what is laid on its ends
 * meets a short side; a toe of a foot leaves a corner of its double at an eighth of a turn.  Where a line bends the
 * touching half still touches.  Rounding leaves gaps of at most BY_GAP units.
 *
 * Where all doubles are spinners and may touch (spinner=all with blanks=wild) or are feet (Chickenfoot) they can be
 * crowded so that no layout we try has room for all their sides: then fold is 255, and what has no room lies apart from
 * the tile it was laid on, as near as may be.
 *
 * STABLE.  The layout follows from the order in which the tiles were laid and from the size of the table, and of
 * nothing else; the layout of a round's first k tiles is that of its first k + 1 without the last, unless the
 * table had to be laid out afresh for want of room: then `fold` is greater than before.  A front end that keeps
 * width and height may animate the one tile that came and let the others lie.
 *
 * ROOM.  The size is a wish: lines bend inside it and trains break at its edge.  Where that is not enough, the layout
 * goes beyond it and says by how much (`over_x`, `over_y`): show it smaller, ask again with a larger table of
 * the same shape, or scroll.  Every open place keeps room for the tile that may come.
 *
 * NARROW SCREENS.  by_rows_make gives the same table as rows of tiles to be printed one below the other.
 *
 * Made from views alone.  Nothing here allocates or keeps state.
 */
#ifndef BONEYARD_LAYOUT_H
#define BONEYARD_LAYOUT_H

#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_HALF 24                      /* units: the width of a half tile */
#define BY_GAP  2                       /* units: the most that rounding leaves between tiles that touch */
#define BY_LAYOUT_ARMS 64               /* arms at most: the six toes of the centre and two more for every double */

/* A tile on the table, or the room for one. */
struct by_spot {
    int32_t x, y;                       /* its middle, in units */
    by_tile tile;                       /* BY_NO_TILE: room for one */
    uint8_t first, second;              /* the numbers on its halves, the touching half first; room for a single
                                           has no second: BY_NO_TILE */
    uint8_t turn;                       /* 0 to 7: from the first half to the second, eighths, clockwise from right */
    uint8_t arm, order;                 /* which arm, and the how many-th tile of it, from 0 */
    uint8_t on;                         /* the place in `at` of the tile it touches; BY_NO_TILE: none, or the hub */
    uint8_t pad;
};

/* An open place: where the next tile would lie.  (Nothing can be laid before the hub is set: by_layout_spot has the
 * place of that move.) */
struct by_opening {
    uint8_t number;                     /* what has to match; BY_NO_TILE: empty table, anything */
    uint8_t laid;                       /* the tile that shows it, a place in `at`; BY_NO_TILE: hub, empty table */
    uint8_t train;                      /* Mexican Train: the train, BY_MEXICAN the Mexican one; else 0 */
    uint8_t pad;
    struct by_spot single, twin;        /* where a tile that is no double would lie, and where a double; line games: a
                                           double that cannot come, since it lies, has the room of the single */
};

/* A line of tiles out of the first tile, a double or the hub. */
struct by_arm {
    uint8_t on;                         /* the tile it leaves, a place in `at`; BY_NO_TILE: hub, first tile itself */
    uint8_t train;                      /* Mexican Train: whose; else 0 */
    uint8_t tiles;                      /* how many lie on it */
    uint8_t turn;                       /* where it leaves, in eighths */
    int32_t x, y;                       /* where it leaves: the middle of the side or corner, in units */
    int32_t name_x, name_y;             /* Mexican Train: where the owner's name may begin, the middle of the left end
                                           of a line 4 * BY_HALF wide and BY_HALF / 2 high; else as x, y */
};

struct by_layout {
    int32_t width, height;              /* as asked; 0: without limit */
    int32_t left, top, right, bottom;   /* what is used, openings included, in units; trains: all lanes */
    int32_t over_x, over_y;             /* by how much that is wider and higher than asked; 0: it fits */
    uint8_t family;                     /* enum by_family */
    uint8_t fold;                       /* how often the table was laid out afresh for want of room */
    uint8_t arms, openings;
    int32_t tiles;
    struct by_spot at[BY_MAX_TILES + 2];        /* the tiles in the order laid; Castle Rock: the row */
    struct by_spot hub;                 /* Mexican Train: the engine; tile BY_NO_TILE: not set yet, and nothing open */
    struct by_opening opening[BY_MAX_TILES + 2];        /* in the order of by_view.place; trains by train */
    struct by_arm arm[BY_LAYOUT_ARMS];
};

/* Lays out the table of a view of any seat, in any phase, for a table of this size in units (0: no limit). */
void by_layout_make(const struct by_view *v, int32_t width, int32_t height, struct by_layout *out);

/* Where the tile of a legal move would lie: a play its room, the numbers filled in; `take` and `take3` of Castle Rock
 * the tile itself.  False for moves without a place (draw, pass, call). */
bool by_layout_spot(const struct by_layout *l, const struct by_view *v, by_move m, struct by_spot *out);

/* Whether a legal move lays its tile at that opening, a place in l->opening.  A double's free sides that show the same
 * number are all alike to a move: it lies at the first of them. */
bool by_opening_takes(const struct by_layout *l, int opening, by_move m);

/* The four corners of a tile, in units, clockwise from the left corner of its first half's outer side (as
 * seen along its turn).  Corners of tiles that lie at an eighth are rounded towards the middle. */
void by_spot_corners(const struct by_spot *s, int32_t x[4], int32_t y[4]);

/* The middle of a half: 0 the first, 1 the second. */
void by_spot_half(const struct by_spot *s, int half, int32_t *x, int32_t *y);

/* ---- Rows, for narrow screens ---------------------------------------------------------------- */

struct by_row {
    uint8_t arm;                        /* its number; in Mexican Train also the arm's in by_layout */
    uint8_t train;                      /* Mexican Train: whose; else 0 */
    uint8_t on;                         /* the tile this row branches from, a place in `at`; BY_NO_TILE: none */
    uint8_t depth;                      /* how many rows up that is: indent by it */
    uint16_t begin, n;                  /* its tiles: at[begin .. begin + n) */
};

struct by_rows {
    int32_t rows, tiles;
    struct by_row row[BY_LAYOUT_ARMS];
    uint8_t at[BY_MAX_TILES + 2];       /* places in by_view.laid (Castle Rock: in the row), from left to right */
    uint8_t low_left[BY_MAX_TILES + 2]; /* 1: the low half of that tile is the left one */
};

/* The table as rows: the line of play first, then what branches off it, each row before those that branch from
 * it; Mexican Train: a row for every train by seats, also for one that has not begun, the Mexican Train last. */
void by_rows_make(const struct by_view *v, struct by_rows *out);

#ifdef __cplusplus
}
#endif

#endif
