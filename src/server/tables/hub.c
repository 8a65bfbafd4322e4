/* SPDX-License-Identifier: MIT */
/* hub.c: dispatches requests. */
#include "util/random.h"
#include "server/net/routes.h"
#include "server/operate/retention.h"
#include "server/operate/slow.h"
#include "server/order/audit.h"
#include "server/order/blocks.h"
#include "server/order/moderate.h"
#include "server/order/order.h"
#include "server/order/conduct.h"
#include "server/people/recheck.h"
#include "server/people/people.h"
#include "server/people/sessions.h"
#include "server/push/push.h"
#include "server/results/profile.h"
#include "server/tournaments/cups.h"
#include "server/tournaments/follow.h"
#include "broadcast.h"
#include "browse.h"
#include "caller.h"
#include "create.h"
#include "drain.h"
#include "hub.h"
#include "index.h"
#include "invites.h"
#include "lease.h"
#include "load.h"
#include "lobby.h"
#include "phrases.h"
#include "queue.h"
#include "quick.h"
#include "tables.h"
#include "writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/people/accounts.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "util/chance.h"
#include "util/memory.h"

enum { LIST_MOST = 100 };

static const double HAND_OVER = 0.1; /* seconds from the farewells to the release of the leases */

/* ---- Read-only requests ----------------------------------------------------------------------- */

/* Lists the external bots that the page can offer. */
static void offer_bots(const struct by_external_bots *g, struct by_out *reply)
{
    int n = g == NULL ? 0 : by_external_bots_count(g);

    if (n == 0)
        return;
    by_out_key(reply, "bots");
    for (int i = 0; i < n; i++) {
        by_out(reply, i > 0 ? "," : "[");
        by_out_string(reply, by_external_bots_name(g, i), strlen(by_external_bots_name(g, i)));
    }
    by_out(reply, "]");
}

static void hello(struct by_caller *c, const struct by_asked_for *what)
{
    const char *key = what->key, *view = what->view;
    struct by_out reply;

    if (strcmp(view, "json") != 0 && strcmp(view, "packed") != 0) {
        struct by_fault f = { .err = BY_E_REQUEST, .text = "the field \"view\" of hello must be json or packed" };

        by_caller_refuse(c, BY_ASK_hello, key, BY_REFUSED_bad_message, &f);
        return;
    }
    c->greeted = true;
    c->how = strcmp(view, "json") == 0 ? BY_SEE_JSON : BY_SEE_PACKED;
    reply = by_reply_done(key);
    by_out_key_string(&reply, "server", BY_VERSION);
    by_out_key_int(&reply, "v", BY_WIRE_VERSION);
    offer_bots(c->hub->setup.guests, &reply);
    if (c->account[0] != '\0')
        by_out_key_string(&reply, "account", c->account);
    if (c->moderator)
        by_out_key_bool(&reply, "moderator", true);
    by_caller_answer(c, BY_ASK_hello, key, &reply);
    by_conduct_greet(c);
    by_invites_look(c);
}

struct listing {
    struct by_caller *c;
    int game, n;
    bool mine, unlisted; /* `unlisted`: only tables that are in no list of the index */
    struct by_out first, then;
};

/* Returns the minutes since the table's last activity, or -1 if they are unknown because the server has restarted
 * since. */
static int64_t quiet_minutes(const struct live_table *t, const struct by_room_facts *facts)
{
    return t->made || t->base != facts->now ? (by_tables_time(t) - facts->now) / 60000 : -1;
}

/* Adds a table to a list if it belongs there. Returns false once the list is full. */
static bool list_one(void *data, struct live_table *t)
{
    struct listing *l = data;
    struct by_room_facts facts;
    struct by_card card;
    struct by_out *to;

    if (!by_lease_holds(t))
        return true;
    if (l->mine ? by_room_seats_of(t->room, &l->c->pass.person) == 0 : l->unlisted && t->listed)
        return true;
    by_room_facts(t->room, &facts);
    if (facts.entries == 0 || facts.closed || (l->mine && facts.over && t->callers == NULL))
        return true;
    if (!l->mine && (!facts.is_public || (l->game >= 0 && facts.game != l->game)))
        return true;
    if (!l->mine && !(facts.waiting && facts.people < facts.players) && !by_room_may_watch(t->room, &l->c->pass.person))
        return true;
    by_room_card(t->room, &l->c->pass.person, l->mine ? by_tables_time(t) : facts.now, &card);
    to = (l->mine ? card.turn : facts.waiting) ? &l->first : &l->then;
    by_out(to, to->n > 0 ? "," : "");
    by_card_put_short(to, &card, l->mine ? quiet_minutes(t, &facts) : -1, l->mine);
    return ++l->n < LIST_MOST;
}

