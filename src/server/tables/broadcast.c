/* SPDX-License-Identifier: MIT */
/* broadcast.c: sends events to everyone at a table. */
#include <stdlib.h>
#include <string.h>

#include "broadcast.h"
#include "caller.h"
#include "queue.h"
#include "tables.h"
#include "server/order/blocks.h"
#include "util/chance.h"

/* ---- Presence --------------------------------------------------------------------------------- */

static bool is_here(const struct live_table *t, const struct by_id *person)
{
    for (const struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (memcmp(&c->pass.person, person, sizeof *person) == 0)
            return true;
    return false;
}

/* Records that a person has arrived or left, notifies everyone, and runs the table's queue. */
static void presence(struct live_table *t, const struct by_id *person, bool here)
{
    if (t->room == NULL)
        return;
    by_room_presence(t->room, person, here, by_tables_time(t));
    by_broadcast_table(t);
    by_queue_step(t);
}

void by_broadcast_leave(struct by_caller *c)
{
    struct live_table *t = c->table;

    if (t == NULL)
        return;
    if (c->left != NULL)
        c->left->right = c->right;
    else
        t->callers = c->right;
    if (c->right != NULL)
        c->right->left = c->left;
    c->left = c->right = NULL;
    c->table = NULL;
    t->lonely = by_now_ms();
    if (!is_here(t, &c->pass.person))
        presence(t, &c->pass.person, false);
}

void by_broadcast_join(struct by_caller *c, struct live_table *t, uint64_t from)
{
    struct by_room_facts facts;
    bool here;

    by_broadcast_leave(c);
    by_room_facts(t->room, &facts);
    here = is_here(t, &c->pass.person);
    c->table = t;
    c->right = t->callers;
    if (t->callers != NULL)
        t->callers->left = c;
    t->callers = c;
    c->told = from < facts.entries ? from : facts.entries - 1;
    c->card = 0;
    if (here)
        by_broadcast_pump(c);
    else
        presence(t, &c->pass.person, true);
}

/* ---- Sending ---------------------------------------------------------------------------------- */

/* Sends the table's card unless the caller already has this version of it. */
static void say_card(struct by_caller *c, const struct by_room_facts *facts)
{
    const struct by_room *room = c->table->room;
    uint32_t seats = by_room_seats_of(room, &c->pass.person);
    bool undo = by_room_may_undo(room, &c->pass.person);
    struct by_out o = { 0 };
    struct by_card card;

    if (c->card == facts->changes && c->card_seats == seats && c->card_undo == undo)
        return;
    c->card = facts->changes;
    c->card_seats = seats;
    c->card_undo = undo;
    by_room_card(room, &c->pass.person, by_tables_time(c->table), &card);
    by_card_put(&o, &card);
    by_socket_say(c->socket, o.at, o.n);
    free(o.at);
}

static void pump(struct by_caller *c, const struct by_room_facts *facts)
{
    struct live_table *t = c->table;
    bool first = c->card == 0;

    if (c->socket == NULL || by_socket_ending(c->socket) || facts->entries == 0)
        return;
    if (first)
        say_card(c, facts);
    while (c->told < facts->entries && by_socket_waiting(c->socket) < BACKLOG) {
        uint64_t n = c->told + 1;
        char *line = by_room_tell(t->room, n, &c->pass.person, n == facts->entries, c->how);

        c->told = n;
        if (line != NULL)
            by_socket_say(c->socket, line, strlen(line));
        free(line);
    }
    if (c->told == facts->entries && !first)
        say_card(c, facts);
}

void by_broadcast_pump(struct by_caller *c)
{
    struct live_table *t = c->table;
    struct by_room_facts facts;

    if (t == NULL || t->room == NULL)
        return;
    by_room_facts(t->room, &facts);
    if (c->card == 0 || c->told < facts.entries) /* an up-to-date caller needs no event */
        pump(c, &facts);
}

void by_broadcast_table(struct live_table *t)
{
    struct by_room_facts facts;

    if (t->callers == NULL || t->room == NULL)
        return;
    by_room_facts(t->room, &facts);
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        pump(c, &facts);
}

void by_broadcast_dismiss(struct live_table *t)
{
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (c->socket != NULL && !by_room_may_watch(t->room, &c->pass.person))
            by_caller_dismiss(c, BY_REFUSED_no_watching, BY_CLOSE_POLICY);
}

void by_broadcast_moved(struct live_table *t, const char *at)
{
    for (struct by_caller *c = t->callers, *next; c != NULL; c = next) {
        struct by_out o = by_caller_message("moved");

        next = c->right;
        by_out_key_base64(&o, "table", t->id.bytes, sizeof t->id.bytes);
        by_out_key_string(&o, "at", at);
        by_caller_say(c, &o);
        c->left = c->right = NULL;
        c->table = NULL;
    }
    t->callers = NULL;
}

void by_broadcast_phrase(struct live_table *t, int seat, const char *phrase)
{
    struct by_id sayer;
    bool known = by_room_person(t->room, seat, &sayer);

    for (struct by_caller *c = t->callers; c != NULL; c = c->right) {
        struct by_out o;

        if (known && by_blocks_mutes(c, &sayer))
            continue;
        o = by_caller_message("said");
        by_out_key_int(&o, "seat", seat);
        by_out_key_string(&o, "phrase", phrase);
        by_caller_say(c, &o);
    }
}
