/* SPDX-License-Identifier: MIT */
/* lobby.c: see lobby.h. */
#include "lobby.h"

#include <stdlib.h>
#include <string.h>

#include "index.h"
#include "tables.h"
#include "util/memory.h"
#include "server/net/address.h"
#include "wire/messages.h"

enum { KNOWN_MOST = 300 };

/* ---- Glances ---------------------------------------------------------------------------------- */

struct glance {
    struct by_room *room;
    uint64_t entries;
    by_err err;
};

static bool replay_entry(void *data, uint64_t number, struct by_bytes_of bytes)
{
    struct glance *g = data;
    struct by_fault f;

    g->entries = number;
    g->err = by_room_apply(g->room, number, bytes.at, bytes.n, &f);
    return g->err == BY_OK;
}

struct by_room *by_lobby_glance(struct by_store *s, const struct by_id *id, const struct by_room_host *host,
                                enum by_refusal *why)
{
    struct glance g = { .err = BY_OK };
    char reason[1024];
    long aside = by_store_get(s, "aside", (struct by_bytes_of){ id->bytes, sizeof id->bytes }, reason, sizeof reason);
    struct by_room_facts facts;
    struct by_fault f;
    by_err err;

    *why = aside == -2 ? BY_REFUSED_unknown : aside >= 0 ? BY_REFUSED_set_aside : BY_NOT_REFUSED;
    if (*why != BY_NOT_REFUSED)
        return NULL;
    g.room = by_room_new(id, host);
    err = by_store_read(s, id, 1, replay_entry, &g, &f);
    by_room_facts(g.room, &facts);
    if (err == BY_E_IO || facts.needs > by_room_entries(host)) /* readable only by a newer server */
        *why = BY_REFUSED_unknown;
    else if (err != BY_OK || g.err != BY_OK)
        *why = BY_REFUSED_set_aside;
    else if (g.entries == 0)
        *why = BY_REFUSED_no_table;
    if (*why == BY_NOT_REFUSED)
        return g.room;
    by_room_free(g.room);
    return NULL;
}

/* Fills in a table's card as this person sees it. Leaves out a table that has ended in the meantime or has been set
 * aside. If only a newer server can read the table, uses the row. */