/* Adds the person's own unlisted tables, then the public tables, with those waiting for players first. */
static void list_public(struct listing *l)
{
    const struct by_hub *h = l->c->hub;

    l->unlisted = true;
    by_index_each(h, BY_INDEX_PERSON, l->c->pass.person.bytes, list_one, l);
    l->unlisted = false;
    for (int i = 0; i < BY_INDEX_LISTS && l->n < LIST_MOST; i++)
        by_index_public(h, (enum by_index_list)i, l->game, list_one, l);
}

/* Adds tables on other servers: the person's own, or public ones. */
static void list_others(struct listing *l, const struct by_lobby *o, enum by_lobby_part part)
{
    for (int i = 0; i < o->n[part] && l->n < LIST_MOST; i++) {
        const struct by_lobby_table *t = &o->at[part][i];
        struct by_out *to = (l->mine ? t->turn : t->row.waiting) ? &l->first : &l->then;
        bool own = false;

        for (int k = 0; k < o->n[BY_LOBBY_MINE] && part != BY_LOBBY_MINE; k++)
            own = own || memcmp(&o->at[BY_LOBBY_MINE][k].id, &t->id, sizeof t->id) == 0;
        if (own || t->card == NULL || (l->mine && !t->seated) || by_tables_known(l->c->hub, &t->id) != NULL)
            continue;
        by_out(to, to->n > 0 ? "," : "");
        by_out_bytes(to, t->card, strlen(t->card));
        l->n++;
    }
}

/* A request waiting for tables to be loaded or for the rows of other servers' tables. */
struct waiting {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_lobby others;
};

static struct waiting *wait_for(struct by_caller *c, const struct by_asked_for *what)
{
    struct waiting *w = by_sure(calloc(1, sizeof *w));

    *w = (struct waiting){ .caller = c, .what = *what };
    by_caller_pause(c);
    return w;
}

static void waiting_end(struct waiting *w)
{
    struct by_caller *c = w->caller;

    by_lobby_clear(&w->others);
    free(w->others.known);
    free(w);
    by_caller_resume(c);
}

static void list_loaded(void *data)
{
    struct waiting *w = data;
    struct by_caller *c = w->caller;
    const struct by_asked_for *what = &w->what;
    struct listing l = { .c = c, .game = by_create_game_index(what->game), .mine = what->id == BY_ASK_mine };
    struct by_out reply = by_reply_done(what->key);

    if (l.mine)
        by_index_each(c->hub, BY_INDEX_PERSON, c->pass.person.bytes, list_one, &l);
    else if (what->game[0] == '\0' || l.game >= 0)
        list_public(&l);
    for (int part = 0; part < BY_LOBBY_PARTS; part++)
        list_others(&l, &w->others, (enum by_lobby_part)part);
    by_out_key(&reply, "tables");
    by_out(&reply, "[");
    by_out_bytes(&reply, l.first.at, l.first.n);
    by_out(&reply, l.first.n > 0 && l.then.n > 0 ? "," : "");
    by_out_bytes(&reply, l.then.at, l.then.n);
    by_out(&reply, "]");
    by_caller_answer(c, what->id, what->key, &reply);
    free(l.first.at);
    free(l.then.at);
    waiting_end(w);
}

static void read_others(struct by_store *s, void *data) { by_lobby_read(s, &((struct waiting *)data)->others); }

static void on_others(void *data)
{
    struct waiting *w = data;

    if (!w->others.unread) {
        list_loaded(w);
        return;
    }
    by_caller_refuse(w->caller, w->what.id, w->what.key, BY_REFUSED_unknown, NULL);
    waiting_end(w);
}

/* Lists the tables on all servers. */
static void list_shared(struct by_caller *c, struct waiting *w)
{
    struct by_lobby *o = &w->others;

    by_lobby_know(o, c->hub, &c->pass.person);
    o->look = &c->hub->setup.host;
    o->most[BY_LOBBY_MINE] = o->known_n + LIST_MOST;
    o->game = by_create_game_index(w->what.game);
    if (w->what.id == BY_ASK_list) {
        o->is_public = true;
        by_lobby_know_public(o, c->hub);
        o->most[BY_LOBBY_OPEN] = o->most[BY_LOBBY_WATCH] = w->what.game[0] == '\0' || o->game >= 0 ? LIST_MOST : 0;
    }
    by_reads_ask(c->hub, read_others, on_others, w);
}

