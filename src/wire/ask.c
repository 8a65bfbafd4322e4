/* ask.c: asks a bot for a move of a running match (ask.h). */
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

int by_ask(struct by_asker *a, const struct by_match *m, int seat, const struct by_bot *bot, struct by_view *v,
           struct by_question *q)
{
    if (a->memory == NULL)
        a->memory = by_sure(malloc(BY_BOT_MEMORY));
    if (a->room < m->moves) {
        a->room = m->moves + 256;
        a->heard = by_sure(realloc(a->heard, a->room * sizeof *a->heard));
    }
    by_match_view(m, bot->peeks ? BY_REFEREE : seat, v);
    by_match_past(m, a->heard, &a->past);
    q->view = v;
    q->past = &a->past;
    q->memory = a->memory;
    q->size = BY_BOT_MEMORY;
    q->clock = by_now_ns;
    return bot->choose(q);
}
