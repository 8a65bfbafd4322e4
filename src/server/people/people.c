/* SPDX-License-Identifier: MIT */
/* people.c: manages people, sessions, links between devices, and accounts.
 *
 * Two lists in the store hold sessions and links: `session` maps a token's hash to a person and a time, and `link` maps
 * a secret's hash to a person and an expiry time; see also accounts.h. Secrets are stored only as hashes, which serve
 * as keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accounts.h"
#include "people.h"
#include "registering.h"
#include "server/tables/caller.h"
#include "server/tables/queue.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "passwords.h"
#include "util/crypto.h"
#include "util/random.h"
#include "util/memory.h"
#include "wire/json.h"

enum { TOKEN = 32, LINK_TIME = 3600, DAY = 86400, COMERS = 4096, TRIES = 1024, FREE_TRIES = 5, WAIT_MOST = 900 };

struct comer {
    uint8_t address[16];
    int n;
};
struct tries {
    uint64_t who;
    int n;
    double until;
};

struct people {
    struct by_hub *hub;
    struct passwords *passwords;
    struct comer comer[COMERS]; /* how many people registered from each address today */
    double day;
    struct tries tries[TRIES];
    struct by_hash *taken; /* links, account names and persons reserved while a batch is being written */
    int taken_n, taken_room;
};

static void on_password(void *data, struct password_job *j);

struct people *by_people_new(struct by_hub *h)
{
    struct people *p = by_sure(calloc(1, sizeof *p));

    p->hub = h;
    p->passwords = by_passwords_new(h->loop, on_password, p);
    return p;
}

void by_people_free(struct people *p)
{
    if (p == NULL)
        return;
    by_passwords_free(p->passwords);
    by_registering_free(p->hub);
    free(p->taken);
    free(p);
}

/* ---- Bytes ------------------------------------------------------------------------------------ */

struct owner {
    struct by_id person;
    uint8_t when[8];
}; /* value of a session or link */

static struct owner owner_of(const struct by_id *person, int64_t when)
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

/* The columns of the row of a session or link, by which it is found when it expires or its person is forgotten. */
static struct by_columns columns_of(const struct owner *o)
{
    return (struct by_columns){ .at = when_of(o), .who = &o->person, .who_n = 1 };
}

static struct by_hash hash_of(const uint8_t secret[TOKEN])
{
    struct by_hash h = { 0 };

    by_hash_of(NULL, 0, secret, TOKEN, h.bytes, sizeof h.bytes);
    return h;
}

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

static int taken_place(const struct people *p, const struct by_hash *what)
{
    for (int i = 0; i < p->taken_n; i++)
        if (memcmp(&p->taken[i], what, sizeof *what) == 0)
            return i;
    return -1;
}

/* Reserves a unique value until the store confirms it. Returns false if another request was first. */
static bool take(struct people *p, const struct by_hash *what)
{
    if (taken_place(p, what) >= 0)
        return false;
    if (p->taken_n == p->taken_room) {
        p->taken_room = p->taken_room * 2 + 16;
        p->taken = by_sure(realloc(p->taken, (size_t)p->taken_room * sizeof *p->taken));
    }
    p->taken[p->taken_n++] = *what;
    return true;
}

static void give_back(struct people *p, const struct by_hash *what)
{
    int at = taken_place(p, what);

    if (at >= 0)
        p->taken[at] = p->taken[--p->taken_n];
}

/* ---- Sessions --------------------------------------------------------------------------------- */

/* Reads the token from the cookie `boneyard`, if exactly one exists. */
static bool cookie_token(const char *cookie, uint8_t out[TOKEN])
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
    return found && by_unbase64(text, out, TOKEN);
}

int64_t by_people_oldest(const struct by_hub *h)
{
    return (int64_t)time(NULL) - (int64_t)h->setup.settings->guest_days * DAY;
}

