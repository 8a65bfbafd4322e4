/* SPDX-License-Identifier: MIT */
/* quick.c: forms quick matches. Players who want the same match (rules, clock, rated or not) are seated at one table,
 * even if their requests reach different servers at the same time.
 *
 * The `quick` list maps a match and a slot to the table that is waiting for players. The key is unique in the database,
 * so if two servers want to open a table, one writes the row and the other reads it again. A slot is skipped if its
 * table belongs to another server to which the client has already been redirected, or if the person must not meet one
 * of the players there. The row of a table that is no longer waiting is replaced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boneyard/text.h"
#include "caller.h"
#include "create.h"
#include "creating.h"
#include "index.h"
#include "lease.h"
#include "load.h"
#include "meeting.h"
#include "quick.h"
#include "reads.h"
#include "tables.h"
#include "writes.h"
#include "util/memory.h"

/* SLOTS is the number of slots for each match. TRIES is the maximum number of retries of a request. CREATED is the time
 * in seconds after which a table that is being created counts as failed. */
enum { SLOTS = 4, TRIES = 100, CREATED = 5, ID = 16, VALUE = ID + 8 };
static const double LOOK_AGAIN = 0.05; /* seconds */

/* In milliseconds: how long a quick match waits for people. */
enum { WAIT = 30000, WAIT_DAYS = 12 * 3600000 };

enum slot_state { EMPTY, PENDING, OPEN, PASS };

struct by_slot {
    struct creating *of;
    struct by_hub *hub;
    struct by_timer *timer;
    struct by_id match, table, person;
    int at; /* slot number */
    enum slot_state state;
    uint8_t value[VALUE], next[VALUE];
    bool held, unread; /* `held`: the slot has a row, whose value is in `value` */
};

static const struct {
    const char *name, *clock;
    int64_t wait;
} speeds[] = { { "normal", "move 30", WAIT }, { "fast", "move 10", WAIT }, { "days", "days 3", WAIT_DAYS } };

/* ---- A seat ------------------------------------------------------------------------------------- */

void by_quick_sit(struct creating *of, struct live_table *t)
{
    struct by_asked_for sit;

    by_ask_init(&sit, BY_ASK_sit, of->what.key);
    snprintf(sit.name, sizeof sit.name, "%s", of->what.name);
    by_queue_quick(t, of->caller, &sit, &of->what);
}

bool by_quick_again(struct by_caller *c, const struct by_asked_for *what, enum by_refusal why)
{
    struct by_asked_for again = *what;

    if ((why != BY_REFUSED_taken && why != BY_REFUSED_not_now) || ++again.tries > TRIES)
        return false;
    by_quick(c, &again);
    return true;
}

/* ---- The slots ---------------------------------------------------------------------------------- */

static void drop_slot(struct creating *of)
{
    if (of->slot != NULL)
        by_timer_free(of->slot->timer);
    free(of->slot);
    of->slot = NULL;
}

static void end(struct creating *of)
{
    drop_slot(of);
    by_creating_end(of);
}

static void create(struct creating *of)
{
    drop_slot(of);
    by_creating_table(of);
}

static struct by_bytes_of slot_key(const struct by_slot *s, uint8_t out[ID + 1])
{
    memcpy(out, s->match.bytes, ID);
    out[ID] = (uint8_t)s->at;
    return (struct by_bytes_of){ out, ID + 1 };
}

/* Returns the state of a slot's table according to its row. */
static enum slot_state state_of(struct by_store *s, struct by_slot *slot)
{
    char text[8192];
    struct by_store_row row;
    long n = by_store_get(s, "table", (struct by_bytes_of){ slot->table.bytes, ID }, text, sizeof text);
    int64_t since = 0;

    for (int i = 0; i < 8; i++)
        since |= (int64_t)slot->value[ID + i] << 8 * i;
    if (n == -2)
        return PENDING;
    if (n >= 0 && !by_row_read((struct by_bytes_of){ text, (size_t)n }, &row))
        return EMPTY;
    if (n == -1 || (row.live && !row.indexed)) /* the first row of a new table does not describe the table yet */
        return (int64_t)time(NULL) - since < CREATED ? PENDING : EMPTY;
    if (!row.live || !row.waiting)
        return EMPTY;
    for (int i = 0; i < row.who_n; i++)
        if (memcmp(&row.who[i], &slot->person, ID) != 0 && !by_meeting_allowed(s, &slot->person, &row.who[i]))
            return PASS;
    return OPEN;
}

