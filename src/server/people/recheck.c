/* SPDX-License-Identifier: MIT */
/* recheck.c: notices sessions that another server has ended, and what moderators have done there (recheck.h). */
#include <stdlib.h>

#include "recheck.h"
#include "sessions.h"
#include "server/order/conduct.h"
#include "server/tables/caller.h"
#include "server/tables/invites.h"
#include "server/tables/lease.h"
#include "server/tables/reads.h"
#include "util/memory.h"

enum { CHECKED_MOST = 64 };

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

struct recheck {
    struct by_caller *caller[CHECKED_MOST];
    struct by_hash session[CHECKED_MOST];
    bool over[CHECKED_MOST];
    struct by_conduct conduct[CHECKED_MOST];
    int n;
};

static void read_sessions(struct by_store *s, void *data)
{
    struct recheck *r = data;
    struct owner o;

    for (int i = 0; i < r->n; i++) {
        r->over[i] = by_store_get(s, "session", bytes_of(r->session[i].bytes, 32), &o, sizeof o) == -1;
        by_conduct_read(s, &r->conduct[i]);
    }
}

static void on_sessions(void *data)
{
    struct recheck *r = data;

    for (int i = 0; i < r->n; i++) {
        if (r->over[i] && r->caller[i]->socket != NULL)
            by_caller_dismiss(r->caller[i], BY_REFUSED_no_session, BY_CLOSE_POLICY);
        else if (!r->conduct[i].unread && r->caller[i]->socket != NULL
                 && by_conduct_apply(r->caller[i], &r->conduct[i]))
            by_invites_look(r->caller[i]); /* whatever its clock says (invites_tell.c) */
        else
            by_conduct_clear(&r->conduct[i]);
        by_caller_drop(r->caller[i]);
    }
    free(r);
}

void by_recheck_tick(struct by_hub *h)
{
    double now = by_loop_now(h->loop);
    struct recheck *r = NULL;

    for (struct by_caller *c = h->callers; by_lease_shared(h) && c != NULL; c = c->after) {
        if (c->checked == 0)
            c->checked = now;
        if (c->socket == NULL || c->checked + BY_RECHECK > now)
            continue;
        if (r == NULL)
            r = by_sure(calloc(1, sizeof *r));
        c->checked = now;
        by_caller_hold(c);
        r->caller[r->n] = c;
        r->conduct[r->n] = by_conduct_of(c, false);
        r->session[r->n++] = c->pass.session;
        if (r->n == CHECKED_MOST)
            break;
    }
    if (r != NULL)
        by_reads_ask(h, read_sessions, on_sessions, r);
}
