/* SPDX-License-Identifier: MIT */
/* live_rows.c: see live_rows.h. */
#include "live_rows.h"

#include <stdlib.h>
#include <string.h>

#include "lease.h"
#include "util/memory.h"

static bool note_live(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct by_live_rows *ids = data;
    struct by_store_row row;

    if (key.n != sizeof ids->all->id.bytes || !by_row_read(value, &row) || !row.live)
        return true;
    if (ids->n == ids->room) {
        ids->room = ids->room == 0 ? 64 : 2 * ids->room;
        ids->all = by_sure(realloc(ids->all, ids->room * sizeof *ids->all));
    }
    if (ids->people_n + BY_SEATS + 2 > ids->people_room) {
        ids->people_room = 2 * ids->people_room + 256;
        ids->people = by_sure(realloc(ids->people, ids->people_room * sizeof *ids->people));
    }
    ids->all[ids->n] = (struct by_live_row){ .indexed = row.indexed,
                                             .is_public = row.is_public,
                                             .waiting = row.waiting,
                                             .game = row.game,
                                             .who_n = row.who_n,
                                             .who = ids->people_n };
    memcpy(ids->all[ids->n++].id.bytes, key.at, key.n);
    memcpy(ids->people + ids->people_n, row.who, (size_t)row.who_n * sizeof row.who[0]);
    ids->people_n += (size_t)row.who_n;
    return true;
}

void by_live_rows_read(struct by_store *s, struct by_live_rows *l, const struct by_id *node)
{
    char at[BY_NODE_ADDRESS];
    size_t n = 0;

    by_row_each_live(s, note_live, l);
    if (node == NULL)
        return;
    for (size_t i = 0; i < l->n; i++)
        if (by_lease_look(s, node, &l->all[i].id, 0, at) == BY_LEASE_FREE)
            l->all[n++] = l->all[i];
    l->n = n;
}

void by_live_rows_clear(struct by_live_rows *l)
{
    free(l->all);
    free(l->people);
    *l = (struct by_live_rows){ 0 };
}

bool by_live_rows_has(const struct by_live_rows *l, size_t i, const struct by_id *person)
{
    const struct by_live_row *one = &l->all[i];

    for (int k = 0; k < one->who_n; k++)
        if (memcmp(&l->people[one->who + (size_t)k], person, sizeof *person) == 0)
            return true;
    return false;
}
