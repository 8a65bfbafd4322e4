/* SPDX-License-Identifier: MIT */
/* line.h: describes a line game's layout in progress: tiles, and ends that reserve space for more. */
#ifndef BY_LAYOUT_LINE_H
#define BY_LAYOUT_LINE_H

#include "line_room.h"

enum { BY_LINE_TILES = 28, BY_LINE_ENDS = 32, BY_LINE_GATES = 5, BY_LINE_WAYS = 4, BY_LINE_LAST = 255 };

/* A side of a tile that can take another tile. */
struct by_line_end {
    struct by_line_gate gate[BY_LINE_GATES]; /* where the next tile may start; `gates` entries, best first */
    uint8_t gates, at[2];                    /* `at`: indices of the gates chosen for a single and for a double */
    uint8_t on, rank, number;                /* `on`: the tile with this end; `rank`: sorts a double's sides before its
                                              * ends */
    uint8_t next;                            /* the next tile if known, otherwise BY_NO_TILE */
    bool single, twin, tile;                 /* whether the end can still take a single, a double, or any tile */
};

/* A tile on the table. */
struct by_lain {
    struct by_line_gate at;
    uint8_t run, arm, order, pad; /* `run`: number of tiles in the straight run up to this one */
    int8_t before;                /* direction of the line before that run, or -1 */
};

struct by_line_plan {
    const struct by_view *v;
    struct by_layout *out;
    struct by_line_space room;
    struct by_lain lain[BY_LINE_TILES];
    struct by_line_end end[BY_LINE_ENDS];
    int ends, order, tries;
    uint32_t doubles;              /* bit n: the double n-n has been played */
    uint8_t lie[BY_NUMBERS], left; /* `lie`: number of played tiles with each number; `left`: tiles not yet played */
    uint8_t spinner;
    int known, stuck;    /* the number of known tiles, and the tile whose ends found no space */
    const uint8_t *whim; /* used with `known`: makes a tile's ends bend differently */
    int way;             /* which of two equal gates to prefer: 0 for right, 1 for left, otherwise pseudo-random */
};

static inline int by_line_rule(const struct by_line_plan *p, int id) { return (int)p->v->rules.opt[id]; }

static inline bool by_line_twin(const struct by_line_plan *p, int i) { return by_is_double(p->v->laid[i].tile); }

/* Opens an end of tile `on` that has this number. `skip` counts the tile's ends with the same number that are used
 * before this one. A double's long sides come first. */
void by_ends_open(struct by_line_plan *p, int on, int skip, int number, const struct by_line_gate *gate, int gates);

/* Sets which tiles an end can still take. */
void by_ends_expect(const struct by_line_plan *p, struct by_line_end *e);

/* Reserves (or releases) the space of an end. */
void by_ends_hold(struct by_line_plan *p, const struct by_line_end *e, bool taken);

/* Finds space for the newest ends, leaving the others unchanged if possible. */
bool by_ends_settle(struct by_line_plan *p, int news);

#endif
