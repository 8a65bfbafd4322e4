/* SPDX-License-Identifier: MIT */
/* quick.h: plans a train in a fraction of a microsecond, for playouts.
 *
 * A walk goes on until it is stuck, where possible to a number that it can leave as often as it arrives. Then round
 * trips over unused tiles are inserted, and another ending replaces the present one where it is worth more. Plans from
 * up to 14 tiles are worth 98 % of the best trains (train.h) on average. */
#ifndef BY_BOTS_TRAINS_QUICK_H
#define BY_BOTS_TRAINS_QUICK_H

#include "bots/planner/hunt.h"
#include "bots/think.h"

#define BY_QUICK 32 /* maximum number of tiles in a plan; longer plans are cut off */

struct by_quick {
    struct by_set in; /* the tiles of the plan */
    uint8_t n;
    by_tile tile[BY_QUICK]; /* in order of play */
};

/* The tiles of a hand: roads between numbers, and a bit for each double. */
struct by_quick_roads {
    struct by_roads all;
    uint32_t loops;
};

void by_quick_roads(const struct by_set *hand, struct by_quick_roads *out);
void by_quick_drop(struct by_quick_roads *r, by_tile t);

/* Plans a train that starts at the number `tail`. */
void by_quick_plan(const struct by_quick_roads *hand, int tail, struct by_quick *out);

#endif
