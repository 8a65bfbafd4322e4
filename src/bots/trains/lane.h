/* lane.h: a planned train, and simple manners of playing by it: what greedy does, what the easier levels
 * do, and what everybody does in imagined rounds. */
#ifndef BY_LANE_H
#define BY_LANE_H

#include "boneyard/train.h"
#include "bots/think.h"

#define BY_LANE 48                      /* tiles looked ahead on a train; longer plans are cut */

struct by_lane {
    uint8_t n, at, tail;                /* tiles; the next one; the number it joins */
    struct by_set in;                   /* the tiles from `at` on */
    by_tile tile[BY_LANE];
};

/* What a policy looks at, of a view or of an imagined state alike. */
struct by_seen {
    const struct by_now *now;
    const uint8_t *tail;
    const struct by_set *hand;          /* of the seat */
    int seat;
};

/* Points of a move in quarters of a pip; the tile's own pips come on top. */
struct by_manner {
    int32_t own, dump;                  /* the next tile of the plan; a tile outside of it, elsewhere */
    int32_t stray, spoil;               /* the own train off the plan; a tile of the plan elsewhere */
    int32_t cover, unmark;              /* covering an open double on the own train; taking the marker away */
    struct by_wish wish;
};

/* How the moves rate; the best is to be played.  `rate` gets n values. */
void by_lane_rate(const struct by_lane *l, const struct by_seen *s, const struct by_manner *m, const by_move *moves,
                  int n, int32_t *rate);

void by_lane_plan(struct by_lane *l, const struct by_set *hand, int tail, const struct by_manner *m, uint32_t most);

/* A tile has been laid by the lane's owner, on whichever train; one has been drawn into the hand. */
void by_lane_laid(struct by_lane *l, by_tile t, bool own_train);
void by_lane_drew(struct by_lane *l, by_tile t);

#endif
