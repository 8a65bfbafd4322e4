/* SPDX-License-Identifier: MIT */
/* think.h: defines how the levels play Mexican Train. */
#ifndef BY_BOTS_TRAINS_THINK_H
#define BY_BOTS_TRAINS_THINK_H

#include "bots/think.h"

/* The greedy bot in Mexican Train: follows its planned train first. */
int by_trains_greedy(const struct by_question *q);

#endif
