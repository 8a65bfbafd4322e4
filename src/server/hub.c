/* hub.c: who asks, and what becomes of it. */
#include "house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts.h"
#include "log.h"
#include "metrics.h"
#include "util/chance.h"
#include "util/memory.h"

enum { LIST_MOST = 100 };

/* ---- Answers ---------------------------------------------------------------------------------- */

void by_say_json(struct by_caller *c, by_json *j)
{
    char *line = by_json_line(j);

    if (c->socket != NULL)
        by_socket_say(c->socket, line, strlen(line));
    free(line);
    by_json_free(j);
}

/* There may be the secret of a link in it. */
static void line_free(char *line)
{
    if (line != NULL)
        by_forget(line, strlen(line));
    free(line);
}

/* Asks that only look are answered anew each time. */
static bool remembered(int ask)
{
    switch (ask) {
    case BY_ASK_hello: case BY_ASK_list: case BY_ASK_mine: case BY_ASK_join: case BY_ASK_leave: case BY_ASK_look:
    case BY_ASK_ping: case BY_ASKS:
        return false;
    default:
        return true;
    }
}

static struct recent *recent_of(const struct by_caller *c, const char *key, uint8_t who[32])
{
    struct by_hasher h;

    by_hash_init(&h, c->hub->key, sizeof c->hub->key, 32);
    by_hash_add(&h, c->pass.person.bytes, sizeof c->pass.person.bytes);
    by_hash_add(&h, key, strlen(key));
    by_hash_end(&h, who, 32);
    return &c->hub->recent[(who[0] | who[1] << 8) % RECENT];
}

void by_caller_answer(struct by_caller *c, int ask, const char *key, by_json *reply)
{
    char *line = by_json_line(reply);
    uint8_t who[32];

    if (remembered(ask) && key[0] != '\0') {
        struct recent *r = recent_of(c, key, who);

        line_free(r->line);
        memcpy(r->who, who, sizeof who);
        r->line = by_sure(strdup(line));
    }
    if (c->socket != NULL)
        by_socket_say(c->socket, line, strlen(line));
    line_free(line);
    by_json_free(reply);
}

/* Refusals that another try may not get are not remembered. */
static bool passes(enum by_refusal why)
{
    return why == BY_REFUSED_not_kept || why == BY_REFUSED_unknown || why == BY_REFUSED_stopping ||
           why == BY_REFUSED_too_fast || why == BY_REFUSED_full || why == BY_REFUSED_paused ||
           why == BY_REFUSED_set_aside;
}

void by_caller_refuse(struct by_caller *c, int ask, const char *key, enum by_refusal why, const struct by_fault *f)
{
    by_json *reply = by_reply_refused(key, why, f);

    if (!BY_LEAK(211))
        by_reply_pad(reply);
    by_metric_add(BY_METRIC_messages_bad, 1);
    by_caller_answer(c, passes(why) ? BY_ASKS : ask, key, reply);
}

void by_caller_gone(struct by_caller *c, enum by_refusal why, int code)
{
    by_json *j = by_json_object();
    char text[BY_CODE_ROOM];

    by_json_set(j, "is", by_json_string("gone"));
    by_json_set(j, "code", by_json_string(by_refusal_code(why, NULL, text)));
    by_json_set(j, "error", by_json_string(by_refusals[why].english));
    by_say_json(c, j);
    if (c->socket != NULL)
        by_socket_end(c->socket, code);
}

/* ---- What looks ------------------------------------------------------------------------------- */

/* The programs of `bot`: for a page that offers them. */
static void offer_bots(const struct by_guests *g, by_json *reply)
{
    int n = g == NULL ? 0 : by_guests_count(g);
    by_json *names;

    if (n == 0)
        return;
    names = by_json_array();
    for (int i = 0; i < n; i++)
        by_json_push(names, by_json_string(by_guests_name(g, i)));
    by_json_set(reply, "bots", names);
}