static void list(struct by_caller *c, const struct by_asked_for *what)
{
    struct waiting *w = wait_for(c, what);

    if (by_lease_shared(c->hub))
        list_shared(c, w);
    else if (what->id == BY_ASK_mine)
        by_load_of(c->hub, &c->pass.person, list_loaded, w);
    else
        by_load_public(c->hub, by_create_game_index(what->game), false, LIST_MOST, list_loaded, w);
}

static void join_loaded(void *data, struct live_table *t, enum by_refusal why)
{
    struct waiting *w = data;
    struct by_caller *c = w->caller;
    const struct by_asked_for *what = &w->what;
    struct by_room_facts facts;

    if (t != NULL)
        by_room_facts(t->room, &facts);
    if (t != NULL && facts.entries == 0) { /* the table is still being created */
        why = BY_REFUSED_no_table;
        t = NULL;
    }
    if (t != NULL && !by_room_may_watch(t->room, &c->pass.person)) {
        why = BY_REFUSED_no_watching;
        t = NULL;
    }
    if (t != NULL && by_blocks_shut_out(c, t, BY_ASK_join)) {
        why = BY_REFUSED_not_welcome;
        t = NULL;
    }
    if (t == NULL) {
        by_caller_refuse(c, BY_ASK_join, what->key, why, NULL);
    } else if (c->socket != NULL) {
        by_caller_done(c, BY_ASK_join, what->key);
        by_broadcast_join(c, t, (uint64_t)what->from);
        by_invites_look_again(c);
    }
    waiting_end(w);
}

static void join(struct by_caller *c, const struct by_asked_for *what)
{
    struct by_id id;

    memcpy(id.bytes, what->table, sizeof id.bytes);
    if (by_audit_is(&id))
        by_caller_refuse(c, BY_ASK_join, what->key, BY_REFUSED_no_table, NULL);
    else if (by_lease_cut(c->hub) && by_tables_known(c->hub, &id) == NULL)
        by_caller_refuse(c, BY_ASK_join, what->key, BY_REFUSED_unknown, NULL);
    else
        by_load_want(c->hub, &id, join_loaded, wait_for(c, what));
}

static void look(struct by_caller *c, const char *key)
{
    struct by_out reply;

    if (c->table == NULL || c->table->room == NULL) {
        by_caller_refuse(c, BY_ASK_look, key, c->table == NULL ? BY_REFUSED_not_here : BY_REFUSED_set_aside, NULL);
        return;
    }
    reply = by_reply_done(key);
    by_room_look(c->table->room, &c->pass.person, &reply);
    by_caller_answer(c, BY_ASK_look, key, &reply);
}

/* ---- Messages --------------------------------------------------------------------------------- */

static bool affords(struct by_caller *c, int cost)
{
    double at = by_loop_now(c->hub->loop), all = c->hub->setup.settings->credits;

    c->credits += (at - c->counted) * all / BY_CREDIT_TIME;
    c->counted = at;
    if (c->credits > all)
        c->credits = all;
    c->credits -= cost;
    return c->credits >= 0;
}

static void act(struct by_caller *c, const struct by_asked_for *what)
{
    switch (what->id) {
    case BY_ASK_hello: hello(c, what); break;
    case BY_ASK_make: by_create_table(c, what); break;
    case BY_ASK_quick: by_quick(c, what); break;
    case BY_ASK_browse: by_browse(c, what); break;
    case BY_ASK_list:
    case BY_ASK_mine: list(c, what); break;
    case BY_ASK_join: join(c, what); break;
    case BY_ASK_leave:
        by_caller_done(c, what->id, what->key);
        by_broadcast_leave(c);
        break;
    case BY_ASK_look: look(c, what->key); break;
    case BY_ASK_say: by_phrase_say(c, what); break;
    case BY_ASK_invite:
    case BY_ASK_met:
    case BY_ASK_answer: by_invites_ask(c, what); break;
    case BY_ASK_link:
    case BY_ASK_register:
    case BY_ASK_login:
    case BY_ASK_logout:
    case BY_ASK_sessions:
    case BY_ASK_password:
    case BY_ASK_codes:
    case BY_ASK_recover:
    case BY_ASK_erase: by_people_ask(c, what); break;
    case BY_ASK_organise:
    case BY_ASK_tournaments:
    case BY_ASK_follow:
    case BY_ASK_enter:
    case BY_ASK_withdraw:
    case BY_ASK_begin:
    case BY_ASK_cancel: by_cups_ask(c, what); break;
    case BY_ASK_history:
    case BY_ASK_profile:
    case BY_ASK_show:
    case BY_ASK_ladder: by_profile_ask(c, what); break;
    default:
        if (by_order_ask(c, what) || by_push_ask(c, what))
            break;
        if (c->table == NULL)
            by_caller_refuse(c, BY_ASKS, what->key, BY_REFUSED_not_here, NULL);
        else if (what->id == BY_ASK_sit && by_blocks_shut_out(c, c->table, what->id))
            by_caller_refuse(c, what->id, what->key, BY_REFUSED_not_welcome, NULL);
        else if (what->id == BY_ASK_sit)
            by_invites_sit(c, what);
        else
            by_queue_put(c->table, c, what);
        break;
    }
}

