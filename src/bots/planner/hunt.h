/* SPDX-License-Identifier: MIT */
/* hunt.h: declarations shared by the files of the train planner (train.h). Not public.
 *
 * UNITS. A number v counts `pot` = tile + 2 * pip * v, so that a tile u-v is worth pot(u) + pot(v), twice its weight:
 * weights of tiles split into weights of their halves, and a whole graph is worth the sum of degree * pot. A path from
 * u to v costs pot(u) + pot(v) and twice the pot of the places between; its `detour` is only the latter, never negative
 * and 0 for a single tile. */
#ifndef BY_HUNT_H
#define BY_HUNT_H

#include <string.h>

#include "boneyard/error.h"
#include "boneyard/train.h"

#define BY_POINTS 20        /* the numbers, and a place that joins two starts */
#define BY_JOINT BY_NUMBERS /* that place */
#define BY_REAL (((uint32_t)1 << BY_NUMBERS) - 1)
#define BY_FAR (1 << 26) /* no way */

/* Planted faults, compiled in by the test that must notice them: 1 a bound that is too low, 2 a branch left out, 3 a
 * matching that stops early. */
#ifndef BY_TRAIN_FAULT
#define BY_TRAIN_FAULT 0
#endif

/* Roads: bit v of row[u] and bit u of row[v]. */
struct by_roads {
    uint32_t row[BY_POINTS];
};

struct by_hunt {
    int32_t pot[BY_POINTS], fine; /* fine: the cost of ending on a double, doubled */
    uint32_t loops, starts;       /* numbers with a double in the hand; numbers that begin a train */
    int start, ends;              /* the anchor of the walk; the number of free ends */
    int32_t best;                 /* the best weight found, doubled, and its roads */
    struct by_roads found;
    uint32_t nodes, most;
    bool short_of; /* the search was stopped */
};

/* Finds a lightest T-join: the roads of `roads` to leave out, none of `kept`, so that all of the places `in` except the
 * free ends have even degree (start and other starts counted as one more end). Returns false if it costs `limit` or
 * more. *cost: its cost, doubled. */
bool by_join(struct by_hunt *h, const struct by_roads *kept, uint32_t in, int32_t limit, struct by_roads *roads,
             int32_t *cost);

/* Returns the places connected to `from`. */
uint32_t by_hanging(const struct by_roads *r, int from);

/* Counts places; written out because the core calls no library. */
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

/* Orders the roads connected to `from` into one walk that takes each once; `walk` gets the places, at most BY_MAX_TILES
 * + 3. Returns their number. Destroys the roads. */
int by_walk(struct by_roads *r, int from, uint8_t walk[]);

#endif
