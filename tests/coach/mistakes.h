/* SPDX-License-Identifier: MIT */
/* mistakes.h: games between bots of mixed levels, reviewed by the coach. */
#ifndef MISTAKES_H
#define MISTAKES_H

#include "boneyard/coach.h"

/* A reviewed decision whose move had a cost. */
struct mistake {
    const struct by_coach *coach;
    const struct by_table *table; /* before the move */
    struct by_study *study;
    int played; /* an index into study->moves */
    const char *rules;
    uint64_t seed;
};

struct mistakes {
    uint32_t count;  /* the coach's count; 0 for its default */
    uint32_t one_in; /* reviews one of this many decisions */
    int rounds;      /* played per seed */
    void (*use)(void *to, const struct mistake *m);
    void *to;
    long reviewed, found; /* counted */
};

/* Plays the rules with a seed.  Seats play `random`, `greedy`, `easy` and `medium` in turn. */
void mistakes_of(struct mistakes *of, const char *rules, uint64_t seed);

#endif
