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
#include "sessions.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "server/operate/metrics.h"
#include "util/random.h"
#include "util/memory.h"

/* ---- Bytes ------------------------------------------------------------------------------------ */

struct owner by_owner_of(const struct by_id *person, int64_t when)
{
    struct owner o = { .person = *person };

    for (int i = 0; i < 8; i++)
        o.when[i] = (uint8_t)((uint64_t)when >> 8 * i);
    return o;
}

static int64_t when_of(const struct owner *o)
{
    uint64_t when = 0;

    for (int i = 0; i < 8; i++)
        when |= (uint64_t)o->when[i] << 8 * i;
    return (int64_t)when;
}

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

/* Reads the token from the cookie `boneyard`, if exactly one exists. */
static bool cookie_token(const char *cookie, uint8_t out[BY_TOKEN])
{
    bool found = false;
    char text[64];

    while (*cookie != '\0') {
        size_t n = strcspn(cookie, ";");

        if (n > 9 && strncmp(cookie, "boneyard=", 9) == 0) {
            if (found || n - 9 >= sizeof text)
                return false;
            memcpy(text, cookie + 9, n - 9);
            text[n - 9] = '\0';
            found = true;
        }
        cookie += n;
        cookie += strspn(cookie, "; ");
    }
    return found && by_unbase64(text, out, BY_TOKEN);
}

int64_t by_people_oldest(const struct by_hub *h)
{
    return (int64_t)time(NULL) - (int64_t)h->setup.settings->guest_days * BY_DAY;
}

int by_people_admit(const struct by_request *r, struct by_pass *out)
{
    uint8_t token[BY_TOKEN];

    if (r->own ? !by_unbase64(r->bearer, token, BY_TOKEN) : !cookie_token(r->cookie, token))
        return 401;
    out->session = by_secret_hash(token);
    by_forget(token, sizeof token);
    return 0;
}

/* Extends a returning person's session. */
static void extend(struct by_hub *h, const struct by_hash *session, const struct owner *o)
{
    struct owner now = by_owner_of(&o->person, (int64_t)time(NULL));
    struct by_put_of put = { "session", bytes_of(session->bytes, 32), bytes_of(&now, sizeof now) };
    struct by_columns columns = by_owner_columns(&now);

    if (when_of(o) + BY_DAY < (int64_t)time(NULL))
        by_writes_batch(h, &(struct by_batch){ .puts = &put, .puts_n = 1, .columns = &columns }, NULL, NULL);
}

/* A socket whose session is being read. */
struct recognition {
    struct by_caller *caller;
    struct by_hash session;
    struct owner owner;
    long n;
    char account[BY_ACCOUNT_NAME];
};

static void read_session(struct by_store *s, void *data)
{
    struct recognition *r = data;

    r->n = by_store_get(s, "session", bytes_of(r->session.bytes, 32), &r->owner, sizeof r->owner);
    if (r->n == (long)sizeof r->owner && !by_account_of(s, &r->owner.person, r->account))
        r->n = -2;
}

static void on_recognised(void *data)
{
    struct recognition *r = data;
    struct by_caller *c = r->caller;

    if (r->n == -2) { /* a disk error must not log anyone out */
        by_caller_dismiss(c, BY_REFUSED_unknown, BY_CLOSE_RESTART);
    } else if (r->n != (long)sizeof r->owner || when_of(&r->owner) < by_people_oldest(c->hub)) {
        by_caller_dismiss(c, BY_REFUSED_no_session, BY_CLOSE_POLICY);
    } else {
        c->pass.person = r->owner.person;
        snprintf(c->account, sizeof c->account, "%s", r->account);
        extend(c->hub, &r->session, &r->owner);
    }
    free(r);
    by_caller_resume(c);
}

void by_people_recognise(struct by_caller *c)
{
    struct recognition *r = by_sure(calloc(1, sizeof *r));

    r->caller = c;
    r->session = c->pass.session;
    by_caller_pause(c);
    by_reads_ask(c->hub, read_session, on_recognised, r);
}

/* ---- New sessions ----------------------------------------------------------------------------- */

/* Returns whether this address may register another person today. */
static bool may_come(struct people *p, const uint8_t address[16])
{
    double at = by_loop_now(p->hub->loop);
    uint32_t place = 0;
    struct comer *c;

    if (p->day + BY_DAY < at) {
        p->day = at;
        memset(p->comer, 0, sizeof p->comer);
    }
    for (int i = 0; i < 16; i++)
        place = place * 31 + address[i];
    for (uint32_t i = 0; i < 16; i++) {
        c = &p->comer[(place + i) % BY_COMERS];
        if (c->n == 0 || memcmp(c->address, address, 16) == 0)
            break;
    }
    if (memcmp(c->address, address, 16) != 0)
        c->n = 0; /* the table of addresses is full, so its last slot is reused */
    memcpy(c->address, address, 16);
    return c->n++ < p->hub->setup.settings->persons_per_address;
}

