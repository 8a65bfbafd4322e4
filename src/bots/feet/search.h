/* search.h: plays tried out on guesses of the hidden tiles. */
#ifndef BY_FEET_SEARCH_H
#define BY_FEET_SEARCH_H

#include "policy.h"
#include "worlds.h"

/* A play as far as it matters: toes of one number are alike. */
struct by_feet_play { uint8_t number, across; };

/* The number that a move covers, and the half across from it. */
struct by_feet_play by_feet_play_of(by_move m);

/* Values of the different plays among the moves of the question: halving (Karnin, Koren and Somekh,
 * "Almost optimal exploration in multi-armed bandits", 2013) over playouts on common guesses.  The budget
 * counts playouts, `own` of them by default.  Fills `values`, thousandths of a point, one a move; false:
 * there is not enough memory. */
bool by_feet_search(const struct by_question *q, uint32_t own, bool infer, int32_t *values);

#endif
