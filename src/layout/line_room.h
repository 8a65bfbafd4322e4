/* line_room.h: which part of a table of a line game is taken, and whether a line can go on from a place.
 *
 * A grid of quarter tiles (steps of BY_HALF / 2): a tile is 2 by 4 of them.  The middle of the first tile is 0, 0; a
 * tile begins at a gate, the middle of the side that it touches, and leads away from it.
 */
#ifndef BY_LINE_ROOM_H
#define BY_LINE_ROOM_H

#include "boneyard/layout.h"

enum { BY_STEP = BY_HALF / 2, BY_GRID = 256, BY_EDGE = 122 };  /* BY_EDGE: no tile lies further out, in steps */

struct by_gate {
    int16_t x, y;                       /* in steps */
    uint8_t turn;                       /* where the tile would lead: 0, 2, 4 or 6 */
    bool spun;                          /* it leaves a double: other tiles may leave it close by */
    uint8_t elbow;                      /* singles only: 1: it turns to the right with its first half, which touches
                                           with a long side; 2: to the left; 0: it does not */
};

struct by_room {
    uint64_t taken[BY_GRID][BY_GRID / 64];
    int32_t wide, high;                 /* how far the table goes from the middle, in steps */
    int32_t gap;                        /* how far tiles that do not belong together stay apart, in steps */
    bool spin;                          /* a double that comes opens on its ends, too */
    bool twins;                         /* there are doubles to come */
    bool pairs;                         /* two doubles may touch */
    bool loose;                         /* a single may turn with its first half, or leave elsewhere than a double */
};

/* The gates of a tile laid at this gate: 3 out of a single (straight on, to the right, to the left), those of a
 * double straight on and, if it spins, to the right and to the left.  Returns how many. */
int by_gates_of(const struct by_gate *at, bool twin, bool spin, struct by_gate out[3]);

/* The gate of a single that lies across where it would have led: turned to the right, or to the left. */
struct by_gate by_elbow(const struct by_gate *at, bool left);

/* The middle of the side where a tile at the gate leaves the one it touches, in steps. */
void by_gate_side(const struct by_gate *at, int32_t *x, int32_t *y);

/* The middle of a tile laid at the gate, in steps. */
void by_gate_middle(const struct by_gate *at, bool twin, int32_t *x, int32_t *y);

/* Takes (or gives back) the room of a tile at the gate. */
void by_room_take(struct by_room *r, const struct by_gate *at, bool twin, bool taken);

/* Whether a tile has room at the gate, and after it a line can go on `deep` tiles further, whatever comes.  The room is
 * as before afterwards. */
bool by_room_for(struct by_room *r, const struct by_gate *at, bool twin, int deep);

/* A place for a tile by itself, as near as may be to the gate. */
struct by_gate by_room_near(const struct by_room *r, const struct by_gate *at, bool twin);

/* How far a line with its doubles can go straight on from the gate, in steps, up to `most`. */
int by_room_ahead(const struct by_room *r, const struct by_gate *at, int most);

#endif
