/* SPDX-License-Identifier: MIT */
/* invites.c: handles requests about invitations (invites.h): inviting, answering, and taking a seat that may be
 * reserved.
 *
 * An invitation and its sender's counts are written in one batch, only if none of them has changed since it was read,
 * so limits hold and no one is invited twice, even if several servers are asked at the same time. No result here
 * depends on whether one person has blocked the other. */
#include "invites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caller.h"
#include "lobby.h"
#include "queue.h"
#include "reads.h"
#include "tables.h"
#include "writes.h"
#include "server/net/address.h"
#include "server/net/rate_limit.h"
#include "server/order/conduct.h"
#include "server/results/match_row.h"
#include "util/memory.h"

/* PER_PERSON and PER_ADDRESS limit the invitations within an hour. TRIES limits the attempts to write, MET the players
 * listed by `met`, and MATCHES the matches searched for them. */
enum { PER_PERSON = 20, PER_ADDRESS = 60, COUNTS = 3, HOUR = 3600, MINUTE = 60, TRIES = 8, MET = 20, MATCHES = 200 };

struct met {
    struct by_id who;
    char name[164];
};

struct work {
    struct by_caller *caller;
    struct by_asked_for what;
    uint8_t key[32]; /* the hub's key */
    struct by_id me;
    int64_t now;
    struct by_invite v;
    struct by_invite_table table; /* of `answer` */
    struct by_conduct conduct;
    struct by_invite_count *counts;
    int counts_n, tries;
    enum by_refusal why;
    bool unread, found, hidden; /* `found`: the invitation as stored */
    struct by_invite *all;
    int n;
    struct met met[MET];
    int met_n;
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }
static bool same(const struct by_id *a, const struct by_id *b) { return memcmp(a, b, sizeof *a) == 0; }

static void work_end(struct work *w)
{
    struct by_caller *c = w->caller;

    by_conduct_clear(&w->conduct);
    free(w->counts);
    free(w->all);
    free(w);
    by_caller_resume(c);
}

static void refuse(struct work *w, enum by_refusal why)
{
    by_caller_refuse(w->caller, w->what.id, w->what.key, why, NULL);
    work_end(w);
}

static void refuse_suspended(struct work *w)
{
    struct by_out reply = by_reply_refused(w->what.key, BY_REFUSED_suspended, NULL, false);

    by_sanction_put(&reply, &w->conduct.sanction);
    by_caller_answer(w->caller, BY_ASKS, w->what.key, &reply);
    work_end(w);
}

static void done(struct work *w)
{
    by_caller_done(w->caller, w->what.id, w->what.key);
    work_end(w);
}

/* ---- Players met ------------------------------------------------------------------------------ */

/* Makes the wire id of a player whom a person has met. Each person gets a different id for the player, so the id does
 * not identify the player to others. */
static void met_id(const struct work *w, const struct by_id *who, uint8_t out[16])
{
    uint8_t pair[32];

    memcpy(pair, w->me.bytes, 16);
    memcpy(pair + 16, who->bytes, 16);
    by_hash_of(w->key, sizeof w->key, pair, sizeof pair, out, 16);
}

static bool note_match(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct work *w = data;
    by_json *j = by_json_read(value.at, value.n, NULL);
    const by_json *seats = by_json_get(j, "seats");

    (void)key;
    for (size_t i = 0; i < by_json_count(seats) && w->met_n < MET; i++) {
        const by_json *seat = by_json_at(seats, i);
        const char *name = by_field_text(seat, "name");
        struct met *m = &w->met[w->met_n];
        bool known = !by_field_bytes(seat, "person", m->who.bytes, sizeof m->who.bytes) || same(&m->who, &w->me);

        for (int k = 0; k < w->met_n; k++)
            known = known || same(&w->met[k].who, &m->who);
        if (known)
            continue;
        snprintf(m->name, sizeof m->name, "%s", name == NULL ? "" : name);
        w->met_n++;
    }
    by_json_free(j);
    return w->met_n < MET;
}

static void read_met(struct by_store *s, void *data)
{
    struct work *w = data;
    const struct by_query q = { .kind = "match", .who = &w->me, .most = MATCHES };

    w->met_n = 0;
    w->unread = !by_store_query(s, &q, note_match, w);
}

