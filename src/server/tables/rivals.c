/* SPDX-License-Identifier: MIT */
/* rivals.c: see rivals.h. */
#include "rivals.h"

#include <string.h>
#include <time.h>

#include "caller.h"
#include "tables.h"
#include "writes.h"

enum { LASTS = 60 }; /* in seconds; a server that stops in the meantime leaves its rows behind */

void by_rivals_store(struct by_rivals *r, struct by_hub *h, const struct by_caller *c, const struct by_id *table,
                     void (*done)(void *, const struct by_stored *), void *data)
{
    int64_t until = (int64_t)time(NULL) + LASTS;
    uint8_t value[8];
    struct by_put_of put = { "making", { table->bytes, sizeof table->bytes }, { value, sizeof value } };
    struct by_columns columns = { .at = until, .who = r->who };

    r->table = *table;
    r->who[0] = c->pass.person;
    by_lobby_address(h, c->pass.address, r->who[1].bytes);
    r->who_n = 2 + by_lobby_wide(h, c->pass.address, r->who[2].bytes);
    columns.who_n = r->who_n;
    for (int i = 0; i < 8; i++)
        value[i] = (uint8_t)((uint64_t)until >> 8 * i);
    by_writes_ask(h, &(struct by_batch){ .epoch = 1, .puts = &put, .puts_n = 1, .columns = &columns }, done, data);
}

void by_rivals_remove(struct by_hub *h, const struct by_id *table)
{
    struct by_put_of put = { "making", { table->bytes, sizeof table->bytes }, { NULL, 0 } };

    by_writes_puts(h, &put, 1, NULL, NULL);
}

struct reading {
    struct by_rivals *rivals;
    int i;
    int64_t now;
};

static bool note(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct reading *of = data;
    struct by_rivals *r = of->rivals;
    uint64_t until = 0;

    for (size_t i = 0; i < 8 && i < value.n; i++)
        until |= (uint64_t)((const uint8_t *)value.at)[i] << 8 * i;
    if (key.n == sizeof r->table && memcmp(key.at, &r->table, key.n) != 0 && (int64_t)until > of->now)
        memcpy(&r->all[of->i][r->n[of->i]++], key.at, key.n);
    return r->n[of->i] < BY_RIVALS_MOST;
}

void by_rivals_read(struct by_store *s, struct by_rivals *r)
{
    struct reading of = { .rivals = r, .now = (int64_t)time(NULL) };

    for (of.i = 0; of.i < r->who_n; of.i++) {
        const struct by_query q = { .kind = "making", .who = &r->who[of.i] };

        r->unread = !by_store_query(s, &q, note, &of) || r->unread;
    }
}

int by_rivals_count(const struct by_rivals *r, int i, const struct by_lobby *l, enum by_lobby_part part,
                    struct by_hub *h)
{
    int n = 0;

    for (int k = 0; k < r->n[i]; k++) {
        bool known = by_tables_known(h, &r->all[i][k]) != NULL;

        for (int at = 0; at < l->n[part] && !known; at++)
            known = memcmp(&l->at[part][at].id, &r->all[i][k], sizeof r->all[i][k]) == 0;
        n += !known;
    }
    return n;
}