int by_people_admit(struct by_hub *h, const struct by_request *r, struct by_pass *out)
{
    uint8_t token[TOKEN];
    struct owner o;
    long n;

    if (r->own ? !by_unbase64(r->bearer, token, TOKEN) : !cookie_token(r->cookie, token))
        return 401;
    out->session = hash_of(token);
    by_forget(token, sizeof token);
    n = by_store_get(h->setup.store, "session", bytes_of(out->session.bytes, 32), &o, sizeof o);
    if (n != (long)sizeof o || when_of(&o) < by_people_oldest(h))
        return n == -2 ? 503 : 401; /* a disk error must not log anyone out */
    out->person = o.person;
    if (when_of(&o) + DAY < (int64_t)time(NULL)) { /* a person's return extends the session */
        struct owner now = owner_of(&o.person, (int64_t)time(NULL));
        struct by_put_of put = { "session", bytes_of(out->session.bytes, 32), bytes_of(&now, sizeof now) };
        struct by_columns columns = columns_of(&now);

        by_queue_batch_later(h, &(struct by_batch){ .puts = &put, .puts_n = 1, .columns = &columns }, NULL, NULL);
    }
    return 0;
}

/* ---- New sessions ----------------------------------------------------------------------------- */

/* Returns whether this address may register another person today. */
static bool may_come(struct people *p, const uint8_t address[16])
{
    double at = by_loop_now(p->hub->loop);
    uint32_t place = 0;
    struct comer *c;

    if (p->day + DAY < at) {
        p->day = at;
        memset(p->comer, 0, sizeof p->comer);
    }
    for (int i = 0; i < 16; i++)
        place = place * 31 + address[i];
    for (uint32_t i = 0; i < 16; i++) {
        c = &p->comer[(place + i) % COMERS];
        if (c->n == 0 || memcmp(c->address, address, 16) == 0)
            break;
    }
    if (memcmp(c->address, address, 16) != 0)
        c->n = 0; /* the table is full, so the last slot is used again */
    memcpy(c->address, address, 16);
    return c->n++ < p->hub->setup.settings->persons_per_address;
}

/* A request for a session that is being stored. */
struct arrival {
    void (*answer)(void *data, uint64_t ticket, struct by_http_answer *a);
    void *data;
    uint64_t ticket;
    struct by_http_answer then;
    struct people *people;
    struct by_hash link; /* the link being used, or none */
};

static void on_session(void *data, bool kept)
{
    struct arrival *a = data;

    give_back(a->people, &a->link);
    if (!kept) {
        free(a->then.body);
        a->then = (struct by_http_answer){ .status = 503 };
    }
    a->answer(a->data, a->ticket, &a->then);
    by_forget(a, sizeof *a);
    free(a);
}

/* Finds the person of a link or login token, and reserves the token, which is valid only once. Returns 0 or a
 * status. */
static int redeem(struct by_hub *h, const char *secret, struct by_hash *key, struct by_id *person)
{
    uint8_t bytes[TOKEN];
    struct owner o;
    long n;

    if (!by_unbase64(secret, bytes, TOKEN))
        return 401;
    *key = hash_of(bytes);
    by_forget(bytes, sizeof bytes);
    n = by_store_get(h->setup.store, "link", bytes_of(key->bytes, 32), &o, sizeof o);
    if (n != (long)sizeof o || when_of(&o) < (int64_t)time(NULL))
        return n == -2 ? 503 : 401;
    *person = o.person;
    return take(h->people, key) ? 0 : 401;
}

static void session_answer(const struct by_request *r, const char *token, bool linked, struct by_http_answer *a)
{
    bool https = strncmp(r->origin, "https://", 8) == 0;
    struct by_out o = { 0 };

    a->status = linked || !r->own ? 204 : 200;
    if (r->own) {
        a->status = 200;
        a->type = "application/json";
        by_out(&o, "{");
        by_out_key_string(&o, "token", token);
        by_out(&o, "}");
        a->n = o.n;
        a->body = o.at;
        return;
    }
    snprintf(a->cookie, sizeof a->cookie, "boneyard=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000%s", token,
             https ? "; Secure" : "");
}

