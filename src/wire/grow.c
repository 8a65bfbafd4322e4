/* SPDX-License-Identifier: MIT */
/* grow.c: allocates a table's memory as it grows (grow.h). */
#include "grow.h"

#include <stdlib.h>

#include "util/memory.h"

void by_table_grow(struct by_table *t, bool rounds)
{
    uint32_t room;

    if (t->first + t->moves == t->room) {
        room = 2 * t->room + 128;
        by_table_log(t, by_sure(realloc(t->log, room * sizeof *t->log)), room);
    }
    if (rounds && t->state.round == t->rounds_room) {
        room = 2 * t->rounds_room + 4;
        by_table_rounds(t, by_sure(realloc(t->rounds, room * sizeof *t->rounds)), room);
    }
}

void by_table_clear(struct by_table *t)
{
    free(t->log);
    free(t->rounds);
    t->log = NULL;
    t->rounds = NULL;
}
