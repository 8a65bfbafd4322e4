/* SPDX-License-Identifier: MIT */
/* people.c: handles requests that concern no table: links between devices, logout, and accounts (accounts.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accounts.h"
#include "sessions.h"
#include "registering.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "server/operate/metrics.h"
#include "passwords.h"
#include "util/random.h"
#include "util/memory.h"

enum { LINK_TIME = 3600, FREE_TRIES = 5, WAIT_MOST = 900, ACCOUNT_NEW = 1 << 0, PERSON_NEW = 1 << 1 };

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

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
    free(p);
}

/* ---- Requests --------------------------------------------------------------------------------- */

/* A request that waits for the store. */
struct wish {
    struct by_caller *caller;
    int ask;
    char key[33], secret[64];
    enum by_refusal why;
    bool leave;                /* logout */
    struct by_account account; /* being created */
    char folded[BY_ACCOUNT_NAME];
};

/* Answers a request, and frees it. */
static void wish_end(struct wish *w)
{
    struct by_caller *c = w->caller;
    struct by_out reply;

    if (w->why != BY_NOT_REFUSED) {
        by_caller_refuse(c, w->ask, w->key, w->why, NULL);
    } else {
        reply = by_reply_done(w->key);
        if (w->secret[0] != '\0')
            by_out_key_string(&reply, "secret", w->secret);
        by_caller_answer(c, w->ask, w->key, &reply);
    }
    if (w->ask == BY_ASK_register)
        by_registering_end(c, w->key);
    for (struct by_caller *o = c->hub->callers; w->why == BY_NOT_REFUSED && w->leave && o != NULL; o = o->after)
        if (o->socket != NULL && memcmp(&o->pass.session, &c->pass.session, sizeof o->pass.session) == 0)
            by_socket_end(o->socket, BY_CLOSE_POLICY);
    by_caller_drop(c);
    by_forget(w, sizeof *w);
    free(w);
}

static void on_wish(void *data, bool kept)
{
    struct wish *w = data;

    if (!kept)
        w->why = BY_REFUSED_not_kept;
    wish_end(w);
}

static struct wish *wish_new(struct by_caller *c, int ask, const char *key)
{
    struct wish *w = by_sure(calloc(1, sizeof *w));

    w->caller = c;
    w->ask = ask;
    w->why = BY_NOT_REFUSED;
    snprintf(w->key, sizeof w->key, "%s", key);
    by_caller_hold(c);
    return w;
}

/* Creates a secret that lets its bearer log in as this person once, within an hour. */
static void give_link(struct by_caller *c, int ask, const char *key, const struct by_id *person)
{
    struct wish *w = wish_new(c, ask, key);
    uint8_t secret[BY_TOKEN];
    struct by_hash hash;
    struct owner o = by_owner_of(person, (int64_t)time(NULL) + LINK_TIME);
    struct by_columns columns = by_owner_columns(&o);
    struct by_put_of put;

    by_random(secret, sizeof secret);
    hash = by_secret_hash(secret);
    by_base64(secret, sizeof secret, w->secret);
    by_forget(secret, sizeof secret);
    put = (struct by_put_of){ "link", bytes_of(hash.bytes, 32), bytes_of(&o, sizeof o) };
    by_writes_batch(c->hub, &(struct by_batch){ .puts = &put, .puts_n = 1, .columns = &columns }, on_wish, w);
}

static void logout(struct by_caller *c, const char *key)
{
    struct wish *w = wish_new(c, BY_ASK_logout, key);
    struct by_put_of put = { "session", bytes_of(c->pass.session.bytes, 32), bytes_of(NULL, 0) };

    w->leave = true;
    by_writes_puts(c->hub, &put, 1, on_wish, w);
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
    const struct tries *t = &p->tries[who % BY_TRIES];

    return t->who != who || t->until <= by_loop_now(p->hub->loop);
}

static void tried(struct people *p, uint64_t who, bool fine)
{
    struct tries *t = &p->tries[who % BY_TRIES];
    double wait = 1;

    if (t->who != who)
        *t = (struct tries){ .who = who };
    t->n = fine ? 0 : t->n + 1;
    for (int i = FREE_TRIES; i < t->n && wait < WAIT_MOST; i++)
        wait *= 2;
    t->until = t->n < FREE_TRIES ? 0 : by_loop_now(p->hub->loop) + wait;
}

/* A `register` or `login` request whose accounts are being read. */
struct account_ask {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_id person;
    char own[BY_ACCOUNT_NAME]; /* the person's account, or "" */
    char folded[BY_ACCOUNT_NAME];
    struct by_account mine, known; /* the person's account, and that of the name */
    bool named, taken, unread;
};

static void read_accounts(struct by_store *s, void *data)
{
    struct account_ask *k = data;
    char folded[BY_ACCOUNT_NAME];

    k->unread = !by_account_of(s, &k->person, k->own);
    if (k->own[0] != '\0' && by_account_fold(k->own, folded))
        by_account_read(s, folded, &k->mine);
    k->taken = k->named && by_account_read(s, k->folded, &k->known);
}

/* Hashes the password of a request that is acceptable so far. */
static enum by_refusal hash_password(const struct account_ask *k)
{
    struct by_caller *c = k->caller;
    struct people *p = c->hub->people;
    bool fresh = k->what.id == BY_ASK_register;
    struct password_job *j;

