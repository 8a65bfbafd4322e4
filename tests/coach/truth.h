/* SPDX-License-Identifier: MIT */
/* truth.h: checks whether the coach's statements about a move are true, using the whole state, with all hidden tiles,
 * and independent code. */
#ifndef TRUTH_H
#define TRUTH_H

#include "boneyard/coach.h"

/* A move and the real round around it. */
struct truth {
    const struct by_state *before;
    struct by_state after;
    struct by_events ev;
    int seat;
    by_move move;
    const by_move *list;
    int n;
    struct by_set hidden; /* the tiles in other hands and in the boneyard before the move */
};

void truth_of(struct truth *t, const struct by_state *s, int seat, const by_move *list, int n, int move);

/* Names the subject of each reason (reasons.def), for messages. */
extern const char *const truth_about[BY_REASONS];

/* Returns NULL, or a description of the error. */
const char *truth_denies(const struct truth *t, const struct by_reason *r);

/* Returns NULL if a reason to prefer `a` to `b` is true of `a` and false of `b`, otherwise a description of the
 * error. */
const char *truth_denies_than(const struct truth *a, const struct truth *b, const struct by_reason *r);

/* Returns the id of a reason that should be in the list but is not, or -1. */
int truth_misses(const struct truth *t, const struct by_reason *r, int n);

/* Returns whether a seat that is said to be hardly able to follow really cannot follow. */
bool truth_cannot(const struct truth *t);

#endif
