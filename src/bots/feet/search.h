/* search.h: plays tried out on guesses of the hidden tiles. */
#ifndef BY_FEET_SEARCH_H
#define BY_FEET_SEARCH_H

#include "policy.h"
#include "worlds.h"

/* A play as far as it matters: toes of one number are alike. */
struct by_feet_play { uint8_t number, across; };

/* The number that a move covers, and the half across from it. */
struct by_feet_play by_feet_play_of(by_move m);

/* How much a level thinks. */
struct by_feet_effort {
    uint32_t playouts;                  /* unless the question says otherwise */
    int prior;                          /* guesses that the judgement of policy.h counts for */
    bool infer;                         /* worlds.h */
};

/* Values of the different plays among the moves of the question: halving (Karnin, Koren and Somekh,
 * "Almost optimal exploration in multi-armed bandits", 2013) over playouts on common guesses.  The budget
 * counts playouts.  Fills `values`, thousandths of a point, one a move; false: there is not enough memory. */
bool by_feet_search(const struct by_question *q, const struct by_feet_effort *effort, int32_t *values);

#endif
