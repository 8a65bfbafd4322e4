/* SPDX-License-Identifier: MIT */
/* truth.h: is what the coach says of a move true?  Judged from the whole state, hidden tiles and all, by other means
 * than the coach's own. */
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
    struct by_set hidden; /* what lies in other hands and in the boneyard before the move */
};

void truth_of(struct truth *t, const struct by_state *s, int seat, const by_move *list, int n, int move);

/* The subject of each reason (reasons.def), for messages. */
extern const char *const truth_about[BY_REASONS];

/* NULL, or what is wrong. */
const char *truth_denies(const struct truth *t, const struct by_reason *r);

/* Is a reason for `a` over `b` true of `a` and false of `b`?  NULL, or what is wrong. */
const char *truth_denies_than(const struct truth *a, const struct truth *b, const struct by_reason *r);

/* A reason that has to be there and is not: its id; else -1. */
int truth_misses(const struct truth *t, const struct by_reason *r, int n);

/* The seat that is said to follow hardly: can it really not? */
bool truth_cannot(const struct truth *t);

#endif
