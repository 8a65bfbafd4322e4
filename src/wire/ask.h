/* SPDX-License-Identifier: MIT */
/* ask.h: asks a bot for a move in a running match. */
#ifndef BY_WIRE_ASK_H
#define BY_WIRE_ASK_H

#include "boneyard/bot.h"
#include "boneyard/table.h"

/* The memory for asking bots. One struct serves any number of bots and matches in turn. Initialise it to zero;
 * by_asker_clear frees the memory. */
struct by_asker {
    struct by_heard *heard;     /* the round's past */
    uint32_t room;              /* capacity */
    void *memory;               /* BY_BOT_MEMORY bytes */
    struct by_past past;        /* the history for the last question */
    const struct by_stop *stop; /* NULL, or a flag that stops bots and hints */
};

void by_asker_clear(struct by_asker *a);

/* Prepares memory and the history for a round of this many moves. */
void by_asker_room(struct by_asker *a, uint32_t moves);

/* Completes a question whose moves, generator and budget are set: fills in the view (stored in *v), the history, the
 * memory and, if not set, the clock. Asks the bot and returns an index into q->moves. A bot that peeks gets the
 * referee's view. */
int by_ask(struct by_asker *a, const struct by_table *m, int seat, const struct by_bot *bot, struct by_view *v,
           struct by_question *q);

#endif
