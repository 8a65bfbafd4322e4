/* SPDX-License-Identifier: MIT */
/* search.h: searches line games with an information-set tree search that infers worlds (infer.h), uses the move model
 * (policy.h) and aims to win the match (worth.h). At the end of a round, it may solve worlds instead, all of
 * them if they are few (ends.h). */
#ifndef BY_LINE_SEARCH_H
#define BY_LINE_SEARCH_H

#include "infer.h"

struct by_line_way {
    enum by_level level;
    uint32_t iterations; /* used if the question has no count */
    int worlds;          /* the size of the pool; 0 for fresh uniform worlds without inference */
    float explore;       /* c of UCB */
    float guide;         /* strength of the move model's bias, fading with visits */
    int heed;            /* of every 256 playout moves, the number that the model chooses; the rest are random */
    int left;            /* with at most this many tiles left in the hands and the boneyard, ends.h finds the answer */
    uint32_t solves;     /* for ends.h, used if the question has no count */
    int deals;           /* at most this many possible deals are listed, for ends.h to solve all of them */
    uint32_t steps;      /* for that, the steps (budget.h) for each of `iterations` */
};

/* Statistics of a search, for reports; unchanged if ends.h answers. */
struct by_line_report {
    float effective;    /* effective sample size of the pool */
    int worlds, events; /* the size of the pool, and the number of past decisions weighed */
    bool again;         /* the pool was resampled */
    uint32_t nodes;
};

/* Returns an index into q->moves, or -1 if the memory or the budget is too small to try the moves. `report` may be
 * NULL. */
int by_line_search(const struct by_question *q, const struct by_line_way *way, struct by_budget *budget,
                   struct by_line_report *report);

#endif
