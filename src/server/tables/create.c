/* SPDX-License-Identifier: MIT */
/* create.c: creates tables, and finds one for quick play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/random.h"
#include "caller.h"
#include "create.h"
#include "index.h"
#include "queue.h"
#include "tables.h"

enum { QUICK_MOST = 16 }; /* maximum number of waiting tables to load in the search for a seat */

int by_create_game_index(const char *key)
{
    for (int i = 0; i < BY_GAMES; i++)
        if (strcmp(by_games[i]->key, key) == 0)
            return i;
    return -1;
}

static void answer_table(struct by_caller *c, const struct by_asked_for *what, const struct by_id *id)
{
    struct by_out reply = by_reply_done(what->key);

    by_out_key_base64(&reply, "table", id->bytes, sizeof id->bytes);
    by_caller_answer(c, what->id, what->key, &reply);
}

static void add_part(struct by_hasher *h, const void *bytes, size_t n)
{
    uint8_t length[4] = { (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)(n >> 24) };

    by_hash_add(h, length, sizeof length);
    by_hash_add(h, bytes, n);
}

/* Derives a table's id; the same person and key always give the same id. As text, an id never begins with '-' (62 in
 * base64url), so that `boneyard admin` cannot mistake it for an option. */
static struct by_id table_id(const struct by_caller *c, const char *key)
{
    static const char name[] = "BY1 table id";
    struct by_hasher h;
    struct by_id id = { 0 };

    by_hash_init(&h, NULL, 0, sizeof id.bytes);
    add_part(&h, name, sizeof name - 1);
    add_part(&h, c->hub->key, sizeof c->hub->key);
    add_part(&h, c->pass.person.bytes, sizeof c->pass.person.bytes);
    add_part(&h, key, strlen(key));
    by_hash_end(&h, id.bytes, sizeof id.bytes);
    if (id.bytes[0] >> 2 == 62)
        id.bytes[0] &= 0x7f;
    return id;
}

static bool count_one(void *n, struct live_table *t)
{
    struct by_room_facts facts;

    if (t->room == NULL)
        return true;
    by_room_facts(t->room, &facts);
    *(int *)n += !facts.closed && !facts.over;
    return true;
}

/* Adds a table if the caller may create one. Otherwise returns NULL and the reason. */
static struct live_table *may_make(struct by_caller *c, const struct by_id *id, enum by_refusal *why)
{
    struct by_hub *h = c->hub;
    const struct by_settings *most = h->setup.settings;
    struct live_table *t;
    int own = 0, from = 0;

    by_tables_load_of(h, &c->pass.person);
    by_index_each(h, BY_INDEX_PERSON, c->pass.person.bytes, count_one, &own);
    by_index_each(h, BY_INDEX_ADDRESS, c->pass.address, count_one, &from);
    if (h->tables + (int)(h->later.n - h->later.at) >= most->tables)
        *why = BY_REFUSED_full;
    else if (own >= most->tables_per_person || from >= most->tables_per_address)
        *why = BY_REFUSED_too_many;
    else
        *why = BY_NOT_REFUSED;
    if (*why != BY_NOT_REFUSED)
        return NULL;
    t = by_tables_add(h, id);
    t->made = true;
    memcpy(t->from, c->pass.address, sizeof t->from);
    by_index_add(t, BY_INDEX_ADDRESS, t->from);
    return t;
}

struct live_table *by_create_table(struct by_caller *c, const struct by_asked_for *what)
{
    struct by_id id = table_id(c, what->key);
    int ask = what->id;
    enum by_refusal why = BY_NOT_REFUSED;
    struct live_table *t = by_tables_find(c->hub, &id, &why);
    struct by_entries first = { 0 };
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order o = { c->pass.person, 0, chance };
    struct by_fault f = { 0 };

    if (t != NULL) {
        struct by_room_facts facts;

        by_room_facts(t->room, &facts);
        if (ask == BY_ASK_make && facts.entries == 0)
            by_caller_refuse(c, ask, what->key, BY_REFUSED_unknown, NULL); /* the table is not stored yet */
        else if (ask == BY_ASK_make)
            answer_table(c, what, &id);
        return t;
    }
    if (why == BY_REFUSED_unknown || why == BY_REFUSED_set_aside) {
        by_caller_refuse(c, ask, what->key, why, NULL);
        return NULL;
    }
    by_random(chance, sizeof chance);
    if (why == BY_REFUSED_no_table) /* with any other reason, the table exists but is unavailable */
        why = by_room_make(&o, what, &first, &f);
    if (why == BY_NOT_REFUSED)
        t = may_make(c, &id, &why);
    if (t == NULL) {
        by_entries_clear(&first);
        by_caller_refuse(c, ask, what->key, why, &f);
        return NULL;
    }
    by_queue_make(t, c, what, &first);
    return t;
}

struct search {
    const struct by_id *person;
    struct live_table *found;
};

static bool search_one(void *data, struct live_table *t)
{
    struct search *s = data;

    if (t->state == IDLE && by_room_seats_of(t->room, s->person) == 0)
        s->found = t;
    return s->found == NULL;
}

struct retry {
    const struct by_caller *c;
    const char *key;
    struct live_table *found;
};

/* Finds the table where the same `quick` request has taken or is taking a seat, so that a retry does not take a second
 * one. */
static bool retry_one(void *data, struct live_table *t)
{
    struct retry *r = data;

    if (by_queue_has(t, r->c, r->key))
        r->found = t;
    return r->found == NULL;
}

/* Returns the first open seat, or 0 if none is open. */
static int open_seat(const struct live_table *t, const struct by_id *person)
{
    struct by_card card;

    by_room_card(t->room, person, by_tables_time(t), &card);
    for (int i = 0; i < card.players; i++)
        if (card.seat[i].kind == BY_CARD_OPEN)
            return i;
    return 0;
}

void by_create_quick(struct by_caller *c, const struct by_asked_for *what)
{
    struct search s = { &c->pass.person, NULL };
    struct retry before = { c, what->key, NULL };
    struct by_fault f = { .err = BY_E_RULES, .text = "there is no game of that key" };
    struct by_asked_for make, sit;
    int game = by_create_game_index(what->game);

    if (game < 0) {
        by_caller_refuse(c, BY_ASK_quick, what->key, BY_REFUSED_BY_RULES, &f);
        return;
    }
    by_tables_load_of(c->hub, &c->pass.person);
    by_tables_load_public(c->hub, game, true, QUICK_MOST);
    by_index_each(c->hub, BY_INDEX_ASKS, c->pass.person.bytes, retry_one, &before);
    if (before.found == NULL)
        by_index_each(c->hub, BY_INDEX_PERSON, c->pass.person.bytes, retry_one, &before);
    s.found = before.found;
    if (s.found == NULL)
        by_index_public(c->hub, BY_INDEX_OPEN, game, search_one, &s);
    if (s.found == NULL) {
        by_ask_init(&make, BY_ASK_quick, what->key);
        snprintf(make.rules, sizeof make.rules, "%s", what->game);
        make.public = true;
        s.found = by_create_table(c, &make);
    }
    if (s.found != NULL) {
        by_ask_init(&sit, BY_ASK_sit, what->key);
        sit.seat = open_seat(s.found, &c->pass.person);
        snprintf(sit.name, sizeof sit.name, "%s", what->name);
        by_queue_put(s.found, c, &sit, true);
    }
}
