/* SPDX-License-Identifier: MIT */
/* search.h: Mexican Train by playouts. */
#ifndef BY_BOTS_TRAINS_SEARCH_H
#define BY_BOTS_TRAINS_SEARCH_H

#include "trains.h"

/* Imagined rounds: the value of each move in thousandths of a pip, the mean of the others' pips left less the
 * own.  rounds: how many to play, if the question says nothing. */
int by_trains_search(const struct by_question *q, uint32_t rounds, struct by_budget *b);

#endif
