/* SPDX-License-Identifier: MIT */
/* blocks.c: see blocks.h. */
#include "blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/tables.h"
#include "server/tables/writes.h"
#include "util/memory.h"
#include "wire/json.h"

/* ---- Lists ------------------------------------------------------------------------------------ */

static bool same(const struct by_id *a, const struct by_id *b) { return memcmp(a, b, sizeof *a) == 0; }

void by_bars_set(struct by_bar **all, int *n, const struct by_id *person, uint8_t mask, uint8_t how)
{
    int i = 0;

    while (i < *n && !same(&(*all)[i].person, person))
        i++;
    if (i == *n) {
        if ((how & mask) == 0)
            return;
        *all = by_sure(realloc(*all, (size_t)(*n + 1) * sizeof **all));
        (*all)[(*n)++] = (struct by_bar){ .person = *person };
    }
    (*all)[i].how = (uint8_t)(((*all)[i].how & ~mask) | (how & mask));
    if ((*all)[i].how == 0)
        (*all)[i] = (*all)[--*n];
}

/* Returns the flags for this person, or 0 if the person is not in the list. */
static uint8_t bars_of(const struct by_bar *all, int n, const struct by_id *person)
{
    for (int i = 0; i < n; i++)
        if (same(&all[i].person, person))
            return all[i].how;
    return 0;
}

uint8_t by_bar_how(struct by_bytes_of value)
{
    by_json *j = by_json_read(value.at, value.n, NULL);
    uint8_t how = (uint8_t)(by_field_number(j, "how", 0) & (BY_HAS_MUTED | BY_HAS_BLOCKED));

    by_json_free(j);
    return how;
}

bool by_blocks_mutes(const struct by_caller *c, const struct by_id *person)
{
    return (bars_of(c->bars, c->bars_n, person) & BY_HAS_MUTED) != 0;
}

bool by_blocks_apart(struct by_store *s, const struct by_id *a, const struct by_id *b)
{
    struct by_id pairs[2][2] = { { *a, *b }, { *b, *a } };
    char text[1024];

    for (int i = 0; i < 2; i++) {
        long n = by_store_get(s, "bar", (struct by_bytes_of){ pairs[i], sizeof pairs[i] }, text, sizeof text);

        if (n == -2 || (n > 0 && (by_bar_how((struct by_bytes_of){ text, (size_t)n }) & BY_HAS_BLOCKED) != 0))
            return true;
    }
    return false;
}

bool by_blocks_shut_out(const struct by_caller *c, const struct live_table *t, int ask)
{
    struct by_room_facts facts;
    struct by_id host;

    if (t->room == NULL || !by_room_host_of(t->room, &host) || by_room_seats_of(t->room, &c->pass.person) != 0)
        return false;
    by_room_facts(t->room, &facts);
    return (bars_of(c->bars, c->bars_n, &host) & BY_BLOCKED_BY) != 0 && (ask == BY_ASK_sit || !facts.is_public);
}

/* ---- Changing --------------------------------------------------------------------------------- */

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* Makes an id for the wire, on which a person's own id is never sent. */
static void wire_id(const struct by_hub *h, const struct by_id *person, uint8_t out[16])
{
    by_hash_of(h->key, sizeof h->key, person->bytes, sizeof person->bytes, out, 16);
}

struct change {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_id other;
    uint8_t how;
    char name[200];
    struct by_out list;
    bool unread;
};

static void change_end(struct change *g)
{
    struct by_caller *c = g->caller;

    free(g->list.at);
    free(g);
    by_caller_resume(c);
}

/* Updates all sockets of both people on this server. */
static void update_callers(const struct change *g)
{
    const struct by_id *own = &g->caller->pass.person;
    uint8_t blocked = (g->how & BY_HAS_BLOCKED) != 0 ? BY_BLOCKED_BY : 0;

    for (struct by_caller *c = g->caller->hub->callers; c != NULL; c = c->after) {
        if (same(&c->pass.person, own))
            by_bars_set(&c->bars, &c->bars_n, &g->other, BY_HAS_MUTED | BY_HAS_BLOCKED, g->how);
        else if (same(&c->pass.person, &g->other))
            by_bars_set(&c->bars, &c->bars_n, own, BY_BLOCKED_BY, blocked);
    }
}

static void on_kept(void *data, bool kept)
{
    struct change *g = data;

    if (kept) {
        update_callers(g);
        by_caller_done(g->caller, g->what.id, g->what.key);
    } else {
        by_caller_refuse(g->caller, g->what.id, g->what.key, BY_REFUSED_not_kept, NULL);
    }
    change_end(g);
}

static void write_change(struct change *g)
{
    struct by_id who[2] = { g->caller->pass.person, g->other }, turned[2] = { who[1], who[0] };
    struct by_columns columns[2] = { { .who = who, .who_n = 1 }, { .who = turned, .who_n = 1 } };
    struct by_out o = { 0 };
    struct by_put_of puts[2] = { { "bar", bytes_of(who, sizeof who), { 0 } },
                                 { "barred", bytes_of(turned, sizeof turned), { 0 } } };

    by_out(&o, "{");
    by_out_key_int(&o, "how", g->how);
    by_out_key_string(&o, "name", g->name);
    by_out_key_int(&o, "at", (int64_t)time(NULL));
    by_out(&o, "}");
    if (g->how != 0)
        puts[0].value = bytes_of(o.at, o.n);
    if ((g->how & BY_HAS_BLOCKED) != 0)
        puts[1].value = bytes_of("1", 1);
    by_writes_batch(g->caller->hub, &(struct by_batch){ .puts = puts, .puts_n = 2, .columns = columns }, on_kept, g);
    free(o.at);
}