static void read_slot(struct by_store *s, void *data)
{
    struct by_slot *slot = data;
    uint8_t key[ID + 1];
    long n = by_store_get(s, "quick", slot_key(slot, key), slot->value, VALUE);

    slot->unread = n == -2;
    slot->held = n == VALUE;
    slot->state = EMPTY;
    if (!slot->held)
        return;
    memcpy(slot->table.bytes, slot->value, ID);
    slot->state = state_of(s, slot);
}

static void look(void *data);

static void look_later(struct by_slot *slot)
{
    if (++slot->of->tries > TRIES) {
        by_caller_refuse(slot->of->caller, BY_ASK_quick, slot->of->what.key, BY_REFUSED_unknown, NULL);
        end(slot->of);
        return;
    }
    by_timer_set(slot->timer, LOOK_AGAIN);
}

static void look_next(struct by_slot *slot)
{
    if (++slot->at < SLOTS) {
        look(slot);
        return;
    }
    create(slot->of); /* this table can be found only in the lobby */
}

static void on_written(void *data, const struct by_stored *s)
{
    struct by_slot *slot = data;

    if (s->outcome == BY_KEPT) {
        create(slot->of);
    } else if (s->outcome == BY_REFUSED && s->taken) {
        look_later(slot);
    } else {
        by_caller_refuse(slot->of->caller, BY_ASK_quick, slot->of->what.key, BY_REFUSED_not_kept, NULL);
        end(slot->of);
    }
}

/* Writes the slot's row for the table that this request creates. */
static void announce(struct by_slot *slot)
{
    struct creating *of = slot->of;
    struct by_id id = by_create_id(of->caller, of->make.key);
    int64_t at = (int64_t)time(NULL);
    uint8_t key[ID + 1];
    struct by_put_of put = { "quick", slot_key(slot, key), { slot->next, VALUE } };
    struct by_bytes_of was = { slot->value, VALUE };
    struct by_batch b = { .puts = &put, .puts_n = 1 };

    memcpy(slot->next, id.bytes, ID);
    for (int i = 0; i < 8; i++)
        slot->next[ID + i] = (uint8_t)(at >> 8 * i);
    if (slot->held) {
        b.used = 1;
        b.was = &was;
    } else {
        b.fresh = 1;
    }
    by_writes_ask(slot->hub, &b, on_written, slot);
}

/* Takes a seat at the slot's table, or redirects the client to its server. */
static void on_offered(void *data, struct live_table *t, enum by_refusal why)
{
    struct by_slot *slot = data;
    struct creating *of = slot->of;
    struct by_caller *c = of->caller;
    struct by_room_facts facts = { 0 };
    struct by_card card = { 0 };

    if (t != NULL)
        by_room_facts(t->room, &facts);
    if (t != NULL && facts.entries > 0)
        by_room_card(t->room, &c->pass.person, facts.now, &card);
    if (t != NULL && facts.entries == 0) {
        look_later(slot);
    } else if (t != NULL && facts.waiting && by_room_seats_of(t->room, &c->pass.person) != 0) {
        by_creating_answer(c, &of->what, &t->id);
        end(of);
    } else if (t != NULL && facts.waiting && card.open > 0 && t->queued < card.open) {
        by_quick_sit(of, t);
        end(of);
    } else if (t == NULL && why == BY_REFUSED_elsewhere && c->hub->elsewhere[0] != '\0' && !of->what.here) {
        by_creating_refuse_elsewhere(c, &of->what, &slot->table);
        end(of);
    } else if (t == NULL && (why == BY_REFUSED_elsewhere || why == BY_REFUSED_unknown)) {
        look_next(slot);
    } else {
        announce(slot);
    }
}

static void on_slot(void *data)
{
    struct by_slot *slot = data;
    bool here = slot->held && by_tables_known(slot->hub, &slot->table) != NULL;

    if (!slot->unread && slot->state == PASS)
        look_next(slot);
    else if (!slot->unread && (slot->state == OPEN || here))
        by_load_want(slot->hub, &slot->table, on_offered, slot);
    else if (slot->unread || slot->state == PENDING)
        look_later(slot);
    else
        announce(slot);
}

static void look(void *data)
{
    struct by_slot *slot = data;

    by_reads_ask(slot->hub, read_slot, on_slot, slot);
}

/* ---- The request -------------------------------------------------------------------------------- */

/* Finds the table at which the same `quick` request is about to take a seat, and lists those at which the person
 * already has one. */
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

/* If the same request has already taken a seat, answers with that seat, so that a retry does not take a second one;
 * otherwise, looks for a table. */