static void on_met(void *data)
{
    struct work *w = data;
    struct by_out reply;
    uint8_t id[16];

    if (w->unread) {
        refuse(w, BY_REFUSED_unknown);
        return;
    }
    reply = by_reply_done(w->what.key);
    by_out_key(&reply, "met");
    by_out(&reply, "[");
    for (int i = 0; i < w->met_n; i++) {
        met_id(w, &w->met[i].who, id);
        by_out(&reply, i > 0 ? ",{" : "{");
        by_out_key_base64(&reply, "person", id, sizeof id);
        by_out_key_string(&reply, "name", w->met[i].name);
        by_out(&reply, "}");
    }
    by_out(&reply, "]");
    by_caller_answer(w->caller, w->what.id, w->what.key, &reply);
    work_end(w);
}

/* ---- Inviting --------------------------------------------------------------------------------- */

static bool by_name(const struct work *w) { return w->what.name[0] != '\0'; }

/* Finds the player: an account by name, or a person whom the host has met. */
static void find_player(struct by_store *s, struct work *w)
{
    char folded[BY_ACCOUNT_NAME];
    struct by_account a;
    uint8_t id[16];

    w->why = BY_REFUSED_no_player;
    if (by_name(w)) {
        if (!by_account_fold(w->what.name, folded) || !by_account_read(s, folded, &a) || same(&a.person, &w->me))
            return;
        w->v.who = a.person;
        snprintf(w->v.to, sizeof w->v.to, "%s", a.name);
        by_forget(&a, sizeof a);
        w->why = BY_NOT_REFUSED;
        return;
    }
    read_met(s, w);
    for (int i = 0; i < w->met_n; i++) {
        met_id(w, &w->met[i].who, id);
        if (memcmp(id, w->what.person, sizeof id) == 0) {
            w->v.who = w->met[i].who;
            memcpy(w->v.to, w->met[i].name, sizeof w->v.to);
            w->why = BY_NOT_REFUSED;
        }
    }
}

/* Reads the row for the same table and player, and counts the player's invitations. */
static void read_row(struct by_store *s, struct work *w)
{
    uint8_t key[BY_INVITE_KEY];
    char text[BY_INVITE_LINE];
    struct by_invite old, *all;
    long n;
    int open = 0, all_n;

    by_invite_key(&w->v, key);
    n = by_store_get(s, "invitation", bytes_of(key, sizeof key), text, sizeof text);
    w->unread = w->unread || n == -2 || !by_invites_to(s, &w->v.who, &all, &all_n);
    if (w->unread)
        return;
    for (int i = 0; i < all_n; i++)
        open += all[i].answer == BY_INVITE_OPEN;
    w->v.lost = open >= BY_INVITE_CROWD;
    free(all);
    w->v.line_n = 0;
    if (n > 0 && by_invite_parse(bytes_of(key, sizeof key), bytes_of(text, (size_t)n), &old)) {
        memcpy(w->v.line, text, (size_t)n);
        w->v.line_n = (size_t)n;
        w->found = old.at + BY_INVITE_LASTS > w->now && same(&old.by, &w->me);
    }
}

static void read_invite(struct by_store *s, void *data)
{
    struct work *w = data;

    w->unread = w->found = false;
    w->now = (int64_t)time(NULL);
    by_conduct_clear(&w->conduct);
    by_conduct_read(s, &w->conduct);
    for (int i = 0; i < w->counts_n; i++) {
        by_invite_count_read(s, &w->counts[i], w->now);
        w->unread = w->unread || w->counts[i].unread;
    }
    find_player(s, w);
    if (w->why == BY_NOT_REFUSED)
        read_row(s, w);
    w->unread = w->unread || w->conduct.unread;
}

static void on_invite(void *data);

/* The rows of one batch. */
struct rows {
    struct by_put_of puts[COUNTS + 2];
    struct by_columns columns[COUNTS + 2];
    struct by_bytes_of was[COUNTS + 2];
    uint32_t fresh, used;
    int n;
};

