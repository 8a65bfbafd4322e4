/* SPDX-License-Identifier: MIT */
/* elsewhere.c: runs lobby.c and live_rows.c on a journal in memory (elsewhere.h). */
#include "elsewhere.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/address.h"
#include "server/tables/index.h"
#include "server/tables/lease.h"
#include "server/tables/live_rows.h"
#include "server/tables/lobby.h"
#include "server/tables/tables.h"
#include "util/memory.h"

struct by_store {
    const struct lines *journal;
    const char *row;
    struct by_id table;
};

/* ---- The store, as far as these files read it ---- */

long by_store_get(struct by_store *s, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    (void)s;
    (void)kind;
    (void)key;
    (void)out;
    (void)room;
    return -1;
}

by_err by_store_read(struct by_store *s, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                     struct by_fault *f)
{
    (void)table;
    (void)f;
    for (int i = (int)from - 1; i < s->journal->n; i++)
        if (!each(context, (uint64_t)i + 1, (struct by_bytes_of){ s->journal->at[i], strlen(s->journal->at[i]) }))
            break;
    return BY_OK;
}

bool by_store_query(struct by_store *s, const struct by_query *q, by_on_value *each, void *context)
{
    (void)q;
    each(context, (struct by_bytes_of){ s->table.bytes, sizeof s->table.bytes },
         (struct by_bytes_of){ s->row, strlen(s->row) });
    return true;
}

uint64_t by_store_find(struct by_store *s, const struct by_id *table, struct by_bytes_of key)
{
    (void)s;
    (void)table;
    (void)key;
    return 0;
}

/* ---- Not called: they serve the loop, or look at leases ---- */

void by_index_each(const struct by_hub *h, enum by_index_kind kind, const uint8_t id[16], by_on_indexed *each,
                   void *data)
{
    (void)h;
    (void)kind;
    (void)id;
    (void)each;
    (void)data;
    abort();
}

void by_index_public(const struct by_hub *h, enum by_index_list list, int game, by_on_indexed *each, void *data)
{
    (void)h;
    (void)list;
    (void)game;
    (void)each;
    (void)data;
    abort();
}

struct live_table *by_tables_known(struct by_hub *h, const struct by_id *id)
{
    (void)h;
    (void)id;
    abort();
}

bool by_address_wide(const uint8_t address[16], uint8_t out[16])
{
    (void)address;
    out[0] = 0;
    abort();
}

enum by_lease_held by_lease_look(struct by_store *s, const struct by_id *own, const struct by_id *table, int least,
                                 char at[BY_NODE_ADDRESS])
{
    (void)s;
    (void)own;
    (void)table;
    (void)least;
    at[0] = '\0';
    abort();
}

/* ---- The text ---- */

static char *row_of(const struct by_room *r, const struct by_id *person, int64_t now)
{
    static const struct by_id nobody;
    struct by_store_row row = { .live = true, .who_n = 1, .who = { *person } };
    struct by_card card;

    by_room_card(r, &nobody, now, &card);
    card.is_public = card.watch = true;
    return by_row_print(&row, &card);
}

char *elsewhere(const struct by_room *r, const struct lines *journal, const struct by_room_host *host,
                const struct by_id *person, int64_t now)
{
    char *row = row_of(r, person, now), *text;
    struct by_store s = { journal, row, { { 'W' } } };
    struct by_lobby l = { .most = { [BY_LOBBY_MINE] = 1, [BY_LOBBY_OPEN] = 1, [BY_LOBBY_WATCH] = 1 },
                          .game = -1,
                          .look = host };
    struct by_live_rows live = { .all = NULL };
    size_t n;
    FILE *out = by_sure(open_memstream(&text, &n));

    l.person = *person;
    by_lobby_read(&s, &l);
    by_live_rows_read(&s, &live, NULL);
    fprintf(out, "%s %d", row, l.unread);
    for (int part = 0; part < BY_LOBBY_PARTS; part++)
        for (int i = 0; i < l.n[part]; i++) {
            const struct by_lobby_table *t = &l.at[part][i];

            fprintf(out, " %d %s %d %d", part, t->card == NULL ? "-" : t->card, t->turn, t->seated);
        }
    for (size_t i = 0; i < live.n; i++)
        fprintf(out, " %d %d %d %d %d", live.all[i].indexed, live.all[i].is_public, live.all[i].waiting,
                (int)live.all[i].game, (int)live.all[i].who_n);
    fclose(out);
    by_live_rows_clear(&live);
    by_lobby_clear(&l);
    free(row);
    return text;
}
