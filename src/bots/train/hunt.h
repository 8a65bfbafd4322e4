/* hunt.h: what the files of the train planner share (train.h).  Not part of the public headers.
 *
 * UNITS.  A number v counts `pot` = tile + 2 * pip * v, so that a tile u-v is worth pot(u) + pot(v), twice
 * the wish: weights of tiles fall apart into weights of their halves, and a whole graph is worth the sum
 * of degree * pot.  A path from u to v costs pot(u) + pot(v) and twice the pot of what lies between; its
 * `detour` is only the latter, never negative and 0 for a single tile.
 */
#ifndef BY_HUNT_H
#define BY_HUNT_H

#include <string.h>

#include "boneyard/error.h"
#include "boneyard/train.h"

#define BY_POINTS   20                  /* the numbers, and a place that joins two starts */
#define BY_JOINT    BY_NUMBERS          /* that place */
#define BY_REAL     (((uint32_t)1 << BY_NUMBERS) - 1)
#define BY_FAR      (1 << 26)           /* no way */

/* Faults on purpose, compiled in by the test that has to notice them: 1 a bound that is too low, 2 a branch
 * that is left out, 3 a matching that stops early. */
#ifndef BY_TRAIN_FAULT
#define BY_TRAIN_FAULT 0
#endif

/* Roads: bit v of row[u] and bit u of row[v]. */
struct by_roads { uint32_t row[BY_POINTS]; };

struct by_hunt {
    int32_t pot[BY_POINTS], fine;       /* fine: what ending on a double costs, doubled */
    uint32_t loops, starts;             /* numbers with a double in the hand; that begin a train */
    int start, ends;                    /* where the walk is anchored; how many free ends */
    int32_t best;                       /* the best found, doubled, and its roads */
    struct by_roads found;
    uint32_t nodes, most;
    bool short_of;                      /* the search was stopped */
};

/* A lightest T-join: takes the roads to be left out of `roads`, none of `kept`, so that but for the free
 * ends all of the places `in` have even degree (start and other starts counted as one end more).
 * False: it costs `limit` or more.  *cost: what it costs, doubled. */
bool by_join(const struct by_hunt *h, const struct by_roads *kept, uint32_t in, int32_t limit,
             struct by_roads *roads, int32_t *cost);

/* The places that hang together with `from`. */
uint32_t by_hanging(const struct by_roads *r, int from);

/* How many places; by hand, since the core calls no library. */
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

/* Orders the roads that hang together with `from` into one walk that takes each once; `walk` gets the
 * places, at most BY_MAX_TILES + 3.  Returns how many.  Destroys the roads. */
int by_walk(struct by_roads *r, int from, uint8_t walk[]);

#endif