/* Adds a row that must still have the value `was`, or must not exist if `was` is empty. */
static void put(struct rows *b, const char *kind, struct by_bytes_of key, struct by_bytes_of value,
                struct by_columns columns, struct by_bytes_of was)
{
    *(was.n > 0 ? &b->used : &b->fresh) |= 1u << b->n;
    b->was[b->n] = was;
    b->puts[b->n] = (struct by_put_of){ kind, key, value };
    b->columns[b->n++] = columns;
}

/* Adds the row in `news` for other servers. */
static void put_news(struct rows *b, const struct by_id *who, int64_t now, uint8_t key[BY_NEWS_KEY])
{
    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)((uint64_t)now >> 8 * (7 - i));
    memcpy(key + 8, who->bytes, 16);
    b->puts[b->n] = (struct by_put_of){ "news", bytes_of(key, BY_NEWS_KEY), bytes_of("1", 1) };
    b->columns[b->n++] = (struct by_columns){ .at = now + MINUTE };
}

static void write_rows(struct by_hub *h, const struct rows *b, by_on_written *then, struct work *w)
{
    by_writes_ask(
        h,
        &(struct by_batch){
            .puts = b->puts, .puts_n = b->n, .columns = b->columns, .was = b->was, .fresh = b->fresh, .used = b->used },
        then, w);
}

static void on_invited(void *data, const struct by_stored *s)
{
    struct work *w = data;
    struct by_hub *h = w->caller->hub;

    if (s->outcome == BY_KEPT && w->why != BY_NOT_REFUSED) {
        refuse(w, w->why);
    } else if (s->outcome == BY_KEPT) {
        if (!h->ended)
            by_invites_changed(h, &w->v);
        done(w);
    } else if (s->taken && ++w->tries < TRIES && !h->ended) {
        by_reads_ask(h, read_invite, on_invite, w); /* another request by the same person or address was written
                                                     * first */
    } else {
        if (!s->taken)
            by_writes_lost(h, s);
        refuse(w, s->taken ? BY_REFUSED_unknown : BY_REFUSED_not_kept);
    }
}

/* Writes the invitation. If no account has the name, only counts the attempt. */
static void write_invite(struct work *w)
{
    struct rows b = { .n = 0 };
    struct by_columns hour = { .at = w->now + HOUR };
    uint8_t key[BY_INVITE_KEY], news[BY_NEWS_KEY];
    struct by_id who[3];
    char *line;

    for (int i = 0; i < w->counts_n; i++) {
        struct by_invite_count *c = &w->counts[i];

        by_invite_count_add(c, w->now);
        put(&b, "invites", bytes_of(c->of.bytes, sizeof c->of.bytes), bytes_of(c->now, c->now_n), hour,
            bytes_of(c->was, c->was_n));
    }
    w->v.at = w->now;
    w->v.answered = 0;
    w->v.answer = BY_INVITE_OPEN;
    line = by_invite_print(&w->v);
    if (w->why == BY_NOT_REFUSED) {
        by_invite_key(&w->v, key);
        put(&b, "invitation", bytes_of(key, sizeof key), bytes_of(line, strlen(line)), by_invite_columns(&w->v, who),
            bytes_of(w->v.line, w->v.line_n));
        put_news(&b, &w->v.who, w->now, news);
    }
    write_rows(w->caller->hub, &b, on_invited, w);
    free(line);
}

static bool over_limit(const struct work *w)
{
    for (int i = 0; i < w->counts_n; i++)
        if (w->counts[i].n >= w->counts[i].most)
            return true;
    return false;
}

static void on_invite(void *data)
{
    struct work *w = data;

    if (w->unread)
        refuse(w, BY_REFUSED_unknown);
    else if (w->conduct.sanction.until > 0)
        refuse_suspended(w);
    else if (w->why == BY_NOT_REFUSED && w->found)
        done(w); /* only once for each table and player */
    else if (over_limit(w))
        refuse(w, BY_REFUSED_too_many_invitations);
    else
        write_invite(w);
}

