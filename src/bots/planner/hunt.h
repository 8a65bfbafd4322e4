/* SPDX-License-Identifier: MIT */
/* hunt.h: declarations shared by the files of the train planner (train.h). Not public.
 *
 * UNITS. Each number v has a `pot` of tile + 2 * pip * v, so a tile u-v is worth pot(u) + pot(v), twice its weight. A
 * tile's weight is thus the sum of the weights of its halves, and a whole graph is worth the sum of degree * pot. A
 * path from u to v costs pot(u) + pot(v) plus twice the pot of the places between. A path's `detour` is only the second
 * part, which is never negative, and is 0 for a single tile. */
#ifndef BY_HUNT_H
#define BY_HUNT_H

#include <string.h>

#include "boneyard/error.h"
#include "boneyard/train.h"

#define BY_POINTS 20        /* one place for each number, and an extra place that joins two starts */
#define BY_JOINT BY_NUMBERS /* the extra place */
#define BY_REAL (((uint32_t)1 << BY_NUMBERS) - 1)
#define BY_FAR (1 << 26) /* cost of a missing path */

/* Planted faults, compiled in by the test that must detect them: 1 is a bound that is too low, 2 a missing branch, 3 a
 * matching that stops early. */
#ifndef BY_TRAIN_FAULT
#define BY_TRAIN_FAULT 0
#endif

/* A road u-v sets bit v of row[u] and bit u of row[v]. */
struct by_roads {
    uint32_t row[BY_POINTS];
};

struct by_hunt {
    int32_t pot[BY_POINTS], fine; /* `fine`: twice the cost of ending on a double */
    uint32_t loops, starts;       /* numbers with a double in the hand, and numbers that begin a train */
    int start, ends;              /* the anchor of the walk, and the number of free ends */
    int32_t best;                 /* twice the best weight found; `found` holds its roads */
    struct by_roads found;
    uint32_t nodes, most;
    bool short_of; /* the search was cut short */
};

/* Finds a lightest T-join and removes it from `roads`. A T-join is a set of roads, none of them in `kept`, whose
 * removal gives an even degree to every place in `in` except the free ends (each start counts as an additional end).
 * Returns false if the join costs `limit` or more. Sets *cost to twice the cost of the join. */
bool by_join(struct by_hunt *h, const struct by_roads *kept, uint32_t in, int32_t limit, struct by_roads *roads,
             int32_t *cost);

/* Counts the bits of a set of places. Open-coded, since the core calls no library. */
static inline int by_places(uint32_t set)
{
    set -= set >> 1 & 0x55555555;
    set = (set & 0x33333333) + (set >> 2 & 0x33333333);
    return (int)(((set + (set >> 4)) & 0x0f0f0f0f) * 0x01010101u >> 24);
}

static inline void by_road_flip(struct by_roads *r, int u, int v)
{
    r->row[u] ^= (uint32_t)1 << v;
    r->row[v] ^= (uint32_t)1 << u;
}

#endif
