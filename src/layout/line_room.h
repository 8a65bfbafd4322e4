/* SPDX-License-Identifier: MIT */
/* line_room.h: tracks the occupied space in a line game's layout, and determines whether a line can continue from a
 * place.
 *
 * The grid has steps of a quarter tile (BY_HALF / 2): a tile covers 2 by 4 steps. The middle of the first tile is at
 * 0, 0. A tile begins at a gate, the middle of the side that it touches, and leads away from it. */
#ifndef BY_LINE_ROOM_H
#define BY_LINE_ROOM_H

#include "boneyard/layout.h"

enum { BY_STEP = BY_HALF / 2, BY_GRID = 256, BY_EDGE = 122 }; /* BY_EDGE: outermost position of a tile, in steps */

struct by_line_gate {
    int16_t x, y; /* in steps */
    uint8_t turn; /* direction in which the tile would lead: 0, 2, 4 or 6 */
    bool spun;    /* whether the tile starts at a double, so that other tiles may start nearby */
    /* for singles that turn with their first half and touch with a long side: 1 for right, 2 for left; otherwise 0 */
    uint8_t elbow;
};

struct by_line_space {
    uint64_t taken[BY_GRID][BY_GRID / 64];
    int32_t wide, high; /* distance from the middle to the table's edge, in steps */
    int32_t gap;        /* minimum distance between unrelated tiles, in steps */
    bool spin;          /* whether the ends of a new double are also open */
    bool twins;         /* whether any double is still unplayed */
    bool pairs;         /* whether two doubles may touch */
    bool loose;         /* whether a single may turn with its first half, or start at a different gate than a double */
};

/* Lists the gates of a tile placed at this gate. A single has three: straight on, right and left. A double has one
 * straight on and, if it spins, two more at its right and left. Returns the number of gates listed. */
int by_gates_of(const struct by_line_gate *at, bool twin, bool spin, struct by_line_gate out[3]);

/* Returns the gate of a single that turns right or left instead of continuing straight on. */
struct by_line_gate by_elbow(const struct by_line_gate *at, bool left);

/* Returns, in steps, the midpoint of the edge along which a tile at the gate touches the tile it joins. */
void by_gate_side(const struct by_line_gate *at, int32_t *x, int32_t *y);

/* Returns the middle of a tile placed at the gate, in steps. */
void by_gate_middle(const struct by_line_gate *at, bool twin, int32_t *x, int32_t *y);

/* Reserves (or releases) the space of a tile at the gate. */
void by_room_mark(struct by_line_space *r, const struct by_line_gate *at, bool twin, bool taken);

/* Returns whether a tile fits at the gate and the line can then continue for `deep` tiles, whichever tiles are played.
 * Leaves the grid unchanged. */
bool by_room_for(struct by_line_space *r, const struct by_line_gate *at, bool twin, int deep);

/* Finds a place for a detached tile as near as possible to the gate. */
struct by_line_gate by_room_near(const struct by_line_space *r, const struct by_line_gate *at, bool twin);

/* Returns the number of steps, up to `most`, for which a line, including its doubles, can go straight on from the
 * gate. */
int by_room_ahead(const struct by_line_space *r, const struct by_line_gate *at, int most);

#endif
