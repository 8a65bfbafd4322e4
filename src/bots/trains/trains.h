/* trains.h: the bots of Mexican Train. */
#ifndef BY_TRAINS_H
#define BY_TRAINS_H

#include "lane.h"

/* Imagined rounds: the value of each move in thousandths of a pip, the mean of the others' pips left less the
 * own.  steps: rounds to play, if the budget says nothing. */
int by_trains_search(const struct by_question *q, uint32_t steps);

extern const struct by_manner by_manner_playout;

#endif