static void hello(struct by_caller *c, const char *key, by_json *body)
{
    const char *view = by_field_text(body, "view");
    by_json *reply = by_reply_done(key);
    char account[BY_ACCOUNT_NAME];

    if (strcmp(view, "json") != 0 && strcmp(view, "packed") != 0) {
        struct by_fault f = { .err = BY_E_REQUEST, .text = "the field \"view\" of hello has to be json or packed" };

        by_json_free(reply);
        by_caller_refuse(c, BY_ASK_hello, key, BY_REFUSED_bad_message, &f);
        return;
    }
    c->greeted = true;
    c->how = strcmp(view, "json") == 0 ? BY_SEE_JSON : BY_SEE_PACKED;
    by_json_set(reply, "server", by_json_string(BY_VERSION));
    offer_bots(c->hub->setup.guests, reply);
    by_account_of(c->hub->setup.store, &c->pass.person, account);
    if (account[0] != '\0')
        by_json_set(reply, "account", by_json_string(account));
    by_caller_answer(c, BY_ASK_hello, key, reply);
}

struct listing { struct by_caller *c; int game; bool mine; by_json *first, *then; };

/* Is it this person's turn?  The room says so in its short form, which is made for them. */
static bool waits_for(const by_json *brief) { return by_json_true(by_json_get(brief, "turn")); }

/* Whole minutes since something happened there; -1: nobody knows, as the server has begun anew since. */
static int64_t quiet_minutes(const struct table *t, const struct by_room_facts *facts)
{
    return t->made || t->base != facts->now ? (by_table_now(t) - facts->now) / 60000 : -1;
}

static void list_one(void *data, struct table *t)
{
    struct listing *l = data;
    struct by_room_facts facts;
    by_json *brief;
    char *line;

    if (t->room == NULL || by_json_count(l->first) + by_json_count(l->then) >= LIST_MOST)
        return;
    if (l->mine ? by_room_seats_of(t->room, &l->c->pass.person) == 0 : false)
        return;
    by_room_facts(t->room, &facts);
    if (facts.entries == 0 || facts.closed || (l->mine && facts.over && t->callers == NULL))
        return;
    if (!l->mine && (!facts.is_public || (l->game >= 0 && facts.game != l->game)))
        return;
    if (!l->mine && !(facts.waiting && facts.people < facts.players) && !by_room_may_watch(t->room, &l->c->pass.person))
        return;
    line = by_room_short(t->room, &l->c->pass.person);
    brief = by_json_read(line, strlen(line), NULL);
    free(line);
    if (l->mine && quiet_minutes(t, &facts) >= 0)
        by_json_set(brief, "quiet", by_json_int(quiet_minutes(t, &facts)));
    by_json_push((l->mine && waits_for(brief)) || (!l->mine && facts.waiting) ? l->first : l->then, brief);
}

static void list(struct by_caller *c, int ask, const char *key, by_json *body)
{
    struct listing l = { .c = c, .game = by_game_place(by_field_text(body, "game")), .mine = ask == BY_ASK_mine,
                         .first = by_json_array(), .then = by_json_array() };
    by_json *reply = by_reply_done(key);

    if (ask == BY_ASK_mine || by_field_text(body, "game") == NULL || l.game >= 0)
        by_tables_load_rest(c->hub), by_tables_each(c->hub, list_one, &l);
    for (size_t i = 0; i < by_json_count(l.then); i++)
        by_json_push(l.first, by_json_share(by_json_at(l.then, i)));
    by_json_free(l.then);
    by_json_set(reply, "tables", l.first);
    by_caller_answer(c, ask, key, reply);
}

static void join(struct by_caller *c, const char *key, by_json *body)
{
    enum by_refusal why = BY_REFUSED_no_table;
    struct by_room_facts facts;
    struct by_id id;
    struct table *t;

    by_field_bytes(body, "table", id.bytes, sizeof id.bytes);
    t = by_table_find(c->hub, &id, &why);
    if (t != NULL)
        by_room_facts(t->room, &facts);
    if (t != NULL && facts.entries == 0)
        t = NULL;                       /* it is just being made */
    if (t != NULL && !by_room_may_watch(t->room, &c->pass.person)) {
        why = BY_REFUSED_no_watching;
        t = NULL;
    }
    if (t == NULL) {
        by_caller_refuse(c, BY_ASK_join, key, why, NULL);
        return;
    }
    by_caller_answer(c, BY_ASK_join, key, by_reply_done(key));
    by_caller_join(c, t, (uint64_t)by_field_number(body, "from", 0));
}