static void handle(struct by_caller *c, const struct by_asked_for *what)
{
    if (what->id == BY_ASK_ping) {
        struct by_out pong = by_caller_message("pong");

        by_caller_say(c, &pong);
    } else if (c->hub->stopping) {
        by_caller_refuse(c, BY_ASKS, what->key, BY_REFUSED_stopping, NULL);
    } else if (!c->greeted && what->id != BY_ASK_hello) {
        by_caller_refuse(c, BY_ASKS, what->key, BY_REFUSED_no_hello, NULL);
    } else if (!by_caller_repeat(c, what->id, what->key) && !by_recheck_first(c, what)) {
        act(c, what);
    }
}

static void on_line(void *data, struct by_caller *c, const char *line, size_t n)
{
    int64_t since = by_now_ns();
    struct by_asked_for what;
    struct by_fault f = { 0 };
    enum by_refusal why = by_message_read(line, n, &what, &f);

    (void)data;
    by_metric_add(BY_METRIC_messages, 1);
    if (!affords(c, why == BY_NOT_REFUSED ? by_asks[what.id].cost : 2)) {
        by_socket_blame(c->socket, BY_METRIC_dropped_fast);
        by_caller_dismiss(c, BY_REFUSED_too_fast, BY_CLOSE_POLICY);
    } else if (why != BY_NOT_REFUSED) {
        by_caller_refuse(c, BY_ASKS, what.key, why, &f);
    } else if (!by_caller_waits(c, &what)) {
        handle(c, &what);
        by_slow_note(BY_SLOW_REQUEST, by_asks[what.id].name, NULL, (by_now_ns() - since) / 1000);
    }
}

/* ---- Sockets ---------------------------------------------------------------------------------- */

static struct by_socket *on_opened(void *data, const struct by_pass *pass, struct lws *wsi)
{
    struct by_hub *h = data;
    struct by_caller *c;

    if (h->stopping)
        return NULL;
    c = by_sure(calloc(1, sizeof *c));
    *c = (struct by_caller){ .hub = h,
                             .pass = *pass,
                             .credits = h->setup.settings->credits,
                             .counted = by_loop_now(h->loop),
                             .after = h->callers };
    if (h->callers != NULL)
        h->callers->before = c;
    h->callers = c;
    c->socket = by_socket_new(h->sockets, wsi, c);
    by_people_recognise(c);
    return c->socket;
}

static void on_left(void *data, struct by_caller *c)
{
    (void)data;
    c->socket = NULL;
    by_broadcast_leave(c);
    if (c->waits == 0)
        by_caller_free(c);
}

static bool may_tell(void *data, const struct by_caller *c)
{
    (void)data;
    return c->table == NULL || by_lease_holds(c->table);
}

static void on_room(void *data, struct by_caller *c)
{
    (void)data;
    by_broadcast_pump(c);
}

/* ---- The hub ---------------------------------------------------------------------------------- */

struct by_doorman by_hub_door(struct by_hub *h)
{
    return (struct by_doorman){ h, by_routes_serve, by_routes_admit, on_opened };
}

/* Loads the key for table ids, which the first server on a database creates. If two servers start at the same time,
 * both use the key that was stored first. Returns false and a fault if the key cannot be read or stored. */
