/* SPDX-License-Identifier: MIT */
/* cups.c: handles requests about tournaments (cups.h). A request reads the row, changes the cup and writes the row,
 * provided that the row has not changed. If another request has changed the row first, the request starts over. */
#include "cups.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cup.h"
#include "follow.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "util/memory.h"
#include "util/random.h"

/* TRIES is the maximum number of retries of a change if another one was written first. OWN_MOST limits the unfinished
 * tournaments of one organiser, ALL_MOST those of all organisers. */
enum { TRIES = 100, OWN_MOST = 5, ALL_MOST = 200, LIST_MOST = 100, OVER_MOST = 20 };

struct job {
    struct by_caller *caller;
    struct by_asked_for what;
    const struct by_room_host *host; /* borrowed from the hub, and never changes */
    struct by_id id, person;
    uint8_t key[32];
    int64_t now;
    uint64_t draw;
    int keep, tries;
    enum by_refusal why;
    struct by_fault fault;
    struct by_cup cup;
    bool has, fresh; /* whether `cup` is set; whether it is new */
    char *was;       /* the row as read */
    size_t was_n;
    struct by_puts puts; /* the rows to be written; none if the cup is unchanged */
    struct by_out list;  /* for `tournaments` */
    int listed;
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* ---- Reading, on a store thread ---------------------------------------------------------------- */

static bool count_one(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    (void)key;
    (void)value;
    ++*(int *)data;
    return true;
}

static int count(struct by_store *s, const char *status, const struct by_id *who)
{
    struct by_query q = { .kind = "cup", .status = status, .who = who, .undated = false, .most = ALL_MOST };
    int n = 0;

    return by_store_query(s, &q, count_one, &n) ? n : ALL_MOST;
}

struct unfinished {
    const struct job *j;
    int n;
};

static bool count_unfinished(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct unfinished *u = data;
    struct by_cup c;
    struct by_id id;

    if (key.n != sizeof id.bytes)
        return true;
    memcpy(id.bytes, key.at, key.n);
    if (by_cup_read(&c, u->j->host, &id, value)) {
        u->n += c.state != BY_CUP_OVER;
        by_cup_clear(&c);
    }
    return true;
}

static void organise(struct by_store *s, struct job *j)
{
    struct by_query own = { .kind = "cup", .who = &j->person, .most = ALL_MOST };
    struct unfinished u = { .j = j };

    by_store_query(s, &own, count_unfinished, &u);
    if (u.n >= OWN_MOST)
        j->why = BY_REFUSED_too_many;
    else if (count(s, "open", NULL) + count(s, "playing", NULL) >= ALL_MOST)
        j->why = BY_REFUSED_full;
    else
        j->why = by_cup_organise(&j->cup, &j->id, &j->person, &j->what, j->now, j->draw, &j->fault);
    j->has = j->fresh = j->why == BY_NOT_REFUSED;
    if (j->has)
        by_cups_put(&j->cup, j->host, j->keep, bytes_of(NULL, 0), &j->puts);
}

static void change(struct job *j)
{
    char *before = by_cup_print(&j->cup, j->host), *after;

    j->why = by_cup_change(&j->cup, &j->person, &j->what, j->now, &j->fault);
    if (j->why == BY_NOT_REFUSED) {
        after = by_cup_print(&j->cup, j->host);
        if (strcmp(before, after) != 0) {
            j->cup.changes++;
            by_cups_put(&j->cup, j->host, j->keep, bytes_of(j->was, j->was_n), &j->puts);
        }
        free(after);
    }
    free(before);
}

static void clear_cup(struct job *j)
{
    if (j->has)
        by_cup_clear(&j->cup);
    by_puts_clear(&j->puts);
    free(j->was);
    j->was = NULL;
    j->has = j->fresh = false;
}

static void read_cup(struct by_store *s, void *data)
{
    struct job *j = data;
    long n;

    clear_cup(j);
    j->why = BY_NOT_REFUSED;
    j->was = by_sure(malloc(BY_CUP_ROW));
    n = by_store_get(s, "cup", bytes_of(j->id.bytes, sizeof j->id.bytes), j->was, BY_CUP_ROW);
    j->was_n = n > 0 ? (size_t)n : 0;
    if (n == -2)
        j->why = BY_REFUSED_unknown;
    else if (n < 0 && j->what.id != BY_ASK_organise)
        j->why = BY_REFUSED_no_tournament;
    else if (n > 0 && !(j->has = by_cup_read(&j->cup, j->host, &j->id, bytes_of(j->was, j->was_n))))
        j->why = BY_REFUSED_set_aside;
    else if (n < 0)
        organise(s, j);
    else if (j->what.id != BY_ASK_organise && j->what.id != BY_ASK_follow)
        change(j);
}

/* ---- The list --------------------------------------------------------------------------------- */

static bool list_one(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct job *j = data;
    struct by_cup c;
    struct by_id id;

    if (key.n != sizeof id.bytes)
        return true;
    memcpy(id.bytes, key.at, key.n);
    if (!by_cup_read(&c, j->host, &id, value))
        return true;
    by_out(&j->list, j->listed++ > 0 ? "," : "");
    by_cup_put_short(&c, &j->person, &j->list);
    by_cup_clear(&c);
    return true;
}

static void read_list(struct by_store *s, void *data)
{
    struct job *j = data;

    for (int i = 0; i < BY_CUP_STATES && j->why == BY_NOT_REFUSED; i++) {
        struct by_query q = { .kind = "cup",
                              .status = by_cup_states[i],
                              .most = i == BY_CUP_OVER ? OVER_MOST : LIST_MOST };

        if (!by_store_query(s, &q, list_one, j))
            j->why = BY_REFUSED_unknown;
    }
}

/* ---- Answers ---------------------------------------------------------------------------------- */

static void job_end(struct job *j)
{
    struct by_caller *c = j->caller;

    clear_cup(j);
    free(j->list.at);
    free(j);
    by_caller_resume(c);
}

static void refuse(struct job *j, enum by_refusal why)
{
    by_caller_refuse(j->caller, j->what.id, j->what.key, why, j->fault.text[0] != '\0' ? &j->fault : NULL);
    job_end(j);
}

static void succeed(struct job *j)
{
    struct by_caller *c = j->caller;
    struct by_out reply = by_reply_done(j->what.key);

    if (j->what.id == BY_ASK_organise)
        by_out_key_base64(&reply, "tournament", j->id.bytes, sizeof j->id.bytes);
    by_caller_answer(c, j->what.id, j->what.key, &reply);
    if (j->what.id == BY_ASK_follow) {
        c->follows = true;
        c->cup = j->id;
        c->cup_told = 0;
    }
    by_cups_poll(c->hub);
    job_end(j);
}

static void on_listed(void *data)
{
    struct job *j = data;
    struct by_out reply;

    if (j->why != BY_NOT_REFUSED) {
        refuse(j, j->why);
        return;
    }
    reply = by_reply_done(j->what.key);
    by_out_key(&reply, "tournaments");
    by_out(&reply, "[");
    by_out_bytes(&reply, j->list.at, j->list.n);
    by_out(&reply, "]");
    by_caller_answer(j->caller, j->what.id, j->what.key, &reply);
    job_end(j);
}

static void on_read(void *data);

static void on_written(void *data, const struct by_stored *s)
{
    struct job *j = data;

    if (s->outcome == BY_KEPT) {
        succeed(j);
    } else if (s->taken && j->tries++ < TRIES) {
        by_reads_ask(j->caller->hub, read_cup, on_read, j);
    } else {
        if (!s->taken)
            by_writes_lost(j->caller->hub, s);
        refuse(j, s->outcome == BY_UNKNOWN || s->taken ? BY_REFUSED_unknown : BY_REFUSED_not_kept);
    }
}

static void on_read(void *data)
{
    struct job *j = data;

    if (j->why != BY_NOT_REFUSED) {
        refuse(j, j->why);
    } else if (j->puts.n == 0) {
        succeed(j);
    } else {
        by_puts_columns(&j->puts);
        by_writes_ask(j->caller->hub,
                      &(struct by_batch){ .puts = j->puts.at,
                                          .puts_n = j->puts.n,
                                          .columns = j->puts.columns,
                                          .fresh = j->fresh,
                                          .used = by_puts_used(&j->puts),
                                          .was = j->puts.was },
                      on_written, j);
    }
}

/* Derives the id of a new tournament from the person and the request's key, so that a retry does not create a second
 * one. */
static struct by_id new_id(const struct by_caller *c, const char *key)
{
    struct by_hasher h;
    struct by_id id = { 0 };