/* Determines whose invitations are counted. */
static void count(struct work *w)
{
    const struct by_hub *h = w->caller->hub;
    const uint8_t *address = w->caller->pass.address;
    struct by_invite_count *c = w->counts = by_sure(calloc(COUNTS, sizeof *w->counts));

    c[w->counts_n].of = w->me;
    c[w->counts_n++].most = PER_PERSON;
    if (by_address_in(&h->setup.settings->club_addresses, address))
        return;
    by_lobby_address(h, address, c[w->counts_n].of.bytes);
    c[w->counts_n++].most = PER_ADDRESS;
    if (by_lobby_wide(h, address, c[w->counts_n].of.bytes))
        c[w->counts_n++].most = BY_WIDE_SHARE * PER_ADDRESS;
}

/* Performs the checks that need no data from the store, and describes the table and the host. */
static enum by_refusal describe(struct work *w)
{
    static const uint8_t none[16];
    const struct by_caller *c = w->caller;
    const struct live_table *t = c->table;
    struct by_room_facts facts;
    struct by_card card;
    uint32_t seats;

    if (t == NULL || t->room == NULL)
        return BY_REFUSED_not_here;
    if (by_name(w) == (memcmp(w->what.person, none, sizeof none) != 0))
        return BY_REFUSED_bad_message; /* the request must contain either a name or a person */
    by_room_facts(t->room, &facts);
    by_room_card(t->room, &w->me, by_tables_time(t), &card);
    seats = by_room_seats_of(t->room, &w->me);
    if (!card.host || card.quick)
        return BY_REFUSED_not_host;
    if (seats == 0)
        return BY_REFUSED_not_yours;
    if (!facts.waiting || card.practice || card.open == 0)
        return BY_REFUSED_not_now;
    if (by_name(w) && c->account[0] == '\0')
        return BY_REFUSED_no_account;
    w->v.table = t->id;
    w->v.by = w->me;
    snprintf(w->v.name, sizeof w->v.name, "%s", card.seat[__builtin_ctz(seats)].name);
    snprintf(w->v.account, sizeof w->v.account, "%s", c->account);
    return BY_NOT_REFUSED;
}

/* ---- Answering -------------------------------------------------------------------------------- */

static void read_answer(struct by_store *s, void *data)
{
    struct work *w = data;
    uint8_t id[16];

    free(w->all);
    w->all = NULL;
    w->n = 0;
    w->found = false;
    w->now = (int64_t)time(NULL);
    w->unread = !by_invites_to(s, &w->me, &w->all, &w->n);
    for (int i = 0; i < w->n && !w->found; i++) {
        by_invite_id(w->key, &w->all[i], id);
        w->found = memcmp(id, w->what.invitation, sizeof id) == 0;
        if (w->found)
            w->v = w->all[i];
    }
    if (!w->found)
        return;
    w->hidden = by_invite_hidden(s, &w->v);
    by_invite_table_read(s, &w->v, &w->table);
}

static void on_answer(void *data);

static void on_answered(void *data, const struct by_stored *s)
{
    struct work *w = data;
    struct by_hub *h = w->caller->hub;
    struct by_out reply;

    if (s->outcome == BY_KEPT) {
        if (!h->ended)
            by_invites_changed(h, &w->v);
        reply = by_reply_done(w->what.key);
        if (w->what.yes)
            by_out_key_base64(&reply, "table", w->v.table.bytes, sizeof w->v.table.bytes);
        by_caller_answer(w->caller, w->what.id, w->what.key, &reply);
        work_end(w);
    } else if (s->taken && ++w->tries < TRIES && !h->ended) {
        by_reads_ask(h, read_answer, on_answer, w);
    } else {
        if (!s->taken)
            by_writes_lost(h, s);
        refuse(w, s->taken ? BY_REFUSED_unknown : BY_REFUSED_not_kept);
    }
}

/* An invitation ends when its table starts or the player declines. */
static bool holds(const struct work *w)
{
    return w->found && !w->hidden && w->table.waits && w->v.answer != BY_INVITE_NO;
}