static void look_at(struct by_store *s, const struct by_lobby *l, struct by_lobby_table *t)
{
    enum by_refusal why;
    struct by_room *room = by_lobby_glance(s, &t->id, l->look, &why);
    struct by_out o = { 0 };
    struct by_room_facts facts;
    struct by_card card;

    t->seated = room == NULL && why == BY_REFUSED_unknown;
    if (t->seated)
        return;
    free(t->card);
    t->card = NULL;
    if (room == NULL)
        return;
    by_room_facts(room, &facts);
    by_room_card(room, &l->person, facts.now, &card);
    t->turn = card.turn;
    t->seated = by_room_seats_of(room, &l->person) != 0;
    if (!facts.over && !facts.closed) {
        by_card_put_short(&o, &card, -1, false);
        t->card = by_out_end(&o);
    }
    by_room_free(room);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

struct reading {
    struct by_lobby *l;
    enum by_lobby_part part;
};

static bool is_among(const struct by_id *id, const struct by_id *all, int n)
{
    for (int i = 0; i < n; i++)
        if (memcmp(id, &all[i], sizeof *id) == 0)
            return true;
    return false;
}

static bool note_row(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    const struct reading *r = data;
    struct by_lobby *l = r->l;
    struct by_lobby_table *t;
    bool listed = r->part == BY_LOBBY_OPEN || r->part == BY_LOBBY_WATCH;
    by_json *j;

    if (l->n[r->part] == l->room[r->part]) {
        l->room[r->part] = 2 * l->room[r->part] + 8;
        l->at[r->part] = by_sure(realloc(l->at[r->part], (size_t)l->room[r->part] * sizeof *t));
    }
    t = &l->at[r->part][l->n[r->part]];
    *t = (struct by_lobby_table){ .card = NULL };
    if (key.n != sizeof t->id)
        return true;
    memcpy(t->id.bytes, key.at, key.n);
    if (r->part != BY_LOBBY_FROM && r->part != BY_LOBBY_WIDE && is_among(&t->id, l->known, l->known_n))
        return true;
    if ((listed || l->look != NULL) && (!by_row_read(value, &t->row) || !t->row.live))
        return true;
    if (l->is_public && (!t->row.is_public || (l->game >= 0 && t->row.game != l->game)))
        return true;
    if (listed || l->look != NULL) {
        j = by_json_read(value.at, value.n, NULL);
        if (r->part != BY_LOBBY_WATCH || by_json_true(by_json_get(by_json_get(j, "room"), "watch")))
            t->card = by_json_line(by_json_get(j, "room"));
        by_json_free(j);
    }
    l->n[r->part]++;
    return true;
}

static void read_part(struct by_store *s, struct by_lobby *l, enum by_lobby_part part)
{
    struct by_query q = { .kind = "table", .most = l->most[part] };
    struct reading r = { l, part };
    struct by_id from;

    if (l->most[part] == 0)
        return;
    memcpy(from.bytes, part == BY_LOBBY_WIDE ? l->wide : l->from, sizeof from.bytes);
    if (part == BY_LOBBY_MINE || part == BY_LOBBY_FROM || part == BY_LOBBY_WIDE) {
        q.who = part == BY_LOBBY_MINE ? &l->person : &from;
        q.undated = true;
    } else {
        q.status = part == BY_LOBBY_OPEN ? BY_ROW_OPEN : BY_ROW_PUBLIC;
        q.game = l->game < 0 ? NULL : by_games[l->game]->key;
    }
    l->unread = !by_store_query(s, &q, note_row, &r) || l->unread;
}

void by_lobby_read(struct by_store *s, struct by_lobby *l)
{
    by_lobby_clear(l);
    l->repeat = -1;
    for (int part = 0; part < BY_LOBBY_PARTS; part++)
        read_part(s, l, (enum by_lobby_part)part);
    for (int i = 0; i < l->n[BY_LOBBY_MINE]; i++) {
        struct by_lobby_table *t = &l->at[BY_LOBBY_MINE][i];

        if (l->key.n > 0 && l->repeat < 0 && by_store_find(s, &t->id, l->key) != 0)
            l->repeat = i;
        if (l->look != NULL)
            look_at(s, l, t);
    }
}

void by_lobby_clear(struct by_lobby *l)
{
    for (int part = 0; part < BY_LOBBY_PARTS; part++) {
        for (int i = 0; i < l->n[part]; i++)
            free(l->at[part][i].card);
        free(l->at[part]);
        l->at[part] = NULL;
        l->n[part] = l->room[part] = 0;
    }
}

/* ---- On the loop ------------------------------------------------------------------------------ */

static bool know_one(void *data, struct live_table *t)
{
    struct by_lobby *l = data;

    l->known = by_sure(realloc(l->known, (size_t)(l->known_n + 1) * sizeof *l->known));
    l->known[l->known_n++] = t->id;
    return true;
}

static bool know_some(void *data, struct live_table *t)
{
    know_one(data, t);
    return ((struct by_lobby *)data)->known_n < KNOWN_MOST;
}

void by_lobby_know(struct by_lobby *l, const struct by_hub *h, const struct by_id *person)
{
    l->person = *person;
    by_index_each(h, BY_INDEX_PERSON, person->bytes, know_one, l);
}

void by_lobby_know_public(struct by_lobby *l, const struct by_hub *h)
{
    for (int list = 0; list < BY_INDEX_LISTS; list++)
        if (l->known_n < KNOWN_MOST)
            by_index_public(h, (enum by_index_list)list, l->game, know_some, l);
}

int by_lobby_count(const struct by_lobby *l, enum by_lobby_part part, struct by_hub *h)
{
    int n = 0;

    for (int i = 0; i < l->n[part]; i++)
        n += by_tables_known(h, &l->at[part][i].id) == NULL;
    return n;
}

void by_lobby_address(const struct by_hub *h, const uint8_t address[16], uint8_t out[16])
{
    static const char name[] = "BY1 address";
    struct by_hasher of;

    by_hash_init(&of, h->setup.host.seal, sizeof h->setup.host.seal, 16);
    by_hash_add(&of, name, sizeof name);
    by_hash_add(&of, address, 16);
    by_hash_end(&of, out, 16);
}

bool by_lobby_wide(const struct by_hub *h, const uint8_t address[16], uint8_t out[16])
{
    uint8_t wide[16];

    if (!by_address_wide(address, wide))
        return false;
    by_lobby_address(h, wide, out);
    return true;
}
