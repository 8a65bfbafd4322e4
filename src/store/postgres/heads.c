/* SPDX-License-Identifier: MIT */
/* heads.c: caches the heads of tables. A table's id selects a set of four slots, in which a new head replaces the
 * oldest one. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres/heads.h"
#include "util/memory.h"

enum { SETS = 1 << 14, PLACES = 4 };

struct by_heads {
    uint64_t clock, parts;
    struct by_cached at[SETS][PLACES];
};

struct by_heads *by_heads_new(void) { return by_sure(calloc(1, sizeof(struct by_heads))); }
void by_heads_free(struct by_heads *h) { free(h); }
void by_heads_forget(struct by_heads *h) { memset(h->at, 0, sizeof h->at); }
uint64_t by_heads_part(struct by_heads *h) { return ++h->parts; }

static struct by_cached *set_of(struct by_heads *h, const struct by_id *table)
{
    struct by_hash hash = { { 0 } };

    by_hash_of(NULL, 0, table->bytes, sizeof table->bytes, hash.bytes, 16);
    return h->at[(hash.bytes[0] | hash.bytes[1] << 8) % SETS];
}

struct by_cached *by_heads_of(struct by_heads *h, const struct by_id *table)
{
    struct by_cached *set = set_of(h, table);

    for (int i = 0; i < PLACES; i++)
        if (set[i].used != 0 && memcmp(&set[i].table, table, sizeof *table) == 0) {
            set[i].used = ++h->clock;
            return &set[i];
        }
    return NULL;
}

struct by_cached *by_heads_put(struct by_heads *h, const struct by_id *table)
{
    struct by_cached *set = set_of(h, table), *c = by_heads_of(h, table);

    if (c == NULL) {
        c = set;
        for (int i = 1; i < PLACES; i++)
            if (set[i].used < c->used)
                c = &set[i];
    }
    *c = (struct by_cached){ .table = *table, .used = ++h->clock };
    return c;
}

void by_heads_drop(struct by_heads *h, const struct by_id *table)
{
    struct by_cached *c = by_heads_of(h, table);

    if (c != NULL)
        c->used = 0;
}
