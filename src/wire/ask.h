/* ask.h: asks a bot for a move of a running match. */
#ifndef BY_WIRE_ASK_H
#define BY_WIRE_ASK_H

#include "boneyard/bot.h"
#include "boneyard/match.h"

/* What questions need beside the match; one of them serves any number of bots and matches, one after
 * another.  Begins as zeros; by_asker_clear gives the memory back. */
struct by_asker {
    struct by_heard *heard;             /* the past of the round */
    uint32_t room;                      /* entries there */
    void *memory;                       /* BY_BOT_MEMORY bytes */
    struct by_past past;                /* of the last question */
};

void by_asker_clear(struct by_asker *a);

/* Makes memory and the past ready for a round of so many moves. */
void by_asker_room(struct by_asker *a, uint32_t moves);

/* Fills in view (into *v), past, memory and clock of a question whose moves, generator and budget are
 * there, and asks: a place in q->moves.  A bot that peeks is given the referee's view. */
int by_ask(struct by_asker *a, const struct by_match *m, int seat, const struct by_bot *bot, struct by_view *v,
           struct by_question *q);

#endif