enum by_served by_people_session(struct by_hub *h, const struct by_request *r, struct by_http_answer *out)
{
    bool linked = r->bearer[0] != '\0';
    struct by_pass pass;
    struct by_hash key, link = { 0 };
    uint8_t token[TOKEN];
    char text[64];
    struct by_id person;
    struct owner o;
    struct by_put_of puts[2];
    struct by_columns columns[2] = { 0 };
    struct arrival *a;

    out->status = linked ? redeem(h, r->bearer, &link, &person) : r->own ? 401 : by_people_admit(h, r, &pass);
    if (!linked && out->status == 0 && cookie_token(r->cookie, token)) {
        by_base64(token, sizeof token, text);
        session_answer(r, text, false, out); /* the browser already has a session, which is extended by a year */
        return BY_SERVED;
    }
    if (!linked && out->status == 401)
        out->status = may_come(h->people, r->address) ? 0 : 429;
    if (out->status != 0)
        return BY_SERVED;
    if (!linked)
        by_random(person.bytes, sizeof person.bytes);
    by_random(token, sizeof token);
    key = hash_of(token);
    by_base64(token, sizeof token, text);
    by_forget(token, sizeof token);
    o = owner_of(&person, (int64_t)time(NULL));
    puts[0] = (struct by_put_of){ "session", bytes_of(key.bytes, 32), bytes_of(&o, sizeof o) };
    columns[0] = columns_of(&o);
    if (linked)
        puts[1] = (struct by_put_of){ "link", bytes_of(link.bytes, 32), bytes_of(NULL, 0) };
    a = by_sure(calloc(1, sizeof *a));
    *a = (struct arrival){
        .answer = r->answer, .data = r->data, .ticket = r->ticket, .people = h->people, .link = link
    };
    session_answer(r, text, linked, &a->then);
    by_forget(text, sizeof text);
    by_metric_add(BY_METRIC_sessions, linked ? 0 : 1);
    by_queue_batch_later(h, &(struct by_batch){ .puts = puts, .puts_n = linked ? 2 : 1, .columns = columns },
                         on_session, a);
    return BY_LATER;
}

/* ---- Requests --------------------------------------------------------------------------------- */

/* A request that waits for the store. */
struct wish {
    struct by_caller *caller;
    int ask;
    char key[33], secret[64];
    bool leave;                 /* logout */
    struct by_hash name, whose; /* an account being created, or none */
};

static void on_wish(void *data, bool kept)
{
    struct wish *w = data;
    struct by_caller *c = w->caller;
    struct by_out reply;

    give_back(c->hub->people, &w->name);
    give_back(c->hub->people, &w->whose);
    if (!kept) {
        by_caller_refuse(c, w->ask, w->key, BY_REFUSED_not_kept, NULL);
    } else {
        reply = by_reply_done(w->key);
        if (w->secret[0] != '\0')
            by_out_key_string(&reply, "secret", w->secret);
        by_caller_answer(c, w->ask, w->key, &reply);
    }
    if (w->ask == BY_ASK_register)
        by_registering_end(c, w->key);
    for (struct by_caller *o = c->hub->callers; kept && w->leave && o != NULL; o = o->after)
        if (o->socket != NULL && memcmp(&o->pass.session, &c->pass.session, sizeof o->pass.session) == 0)
            by_socket_end(o->socket, BY_CLOSE_POLICY);
    by_caller_drop(c);
    by_forget(w, sizeof *w);
    free(w);
}

static struct wish *wish_new(struct by_caller *c, int ask, const char *key)
{
    struct wish *w = by_sure(calloc(1, sizeof *w));

    w->caller = c;
    w->ask = ask;
    snprintf(w->key, sizeof w->key, "%s", key);
    by_caller_hold(c);
    return w;
}

