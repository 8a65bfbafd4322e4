/* SPDX-License-Identifier: MIT */
/* recheck.c: notices when sessions end or moderators act on other servers (recheck.h). */
#include <stdlib.h>

#include "recheck.h"
#include "sessions.h"
#include "server/order/audit.h"
#include "server/order/conduct.h"
#include "server/tables/caller.h"
#include "server/tables/invites.h"
#include "server/tables/lease.h"
#include "server/tables/reads.h"
#include "util/crypto.h"
#include "util/memory.h"

enum { CHECKED_MOST = 64, FRESH = 1 }; /* callers per read; seconds for which data counts as fresh after a read */

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

struct recheck {
    struct by_caller *caller[CHECKED_MOST];
    struct by_hash session[CHECKED_MOST];
    bool over[CHECKED_MOST];
    struct by_asked_for *first; /* the request that is waiting, if only one caller is concerned, or NULL */
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
            by_invites_look(r->caller[i]); /* regardless of the clock (invites_tell.c) */
        else
            by_conduct_clear(&r->conduct[i]);
        if (r->first != NULL) {
            by_caller_wait_first(r->caller[i], r->first);
            by_caller_resume(r->caller[i]);
        }
        by_caller_drop(r->caller[i]);
    }
    if (r->first != NULL)
        by_forget(r->first, sizeof *r->first);
    free(r->first);
    free(r);
}

static void add(struct recheck *r, struct by_caller *c)
{
    c->checked = by_loop_now(c->hub->loop);
    by_caller_hold(c);
    r->caller[r->n] = c;
    r->conduct[r->n] = by_conduct_of(c, false);
    r->session[r->n++] = c->pass.session;
}

bool by_recheck_first(struct by_caller *c, const struct by_asked_for *what)
{
    struct recheck *r;

    if ((what->id != BY_ASK_join && what->id != BY_ASK_sit) || !by_lease_shared(c->hub)
        || (c->checked > 0 && c->checked + FRESH > by_loop_now(c->hub->loop)))
        return false;
    r = by_sure(calloc(1, sizeof *r));
    r->first = by_sure(malloc(sizeof *r->first));
    *r->first = *what;
    add(r, c);
    by_caller_pause(c);
    by_reads_ask(c->hub, read_sessions, on_sessions, r);
    return true;
}

/* ---- The audit log ---------------------------------------------------------------------------- */

struct audit_look {
    struct by_hub *hub;
    uint64_t entries;
};

static void read_audit(struct by_store *s, void *data)
{
    struct by_id audit = by_audit_id();

    ((struct audit_look *)data)->entries = by_store_count(s, &audit);
}

static void on_audit(void *data)
{
    struct audit_look *l = data;
    struct by_hub *h = l->hub;

    if (l->entries != BY_UNREAD && l->entries != h->audited) {
        for (struct by_caller *c = h->callers; h->audit_known && c != NULL; c = c->after)
            c->checked = -BY_RECHECK; /* at the next tick */
        h->audited = l->entries;
        h->audit_known = true;
    }
    h->auditing = false;
    free(l);
}

static void look_at_audit(struct by_hub *h, double now)
{
    struct audit_look *l;

    if (h->auditing || h->audit_at > now)
        return;
    h->auditing = true;
    h->audit_at = now + BY_AUDIT_LOOK;
    l = by_sure(calloc(1, sizeof *l));
    l->hub = h;
    by_reads_ask(h, read_audit, on_audit, l);
}

void by_recheck_tick(struct by_hub *h)
{
    double now = by_loop_now(h->loop);
    struct recheck *r = NULL;

    if (by_lease_shared(h) && !h->stopping)
        look_at_audit(h, now);
    for (struct by_caller *c = h->callers; by_lease_shared(h) && c != NULL; c = c->after) {
        if (c->checked == 0)
            c->checked = now - FRESH; /* `hello` may have read the data a whole tick ago, so it no longer counts as
                                       * fresh */
        if (c->socket == NULL || c->checked + BY_RECHECK > now)
            continue;
        if (r == NULL)
            r = by_sure(calloc(1, sizeof *r));
        add(r, c);
        if (r->n == CHECKED_MOST)
            break;
    }
    if (r != NULL)
        by_reads_ask(h, read_sessions, on_sessions, r);
}
