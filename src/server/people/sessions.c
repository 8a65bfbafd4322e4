/* SPDX-License-Identifier: MIT */
/* sessions.c: manages sessions.
 *
 * The store has two lists: `session` maps a token's hash to a person and a time, and `link` maps a secret's hash to a
 * person and an expiry time. Secrets are stored only as hashes, which serve as keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accounts.h"
#include "arrivals.h"
#include "sessions.h"
#include "server/net/address.h"
#include "server/net/rate_limit.h"
#include "server/order/conduct.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "server/operate/metrics.h"
#include "util/random.h"
#include "util/memory.h"

/* ---- Bytes ------------------------------------------------------------------------------------ */

static void put_time(uint8_t bytes[8], int64_t when)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)when >> 8 * i);
}

int64_t by_time_of(const uint8_t bytes[8])
{
    uint64_t when = 0;

    for (int i = 0; i < 8; i++)
        when |= (uint64_t)bytes[i] << 8 * i;
    return (int64_t)when;
}

struct owner by_owner_of(const struct by_id *person, int64_t when)
{
    struct owner o = { .person = *person };

    put_time(o.when, when);
    return o;
}

static int64_t when_of(const struct owner *o) { return by_time_of(o->when); }

struct by_columns by_owner_columns(const struct owner *o)
{
    return (struct by_columns){ .at = when_of(o), .who = &o->person, .who_n = 1 };
}

struct by_hash by_secret_hash(const uint8_t secret[BY_TOKEN])
{
    struct by_hash h = { 0 };

    by_hash_of(NULL, 0, secret, BY_TOKEN, h.bytes, sizeof h.bytes);
    return h;
}

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* ---- Sessions --------------------------------------------------------------------------------- */

int64_t by_people_oldest(const struct by_hub *h)
{
    return (int64_t)time(NULL) - (int64_t)h->setup.settings->guest_days * BY_DAY;
}

int by_people_admit(const struct by_request *r, struct by_pass *out)
{
    uint8_t token[BY_TOKEN];

    out->marks.n = 0;
    if (r->own ? !by_unbase64(r->bearer, token, BY_TOKEN) : !by_cookie_read(r->cookie, token, &out->marks))
        return 401;
    out->session = by_secret_hash(token);
    by_forget(token, sizeof token);
    return 0;
}

enum { HOUR = 3600 };

/* Records that a session is in use, at most once an hour, unless it has ended in the meantime. */
static void extend(struct by_hub *h, const struct by_hash *session, const struct owner *o, long n)
{
    struct owner now = *o;
    struct by_put_of put = { "session", bytes_of(session->bytes, 32), bytes_of(&now, sizeof now) };
    struct by_bytes_of was = bytes_of(o, (size_t)n);
    struct by_columns columns;

    if (when_of(o) + HOUR >= (int64_t)time(NULL))
        return;
    put_time(now.when, (int64_t)time(NULL));
    columns = by_owner_columns(&now);
    by_writes_batch(h, &(struct by_batch){ .puts = &put, .puts_n = 1, .columns = &columns, .used = 1, .was = &was },
                    NULL, NULL);
}

/* A socket while its session is being read. */
struct recognition {
    struct by_caller *caller;
    struct by_hash session;
    struct owner owner;
    long n;
    char account[BY_ACCOUNT_NAME];
    struct by_conduct conduct;
};

static void read_session(struct by_store *s, void *data)
{
    struct recognition *r = data;

    r->n = by_store_get(s, "session", bytes_of(r->session.bytes, 32), &r->owner, sizeof r->owner);
    if (r->n >= BY_OWNER_LEAST && !by_account_of(s, &r->owner.person, r->account))
        r->n = -2;
    if (r->n >= BY_OWNER_LEAST) {
        r->conduct.person = r->owner.person;
        by_conduct_read(s, &r->conduct);
        r->n = r->conduct.unread ? -2 : r->n;
    }
}

