/* SPDX-License-Identifier: MIT */
/* ask.c: asks a bot for a move in a running match (ask.h). */
#include "ask.h"

#include <stdlib.h>

#include "util/chance.h"
#include "util/memory.h"

void by_asker_clear(struct by_asker *a)
{
    free(a->heard);
    free(a->memory);
    *a = (struct by_asker){ 0 };
}

void by_asker_room(struct by_asker *a, uint32_t moves)
{
    if (a->memory == NULL)
        a->memory = by_sure(malloc(BY_BOT_MEMORY));
    if (a->room < moves) {
        a->room = moves + 256;
        a->heard = by_sure(realloc(a->heard, a->room * sizeof *a->heard));
    }
}

int by_ask(struct by_asker *a, const struct by_table *m, int seat, const struct by_bot *bot, struct by_view *v,
           struct by_question *q)
{
    by_asker_room(a, m->moves);
    by_table_view(m, bot->peeks ? BY_REFEREE : seat, v);
    by_table_past(m, a->heard, &a->past);
    q->view = v;
    q->past = &a->past;
    q->memory = a->memory;
    q->size = BY_BOT_MEMORY;
    if (q->clock == NULL)
        q->clock = by_now_ns;
    q->stop = a->stop != NULL ? a->stop : q->stop;
    return bot->choose(q);
}
