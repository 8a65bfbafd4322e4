/* SPDX-License-Identifier: MIT */
/* search.h: tries plays in sampled worlds. */
#ifndef BY_FEET_SEARCH_H
#define BY_FEET_SEARCH_H

#include "net.h"
#include "policy.h"
#include "worlds.h"

/* A play without the choice of toe, since toes with the same number are interchangeable. */
struct by_feet_play {
    uint8_t number, across;
};

/* Returns the number that a move covers and the half at the tile's other end. */
struct by_feet_play by_feet_play_of(by_move m);

/* The effort that a level spends. */
struct by_feet_effort {
    enum by_level level;
    uint32_t playouts; /* number of playouts, unless the question has a count or a time limit */
    uint32_t valued;   /* the same where playouts end early with values (value.h), or 0 to play every round out */
    int prior;         /* the weight of the ratings from policy.h, in worlds */
    bool net;          /* uses a network (net.h) instead of policy.h with a double-9 set */
    bool infer;        /* worlds.h */
};

/* Evaluates the distinct plays among the question's moves by sequential halving (Karnin, Koren and Somekh, "Almost
 * optimal exploration in multi-armed bandits", 2013) over playouts on common worlds. The question's count is a number
 * of playouts. Fills in `values`, one per move, in thousandths of a point. Returns false if memory runs out or the
 * budget is too small for a single world. */
bool by_feet_search(const struct by_question *q, const struct by_feet_effort *effort, struct by_budget *b,
                    int32_t *values);

#endif
