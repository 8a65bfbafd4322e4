/* SPDX-License-Identifier: MIT */
/* search.h: chooses moves in Mexican Train by playouts. */
#ifndef BY_BOTS_TRAINS_SEARCH_H
#define BY_BOTS_TRAINS_SEARCH_H

#include "trains.h"

/* Returns whether `expert` and `master` use the network (net.h): only under the rules that it was trained for. */
bool by_trains_learned(const struct by_view *v);

/* Values each move by playouts, in thousandths of a pip: the mean of the others' remaining pips minus the seat's own.
 * If the question has no count, plays `rounds` rounds. */
int by_trains_search(const struct by_question *q, enum by_level level, uint32_t rounds, struct by_budget *b);

#endif
