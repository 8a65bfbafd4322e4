/* SPDX-License-Identifier: MIT */
/* review.h: the graded decisions of a record; shared by review.c and the files that print them. */
#ifndef BY_CLI_REVIEW_H
#define BY_CLI_REVIEW_H

#include "boneyard/coach.h"
#include "boneyard/text.h"
#include "story.h"

struct by_graded {
    int moment; /* index into the story */
    uint8_t seat;
    struct by_verdict verdict;
    int32_t chance; /* by_study.chance, before the move */
    char move[BY_MOVE_TEXT], best[BY_MOVE_TEXT];
    char better[160]; /* the best move in words; empty if it was played */
    char why[400];    /* reasons for it that the move played lacks */
    char known[400];  /* what the player could know about the other hands */
};

/* The turning point of a match, between two decisions of one seat. */
struct by_turning {
    int moment;       /* the story index of the cause, or -1 if none */
    int seat;         /* the seat whose point of view is used */
    bool own;         /* the cause was that seat's own decision */
    int32_t from, to; /* that seat's chances before and after (by_study.chance) */
};

struct by_review {
    const struct by_story *story;
    const struct by_bot *bot;
    uint32_t seats; /* bit k: seat k is graded */
    struct by_graded *at;
    int n;
    struct by_turning turning;
};

void by_review_print(const struct by_review *r);
void by_review_json(const struct by_review *r);

#endif
