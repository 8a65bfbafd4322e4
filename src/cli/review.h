/* SPDX-License-Identifier: MIT */
/* review.h: grades the decisions of a record, for `boneyard review` and for the end of a terminal game. */
#ifndef BY_CLI_REVIEW_H
#define BY_CLI_REVIEW_H

#include "boneyard/coach.h"
#include "boneyard/text.h"
#include "story.h"

struct by_graded {
    int moment; /* an index into the story */
    uint8_t seat;
    struct by_verdict verdict;
    int32_t chance; /* by_study.chance, before the move */
    char move[BY_MOVE_TEXT], best[BY_MOVE_TEXT];
    char table[1200]; /* the hand and the places where a tile could go; empty if the best move was played */
    char better[160]; /* the best move in words; empty if that move was played */
    char why[400];    /* reasons for the best move that do not apply to the move played */
    int reasons;      /* the number of those reasons, and their ids (enum by_reason_id) */
    uint8_t reason[2];
    char known[400]; /* the inferences that the player could have made about the other hands */
};

/* The turning point of a match, between two decisions of one seat. */
struct by_turning {
    int moment;       /* the story index of the cause, or -1 if none */
    int seat;         /* the seat from whose point of view the review is written */
    bool own;         /* whether the cause was that seat's own decision */
    int32_t from, to; /* that seat's chances before and after (by_study.chance) */
};

struct by_review {
    const struct by_story *story;
    const struct by_bot *bot;
    uint32_t seats; /* bit k: seat k is graded */
    struct by_graded *at;
    int n;
    int unjudged[BY_SEATS]; /* number of decisions per seat left ungraded because the budget was too small */
    bool hasty;             /* whether any decision was left ungraded */
    struct by_turning turning;
};

/* One paragraph of a written review. */
enum by_review_part {
    BY_REVIEW_HEADING,
    BY_REVIEW_MOVE,  /* a move played, with its number */
    BY_REVIEW_ABOUT, /* remarks on that move */
    BY_REVIEW_TEXT
};
typedef void by_review_line(void *context, enum by_review_part part, int number, const char *words);

/* Writes a review paragraph by paragraph. */
void by_review_say(const struct by_review *r, by_review_line *line, void *context);

/* A by_review_line that prints to the FILE `context`. */
void by_review_print(void *context, enum by_review_part part, int number, const char *words);

void by_review_json(const struct by_review *r);

/* Describes the table for the deciding seat: "Your hand: 6-5 2-1. Ends: 1 and 4." */
void by_review_table(const struct by_view *v, const struct by_names *names, struct by_text *out);

/* Reviews a match for its human players, or for all seats if there are none, as `boneyard review` does. If stopped,
 * returns false and writes nothing; `stop` may be NULL. */
bool by_review_match(const struct by_record *t, const struct by_stop *stop, by_review_line *line, void *context);

#endif
