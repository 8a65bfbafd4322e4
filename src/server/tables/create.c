/* SPDX-License-Identifier: MIT */
/* create.c: creates tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/random.h"
#include "caller.h"
#include "capacity.h"
#include "create.h"
#include "creating.h"
#include "index.h"
#include "lease.h"
#include "load.h"
#include "lobby.h"
#include "queue.h"
#include "quick.h"
#include "rivals.h"
#include "tables.h"
#include "server/net/rate_limit.h"
#include "util/memory.h"

enum {
    TRIES = 20
}; /* the maximum number of attempts to claim a new table that another server is creating for the same request */

int by_create_game_index(const char *key)
{
    for (int i = 0; i < BY_GAMES; i++)
        if (strcmp(by_games[i]->key, key) == 0)
            return i;
    return -1;
}

void by_creating_answer(struct by_caller *c, const struct by_asked_for *what, const struct by_id *id)
{
    struct by_out reply = by_reply_done(what->key);

    by_out_key_base64(&reply, "table", id->bytes, sizeof id->bytes);
    by_caller_answer(c, what->id, what->key, &reply);
}

/* Redirects the client to the server that owns the table. */
void by_creating_refuse_elsewhere(struct by_caller *c, const struct by_asked_for *what, const struct by_id *id)
{
    struct by_out reply = by_reply_refused(what->key, BY_REFUSED_elsewhere, NULL, false);

    by_out_key_string(&reply, "at", c->hub->elsewhere);
    by_out_key_base64(&reply, "table", id->bytes, sizeof id->bytes);
    by_caller_answer(c, BY_ASKS, what->key, &reply); /* not stored */
}

static void add_part(struct by_hasher *h, const void *bytes, size_t n)
{
    uint8_t length[4] = { (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)(n >> 24) };

    by_hash_add(h, length, sizeof length);
    by_hash_add(h, bytes, n);
}

/* Derives a table's id from the person and the request's key, so the same request always gives the same id. As text, an
 * id never begins with '-' (62 in base64url), so `boneyard admin` cannot mistake it for an option. */
struct by_id by_create_id(const struct by_caller *c, const char *key)
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

struct creating *by_creating_new(struct by_caller *c, const struct by_asked_for *what)
{
    struct creating *of = by_sure(calloc(1, sizeof *of));

    *of = (struct creating){ .caller = c, .what = *what, .make = *what, .found = -1 };
    by_caller_pause(c);
    return of;
}

void by_creating_end(struct creating *of)
{
    struct by_caller *c = of->caller;

    free(of->mine);
    by_lobby_clear(&of->others);
    free(of->others.known);
    free(of->rivals);
    free(of);
    by_caller_resume(c);
}

static void read_others(struct by_store *s, void *data) { by_lobby_read(s, &((struct creating *)data)->others); }

/* Reads the tables of this person and address on other servers. */
void by_creating_others(struct creating *of, by_read_done *done)
{
    struct by_hub *h = of->caller->hub;
    struct by_lobby *o = &of->others;

    by_lobby_know(o, h, &of->caller->pass.person);
    by_lobby_address(h, of->caller->pass.address, o->from);
    o->most[BY_LOBBY_MINE] = o->known_n + h->setup.settings->tables_per_person;
    o->most[BY_LOBBY_FROM] = h->setup.settings->tables_per_address;
    if (by_lobby_wide(h, of->caller->pass.address, o->wide))
        o->most[BY_LOBBY_WIDE] = BY_WIDE_SHARE * o->most[BY_LOBBY_FROM];
    by_reads_ask(h, read_others, done, of);
}

/* Returns whether the person and the address may have one more open table. `made` is 1 if the table is already in
 * memory and therefore counted for the address, and 0 otherwise. */
static bool within_limits(const struct creating *of, int made)
{
    static const enum by_lobby_part parts[] = { BY_LOBBY_MINE, BY_LOBBY_FROM, BY_LOBBY_WIDE };
    struct by_caller *c = of->caller;
    struct by_hub *h = c->hub;
    int own = 0, others[3];

    by_index_each(h, BY_INDEX_PERSON, c->pass.person.bytes, count_one, &own);
    for (int i = 0; i < 3; i++) {
        others[i] = by_lobby_count(&of->others, parts[i], h);
        if (of->rivals != NULL && i < of->rivals->who_n)
            others[i] += by_rivals_count(of->rivals, i, &of->others, parts[i], h);
    }
    return own + others[0] < h->setup.settings->tables_per_person
        && by_capacity_address(h, c->pass.address, others[1] - made, others[2] - made);
}

/* Adds a table if the caller may create one; otherwise, returns NULL and the reason. */
static struct live_table *may_make(const struct creating *of, const struct by_id *id, enum by_refusal *why)
{
    struct by_caller *c = of->caller;
    struct by_hub *h = c->hub;
    struct live_table *t;

    if (of->others.unread)
        *why = BY_REFUSED_unknown;
    else if (!within_limits(of, 0))
        *why = BY_REFUSED_too_many;
    else if (!by_capacity_admit(h))
        *why = BY_REFUSED_full;
    else
        *why = BY_NOT_REFUSED;
    if (*why != BY_NOT_REFUSED)
        return NULL;
    t = by_tables_add(h, id, NULL);
    t->made = t->counts = true;
    by_lobby_address(h, c->pass.address, t->from);
    by_lobby_wide(h, c->pass.address, t->wide);
    by_index_update(t);
    return t;
}

static void on_claimed(void *data, const struct by_stored *s);

static void on_reserved(void *data, const struct by_stored *s)
{
    ((struct creating *)data)->reserved = s->outcome == BY_KEPT;
}

