/* SPDX-License-Identifier: MIT */
/* search.h: tries plays on sampled worlds. */
#ifndef BY_FEET_SEARCH_H
#define BY_FEET_SEARCH_H

#include "policy.h"
#include "worlds.h"

/* A play reduced to what matters: toes of one number are interchangeable. */
struct by_feet_play {
    uint8_t number, across;
};

/* Return the number that a move covers, and the half across from it. */
struct by_feet_play by_feet_play_of(by_move m);

/* How much effort a level spends. */
struct by_feet_effort {
    uint32_t playouts; /* unless the query names a budget */
    int prior;         /* worlds that the rating of policy.h counts for */
    bool infer;        /* worlds.h */
};

/* Values the distinct plays among the moves of the query by sequential halving (Karnin, Koren and Somekh, "Almost
 * optimal exploration in multi-armed bandits", 2013) over playouts on common worlds. A count is a number of playouts.
 * Fills `values`, thousandths of a point, one per move. Returns false if memory is short, or the budget too small for a
 * single world. */
bool by_feet_search(const struct by_question *q, const struct by_feet_effort *effort, struct by_budget *b,
                    int32_t *values);

#endif
