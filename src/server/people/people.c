/* SPDX-License-Identifier: MIT */
/* people.c: creates accounts (accounts.h). changes.c handles the other requests about people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "accounts.h"
#include "arrivals.h"
#include "changes.h"
#include "common.h"
#include "sessions.h"
#include "registering.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "server/operate/metrics.h"
#include "passwords.h"
#include "util/random.h"
#include "util/memory.h"

enum { ACCOUNT_NEW = 1 << 0, PERSON_NEW = 1 << 1 };

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

static void on_password(void *data, struct password_job *j);

struct people *by_people_new(struct by_hub *h)
{
    struct people *p = by_sure(calloc(1, sizeof *p));

    p->hub = h;
    p->passwords = by_passwords_new(h->loop, on_password, p);
    p->arrivals = by_arrivals_new(h);
    return p;
}

void by_people_free(struct people *p)
{
    if (p == NULL)
        return;
    by_passwords_free(p->passwords);
    by_arrivals_free(p->arrivals);
    by_registering_free(p->hub);
    free(p);
}

/* ---- Requests --------------------------------------------------------------------------------- */

/* A request waiting for the store. */
struct wish {
    struct by_caller *caller;
    char key[33];
    enum by_refusal why;
    struct by_account account; /* an account being created */
    char folded[BY_ACCOUNT_NAME];
};

/* Answers a request, and frees it. */
static void wish_end(struct wish *w)
{
    struct by_caller *c = w->caller;

    if (w->why != BY_NOT_REFUSED)
        by_caller_refuse(c, BY_ASK_register, w->key, w->why, NULL);
    else
        by_caller_done(c, BY_ASK_register, w->key);
    by_registering_end(c, w->key);
    by_caller_drop(c);
    by_forget(w, sizeof *w);
    free(w);
}

static void on_wish(void *data, bool kept)
{
    struct wish *w = data;

    if (!kept)
        w->why = BY_REFUSED_not_kept;
    for (struct by_caller *c = w->caller->hub->callers; c != NULL && kept; c = c->after)
        if (memcmp(&c->pass.person, &w->account.person, sizeof c->pass.person) == 0)
            snprintf(c->account, sizeof c->account, "%s", w->account.name);
    wish_end(w);
}

static struct wish *wish_new(struct by_caller *c, const char *key)
{
    struct wish *w = by_sure(calloc(1, sizeof *w));

    w->caller = c;
    w->why = BY_NOT_REFUSED;
    snprintf(w->key, sizeof w->key, "%s", key);
    by_caller_hold(c);
    return w;
}

/* ---- Accounts --------------------------------------------------------------------------------- */

/* A `register` request whose accounts are being read. */
struct account_ask {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_id person;
    char own[BY_ACCOUNT_NAME]; /* the person's account, or "" */
    char folded[BY_ACCOUNT_NAME];
    struct by_account mine, known; /* the person's account, and the account with that name */
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

/* Hashes the password of a request that has passed the checks so far. */
static enum by_refusal hash_password(const struct account_ask *k)
{
    struct by_caller *c = k->caller;
    struct people *p = c->hub->people;
    struct password_job *j;

    if (k->unread)
        return BY_REFUSED_unknown;
    if (!c->hub->setup.settings->accounts || k->own[0] != '\0')
        return BY_REFUSED_not_now;
    if (!k->named)
        return BY_REFUSED_bad_name;
    if (k->taken)
        return BY_REFUSED_name_taken;
    if (by_password_common(k->what.password, k->what.name))
        return BY_REFUSED_common_password;
    j = by_sure(calloc(1, sizeof *j));
    memcpy(j->folded, k->folded, sizeof j->folded);
    snprintf(j->name, sizeof j->name, "%.*s", (int)sizeof j->name - 1, k->what.name);
    snprintf(j->password, sizeof j->password, "%s", k->what.password);
    snprintf(j->key, sizeof j->key, "%s", k->what.key);
    j->fresh = true;
    j->caller = c;
    if (by_passwords_ask(p->passwords, j))
        return BY_NOT_REFUSED;
    by_forget(j, sizeof *j);
    free(j);
    return BY_REFUSED_full;
}

/* Answers the request, or continues with the password. If the account is being created or its row has this key, the
 * request is a retry. */
static void on_accounts(void *data)
{
    struct account_ask *k = data;
    struct by_caller *c = k->caller;
    enum by_refusal why;

    if (by_registering_wait(c, &k->what)) {
        why = BY_NOT_REFUSED;
    } else if (k->own[0] != '\0' && strcmp(k->mine.key, k->what.key) == 0) {
        by_caller_done(c, BY_ASK_register, k->what.key);
        why = BY_NOT_REFUSED;
    } else if ((why = hash_password(k)) == BY_NOT_REFUSED) {
        by_caller_hold(c);
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

/* Determines why another request succeeded first. */
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

/* Writes the account, unless another request, perhaps on another server, has meanwhile taken the name or created an
 * account for this person. */
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
    struct wish *w = wish_new(j->caller, j->key);

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
    struct by_caller *c = j->caller;

    (void)data;
    keep_account(j);
    by_caller_drop(c);
}

void by_people_ask(struct by_caller *c, const struct by_asked_for *what)
{
    if (what->id == BY_ASK_register)
        account_ask(c, what);
    else
        by_changes_ask(c, what);
}