/* Creates the table unless it exists. Returns NULL after a refusal, or if the table's lease must be claimed first. */
static struct live_table *make(struct creating *of, struct live_table *t, enum by_refusal why)
{
    struct by_caller *c = of->caller;
    struct by_id id = by_create_id(c, of->make.key);
    int ask = of->make.id;
    struct by_entries first = { 0 };
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order o = { c->pass.person, 0, chance, c->account[0] != '\0' };
    struct by_fault f = { 0 };

    if (t == NULL && why == BY_REFUSED_no_table)
        t = by_tables_known(c->hub, &id);           /* another request may have just created it */
    if (t == NULL && why == BY_REFUSED_elsewhere) { /* the same request has created it on another server */
        if (ask == BY_ASK_make)
            by_creating_answer(c, &of->make, &id);
        else
            by_creating_refuse_elsewhere(c, &of->make, &id);
        return NULL;
    }
    if (t != NULL) {
        struct by_room_facts facts;

        by_room_facts(t->room, &facts);
        if (ask == BY_ASK_make && facts.entries == 0)
            by_caller_refuse(c, ask, of->make.key, BY_REFUSED_unknown, NULL); /* the table is not stored yet */
        else if (ask == BY_ASK_make)
            by_creating_answer(c, &of->make, &id);
        return t;
    }
    by_random(chance, sizeof chance);
    if (why == BY_REFUSED_no_table) /* otherwise, the table exists but is unavailable */
        why = by_room_make(&o, &of->make, &first, &f);
    if (why == BY_NOT_REFUSED)
        t = may_make(of, &id, &why);
    if (t == NULL) {
        by_entries_clear(&first);
        by_caller_refuse(c, ask, of->make.key, why, &f);
        return NULL;
    }
    if (by_lease_shared(c->hub)) {
        of->claims = true;
        of->first = first;
        of->rivals = by_sure(calloc(1, sizeof *of->rivals));
        by_rivals_store(of->rivals, c->hub, c, &id, on_reserved, of);
        by_lease_claim(c->hub, &id, on_claimed, of);
        return NULL;
    }
    by_queue_make(t, c, &of->make, &first);
    return t;
}

static void make_found(void *data, struct live_table *t, enum by_refusal why);

/* Discards a new table that must not be created. */
static void discard(struct creating *of, struct live_table *t)
{
    struct by_id id = by_create_id(of->caller, of->make.key);

    by_entries_clear(&of->first);
    of->claims = false;
    by_rivals_remove(of->caller->hub, &id);
    free(of->rivals);
    of->rivals = NULL;
    if (t == NULL)
        return;
    by_lease_release(t);
    t->lost = true;
    by_queue_step(t); /* refuses waiting requests */
    by_tables_drop(t);
}

/* Handles a failed claim. If another server is creating the table, looks for it there. */
static void not_claimed(struct creating *of, struct live_table *t, bool stale)
{
    struct by_caller *c = of->caller;
    struct by_id id = t->id;

    discard(of, t);
    if (stale && of->tries++ < TRIES && !c->hub->stopping) {
        by_load_want(c->hub, &id, make_found, of);
        return;
    }
    by_caller_refuse(c, of->what.id, of->what.key, stale ? BY_REFUSED_unknown : BY_REFUSED_not_kept, NULL);
    by_creating_end(of);
}

static void read_rivals(struct by_store *s, void *data)
{
    struct creating *of = data;

    by_rivals_read(s, of->rivals);
    by_lobby_read(s, &of->others);
}

/* Creates the table, which this node has claimed, unless other servers have meanwhile created too many for the same
 * person or address. */
static void on_rivals(void *data)
{
    struct creating *of = data;
    struct by_caller *c = of->caller;
    struct by_id id = by_create_id(c, of->make.key);
    struct live_table *t = by_tables_known(c->hub, &id);
    bool unread = t == NULL || of->rivals->unread || of->others.unread;

    if (unread || !within_limits(of, 1)) {
        discard(of, t);
        by_caller_refuse(c, of->what.id, of->what.key, unread ? BY_REFUSED_unknown : BY_REFUSED_too_many, NULL);
    } else {
        by_queue_make(t, c, &of->make, &of->first);
        by_rivals_remove(c->hub, &id);
        if (of->what.id == BY_ASK_quick)
            by_quick_sit(of, t);
    }
    by_creating_end(of);
}

static void on_claimed(void *data, const struct by_stored *s)
{
    struct creating *of = data;
    struct by_caller *c = of->caller;
    struct by_id id = by_create_id(c, of->make.key);
    struct live_table *t = by_tables_known(c->hub, &id);

    if (s->outcome != BY_KEPT || !of->reserved) {
        not_claimed(of, t, s->stale);
        return;
    }
    t->epoch = s->epoch;
    t->until = s->until;
    by_reads_ask(c->hub, read_rivals, on_rivals, of);
}

static void make_found(void *data, struct live_table *t, enum by_refusal why)
{
    struct creating *of = data;

    t = make(of, t, why);
    if (t != NULL && of->what.id == BY_ASK_quick)
        by_quick_sit(of, t);
    if (!of->claims)
        by_creating_end(of);
}

void by_creating_table(void *data)
{
    struct creating *of = data;
    struct by_id id = by_create_id(of->caller, of->make.key);

    by_load_want(of->caller->hub, &id, make_found, of);
}

void by_create_table(struct by_caller *c, const struct by_asked_for *what)
{
    struct creating *of = by_creating_new(c, what);

    if (by_lease_shared(c->hub))
        by_creating_others(of, by_creating_table);
    else
        by_load_of(c->hub, &c->pass.person, by_creating_table, of);
}