static void look(struct by_caller *c, const char *key)
{
    by_json *reply, *seats;

    if (c->table == NULL || c->table->room == NULL) {
        by_caller_refuse(c, BY_ASK_look, key, c->table == NULL ? BY_REFUSED_not_here : BY_REFUSED_set_aside, NULL);
        return;
    }
    reply = by_reply_done(key);
    seats = by_room_look(c->table->room, BY_LEAK(205) ? leaky_person(c->table) : &c->pass.person);
    by_json_set(reply, "seats", seats != NULL ? seats : by_json_array());
    by_caller_answer(c, BY_ASK_look, key, reply);
}

static bool is_phrase(const char *phrase)
{
    static const char *const phrases[] = {
#define BY_PHRASE(id, sign, english, spanish) #id,
#include "wire/phrases.def"
#undef BY_PHRASE
    };

    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (strcmp(phrases[i], phrase) == 0)
            return true;
    return false;
}

static void say(struct by_caller *c, const char *key, by_json *body)
{
    struct table *t = c->table;
    enum by_refusal why = BY_NOT_REFUSED;
    uint32_t seats = t == NULL || t->room == NULL ? 0 : by_room_seats_of(t->room, &c->pass.person);

    if (t == NULL)
        why = BY_REFUSED_not_here;
    else if (!is_phrase(by_field_text(body, "phrase")))
        why = BY_REFUSED_no_phrase;
    else if (seats == 0)
        why = BY_REFUSED_not_yours;
    if (why != BY_NOT_REFUSED) {
        by_caller_refuse(c, BY_ASK_say, key, why, NULL);
        return;
    }
    by_caller_answer(c, BY_ASK_say, key, by_reply_done(key));
    by_table_said(t, __builtin_ctz(seats), by_field_text(body, "phrase"));
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

/* The first answer again, if there was one. */
static bool again(struct by_caller *c, int ask, const char *key)
{
    uint8_t who[32];
    struct recent *r;

    if (!remembered(ask) || key[0] == '\0')
        return false;
    r = recent_of(c, key, who);
    if (r->line == NULL || memcmp(r->who, who, sizeof who) != 0)
        return false;
    by_socket_say(c->socket, r->line, strlen(r->line));
    return true;
}

static void act(struct by_caller *c, int ask, const char *key, by_json *body)
{
    switch (ask) {
    case BY_ASK_hello: hello(c, key, body); break;
    case BY_ASK_make: by_table_make(c, ask, key, body); break;
    case BY_ASK_quick: by_table_quick(c, key, body); break;
    case BY_ASK_list: case BY_ASK_mine: list(c, ask, key, body); break;
    case BY_ASK_join: join(c, key, body); break;
    case BY_ASK_leave:
        by_caller_answer(c, ask, key, by_reply_done(key));
        by_caller_leave(c);
        break;
    case BY_ASK_look: look(c, key); break;
    case BY_ASK_say: say(c, key, body); break;
    case BY_ASK_link: case BY_ASK_register: case BY_ASK_login: case BY_ASK_logout:
        by_people_ask(c, ask, key, body);
        break;
    default:
        if (c->table == NULL)
            by_caller_refuse(c, BY_ASKS, key, BY_REFUSED_not_here, NULL);
        else
            by_order_put(c->table, c, ask, false, key, body);
        break;
    }
}

static void on_line(void *data, struct by_caller *c, const char *line, size_t n)
{
    struct by_asked_for what;
    struct by_fault f = { 0 };
    by_json *body;
    enum by_refusal why = by_message_read(line, n, &what, &body, &f);

    (void)data;
    by_metric_add(BY_METRIC_messages, 1);
    if (!affords(c, why == BY_NOT_REFUSED ? by_asks[what.id].cost : 2)) {
        by_socket_blame(c->socket, BY_METRIC_dropped_fast);
        by_caller_gone(c, BY_REFUSED_too_fast, BY_CLOSE_POLICY);
    } else if (why != BY_NOT_REFUSED) {
        by_caller_refuse(c, BY_ASKS, what.key, why, &f);
    } else if (what.id == BY_ASK_ping) {
        by_json *pong = by_json_object();

        by_json_set(pong, "is", by_json_string("pong"));
        by_say_json(c, pong);
    } else if (c->hub->stopping) {
        by_caller_refuse(c, BY_ASKS, what.key, BY_REFUSED_stopping, NULL);
    } else if (!c->greeted && what.id != BY_ASK_hello) {
        by_caller_refuse(c, BY_ASKS, what.key, BY_REFUSED_no_hello, NULL);
    } else if (!again(c, what.id, what.key)) {
        act(c, what.id, what.key, body);
    }
    by_json_free(body);
}

/* ---- Sockets ---------------------------------------------------------------------------------- */

static struct by_socket *on_opened(void *data, const struct by_pass *pass, struct lws *wsi)
{
    struct by_hub *h = data;
    struct by_caller *c;

    if (h->stopping)
        return NULL;
    c = by_sure(calloc(1, sizeof *c));
    *c = (struct by_caller){ .hub = h, .pass = *pass, .credits = h->setup.settings->credits,
                             .counted = by_loop_now(h->loop), .after = h->callers };
    if (h->callers != NULL)
        h->callers->before = c;
    h->callers = c;
    c->socket = by_socket_new(h->sockets, wsi, c);
    return c->socket;
}

void by_caller_hold(struct by_caller *c) { c->waits++; }

static void caller_free(struct by_caller *c)
{
    if (c->before != NULL)
        c->before->after = c->after;
    else
        c->hub->callers = c->after;
    if (c->after != NULL)
        c->after->before = c->before;
    free(c);
}

void by_caller_drop(struct by_caller *c)
{
    if (--c->waits == 0 && c->socket == NULL)
        caller_free(c);
}

static void on_left(void *data, struct by_caller *c)
{
    (void)data;
    c->socket = NULL;
    by_caller_leave(c);
    if (c->waits == 0)
        caller_free(c);
}

static void on_room(void *data, struct by_caller *c)
{
    (void)data;
    by_caller_pump(c);
}

/* ---- The hub ---------------------------------------------------------------------------------- */

struct by_doorman by_hub_door(struct by_hub *h)
{
    return (struct by_doorman){ h, by_entrance_serve, by_entrance_admit, on_opened };
}

/* The key for tables' ids: made once, kept in the database.  False: it cannot be kept. */
static bool own_key(struct by_hub *h)
{
    struct by_bytes_of name = { "ids", 3 };
    long n = by_store_get(h->setup.store, "server", name, h->key, sizeof h->key);

    if (n == (long)sizeof h->key || n < -1)     /* there, or it cannot be read: never another over it */
        return n > 0;
    by_random(h->key, sizeof h->key);
    return by_order_put_now(h, "server", name, (struct by_bytes_of){ h->key, sizeof h->key });
}

struct by_hub *by_hub_new(struct by_loop *l, const struct by_hub_setup *s)
{
    struct by_hub *h = by_sure(calloc(1, sizeof *h));
    struct by_listener to = { h, on_line, on_room, on_left };

    h->loop = l;
    h->setup = *s;
    h->sockets = by_sockets_new(l, s->settings, &to);
    by_orders_start(h);
    h->people = by_people_new(h);
    if (!own_key(h)) {
        by_hub_free(h);
        return NULL;
    }
    by_tables_load(h);
    return h;
}

static void write_brief(void *data, struct table *t)
{
    (void)data;
    if (t->room == NULL)
        return;
    by_table_write_brief(t);
    by_table_write_time(t);
}

void by_hub_free(struct by_hub *h)
{
    if (h == NULL)
        return;
    h->stopping = true;                 /* no table goes on by itself */
    by_tables_each(h, write_brief, NULL);   /* together: one by one they would take a commit each */
    by_orders_end(h);
    by_people_free(h->people);
    by_tables_free(h);
    by_sockets_free(h->sockets);
    for (int i = 0; i < RECENT; i++)
        line_free(h->recent[i].line);
    free(h->heap);
    by_forget(h, sizeof *h);            /* the keys */
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
    by_forget_tick(h);
}

void by_hub_stop(struct by_hub *h)
{
    if (h->stopping)
        return;
    h->stopping = true;
    for (struct by_caller *c = h->callers; c != NULL; c = c->after)
        if (c->socket != NULL)
            by_caller_gone(c, BY_REFUSED_stopping, BY_CLOSE_RESTART);
}

bool by_hub_quiet(const struct by_hub *h) { return by_sockets_open(h->sockets) == 0 && h->writes == 0; }
