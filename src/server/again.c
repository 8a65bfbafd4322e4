/* again.c: an account that is asked for once more while it is being made: hashing takes long, and somebody whose
 * connection has ended meanwhile sends the same again.  They wait, and ask anew when it is made, or is not: then its
 * key stands in its row (accounts.h), or the first refusal is remembered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house.h"
#include "util/memory.h"

struct again { struct again *next; struct by_caller *caller; by_json *body; };

struct making {
    struct making *next;
    struct by_id person;
    char key[33];
    struct again *again;
};

static struct making **find(struct by_hub *h, const struct by_id *person, const char *key)
{
    struct making **at = &h->making;

    while (*at != NULL && (strcmp((*at)->key, key) != 0 || memcmp(&(*at)->person, person, sizeof *person) != 0))
        at = &(*at)->next;
    return at;
}

void by_again_begin(const struct by_caller *c, const char *key)
{
    struct making *m = by_sure(calloc(1, sizeof *m));

    *m = (struct making){ .next = c->hub->making, .person = c->pass.person };
    snprintf(m->key, sizeof m->key, "%s", key);
    c->hub->making = m;
}

bool by_again_waits(struct by_caller *c, const char *key, by_json *body)
{
    struct making *m = *find(c->hub, &c->pass.person, key);
    struct again *one;

    if (m == NULL)
        return false;
    one = by_sure(calloc(1, sizeof *one));
    *one = (struct again){ m->again, c, by_json_share(body) };
    by_caller_hold(c);
    m->again = one;
    return true;
}

static void end(struct making **at, bool asks)
{
    struct making *m = *at;

    *at = m->next;
    for (struct again *a = m->again, *next; a != NULL; a = next) {
        next = a->next;
        if (asks && a->caller->socket != NULL)
            by_people_ask(a->caller, BY_ASK_register, m->key, a->body);
        by_caller_drop(a->caller);
        by_json_free(a->body);
        free(a);
    }
    free(m);
}

void by_again_end(const struct by_caller *c, const char *key)
{
    struct making **at = find(c->hub, &c->pass.person, key);

    if (*at != NULL)
        end(at, true);
}

void by_again_free(struct by_hub *h)
{
    while (h->making != NULL)
        end(&h->making, false);
}
