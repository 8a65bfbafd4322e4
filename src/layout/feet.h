/* SPDX-License-Identifier: MIT */
/* feet.h: Chickenfoot's table while it grows: tiles, ends, and the space that each end reserves.
 *
 * An end is a place that can take a tile: behind the last tile of a toe, or a free one of the three sides of a double.
 * Every end always has a plan: where a single would go, where a double, and the path the toe would then take. Planned
 * space is respected by other ends. A tile is placed where its end has planned it. */
#ifndef BY_LAYOUT_FEET_H
#define BY_LAYOUT_FEET_H

#include "plane.h"

enum {
    BY_TOES_ENDS = 6 + 2 * BY_MAX_NUMBER, /* six toes of the centre, two more for every double */
    BY_TOES_WAY = 3,                      /* tiles of the path that an end reserves behind its next tile */
    BY_TOES_SINGLE = 0,
    BY_TOES_TWIN = 1, /* the spaces of an end; then the toes of the double, then the path */
    BY_TOES_TOES = 2,
    BY_TOES_ON = 5,
    BY_TOES_ROOMS = 5 + BY_TOES_WAY,
    BY_TOES_ITEMS = BY_MAX_TILES + BY_TOES_ENDS * BY_TOES_ROOMS,
    BY_TOES_LEAVES = 14, /* ways to leave a tile */
    BY_TOES_LAST = 255,  /* the fold in which tiles may be detached */
    BY_TOES_CELLS = 32,  /* the plane in cells of 64 units, wrapping after 32 */
    BY_TOES_REACH = 51   /* two overlapping tiles are nearer than this along both axes */
};

/* What a space touches. */
enum { BY_ON_TILE = 1, BY_ON_SINGLE = 2, BY_ON_FOOT = 4, BY_ON_WAY = 8, BY_ON_ANY = 15 };

enum by_side { BY_BEHIND, BY_AHEAD, BY_LEFT, BY_RIGHT }; /* behind a single; the three of a double */

struct by_end {
    uint8_t on;       /* the tile, an index into laid[] */
    uint8_t side;     /* enum by_side */
    uint8_t turn;     /* of the toe that ends here, or of the foot */
    uint8_t turns[2]; /* where a toe continues: with a single, with a double */
    uint8_t tiles;    /* on this arm */
    uint8_t tries;    /* plans made since the last tile was laid */
    bool live, stale; /* may take a tile; must be planned again */
    bool twin;        /* a double may come: its number's double has not been played */
};

/* What is needed of an item to test whether a tile overlaps it. */
struct by_thing {
    int16_t x, y;
    int16_t next;                 /* in the same cell, or -1; -2: in none */
    uint8_t turn, kind, end, pad; /* kind and owner: set once */
};

struct by_toes {
    struct by_spot item[BY_TOES_ITEMS]; /* tiles in order of play, then the spaces of each end */
    struct by_thing thing[BY_TOES_ITEMS];
    int16_t cell[BY_TOES_CELLS * BY_TOES_CELLS];
    struct by_end end[BY_TOES_ENDS];
    uint8_t heading[BY_MAX_TILES + 2]; /* the turn of the toe each tile lies on */
    /* by both turns and y distance: the range of x in which two tiles overlap */
    int8_t over[4][4][BY_TOES_REACH + 1][2];
    int8_t step[2][BY_TOES_LEAVES][4][2]; /* by heading (straight, slanting), way, hand and twin: x, y */
    int tiles, ends;
    uint32_t doubles;   /* bit n: n-n has been played */
    int32_t wide, high; /* half the table; 0: no limit */
    /* When space ran out (feet_again.c): the number of known tiles, the tiles placed on each, a whim for each tile (0:
     * none), and the tile without space. */
    int known;
    uint8_t child[BY_MAX_TILES + 2][6], whim[BY_MAX_TILES + 2], stuck;
    bool is_double[BY_MAX_TILES + 2];
    bool loose;    /* the size of the table no longer matters */
    bool last;     /* no way out: tiles without space are detached */
    int32_t plans; /* made so far */
};

static inline int by_room(int end, int room) { return BY_MAX_TILES + end * BY_TOES_ROOMS + room; }

/* ---- feet_room.c: what lies where ---- */

void by_toes_clear(struct by_toes *f);
void by_toes_put(struct by_toes *f, int item, const struct by_spot *s);
void by_toes_drop(struct by_toes *f, int item);
/* Computes where tiles overlap: once per layout. */
void by_toes_measure(struct by_toes *f);
/* Returns the kinds of things the spot overlaps; ignores spaces of `end` and kinds outside `kinds`. */
int by_toes_meets(const struct by_toes *f, const struct by_spot *s, int end, int kinds);

/* ---- feet_shape.c: how tiles touch ---- */

/* One way to leave a tile. `bend` is in eighths towards the side `hand` (-1 left, 1 right). The new tile has its short
 * side (a double its long one) `push` along its turn from a point `along` the toe and `across` to the hand's side of
 * the middle of the tile it leaves, in sixteenths of a unit. */
struct by_leave {
    int8_t bend;
    uint8_t cost;
    int16_t along, across, push;
    uint8_t fit;
};
enum { BY_FOR_SINGLE = 1, BY_FOR_TWIN = 2, BY_FOR_BOTH = 3 }; /* by_leave.fit */

/* Lists the ways to leave a side, best first; sets `n`. */
const struct by_leave *by_toes_leaves(int side, int *n);

/* Returns where the next tile after `from` goes; sets *turn to its turn there. */
struct by_spot by_toes_next(const struct by_toes *f, const struct by_spot *from, int heading, const struct by_leave *l,
                            int hand, bool twin, int *turn);

/* Computes the steps used by by_toes_next: once per layout. */
void by_toes_steps(struct by_toes *f);

/* ---- feet.c ---- */

/* Places the view's tiles after those already placed; returns false if f->tiles - 1 were placed and the next finds no
 * space. Saves the table to *kept before placing tile `at` (0: never). */
bool by_toes_table(struct by_toes *f, const struct by_view *v, int at, struct by_toes *kept);

/* ---- feet_again.c: a table laid out afresh ---- */

/* Lays out the table, again as often as needed. Returns how often; BY_TOES_LAST if there is no way out. */
int by_toes_afresh(struct by_toes *f, const struct by_view *v);

/* ---- feet_plan.c: where the next tiles may lie ---- */

/* Plans the three ends of a double, or the six of the centre, together. */
bool by_toes_foot(struct by_toes *f, const int end[3]);
/* Plans all ends that need it; returns false if there is no space. */
bool by_toes_settle(struct by_toes *f);

#endif
