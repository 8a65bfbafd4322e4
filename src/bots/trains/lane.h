/* SPDX-License-Identifier: MIT */
/* lane.h: a planned train, and simple ways to play by it: used by greedy, by the easier levels, and by every seat in
 * playouts. */
#ifndef BY_LANE_H
#define BY_LANE_H

#include "boneyard/train.h"
#include "bots/think.h"

#define BY_LANE 48 /* tiles looked ahead on a train; longer plans are cut */

struct by_lane {
    uint8_t n, at, tail; /* tiles; the next one; the number it joins */
    struct by_set in;    /* the tiles from `at` on */
    by_tile tile[BY_LANE];
};

/* What a policy looks at, for a view and for a sampled state alike. */
struct by_seen {
    const struct by_now *now;
    const uint8_t *tail;
    const struct by_set *hand; /* of the seat */
    int seat;
};

/* Points of a move in quarters of a pip; the tile's own pips are added. */
struct by_manner {
    int32_t own, dump;     /* the next tile of the plan; a tile outside the plan, elsewhere */
    int32_t stray, spoil;  /* own train but off the plan; a tile of the plan elsewhere */
    int32_t cover, unmark; /* covering an open double on the own train; removing the marker */
    struct by_wish wish;
};

/* Rates the moves; the best is to be played. `rate` gets n values. */
void by_lane_rate(const struct by_lane *l, const struct by_seen *s, const struct by_manner *m, const by_move *moves,
                  int n, int32_t *rate);

#define BY_BOUND_STEPS UINT64_C(60) /* budget.h: one bound of a planned train (train.h) */

/* Plans with at most this many bounds. */
void by_lane_plan(struct by_lane *l, const struct by_set *hand, int tail, const struct by_manner *m, uint32_t most,
                  struct by_budget *b);

/* Update the lane after its owner has played a tile, on whichever train, or drawn one. */
void by_lane_laid(struct by_lane *l, by_tile t, bool own_train);
void by_lane_drew(struct by_lane *l, by_tile t);

#endif
