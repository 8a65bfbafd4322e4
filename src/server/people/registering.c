/* SPDX-License-Identifier: MIT */
/* registering.c: holds repeated requests for an account that is being created. Hashing is slow, and a client that has
 * lost its connection sends the same request again. Such requests wait and are retried once the account exists or has
 * been refused. By then, the account's row contains the key (accounts.h), or the first refusal has been stored. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "people.h"
#include "registering.h"
#include "server/tables/caller.h"
#include "util/crypto.h"
#include "util/memory.h"

struct again {
    struct again *next;
    struct by_caller *caller;
    struct by_asked_for what;
};

struct registering {
    struct registering *next;
    struct by_id person;
    char key[33];
    struct again *again;
};

static struct registering **find(struct by_hub *h, const struct by_id *person, const char *key)
{
    struct registering **at = &h->making;

    while (*at != NULL && (strcmp((*at)->key, key) != 0 || memcmp(&(*at)->person, person, sizeof *person) != 0))
        at = &(*at)->next;
    return at;
}

void by_registering_begin(const struct by_caller *c, const char *key)
{
    struct registering *m = by_sure(calloc(1, sizeof *m));

    *m = (struct registering){ .next = c->hub->making, .person = c->pass.person };
    snprintf(m->key, sizeof m->key, "%s", key);
    c->hub->making = m;
}

bool by_registering_wait(struct by_caller *c, const struct by_asked_for *what)
{
    struct registering *m = *find(c->hub, &c->pass.person, what->key);
    struct again *one;

    if (m == NULL)
        return false;
    one = by_sure(calloc(1, sizeof *one));
    *one = (struct again){ m->again, c, *what };
    by_caller_hold(c);
    m->again = one;
    return true;
}

static void end(struct registering **at, bool asks)
{
    struct registering *m = *at;

    *at = m->next;
    for (struct again *a = m->again, *next; a != NULL; a = next) {
        next = a->next;
        if (asks && a->caller->socket != NULL)
            by_people_ask(a->caller, &a->what);
        by_caller_drop(a->caller);
        by_forget(a, sizeof *a); /* overwritten, since it contains a password */
        free(a);
    }
    free(m);
}

void by_registering_end(const struct by_caller *c, const char *key)
{
    struct registering **at = find(c->hub, &c->pass.person, key);

    if (*at != NULL)
        end(at, true);
}

void by_registering_free(struct by_hub *h)
{
    while (h->making != NULL)
        end(&h->making, false);
}
