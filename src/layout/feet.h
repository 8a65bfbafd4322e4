/* SPDX-License-Identifier: MIT */
/* feet.h: describes the layout of Chickenfoot as it grows: tiles, ends, and the space that each end reserves.
 *
 * An end is a place for a tile: after the last tile of a toe, or at one of a double's three sides if that side is free.
 * Every end always has a plan: the spots for a single and for a double, and the path on which the toe would continue.
 * Other ends avoid planned space. A tile is placed in the spot that its end has planned. */
#ifndef BY_LAYOUT_FEET_H
#define BY_LAYOUT_FEET_H

#include "plane.h"

enum {
    BY_TOES_ENDS = 6 + 2 * BY_MAX_NUMBER, /* the centre's six toes, and two more for every double */
    BY_TOES_WAY = 3,                      /* length, in tiles, of the path that an end reserves beyond its next tile */
    BY_TOES_SINGLE = 0,
    BY_TOES_TWIN = 1, /* index of the double among an end's spaces; the double's toes and the path follow */
    BY_TOES_TOES = 2,
    BY_TOES_ON = 5,
    BY_TOES_ROOMS = 5 + BY_TOES_WAY,
    BY_TOES_ITEMS = BY_MAX_TILES + BY_TOES_ENDS * BY_TOES_ROOMS,
    BY_TOES_LEAVES = 14, /* number of ways to leave a tile */
    BY_TOES_LAST = 255,  /* the fold in which tiles may be detached */
    BY_TOES_CELLS = 32,  /* cells per axis, each 64 units wide; the grid wraps around */
    BY_TOES_REACH = 51   /* overlapping tiles are closer together than this along both axes */
};

/* The kinds of things that a space can overlap. */
enum { BY_ON_TILE = 1, BY_ON_SINGLE = 2, BY_ON_FOOT = 4, BY_ON_WAY = 8, BY_ON_ANY = 15 };

enum by_side { BY_BEHIND, BY_AHEAD, BY_LEFT, BY_RIGHT }; /* a single's outer end, then a double's three sides */

struct by_end {
    uint8_t on;       /* the tile, an index into laid[] */
    uint8_t side;     /* enum by_side */
    uint8_t turn;     /* direction of the toe that ends here, or of the foot */
    uint8_t turns[2]; /* directions in which the toe continues after a single and after a double */
    uint8_t tiles;    /* number of tiles on this arm */
    uint8_t tries;    /* number of plans made since the last tile was laid */
    bool live, stale; /* `live`: the end can take a tile; `stale`: the end needs a new plan */
    bool twin;        /* whether the double with this end's number is unplayed, so that the end can still take it */
};

/* The data needed to test whether a tile overlaps an item. */
struct by_thing {
    int16_t x, y;
    int16_t next;                 /* next item in the same cell, or -1; -2 if in no cell */
    uint8_t turn, kind, end, pad; /* `kind` and `end` (the owner) are set once */
};

struct by_toes {
    struct by_spot item[BY_TOES_ITEMS]; /* tiles in order of play, then the spaces of each end */
    struct by_thing thing[BY_TOES_ITEMS];
    int16_t cell[BY_TOES_CELLS * BY_TOES_CELLS];
    struct by_end end[BY_TOES_ENDS];
    uint8_t heading[BY_MAX_TILES + 2]; /* direction of the toe that each tile is on */
    uint8_t side[BY_MAX_TILES + 2];    /* enum by_side: the side each tile leaves */
    /* the first and last x distance at which two tiles overlap, indexed by their two turns and their y distance */
    int8_t over[4][4][BY_TOES_REACH + 1][2];
    int8_t step[2][BY_TOES_LEAVES][4][2]; /* x, y; indexed by heading (straight, slanting), way, hand and twin */
    int tiles, ends;
    uint32_t doubles;   /* bit n: the double n-n has been played */
    int32_t wide, high; /* half the table's size; 0 if unlimited */
    bool last;          /* whether to detach tiles without space, as a last resort */
    int32_t work;       /* spots examined while laying out the table again */
};

static inline int by_room(int end, int room) { return BY_MAX_TILES + end * BY_TOES_ROOMS + room; }

/* ---- feet_room.c: occupied space ---- */

void by_toes_clear(struct by_toes *f);
void by_toes_put(struct by_toes *f, int item, const struct by_spot *s);
void by_toes_drop(struct by_toes *f, int item);
/* Computes where tiles overlap, once per layout. */
void by_toes_measure(struct by_toes *f);
/* Returns the kinds of things that the spot overlaps, among `kinds`, ignoring the spaces of `end`. */
int by_toes_meets(const struct by_toes *f, const struct by_spot *s, int end, int kinds);

/* ---- feet_shape.c: how tiles touch ---- */

/* One way to leave a tile. The bend is in eighths of a turn, to the left if `hand` is -1 and to the right if it is 1.
 * Distances are in sixteenths of a unit: a point is `along` the toe and `across` to that side from the middle of the
 * old tile; the new tile's short side (a double's long side) is `push` beyond that point in the tile's own
 * direction. */
struct by_leave {
    int8_t bend;
    uint8_t cost;
    int16_t along, across, push;
    uint8_t fit;
};
enum { BY_FOR_SINGLE = 1, BY_FOR_TWIN = 2, BY_FOR_BOTH = 3 }; /* by_leave.fit */

/* Lists the ways to leave a side, best first; sets `n`. */
const struct by_leave *by_toes_leaves(int side, int *n);

/* Returns where the next tile after `from` goes; sets *turn to its direction there. */
struct by_spot by_toes_next(const struct by_toes *f, const struct by_spot *from, int heading, const struct by_leave *l,
                            int hand, bool twin, int *turn);

/* Computes the steps used by by_toes_next, once per layout. */
void by_toes_steps(struct by_toes *f);

/* ---- feet.c ---- */

/* Places the view's remaining tiles. Returns false if an end finds no space after the last tile placed. */
bool by_toes_table(struct by_toes *f, const struct by_view *v);

/* ---- feet_again.c: laying out the table again ---- */

/* Lays out the table. Returns the number of the fold, or BY_TOES_LAST if tiles may have been detached as a last
 * resort. */
int by_toes_afresh(struct by_toes *f, const struct by_view *v);

/* ---- feet_plan.c: where the next tiles may go ---- */

/* Plans the three ends of a double, or the six of the centre, together. */
bool by_toes_foot(struct by_toes *f, const int end[3]);
/* Reserves space for the ends' doubles and paths once their next singles are placed. Returns false if a double has no
 * space. */
bool by_toes_reserve(struct by_toes *f);
/* Plans all ends again and detaches those without space, as a last resort. */
void by_toes_crowd(struct by_toes *f);
/* Returns the cost of reaching beyond the table. The cost never exceeds that of a bend or two; otherwise lines would
 * curl up. */
int by_toes_beyond(const struct by_toes *f, const struct by_spot *s);
/* Makes a new plan for every stale end. Returns false if there is no space for one of them. */
bool by_toes_settle(struct by_toes *f);

#endif