static void on_recognised(void *data)
{
    struct recognition *r = data;
    struct by_caller *c = r->caller;

    if (r->n == -2) { /* a disk error must not log a person out */
        by_caller_dismiss(c, BY_REFUSED_unknown, BY_CLOSE_RESTART);
    } else if (r->n < BY_OWNER_LEAST || when_of(&r->owner) < by_people_oldest(c->hub)) {
        by_caller_dismiss(c, BY_REFUSED_no_session, BY_CLOSE_POLICY);
    } else {
        c->pass.person = r->owner.person;
        snprintf(c->account, sizeof c->account, "%s", r->account);
        extend(c->hub, &r->session, &r->owner, r->n);
        by_conduct_apply(c, &r->conduct);
        r->conduct.bars = NULL;
    }
    by_conduct_clear(&r->conduct);
    free(r);
    by_caller_resume(c);
}

void by_people_recognise(struct by_caller *c)
{
    struct recognition *r = by_sure(calloc(1, sizeof *r));

    r->caller = c;
    r->session = c->pass.session;
    r->conduct = by_conduct_of(c, true);
    by_caller_pause(c);
    by_reads_ask(c->hub, read_session, on_recognised, r);
}

/* ---- New sessions ----------------------------------------------------------------------------- */

/* A request for a session. */
struct arrival {
    struct people *people;
    struct by_request request; /* without its texts */
    bool https, linked;
    uint8_t device;
    uint8_t token[BY_TOKEN]; /* the browser's */
    struct by_marked marks;
    struct by_hash row; /* the key of the session or link to be read */
    struct owner owner; /* its value, of this length */
    long n;
    bool marked; /* whether the person has an account, and its mark */
    struct by_id mark;
    struct by_http_answer then; /* the answer once the session is stored */
};

static void arrival_answer(struct arrival *a, struct by_http_answer *answer)
{
    if (a->people->hub->ended)
        free(answer->body);
    else
        a->request.answer(a->request.data, a->request.ticket, answer);
    by_forget(a, sizeof *a);
    free(a);
}

static void on_session(void *data, const struct by_stored *s)
{
    struct arrival *a = data;
    struct by_http_answer then = a->then;

    if (s->outcome != BY_KEPT) {
        if (!s->taken)
            by_writes_lost(a->people->hub, s);
        free(then.body);
        then = (struct by_http_answer){ .status = s->taken ? 401 : 503 }; /* `taken`: the link has just been used */
    }
    arrival_answer(a, &then);
}

static void session_answer(struct arrival *a, const uint8_t token[BY_TOKEN], struct by_http_answer *to)
{
    struct by_out o = { 0 };
    char text[64];

    to->status = a->request.own ? 200 : 204;
    if (a->marked)
        by_mark_add(&a->marks, &a->mark);
    if (a->request.own) {
        by_base64(token, BY_TOKEN, text);
        to->type = "application/json";
        by_out(&o, "{");
        by_out_key_string(&o, "token", text);
        by_out(&o, "}");
        to->n = o.n;
        to->body = o.at;
        by_forget(text, sizeof text);
    } else {
        by_cookie_print(token, &a->marks, a->https, to->cookie, sizeof to->cookie);
    }
}

/* Stores a session for this person. A link is deleted in the same batch, provided that it still exists, so each link
 * works only once. */
static void create_session(struct arrival *a, const struct by_id *person)
{
    struct owner o = by_owner_of(person, (int64_t)time(NULL));
    uint8_t token[BY_TOKEN];
    struct by_hash key;
    struct by_put_of puts[2];
    struct by_columns columns[2] = { by_owner_columns(&o) };
    struct by_batch b = { .puts = puts, .puts_n = a->linked ? 2 : 1, .columns = columns };

    put_time(o.since, (int64_t)time(NULL));
    o.device = a->device;
    by_random(token, sizeof token);
    key = by_secret_hash(token);
    puts[0] = (struct by_put_of){ "session", bytes_of(key.bytes, 32), bytes_of(&o, sizeof o) };
    puts[1] = (struct by_put_of){ "link", bytes_of(a->row.bytes, 32), bytes_of(NULL, 0) };
    session_answer(a, token, &a->then);
    by_forget(token, sizeof token);
    by_metric_add(BY_METRIC_sessions, a->linked ? 0 : 1);
    if (a->linked)
        b.used = 1 << 1; /* the link must still exist, so it works only once */
    by_writes_ask(a->people->hub, &b, on_session, a);
}