/* Finds the person in a seat. */
static enum by_refusal find_seat(struct change *g)
{
    const struct live_table *t = g->caller->table;
    struct by_card card;

    if (t == NULL || t->room == NULL)
        return BY_REFUSED_not_here;
    if (!by_room_person(t->room, (int)g->what.seat, &g->other) || same(&g->other, &g->caller->pass.person))
        return BY_REFUSED_no_seat;
    by_room_card(t->room, &g->caller->pass.person, by_tables_time(t), &card);
    if (card.seat[g->what.seat].kind == BY_CARD_PERSON && card.seat[g->what.seat].name != NULL)
        snprintf(g->name, sizeof g->name, "%s", card.seat[g->what.seat].name);
    return BY_NOT_REFUSED;
}

/* Finds the person behind an id sent in `people`. */
static enum by_refusal find_id(struct change *g)
{
    const struct by_caller *c = g->caller;
    uint8_t id[16];

    for (int i = 0; i < c->bars_n; i++) {
        wire_id(c->hub, &c->bars[i].person, id);
        if ((c->bars[i].how & (BY_HAS_MUTED | BY_HAS_BLOCKED)) != 0 && memcmp(id, g->what.person, sizeof id) == 0) {
            g->other = c->bars[i].person;
            return BY_NOT_REFUSED;
        }
    }
    return BY_REFUSED_no_seat;
}

static int own_bars(const struct by_caller *c)
{
    int n = 0;

    for (int i = 0; i < c->bars_n; i++)
        n += (c->bars[i].how & (BY_HAS_MUTED | BY_HAS_BLOCKED)) != 0;
    return n;
}

/* Reads the name stored when the row was written. */
static void read_name(struct by_store *s, void *data)
{
    struct change *g = data;
    struct by_id who[2] = { g->caller->pass.person, g->other };
    char text[1024];
    long n = by_store_get(s, "bar", bytes_of(who, sizeof who), text, sizeof text);
    by_json *j = n < 0 ? NULL : by_json_read(text, (size_t)n, NULL);

    g->unread = n == -2;
    if (by_field_text(j, "name") != NULL && g->name[0] == '\0')
        snprintf(g->name, sizeof g->name, "%s", by_field_text(j, "name"));
    by_json_free(j);
}

static void on_name(void *data)
{
    struct change *g = data;

    if (!g->unread) {
        write_change(g);
        return;
    }
    by_caller_refuse(g->caller, g->what.id, g->what.key, BY_REFUSED_unknown, NULL);
    change_end(g);
}

static void change(struct change *g)
{
    static const uint8_t none[16];
    struct by_caller *c = g->caller;
    enum by_refusal why = memcmp(g->what.person, none, sizeof none) == 0 ? find_seat(g) : find_id(g);
    uint8_t bit = g->what.id == BY_ASK_mute ? BY_HAS_MUTED : BY_HAS_BLOCKED, now;

    if (why == BY_NOT_REFUSED) {
        now = bars_of(c->bars, c->bars_n, &g->other) & (BY_HAS_MUTED | BY_HAS_BLOCKED);
        g->how = g->what.on ? now | bit : (uint8_t)(now & ~bit);
        if (now == 0 && g->how != 0 && own_bars(c) >= BY_BARS_MOST)
            why = BY_REFUSED_too_many;
    }
    if (why == BY_NOT_REFUSED) {
        by_reads_ask(c->hub, read_name, on_name, g);
        return;
    }
    by_caller_refuse(c, g->what.id, g->what.key, why, NULL);
    change_end(g);
}

/* ---- Listing ---------------------------------------------------------------------------------- */

static bool put_person(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct change *g = data;
    struct by_id other;
    uint8_t id[16];
    by_json *j;
    const char *name;

    if (key.n != 2 * sizeof other)
        return true;
    memcpy(&other, (const uint8_t *)key.at + sizeof other, sizeof other);
    wire_id(g->caller->hub, &other, id);
    j = by_json_read(value.at, value.n, NULL);
    name = by_field_text(j, "name");
    by_out(&g->list, g->list.n > 0 ? ",{" : "{");
    by_out_key_base64(&g->list, "person", id, sizeof id);
    by_out_key_string(&g->list, "name", name == NULL ? "" : name);
    by_out_key_bool(&g->list, "muted", (by_bar_how(value) & BY_HAS_MUTED) != 0);
    by_out_key_bool(&g->list, "blocked", (by_bar_how(value) & BY_HAS_BLOCKED) != 0);
    by_out(&g->list, "}");
    by_json_free(j);
    return true;
}

static void read_people(struct by_store *s, void *data)
{
    struct change *g = data;
    struct by_query q = { .kind = "bar", .who = &g->caller->pass.person, .most = BY_BARS_READ };

    g->unread = !by_store_query(s, &q, put_person, g);
}

static void on_people(void *data)
{
    struct change *g = data;
    struct by_out reply;

    if (g->unread) {
        by_caller_refuse(g->caller, g->what.id, g->what.key, BY_REFUSED_unknown, NULL);
    } else {
        reply = by_reply_done(g->what.key);
        by_out_key(&reply, "people");
        by_out(&reply, "[");
        by_out_bytes(&reply, g->list.at, g->list.n);
        by_out(&reply, "]");
        by_caller_answer(g->caller, g->what.id, g->what.key, &reply);
    }
    change_end(g);
}

void by_blocks_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct change *g = by_sure(calloc(1, sizeof *g));

    *g = (struct change){ .caller = c, .what = *what };
    by_caller_pause(c);
    if (what->id == BY_ASK_people)
        by_reads_ask(c->hub, read_people, on_people, g);
    else
        change(g);
}