/* A request for a session. */
struct arrival {
    struct people *people;
    struct by_request request; /* without its texts */
    bool https, linked;
    uint8_t token[BY_TOKEN]; /* the browser's */
    struct by_hash row;      /* the row being read: of the link or the session */
    struct owner owner;      /* its value, of this length */
    long n;
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
        free(then.body);
        then = (struct by_http_answer){ .status = s->taken ? 401 : 503 }; /* taken: the link has just been used */
    }
    if (s->outcome != BY_KEPT && !s->taken)
        by_writes_lost(a->people->hub, s);
    arrival_answer(a, &then);
}

static void session_answer(const struct arrival *a, const uint8_t token[BY_TOKEN], struct by_http_answer *to)
{
    struct by_out o = { 0 };
    char text[64];

    by_base64(token, BY_TOKEN, text);
    to->status = a->request.own ? 200 : 204;
    if (a->request.own) {
        to->type = "application/json";
        by_out(&o, "{");
        by_out_key_string(&o, "token", text);
        by_out(&o, "}");
        to->n = o.n;
        to->body = o.at;
    } else {
        snprintf(to->cookie, sizeof to->cookie, "boneyard=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000%s",
                 text, a->https ? "; Secure" : "");
    }
    by_forget(text, sizeof text);
}

/* Stores a session of this person. */
static void create_session(struct arrival *a, const struct by_id *person)
{
    struct owner o = by_owner_of(person, (int64_t)time(NULL));
    uint8_t token[BY_TOKEN];
    struct by_hash key;
    struct by_put_of puts[2];
    struct by_columns columns[2] = { by_owner_columns(&o) };
    struct by_batch b = { .puts = puts, .puts_n = a->linked ? 2 : 1, .columns = columns };

    by_random(token, sizeof token);
    key = by_secret_hash(token);
    puts[0] = (struct by_put_of){ "session", bytes_of(key.bytes, 32), bytes_of(&o, sizeof o) };
    if (a->linked)
        puts[1] = (struct by_put_of){ "link", bytes_of(a->row.bytes, 32), bytes_of(NULL, 0) };
    session_answer(a, token, &a->then);
    by_forget(token, sizeof token);
    by_metric_add(BY_METRIC_sessions, a->linked ? 0 : 1);
    if (a->linked)
        b.used = 1 << 1; /* the link must still exist, so it works only once */
    by_writes_ask(a->people->hub, &b, on_session, a);
}

/* Registers a new person. Returns false if this address has registered too many today. */
static bool create_person(struct arrival *a)
{
    struct by_id person = { { 0 } };

    if (!may_come(a->people, a->request.address))
        return false;
    by_random(person.bytes, sizeof person.bytes);
    create_session(a, &person);
    return true;
}

static void read_row(struct by_store *s, void *data)
{
    struct arrival *a = data;

    a->n = by_store_get(s, a->linked ? "link" : "session", bytes_of(a->row.bytes, 32), &a->owner, sizeof a->owner);
}

/* Continues once it is known whether the link is valid, or whether the browser already has a session. */
static void on_row(void *data)
{
    struct arrival *a = data;
    struct by_hub *h = a->people->hub;
    int64_t oldest = a->linked ? (int64_t)time(NULL) : by_people_oldest(h);
    bool fine = a->n == (long)sizeof a->owner && when_of(&a->owner) >= oldest;
    struct by_http_answer answer = { .status = a->n == -2 ? 503 : 401 };

    if (fine && a->linked) {
        create_session(a, &a->owner.person);
        return;
    }
    if (fine) {
        extend(h, &a->row, &a->owner);
        session_answer(a, a->token, &answer); /* the browser then keeps the token for another year */
    } else if (!a->linked && a->n != -2) {
        if (create_person(a))
            return;
        answer.status = 429;
    }
    arrival_answer(a, &answer);
}

/* Finds the row that must be read: that of a link, or of the browser's session. Returns 0 if no
 * row must be read, or the status of a refusal. */
static int row_of(struct arrival *a, const struct by_request *r)
{
    uint8_t secret[BY_TOKEN];

    if (!a->linked && (r->own || !cookie_token(r->cookie, a->token)))
        return 0;
    if (!a->linked) {
        a->row = by_secret_hash(a->token);
        return 200;
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
