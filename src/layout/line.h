/* SPDX-License-Identifier: MIT */
/* line.h: a line game's table while it is laid out: tiles, and ends that reserve space for more. */
#ifndef BY_LAYOUT_LINE_H
#define BY_LAYOUT_LINE_H

#include "line_room.h"

enum { BY_LINE_TILES = 28, BY_LINE_ENDS = 32, BY_LINE_GATES = 5, BY_LINE_WAYS = 4, BY_LINE_LAST = 255 };

/* A side of a tile that may take another. */
struct by_line_end {
    struct by_line_gate gate[BY_LINE_GATES]; /* where it may leave; the first `gates` of them, best first */
    uint8_t gates, at[2];                    /* which gate is chosen for a single, and for a double */
    uint8_t on, rank, number;                /* on: the tile; rank: a double's sides come before its ends */
    uint8_t next;                            /* the known next tile; BY_NO_TILE: none */
    bool single, twin, tile;                 /* a single may come; a double; any tile at all */
};

/* A tile on the table. */
struct by_lain {
    struct by_line_gate at;
    uint8_t run, arm, order, pad; /* run: tiles in its straight run */
    int8_t before;                /* where the line led before that run; -1: nowhere */
};

struct by_line_plan {
    const struct by_view *v;
    struct by_layout *out;
    struct by_line_space room;
    struct by_lain lain[BY_LINE_TILES];
    struct by_line_end end[BY_LINE_ENDS];
    int ends, order, tries;
    uint32_t doubles;              /* bit n: n-n has been played */
    uint8_t lie[BY_NUMBERS], left; /* played tiles with that number; tiles to come */
    uint8_t spinner;
    int known, stuck;    /* number of known tiles; the tile whose ends found no space */
    const uint8_t *whim; /* with `known`: makes the ends of a tile bend differently */
    int way;             /* 0: of two equal gates the right one, 1: the left one, then any */
};

static inline int by_line_rule(const struct by_line_plan *p, int id) { return (int)p->v->rules.opt[id]; }

static inline bool by_line_twin(const struct by_line_plan *p, int i) { return by_is_double(p->v->laid[i].tile); }

/* Returns the end of a tile that takes the one after `skip` others there: the long sides of a double come first. */
void by_ends_open(struct by_line_plan *p, int on, int skip, int number, const struct by_line_gate *gate, int gates);

/* What may come to an end. */
void by_ends_expect(const struct by_line_plan *p, struct by_line_end *e);

/* Reserves (or releases) the space of an end. */
void by_ends_hold(struct by_line_plan *p, const struct by_line_end *e, bool taken);

/* Finds space for the newest ends, leaving the others alone if possible. */
bool by_ends_settle(struct by_line_plan *p, int news);

#endif
