/* SPDX-License-Identifier: MIT */
/* lane.h: plans a train and follows the plan in simple ways, for greedy, the easier levels, and all seats in
 * playouts. */
#ifndef BY_LANE_H
#define BY_LANE_H

#include "boneyard/train.h"
#include "bots/think.h"

#define BY_LANE 48 /* maximum number of tiles in a plan; longer plans are cut off */

struct by_lane {
    uint8_t n, at, tail; /* the number of tiles, the index of the next one, and the number that it joins */
    struct by_set in;    /* the tiles from `at` on */
    by_tile tile[BY_LANE];
};

/* The facts that a policy uses, from a view or from a sampled world. */
struct by_seen {
    uint32_t doubles, markers; /* as in by_now.of.trains */
    int seat;
};

/* Points for a move, in quarters of a pip, added to the tile's own pips. */
struct by_manner {
    int32_t own, dump;     /* points for playing the plan's next tile, and for an unplanned tile on another train */
    int32_t stray, spoil;  /* points for any other tile on the player's train, and for a planned tile on another
                            * train */
    int32_t cover, unmark; /* points for covering a double on the player's train, and for removing its marker */
    struct by_wish wish;
};

/* Fills `rate` with n values, one for each move. The highest value marks the move to play. */
void by_lane_rate(const struct by_lane *l, const struct by_seen *s, const struct by_manner *m, const by_move *moves,
                  int n, int32_t *rate);

#define BY_BOUND_STEPS UINT64_C(60) /* steps (budget.h) to compute one bound of a planned train (train.h) */

/* Plans a train, computing at most `most` bounds. */
void by_lane_plan(struct by_lane *l, const struct by_set *hand, int tail, const struct by_manner *m, uint32_t most,
                  struct by_budget *b);

/* Update the lane after its owner has played a tile on any train, or drawn one. */
void by_lane_laid(struct by_lane *l, by_tile t, bool own_train);
void by_lane_drew(struct by_lane *l, by_tile t);

#endif
