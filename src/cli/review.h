/* review.h: the decisions of a record, graded; between review.c and what tells of them. */
#ifndef BY_CLI_REVIEW_H
#define BY_CLI_REVIEW_H

#include "boneyard/coach.h"
#include "boneyard/text.h"
#include "story.h"

struct by_graded {
    int moment;                         /* the place in the story */
    uint8_t seat;
    struct by_verdict verdict;
    int32_t chance;                     /* by_study.chance, before the move */
    char move[BY_MOVE_TEXT], best[BY_MOVE_TEXT];
    char better[160];                   /* the best move in words; empty where the played one is best */
    char why[400];                      /* reasons for it that the played one lacks */
    char known[400];                    /* what could be known of the other hands */
};

/* Where a match turned: between two decisions of one seat. */
struct by_turning {
    int moment;                         /* the place in the story of what turned it, or -1: nothing did */
    int seat;                           /* through whose eyes */
    bool own;                           /* it was that seat's own decision */
    int32_t from, to;                   /* how the match stood before and after it (by_study.chance) */
};

struct by_review {
    const struct by_story *story;
    const struct by_bot *bot;
    uint32_t seats;                     /* bit k: graded */
    struct by_graded *at;
    int n;
    struct by_turning turning;
};

void by_review_print(const struct by_review *r);
void by_review_json(const struct by_review *r);

#endif