/* Creates a secret with which its bearer can log in as this person once, within an hour. */
static void give_link(struct by_caller *c, int ask, const char *key, const struct by_id *person)
{
    struct wish *w = wish_new(c, ask, key);
    uint8_t secret[TOKEN];
    struct by_hash hash;
    struct owner o = owner_of(person, (int64_t)time(NULL) + LINK_TIME);
    struct by_columns columns = columns_of(&o);
    struct by_put_of put;

    by_random(secret, sizeof secret);
    hash = hash_of(secret);
    by_base64(secret, sizeof secret, w->secret);
    by_forget(secret, sizeof secret);
    put = (struct by_put_of){ "link", bytes_of(hash.bytes, 32), bytes_of(&o, sizeof o) };
    by_queue_batch_later(c->hub, &(struct by_batch){ .puts = &put, .puts_n = 1, .columns = &columns }, on_wish, w);
}

static void logout(struct by_caller *c, const char *key)
{
    struct wish *w = wish_new(c, BY_ASK_logout, key);
    struct by_put_of put = { "session", bytes_of(c->pass.session.bytes, 32), bytes_of(NULL, 0) };

    w->leave = true;
    by_queue_store_later(c->hub, &put, 1, on_wish, w);
}

/* ---- Accounts --------------------------------------------------------------------------------- */

/* Uses a keyed hash, so that no one can choose a name that collides with an address or another name. */
static uint64_t place_of(const struct people *p, const void *bytes, size_t n)
{
    uint8_t hash[16];
    uint64_t place;

    by_hash_of(p->hub->key, sizeof p->hub->key, bytes, n, hash, sizeof hash);
    memcpy(&place, hash, sizeof place);
    return place;
}

/* Returns whether a login may be tried. The first five failures cause no delay; each further failure doubles it. */
static bool may_try(struct people *p, uint64_t who)
{
    const struct tries *t = &p->tries[who % TRIES];

    return t->who != who || t->until <= by_loop_now(p->hub->loop);
}

static void tried(struct people *p, uint64_t who, bool fine)
{
    struct tries *t = &p->tries[who % TRIES];
    double wait = 1;

    if (t->who != who)
        *t = (struct tries){ .who = who };
    t->n = fine ? 0 : t->n + 1;
    for (int i = FREE_TRIES; i < t->n && wait < WAIT_MOST; i++)
        wait *= 2;
    t->until = t->n < FREE_TRIES ? 0 : by_loop_now(p->hub->loop) + wait;
}

/* Returns whether this account was already requested: it is being created, or it exists with this key in its row. */
static bool made_already(struct by_caller *c, const struct by_asked_for *what, const char *account)
{
    char folded[BY_ACCOUNT_NAME];
    struct by_account a;

    if (by_registering_wait(c, what))
        return true;
    if (account[0] == '\0' || !by_account_fold(account, folded) || !by_account_read(c->hub->setup.store, folded, &a)
        || strcmp(a.key, what->key) != 0)
        return false;
    by_caller_done(c, BY_ASK_register, what->key);
    return true;
}

static void account_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct people *p = c->hub->people;
    struct password_job *j;
    char account[BY_ACCOUNT_NAME];
    struct by_account known;
    enum by_refusal why = BY_NOT_REFUSED;
    bool named;

    by_account_of(c->hub->setup.store, &c->pass.person, account);
    if (what->id == BY_ASK_register && made_already(c, what, account))
        return;
    j = by_sure(calloc(1, sizeof *j));
    named = by_account_fold(what->name, j->folded);
    j->known = named && by_account_read(c->hub->setup.store, j->folded, &known);
    if (j->known) {
        j->person = known.person;
        memcpy(j->hash, known.hash, sizeof j->hash);
    }
    snprintf(j->name, sizeof j->name, "%.*s", (int)sizeof j->name - 1, what->name);
    snprintf(j->password, sizeof j->password, "%s", what->password);
    snprintf(j->key, sizeof j->key, "%s", what->key);
    j->fresh = what->id == BY_ASK_register;
    j->caller = c;
    if (!c->hub->setup.settings->accounts || (j->fresh && account[0] != '\0'))
        why = BY_REFUSED_not_now;
    else if (j->fresh && !named)
        why = BY_REFUSED_bad_name;
    else if (j->fresh && j->known)
        why = BY_REFUSED_name_taken;
    else if (!may_try(p, place_of(p, c->pass.address, 16)) || !may_try(p, place_of(p, j->folded, strlen(j->folded))))
        why = BY_REFUSED_too_fast;
    else if (!by_passwords_ask(p->passwords, j))
        why = BY_REFUSED_full;
    if (why != BY_NOT_REFUSED) {
        by_caller_refuse(c, what->id, what->key, why, NULL);
        by_forget(j, sizeof *j);
        free(j);
        return;
    }
    by_caller_hold(c);
    if (what->id == BY_ASK_register)
        by_registering_begin(c, what->key);
}

