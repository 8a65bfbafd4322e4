/* SPDX-License-Identifier: MIT */
/* rooms.h: declarations shared by the fuzz targets of a table: an empty table, and the people in the corpus
 * (tests/room/table.c). */
#ifndef BY_FUZZ_ROOMS_H
#define BY_FUZZ_ROOMS_H

#include <stdlib.h>
#include <string.h>

#include "room/room.h"

static inline void check(int truth)
{
    if (!truth)
        abort();
}

static inline struct by_id person(int i)
{
    struct by_id id;

    memset(&id, 'A' + i, sizeof id);
    return id;
}

/* Returns an empty room, to be freed with by_room_free. */
static inline struct by_room *empty_room(void)
{
    struct by_room_host host = { .haste = 1 };
    struct by_id table;

    memset(host.seal, 7, sizeof host.seal);
    memset(&table, 'T', sizeof table);
    return by_room_new(&table, &host);
}

#endif