    if (k->unread)
        return BY_REFUSED_unknown;
    if (!c->hub->setup.settings->accounts || (fresh && k->own[0] != '\0'))
        return BY_REFUSED_not_now;
    if (fresh && !k->named)
        return BY_REFUSED_bad_name;
    if (fresh && k->taken)
        return BY_REFUSED_name_taken;
    if (!may_try(p, place_of(p, c->pass.address, 16)) || !may_try(p, place_of(p, k->folded, strlen(k->folded))))
        return BY_REFUSED_too_fast;
    j = by_sure(calloc(1, sizeof *j));
    j->known = k->taken;
    if (j->known) {
        j->person = k->known.person;
        memcpy(j->hash, k->known.hash, sizeof j->hash);
    }
    memcpy(j->folded, k->folded, sizeof j->folded);
    snprintf(j->name, sizeof j->name, "%.*s", (int)sizeof j->name - 1, k->what.name);
    snprintf(j->password, sizeof j->password, "%s", k->what.password);
    snprintf(j->key, sizeof j->key, "%s", k->what.key);
    j->fresh = fresh;
    j->caller = c;
    if (by_passwords_ask(p->passwords, j))
        return BY_NOT_REFUSED;
    by_forget(j, sizeof *j);
    free(j);
    return BY_REFUSED_full;
}

/* Answers, or continues with the password. If the account is being created, or its row has this key, the request is a
 * retry. */
static void on_accounts(void *data)
{
    struct account_ask *k = data;
    struct by_caller *c = k->caller;
    bool fresh = k->what.id == BY_ASK_register;
    enum by_refusal why;

    if (fresh && by_registering_wait(c, &k->what)) {
        why = BY_NOT_REFUSED;
    } else if (fresh && k->own[0] != '\0' && strcmp(k->mine.key, k->what.key) == 0) {
        by_caller_done(c, BY_ASK_register, k->what.key);
        why = BY_NOT_REFUSED;
    } else if ((why = hash_password(k)) == BY_NOT_REFUSED) {
        by_caller_hold(c);
        if (fresh)
            by_registering_begin(c, k->what.key);
    }
    if (why != BY_NOT_REFUSED)
        by_caller_refuse(c, k->what.id, k->what.key, why, NULL);
    by_forget(k, sizeof *k);
    free(k);
    by_caller_resume(c);
}

static void account_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct account_ask *k = by_sure(calloc(1, sizeof *k));

    *k = (struct account_ask){ .caller = c, .what = *what, .person = c->pass.person };
    k->named = by_account_fold(what->name, k->folded);
    by_caller_pause(c);
    by_reads_ask(c->hub, read_accounts, on_accounts, k);
}

/* Finds out why another request was first. */
static void read_again(struct by_store *s, void *data)
{
    struct wish *w = data;
    char account[BY_ACCOUNT_NAME];
    struct by_account other;

    w->why = BY_REFUSED_unknown;
    if (!by_account_of(s, &w->account.person, account))
        return;
    if (account[0] != '\0')
        w->why = BY_REFUSED_not_now;
    else if (by_account_read(s, w->folded, &other))
        w->why = BY_REFUSED_name_taken;
}

static void on_read_again(void *data) { wish_end(data); }

static void on_account(void *data, const struct by_stored *s)
{
    struct wish *w = data;

    if (s->outcome != BY_KEPT && s->taken) {
        by_reads_ask(w->caller->hub, read_again, on_read_again, w);
        return;
    }
    if (s->outcome != BY_KEPT)
        by_writes_lost(w->caller->hub, s);
    on_wish(w, s->outcome == BY_KEPT);
}

/* Writes the account, unless another request, perhaps at another server, has taken the name or created an account for
 * this person since they were read. */
static void write_account(struct wish *w)
{
    struct by_columns columns[2] = { { .who = &w->account.person, .who_n = 1 }, { 0 } };
    char *line = by_account_line(&w->account);
    struct by_put_of puts[] = {
        { "account", bytes_of(w->folded, strlen(w->folded)), bytes_of(line, strlen(line)) },
        { "person", bytes_of(w->account.person.bytes, 16), bytes_of(w->account.name, strlen(w->account.name)) },
    };
    struct by_batch b = { .puts = puts, .puts_n = 2, .columns = columns, .fresh = ACCOUNT_NEW | PERSON_NEW };

    by_writes_ask(w->caller->hub, &b, on_account, w);
    by_forget(line, strlen(line));
    free(line);
}

static void keep_account(struct password_job *j)
{
    struct wish *w = wish_new(j->caller, BY_ASK_register, j->key);

    w->account.person = j->caller->pass.person;
    memcpy(w->account.name, j->name, sizeof w->account.name);
    memcpy(w->account.hash, j->hash, sizeof w->account.hash);
    memcpy(w->account.key, j->key, sizeof w->account.key);
    memcpy(w->folded, j->folded, sizeof w->folded);
    if (j->fits) {
        write_account(w);
    } else {
        w->why = BY_REFUSED_full;
        wish_end(w);
    }
}

static void on_password(void *data, struct password_job *j)
{
    struct people *p = data;
    struct by_caller *c = j->caller;

    if (j->fresh) {
        keep_account(j);
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