static void on_answer(void *data)
{
    struct work *w = data;
    struct rows b = { .n = 0 };
    uint8_t key[BY_INVITE_KEY], news[BY_NEWS_KEY];
    struct by_bytes_of was = bytes_of(w->v.line, w->v.line_n);
    struct by_id who[3];
    char *line;

    if (w->found)
        by_invite_look(w->caller->hub, &w->v, &w->table);
    if (w->unread || !holds(w)) {
        refuse(w, w->unread ? BY_REFUSED_unknown : BY_REFUSED_no_invitation);
        return;
    }
    w->v.answer = w->what.yes ? BY_INVITE_YES : BY_INVITE_NO;
    w->v.answered = w->now;
    line = by_invite_print(&w->v);
    by_invite_key(&w->v, key);
    put(&b, "invitation", bytes_of(key, sizeof key), bytes_of(line, strlen(line)), by_invite_columns(&w->v, who), was);
    put_news(&b, &w->v.who, w->now, news); /* for the player's other devices; the host's list is reread anyway */
    write_rows(w->caller->hub, &b, on_answered, w);
    free(line);
}

/* ---- Reserved seats ---------------------------------------------------------------------------- */

static void read_kept(struct by_store *s, void *data)
{
    struct work *w = data;

    w->now = (int64_t)time(NULL);
    w->unread = !by_invites_from(s, &w->v.table, &w->all, &w->n);
}

/* Returns whether a seat is reserved for an invited player who does not have one yet. */
static bool keeps(const struct work *w, const struct by_invite *v, const struct by_room *room)
{
    int64_t until = v->answer == BY_INVITE_OPEN ? v->at + BY_INVITE_KEEPS : v->answered + BY_INVITE_COMES;

    return v->answer != BY_INVITE_NO && until > w->now && by_room_seats_of(room, &v->who) == 0;
}

static void on_kept(void *data)
{
    struct work *w = data;
    struct by_caller *c = w->caller;
    struct live_table *t = c->table;
    struct by_card card = { .open = 0 };
    int others = 0;
    bool own = false;

    if (w->unread || t == NULL || t->room == NULL || !same(&t->id, &w->v.table)) {
        refuse(w, w->unread ? BY_REFUSED_unknown : BY_REFUSED_not_here);
        return;
    }
    by_room_card(t->room, &w->me, by_tables_time(t), &card);
    for (int i = 0; i < w->n; i++)
        if (keeps(w, &w->all[i], t->room)) {
            own = own || same(&w->all[i].who, &w->me);
            others += !same(&w->all[i].who, &w->me);
        }
    if (!own && !card.host && others > 0 && card.open - t->queued <= others) {
        refuse(w, BY_REFUSED_seat_kept);
        return;
    }
    by_queue_put(t, c, &w->what);
    work_end(w);
}

/* ---- Requests --------------------------------------------------------------------------------- */

static struct work *work_new(struct by_caller *c, const struct by_asked_for *what)
{
    struct work *w = by_sure(calloc(1, sizeof *w));

    w->caller = c;
    w->what = *what;
    w->me = c->pass.person;
    memcpy(w->key, c->hub->key, sizeof w->key);
    w->why = BY_NOT_REFUSED;
    by_caller_pause(c);
    return w;
}

void by_invites_sit(struct by_caller *c, const struct by_asked_for *what)
{
    struct by_room_facts facts = { .waiting = false };
    struct by_id host;
    struct work *w;

    if (c->table->room != NULL)
        by_room_facts(c->table->room, &facts);
    if (!facts.waiting || !by_room_host_of(c->table->room, &host)
        || by_room_seats_of(c->table->room, &c->pass.person) != 0) {
        by_queue_put(c->table, c, what);
        return;
    }
    w = work_new(c, what);
    w->v.table = c->table->id;
    by_reads_ask(c->hub, read_kept, on_kept, w);
}

void by_invites_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct work *w = work_new(c, what);
    enum by_refusal why;

    if (what->id == BY_ASK_met) {
        by_reads_ask(c->hub, read_met, on_met, w);
    } else if (what->id == BY_ASK_answer) {
        by_reads_ask(c->hub, read_answer, on_answer, w);
    } else if ((why = describe(w)) != BY_NOT_REFUSED) {
        refuse(w, why);
    } else {
        w->conduct = by_conduct_of(c, false);
        count(w);
        by_reads_ask(c->hub, read_invite, on_invite, w);
    }
}
