/* SPDX-License-Identifier: MIT */
/* push.c: see push.h. */
#include "push.h"

#include <stdlib.h>

#include "inside.h"
#include "server/tables/caller.h"
#include "util/helper.h"
#include "util/memory.h"

void by_push_start(struct by_hub *h)
{
    struct by_push *p = by_sure(calloc(1, sizeof *p));

    p->on = h->setup.settings->push;
    if (p->on && !by_helper_path("boneyard-push", p->helper))
        p->helper[0] = '\0';
    h->push = p;
}

void by_push_end(struct by_hub *h)
{
    if (h->push == NULL)
        return;
    by_deliver_end(h);
    by_forget(h->push, sizeof *h->push);
    free(h->push);
}

void by_push_tick(struct by_hub *h) { by_deliver_tick(h); }

bool by_push_ask(struct by_caller *c, const struct by_asked_for *what)
{
    const struct by_push *p = c->hub->push;

    if (what->id != BY_ASK_push && what->id != BY_ASK_subscribe && what->id != BY_ASK_unsubscribe)
        return false;
    if (what->id != BY_ASK_unsubscribe && (!p->on || p->helper[0] == '\0'))
        by_caller_refuse(c, what->id, what->key, BY_REFUSED_no_push, NULL);
    else if (what->id == BY_ASK_push)
        by_vapid_ask(c, what);
    else
        by_subscriptions_ask(c, what);
    return true;
}