static bool own_key(struct by_hub *h, struct by_fault *f)
{
    struct by_bytes_of name = { "ids", 3 };
    struct by_put_of put = { "server", name, { h->key, sizeof h->key } };
    struct by_batch b = { .epoch = 1, .puts = &put, .puts_n = 1, .fresh = 1 };
    struct by_stored stored = { .outcome = BY_KEPT };
    long n = by_store_get(h->setup.store, "server", name, h->key, sizeof h->key);

    if (n == -1) {
        by_random(h->key, sizeof h->key);
        stored = by_store_write_now(h->setup.store, &b);
        n = by_store_get(h->setup.store, "server", name, h->key, sizeof h->key);
    }
    if (n == (long)sizeof h->key)
        return true;
    if (stored.outcome == BY_KEPT || stored.taken)
        by_fail(f, BY_E_IO, "the database's key for table ids cannot be read", NULL);
    else
        by_fail(f, BY_E_IO, "the database's key for table ids cannot be written: ", stored.fault.text, NULL);
    return false;
}

static void write_row(void *data, struct live_table *t)
{
    (void)data;
    if (t->room == NULL)
        return;
    by_queue_write_row(t);
    by_tables_write_time(t);
    by_lease_release(t);
}

/* Hands the tables to the other nodes early in the shutdown, which may be cut short. */
static void hand_over(void *data) { by_tables_each(data, write_row, NULL); }

struct by_hub *by_hub_new(struct by_loop *l, const struct by_hub_setup *s, struct by_fault *f)
{
    struct by_hub *h = by_sure(calloc(1, sizeof *h));
    struct by_listener to = { h, on_line, may_tell, on_room, on_left, by_writes_tick };

    h->loop = l;
    h->setup = *s;
    h->sockets = by_sockets_new(l, s->settings, &to);
    h->handle = handle;
    h->leaving = by_timer_new(l, hand_over, h);
    by_tables_start(h);
    by_reads_start(h);
    by_writes_start(h);
    by_queue_start(h);
    by_drain_start(h);
    by_cups_start(h);
    by_push_start(h);
    h->people = by_people_new(h);
    if (!own_key(h, f) || !by_lease_start(h, f) || !by_retention_start(h)) {
        by_hub_free(h);
        return NULL;
    }
    h->index = by_index_new(h);
    by_load_start(h);
    return h;
}

void by_hub_free(struct by_hub *h)
{
    static const struct timespec moment = { 0, 1000000 };

    if (h == NULL)
        return;
    h->stopping = h->ended = true;      /* from now on, tables act only on requests */
    by_tables_each(h, write_row, NULL); /* rows queued together share commits */
    /* Writes may cause reads, and reads may cause writes, even in the last call. */
    while (by_writes_tick(h) || by_reads_busy(h) || h->writes > 0)
        nanosleep(&moment, NULL);
    by_lease_end(h);
    by_load_free(h);
    by_reads_end(h);
    by_writes_end(h);
    by_queue_end(h);
    by_people_free(h->people);
    by_tables_free(h);
    by_index_free(h->index);
    by_sockets_free(h->sockets);
    by_caller_forget_answers(h);
    by_timer_free(h->leaving);
    by_timer_free(h->lapse);
    by_timer_free(h->recovery);
    by_drain_end(h);
    by_cups_end(h);
    by_push_end(h);
    free(h->heap);
    by_forget(h, sizeof *h); /* overwritten, since it contains the keys */
    free(h);
}

void by_hub_tick(struct by_hub *h)
{
    int64_t at = by_now_ns();

    if (h->second != 0)
        by_times_add(BY_TIMES_lag, at - h->second > 1000000000 ? at - h->second - 1000000000 : 0);
    h->second = at;
    by_sockets_tick(h->sockets);
    by_tables_tick(h);
    by_lease_tick(h);
    by_drain_tick(h);
    by_retention_tick(h);
    by_cups_tick(h);
    by_recheck_tick(h);
    by_moderate_tick(h);
    by_invites_tick(h);
}

void by_hub_stop(struct by_hub *h)
{
    if (h->stopping)
        return;
    h->stopping = true;
    for (struct by_caller *c = h->callers; c != NULL; c = c->after)
        if (c->socket != NULL)
            by_caller_dismiss(c, BY_REFUSED_stopping, BY_CLOSE_RESTART);
    if (by_lease_shared(h))
        by_timer_set(h->leaving, HAND_OVER);
}

bool by_hub_quiet(struct by_hub *h) { return by_sockets_open(h->sockets) == 0 && h->writes == 0 && !by_reads_busy(h); }