    by_hash_init(&h, c->hub->key, sizeof c->hub->key, sizeof id.bytes);
    by_hash_add(&h, "BY1 cup id", 10);
    by_hash_add(&h, c->pass.person.bytes, sizeof c->pass.person.bytes);
    by_hash_add(&h, key, strlen(key));
    by_hash_end(&h, id.bytes, sizeof id.bytes);
    return id;
}

static bool names_cup(const struct by_asked_for *what)
{
    static const uint8_t none[sizeof what->tournament];

    return memcmp(what->tournament, none, sizeof none) != 0;
}

void by_cups_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct job *j;

    if (what->id == BY_ASK_follow && !names_cup(what)) {
        c->follows = false;
        by_caller_done(c, what->id, what->key);
        return;
    }
    j = by_sure(calloc(1, sizeof *j));
    j->caller = c;
    j->what = *what;
    j->host = &c->hub->setup.host;
    j->person = c->pass.person;
    memcpy(j->key, c->hub->key, sizeof j->key);
    j->now = (int64_t)time(NULL);
    j->keep = c->hub->setup.settings->retention_days;
    j->why = BY_NOT_REFUSED;
    by_random(&j->draw, sizeof j->draw);
    memcpy(j->id.bytes, what->tournament, sizeof j->id.bytes);
    if (what->id == BY_ASK_organise)
        j->id = new_id(c, what->key);
    by_caller_pause(c);
    if (what->id == BY_ASK_tournaments)
        by_reads_ask(c->hub, read_list, on_listed, j);
    else
        by_reads_ask(c->hub, read_cup, on_read, j);
}

/* ---- The server ------------------------------------------------------------------------------- */

void by_cups_start(struct by_hub *h) { h->cups = by_sure(calloc(1, sizeof *h->cups)); }
void by_cups_end(struct by_hub *h) { free(h->cups); }