/* Checks, after hashing, whether the account may still be stored. Another person may have taken the name, or this one
 * may have created an account elsewhere. */
static enum by_refusal may_keep(struct by_hub *h, const struct password_job *j, struct wish *w)
{
    const struct by_id *who = &j->caller->pass.person;
    char account[BY_ACCOUNT_NAME];
    struct by_account other;

    by_account_of(h->setup.store, who, account);
    if (!j->fits)
        return BY_REFUSED_full;
    if (account[0] != '\0')
        return BY_REFUSED_not_now;
    by_hash_of(NULL, 0, j->folded, strlen(j->folded), w->name.bytes, sizeof w->name.bytes);
    by_hash_of(NULL, 0, who->bytes, sizeof who->bytes, w->whose.bytes, sizeof w->whose.bytes);
    if (by_account_read(h->setup.store, j->folded, &other) || taken_place(h->people, &w->name) >= 0)
        return BY_REFUSED_name_taken;
    if (taken_place(h->people, &w->whose) >= 0)
        return BY_REFUSED_not_now;
    take(h->people, &w->name);
    take(h->people, &w->whose);
    return BY_NOT_REFUSED;
}

static void keep_account(struct by_hub *h, struct password_job *j)
{
    struct by_caller *c = j->caller;
    struct wish *w = wish_new(c, BY_ASK_register, j->key);
    enum by_refusal why = may_keep(h, j, w);
    struct by_columns columns[2] = { { .who = &c->pass.person, .who_n = 1 }, { 0 } };
    struct by_put_of puts[2];
    struct by_account a;
    char *line;

    if (why != BY_NOT_REFUSED) {
        by_caller_refuse(c, BY_ASK_register, j->key, why, NULL);
        by_registering_end(c, j->key);
        by_caller_drop(c);
        free(w);
        return;
    }
    a.person = c->pass.person;
    memcpy(a.name, j->name, sizeof a.name);
    memcpy(a.hash, j->hash, sizeof a.hash);
    memcpy(a.key, j->key, sizeof a.key);
    line = by_account_line(&a);
    puts[0] = (struct by_put_of){ "account", bytes_of(j->folded, strlen(j->folded)), bytes_of(line, strlen(line)) };
    puts[1] = (struct by_put_of){ "person", bytes_of(c->pass.person.bytes, 16), bytes_of(j->name, strlen(j->name)) };
    by_queue_batch_later(h, &(struct by_batch){ .puts = puts, .puts_n = 2, .columns = columns }, on_wish, w);
    free(line);
}

static void on_password(void *data, struct password_job *j)
{
    struct people *p = data;
    struct by_caller *c = j->caller;

    if (j->fresh) {
        keep_account(p->hub, j);
    } else {
        tried(p, place_of(p, c->pass.address, 16), j->fits);
        tried(p, place_of(p, j->folded, strlen(j->folded)), j->fits);
        by_metric_add(j->fits ? BY_METRIC_logins : BY_METRIC_logins_wrong, 1);
        if (j->fits)
            give_link(c, BY_ASK_login, j->key, &j->person);
        else
            by_caller_refuse(c, BY_ASK_login, j->key, BY_REFUSED_wrong_password, NULL);
    }
    by_caller_drop(c);
}

void by_people_ask(struct by_caller *c, const struct by_asked_for *what)
{
    switch (what->id) {
    case BY_ASK_link: give_link(c, what->id, what->key, &c->pass.person); break;
    case BY_ASK_logout: logout(c, what->key); break;
    default: account_ask(c, what); break;
    }
}
