/* SPDX-License-Identifier: MIT */
/* create.c: creates tables, and finds one for quick play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/random.h"
#include "caller.h"
#include "capacity.h"
#include "create.h"
#include "index.h"
#include "lease.h"
#include "load.h"
#include "lobby.h"
#include "queue.h"
#include "tables.h"
#include "server/net/rate_limit.h"
#include "util/memory.h"

/* QUICK_MOST: maximum number of waiting tables to load, or of other servers to try, in the search for a seat. TRIES:
 * how often to claim a new table that another server is creating for the same request. */
enum { QUICK_MOST = 16, TRIES = 20 };

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

/* Redirects the client to the server that owns the table. */
static void refuse_elsewhere(struct by_caller *c, const struct by_asked_for *what, const struct by_id *id)
{
    struct by_out reply = by_reply_refused(what->key, BY_REFUSED_elsewhere, NULL, false);

    by_out_key_string(&reply, "at", c->hub->elsewhere);
    by_out_key_base64(&reply, "table", id->bytes, sizeof id->bytes);
    by_caller_answer(c, BY_ASKS, what->key, &reply); /* not remembered */
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

/* A `make` or `quick` request that waits for tables to be loaded. */
struct creating {
    struct by_caller *caller;
    struct by_asked_for what; /* as sent */
    uint8_t key[BY_QUEUE_KEY];
    struct by_asked_for make;
    int game;
    struct by_id *mine; /* the tables in memory where the person has a seat */
    struct by_entries first;
    bool claims;            /* the table's lease is being claimed */
    int n, found;           /* `found`: the table where the same `quick` request has taken a seat, or -1 */
    struct by_lobby others; /* tables of other servers */
    int tries, next;        /* `next`: the next of the others' open tables to try */
};

static struct creating *creating_new(struct by_caller *c, const struct by_asked_for *what)
{
    struct creating *of = by_sure(calloc(1, sizeof *of));

    *of = (struct creating){ .caller = c, .what = *what, .make = *what, .found = -1 };
    by_caller_pause(c);
    return of;
}

static void creating_end(struct creating *of)
{
    struct by_caller *c = of->caller;

    free(of->mine);
    by_lobby_clear(&of->others);
    free(of->others.known);
    free(of);
    by_caller_resume(c);
}

static void read_others(struct by_store *s, void *data) { by_lobby_read(s, &((struct creating *)data)->others); }

/* Reads the tables of this person and address on other servers. */
static void ask_others(struct creating *of, by_read_done *done)
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

/* Adds a table if the caller may create one. Otherwise returns NULL and the reason. */
static struct live_table *may_make(const struct creating *of, const struct by_id *id, enum by_refusal *why)
{
    struct by_caller *c = of->caller;
    struct by_hub *h = c->hub;
    const struct by_settings *most = h->setup.settings;
    struct live_table *t;
    int own = 0, others;

    by_index_each(h, BY_INDEX_PERSON, c->pass.person.bytes, count_one, &own);
    own += by_lobby_count(&of->others, BY_LOBBY_MINE, h);
    others = by_lobby_count(&of->others, BY_LOBBY_FROM, h);
    if (of->others.unread)
        *why = BY_REFUSED_unknown;
    else if (own >= most->tables_per_person
             || !by_capacity_address(h, c->pass.address, others, by_lobby_count(&of->others, BY_LOBBY_WIDE, h)))
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

/* Creates the table, unless it exists. Returns NULL after a refusal, or if its lease must be claimed first. */
static struct live_table *make(struct creating *of, struct live_table *t, enum by_refusal why)
{
    struct by_caller *c = of->caller;
    struct by_id id = table_id(c, of->make.key);
    int ask = of->make.id;
    struct by_entries first = { 0 };
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order o = { c->pass.person, 0, chance };
    struct by_fault f = { 0 };

    if (t == NULL && why == BY_REFUSED_no_table)
        t = by_tables_known(c->hub, &id);           /* another request may have created it just now */
    if (t == NULL && why == BY_REFUSED_elsewhere) { /* by the same request at another server */
        if (ask == BY_ASK_make)
            answer_table(c, &of->make, &id);
        else
            refuse_elsewhere(c, &of->make, &id);
        return NULL;
    }
    if (t != NULL) {
        struct by_room_facts facts;

        by_room_facts(t->room, &facts);
        if (ask == BY_ASK_make && facts.entries == 0)
            by_caller_refuse(c, ask, of->make.key, BY_REFUSED_unknown, NULL); /* the table is not stored yet */
        else if (ask == BY_ASK_make)
            answer_table(c, &of->make, &id);
        return t;
    }
    by_random(chance, sizeof chance);
    if (why == BY_REFUSED_no_table) /* for any other reason, the table exists but is unavailable */
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
        by_lease_claim(c->hub, &id, on_claimed, of);
        return NULL;
    }
    by_queue_make(t, c, &of->make, &first);
    return t;
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

/* For `quick`: takes a seat at the table that was found or created. */
static void sit_down(struct creating *of, struct live_table *t)
{
    struct by_asked_for sit;

    by_ask_init(&sit, BY_ASK_sit, of->what.key);
    sit.seat = open_seat(t, &of->caller->pass.person);
    snprintf(sit.name, sizeof sit.name, "%s", of->what.name);
    by_queue_put(t, of->caller, &sit, true);
}

static void make_found(void *data, struct live_table *t, enum by_refusal why);

/* Drops a new table that could not be claimed. If another server is creating it, looks for it there. */
static void not_claimed(struct creating *of, struct live_table *t, bool stale)
{
    struct by_caller *c = of->caller;
    struct by_id id = t->id;

    by_entries_clear(&of->first);
    of->claims = false;
    t->lost = true;
    by_queue_step(t); /* refuses waiting commands */
    by_tables_drop(t);
    if (stale && of->tries++ < TRIES && !c->hub->stopping) {
        by_load_want(c->hub, &id, make_found, of);
        return;
    }
    by_caller_refuse(c, of->what.id, of->what.key, stale ? BY_REFUSED_unknown : BY_REFUSED_not_kept, NULL);
    creating_end(of);
}

/* Creates the table, now that this node holds its lease. */
static void on_claimed(void *data, const struct by_stored *s)
{
    struct creating *of = data;
    struct by_caller *c = of->caller;
    struct by_id id = table_id(c, of->make.key);
    struct live_table *t = by_tables_known(c->hub, &id);

    if (s->outcome != BY_KEPT) {
        not_claimed(of, t, s->stale);
        return;
    }
    t->epoch = s->epoch;
    t->until = s->until;
    by_queue_make(t, c, &of->make, &of->first);
    if (of->what.id == BY_ASK_quick)
        sit_down(of, t);
    creating_end(of);
}

static void make_found(void *data, struct live_table *t, enum by_refusal why)
{
    struct creating *of = data;

    t = make(of, t, why);
    if (t != NULL && of->what.id == BY_ASK_quick)
        sit_down(of, t);
    if (!of->claims)
        creating_end(of);
}

static void make_counted(void *data)
{
    struct creating *of = data;
    struct by_id id = table_id(of->caller, of->make.key);

    by_load_want(of->caller->hub, &id, make_found, of);
}

void by_create_table(struct by_caller *c, const struct by_asked_for *what)
{
    struct creating *of = creating_new(c, what);

    if (by_lease_shared(c->hub))
        ask_others(of, make_counted);
    else
        by_load_of(c->hub, &c->pass.person, make_counted, of);
}

/* ---- Quick play ------------------------------------------------------------------------------- */

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

/* Finds the table where the same `quick` request is about to take a seat, and notes the tables where the person already
 * has a seat. */
struct retry {
    const struct by_caller *c;
    const char *key;
    struct live_table *found;
    struct by_id *mine;
    int n, room;
};

static bool retry_one(void *data, struct live_table *t)
{
    struct retry *r = data;

    if (by_queue_has(t, r->c, r->key))
        r->found = t;
    return r->found == NULL;
}

static bool note_one(void *data, struct live_table *t)
{
    struct retry *r = data;

    if (r->n == r->room) {
        r->room = 2 * r->room + 4;
        r->mine = by_sure(realloc(r->mine, (size_t)r->room * sizeof *r->mine));
    }
    r->mine[r->n++] = t->id;
    return true;
}

static void find_repeat(struct by_store *s, void *data)
{
    struct creating *of = data;
    uint8_t key[BY_QUEUE_KEY];
    struct by_bytes_of name = by_queue_key(&of->caller->pass.person, of->what.key, key);

    of->found = -1;
    for (int i = 0; i < of->n && of->found < 0; i++)
        if (by_store_find(s, &of->mine[i], name) != 0)
            of->found = i;
}

static bool same_tables(const struct creating *of, const struct retry *now)
{
    return of->n == now->n && (of->n == 0 || memcmp(of->mine, now->mine, (size_t)of->n * sizeof *of->mine) == 0);
}

static void quick_elsewhere(struct creating *of);

/* Takes a seat at a table that another server had, or redirects the client to that server. */
static void quick_offered(void *data, struct live_table *t, enum by_refusal why)
{
    struct creating *of = data;
    struct by_caller *c = of->caller;
    const struct by_id *id = &of->others.at[BY_LOBBY_OPEN][of->next - 1].id;
    struct by_room_facts facts = { 0 };

    if (t != NULL)
        by_room_facts(t->room, &facts);
    if (t != NULL && facts.waiting && facts.people < facts.players && by_room_seats_of(t->room, &c->pass.person) == 0) {
        sit_down(of, t);
    } else if (t == NULL && why == BY_REFUSED_elsewhere && c->hub->elsewhere[0] != '\0') {
        refuse_elsewhere(c, &of->what, id);
    } else {
        quick_elsewhere(of);
        return;
    }
    creating_end(of);
}

/* Tries the open tables of other servers, and then creates one. */
static void quick_elsewhere(struct creating *of)
{
    const struct by_lobby *o = &of->others;

    while (of->next < o->n[BY_LOBBY_OPEN] && !of->what.here) {
        const struct by_lobby_table *t = &o->at[BY_LOBBY_OPEN][of->next++];
        bool own = false;

        for (int i = 0; i < t->row.who_n; i++)
            own = own || memcmp(&t->row.who[i], &o->person, sizeof o->person) == 0;
        if (own || by_tables_known(of->caller->hub, &t->id) != NULL)
            continue;
        by_load_want(of->caller->hub, &t->id, quick_offered, of);
        return;
    }
    make_counted(of);
}

/* Takes a seat where the same request has already taken one, so that a retry does not take a second; otherwise, at a
 * waiting table or a new one. */
static void quick_next(void *data)
{
    struct creating *of = data;
    struct by_hub *h = of->caller->hub;
    struct retry before = { .c = of->caller, .key = of->what.key };
    struct search s = { &of->caller->pass.person, NULL };
    const uint8_t *person = of->caller->pass.person.bytes;

    by_index_each(h, BY_INDEX_ASKS, person, retry_one, &before);
    by_index_each(h, BY_INDEX_PERSON, person, note_one, &before);
    s.found = before.found;
    if (s.found == NULL && of->found >= 0)
        s.found = by_tables_known(h, &of->mine[of->found]);
    if (s.found == NULL && !same_tables(of, &before)) {
        free(of->mine); /* the first time, or a seat was taken meanwhile */
        of->mine = before.mine;
        of->n = before.n;
        by_reads_ask(h, find_repeat, quick_next, of);
        return;
    }
    free(before.mine);
    if (s.found == NULL)
        by_index_public(h, BY_INDEX_OPEN, of->game, search_one, &s);
    if (s.found == NULL || s.found->room == NULL) {
        quick_elsewhere(of);
        return;
    }
    sit_down(of, s.found);
    creating_end(of);
}

/* The same request may have taken a seat at another server. */
static void quick_shared(void *data)
{
    struct creating *of = data;
    const struct by_lobby *o = &of->others;

    if (o->repeat < 0) {
        quick_next(of);
        return;
    }
    answer_table(of->caller, &of->what, &o->at[BY_LOBBY_MINE][o->repeat].id);
    creating_end(of);
}

static void quick_mine(void *data)
{
    struct creating *of = data;

    by_load_public(of->caller->hub, of->game, true, QUICK_MOST, quick_next, of);
}

void by_create_quick(struct by_caller *c, const struct by_asked_for *what)
{
    struct by_fault f = { .err = BY_E_RULES, .text = "there is no game of that key" };
    struct creating *of;

    if (by_create_game_index(what->game) < 0) {
        by_caller_refuse(c, BY_ASK_quick, what->key, BY_REFUSED_BY_RULES, &f);
        return;
    }
    of = creating_new(c, what);
    of->game = by_create_game_index(what->game);
    by_ask_init(&of->make, BY_ASK_quick, what->key);
    snprintf(of->make.rules, sizeof of->make.rules, "%s", what->game);
    of->make.public = true;
    of->others.game = of->game;
    of->others.most[BY_LOBBY_OPEN] = QUICK_MOST;
    of->others.key = by_queue_key(&c->pass.person, of->what.key, of->key);
    if (by_lease_shared(c->hub))
        ask_others(of, quick_shared);
    else
        by_load_of(c->hub, &c->pass.person, quick_mine, of);
}
