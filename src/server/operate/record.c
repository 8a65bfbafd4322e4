/* SPDX-License-Identifier: MIT */
/* record.c: see record.h. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "room/room.h"
#include "util/page.h"

struct loading {
    struct by_room *room;
    struct by_fault fault;
    by_err err;
};

static bool load(void *context, uint64_t number, struct by_bytes_of bytes)
{
    struct loading *l = context;

    l->err = by_room_apply(l->room, number, bytes.at, bytes.n, &l->fault);
    return l->err == BY_OK;
}

bool by_record_print(struct by_store *s, const char *key_path, const struct by_id *table, int n)
{
    struct loading l = { .err = BY_OK };
    struct by_room_host host = { .haste = 0 };
    uint8_t keys[BY_KEYS][BY_SEAL_KEY];
    char *all = NULL;

    host.former_n = by_database_read_keys(key_path, keys) - 1;
    if (host.former_n < 0)
        return false;
    memcpy(host.seal, keys[0], sizeof host.seal);
    host.former = (const uint8_t(*)[BY_SEAL_KEY])(keys + 1);
    l.room = by_room_new(table, &host);
    if (by_store_count(s, table) == 0)
        by_complain("no such table");
    else if (by_store_read(s, table, 1, load, &l, &l.fault) != BY_OK || l.err != BY_OK)
        by_complain("%s", l.fault.text);
    else if ((all = by_room_record(l.room, n)) == NULL)
        by_complain("no such match, or it is not over");
    if (all != NULL)
        fputs(all, stdout);
    free(all);
    by_room_free(l.room);
    by_forget(keys, sizeof keys);
    return all != NULL;
}