static void register_person(struct arrival *a)
{
    struct by_id person = { { 0 } };

    by_random(person.bytes, sizeof person.bytes);
    create_session(a, &person);
}

static void on_arrival(void *data, enum by_arrival may)
{
    struct arrival *a = data;
    struct by_http_answer answer = { .status = may == BY_ARRIVAL_NO ? 429 : 503 };

    if (may == BY_ARRIVAL_YES)
        register_person(a);
    else
        arrival_answer(a, &answer);
}

/* Registers a new person. Returns false if too many people have registered from this address today. */
static bool create_person(struct arrival *a)
{
    enum by_arrival may = by_arrivals_ask(a->people->arrivals, a->request.address, on_arrival, a);

    if (may == BY_ARRIVAL_YES)
        register_person(a);
    return may != BY_ARRIVAL_NO;
}

static void read_row(struct by_store *s, void *data)
{
    struct arrival *a = data;
    char folded[BY_ACCOUNT_NAME];
    struct by_account account;
    bool unread = false;

    a->n = by_store_get(s, a->linked ? "link" : "session", bytes_of(a->row.bytes, 32), &a->owner, sizeof a->owner);
    if (a->n < BY_OWNER_LEAST)
        return;
    a->marked = by_account_read_of(s, &a->owner.person, folded, &account, &unread);
    if (a->marked)
        a->mark = by_mark_of(a->people->hub->key, &account);
    by_forget(&account, sizeof account);
}

/* Continues once the link or the browser's existing session has been checked. */
static void on_row(void *data)
{
    struct arrival *a = data;
    struct by_hub *h = a->people->hub;
    int64_t oldest = a->linked ? (int64_t)time(NULL) : by_people_oldest(h);
    bool fine = a->n >= BY_OWNER_LEAST && when_of(&a->owner) >= oldest;
    struct by_http_answer answer = { .status = a->n == -2 ? 503 : 401 };

    if (fine && a->linked) {
        create_session(a, &a->owner.person);
        return;
    }
    if (fine) {
        extend(h, &a->row, &a->owner, a->n);
        session_answer(a, a->token, &answer); /* makes the browser keep the token for another year */
    } else if (!a->linked && a->n != -2) {
        if (create_person(a))
            return;
        answer.status = 429;
    }
    arrival_answer(a, &answer);
}

/* Determines which row must be read: the link's or the browser session's. Returns 0 if no row need be read, or the
 * status of a refusal. */
static int row_of(struct arrival *a, const struct by_request *r)
{
    uint8_t secret[BY_TOKEN];
    bool known = !r->own && by_cookie_read(r->cookie, a->token, &a->marks);

    if (!known)
        a->marks.n = 0;
    if (!a->linked) {
        a->row = by_secret_hash(a->token);
        return known ? 200 : 0;
    }
    if (!by_unbase64(r->bearer, secret, BY_TOKEN))
        return 401;
    a->row = by_secret_hash(secret);
    by_forget(secret, sizeof secret);
    return 200;
}

enum by_served by_people_session(struct by_hub *h, const struct by_request *r, struct by_http_answer *out)
{
    struct arrival *a = by_sure(calloc(1, sizeof *a));
    int row;

    *a = (struct arrival){ .people = h->people,
                           .request = { .own = r->own, .answer = r->answer, .data = r->data, .ticket = r->ticket },
                           .https = strncmp(r->origin, "https://", 8) == 0,
                           .device = by_device_of(r->agent, r->own),
                           .linked = r->bearer[0] != '\0' };
    memcpy(a->request.address, r->address, sizeof r->address);
    row = row_of(a, r);
    if (row == 200)
        by_reads_ask(h, read_row, on_row, a);
    if (row == 200 || (row == 0 && create_person(a)))
        return BY_LATER;
    out->status = row == 0 ? 429 : row;
    by_forget(a, sizeof *a);
    free(a);
    return BY_SERVED;
}