static void quick_next(void *data)
{
    struct creating *of = data;
    struct by_hub *h = of->caller->hub;
    struct retry before = { .c = of->caller, .key = of->what.key };
    struct live_table *found;
    const uint8_t *person = of->caller->pass.person.bytes;

    by_index_each(h, BY_INDEX_ASKS, person, retry_one, &before);
    by_index_each(h, BY_INDEX_PERSON, person, note_one, &before);
    found = before.found;
    if (found == NULL && of->found >= 0)
        found = by_tables_known(h, &of->mine[of->found]);
    if (found == NULL && !same_tables(of, &before)) {
        free(of->mine); /* this is the first pass, or a seat was taken in the meantime */
        of->mine = before.mine;
        of->n = before.n;
        by_reads_ask(h, find_repeat, quick_next, of);
        return;
    }
    free(before.mine);
    if (found == NULL || found->room == NULL) {
        look(of->slot);
        return;
    }
    by_quick_sit(of, found);
    end(of);
}

/* The same request may have taken a seat on another server. */
static void quick_shared(void *data)
{
    struct creating *of = data;
    const struct by_lobby *o = &of->others;

    if (o->repeat < 0) {
        quick_next(of);
        return;
    }
    by_creating_answer(of->caller, &of->what, &o->at[BY_LOBBY_MINE][o->repeat].id);
    end(of);
}

/* Builds the `make` request for a quick match. Returns the reason if no such match exists. */
static enum by_refusal match_of(const struct by_caller *c, const struct by_asked_for *what, struct by_asked_for *make,
                                struct by_fault *f)
{
    const char *speed = what->speed[0] == '\0' ? speeds[0].name : what->speed;
    char players[24] = "", rules[80];
    struct by_config config;
    size_t i = 0;

    while (i < sizeof speeds / sizeof speeds[0] && strcmp(speeds[i].name, speed) != 0)
        i++;
    if (i == sizeof speeds / sizeof speeds[0]) {
        by_fail(f, BY_E_REQUEST, "the field \"speed\" of quick must be fast, normal or days", NULL);
        return BY_REFUSED_bad_message;
    }
    if (what->players > 0)
        snprintf(players, sizeof players, " players=%d", (int)what->players);
    snprintf(rules, sizeof rules, "%s%s", what->game, players);
    if (strpbrk(what->game, " =") != NULL) {
        by_fail(f, BY_E_RULES, "a quick match takes a game, or a game and a sheet, such as muggins:number", NULL);
        return BY_REFUSED_BY_RULES;
    }
    if (by_config_parse(rules, &config, f) != BY_OK)
        return BY_REFUSED_BY_RULES;
    if (config.opt[BY_PLAYERS] < 2) {
        by_fail(f, BY_E_RULES, "a quick match needs two players or more", NULL);
        return BY_REFUSED_BY_RULES;
    }
    if (what->rated && c->account[0] == '\0')
        return BY_REFUSED_no_account;
    by_ask_init(make, BY_ASK_quick, what->key);
    by_config_print(&config, make->rules, sizeof make->rules);
    snprintf(make->clock, sizeof make->clock, "%s", speeds[i].clock);
    make->public = true;
    make->rated = what->rated;
    make->wait = speeds[i].wait;
    return BY_NOT_REFUSED;
}

static struct by_slot *slot_new(struct creating *of)
{
    static const char name[] = "BY1 quick match";
    struct by_slot *slot = by_sure(calloc(1, sizeof *slot));
    struct by_hasher h;

    *slot = (struct by_slot){ .of = of, .hub = of->caller->hub, .person = of->caller->pass.person };
    slot->timer = by_timer_new(slot->hub->loop, look, slot);
    by_hash_init(&h, NULL, 0, ID);
    by_hash_add(&h, name, sizeof name);
    by_hash_add(&h, of->make.rules, strlen(of->make.rules) + 1);
    by_hash_add(&h, of->make.clock, strlen(of->make.clock) + 1);
    by_hash_add(&h, of->make.rated ? "r" : "-", 1);
    by_hash_end(&h, slot->match.bytes, ID);
    return slot;
}

void by_quick(struct by_caller *c, const struct by_asked_for *what)
{
    struct by_fault f = { 0 };
    struct by_asked_for make;
    enum by_refusal why = match_of(c, what, &make, &f);
    struct creating *of;

    if (why != BY_NOT_REFUSED) {
        by_caller_refuse(c, BY_ASK_quick, what->key, why, &f);
        return;
    }
    of = by_creating_new(c, what);
    of->make = make;
    of->slot = slot_new(of);
    of->others.game = -1;
    of->others.key = by_queue_key(&c->pass.person, of->what.key, of->key);
    if (by_lease_shared(c->hub))
        by_creating_others(of, quick_shared);
    else
        by_load_of(c->hub, &c->pass.person, quick_next, of);
}
