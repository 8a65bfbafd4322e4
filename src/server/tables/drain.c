/* SPDX-License-Identifier: MIT */
/* drain.c: drains a node (drain.h). A table is handed over between two batches: its lease lapses, and only then are its
 * callers redirected. Requests received in the meantime are refused as `unknown`, so clients retry them at the other
 * node. For a second, third nodes do not look for the lapsed lease (lease.c). If a client asks one of them for the
 * table, that node takes over the table, and `elsewhere` redirects the callers there. */
#include "drain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast.h"
#include "lease.h"
#include "queue.h"
#include "reads.h"
#include "schedule.h"
#include "tables.h"
#include "writes.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "util/memory.h"

/* A step hands over up to STEP_MOST tables, so that the other nodes have time to load them. */
enum { NODES = 32, STEP_MOST = 4 };
static const double STEP_TIME = 0.1; /* seconds */

/* The result of a read. */
struct order {
    struct by_hub *hub;
    struct by_store *store;
    int least; /* see by_lease_beats */
    bool told, whole;
    struct by_node others[NODES]; /* the running nodes that are not being drained */
    int n;
};

struct by_drain {
    struct order now;
    struct by_timer *timer;
    int next;
    bool reading, described; /* `described`: whether this node's row says that it is being drained */
    int left, stuck;         /* the contents of the row */
    int unread;              /* number of tables that no other node can read */
};

bool by_drain_on(const struct by_hub *h) { return h->drain->now.told && h->drain->now.n > 0; }

const char *by_drain_next(struct by_hub *h, int entries)
{
    struct by_drain *d = h->drain;

    for (int i = 0; i < d->now.n; i++) {
        const struct by_node *n = &d->now.others[d->next++ % d->now.n];

        if (n->entries >= entries)
            return n->at;
    }
    return NULL;
}

/* ---- A table ---------------------------------------------------------------------------------- */

struct handing {
    struct by_hub *hub;
    struct by_id table;
    char at[BY_NODE_ADDRESS];
};

static void on_given(void *data, const struct by_stored *s)
{
    struct handing *g = data;
    struct live_table *t = by_tables_known(g->hub, &g->table);

    if (t != NULL && t->leaving && s->outcome == BY_KEPT) {
        by_metric_add(BY_METRIC_handed_over, 1);
        t->until = 0;
        t->lost = true;
        by_queue_step(t); /* refuses waiting requests */
        by_broadcast_moved(t, g->at);
        by_tables_drop(t);
    } else if (t != NULL && t->leaving) {
        by_tables_give_up(t); /* it is unknown whether the lease has lapsed */
    }
    free(g);
}

static void give(struct live_table *t, const char *at)
{
    struct handing *g = by_sure(calloc(1, sizeof *g));

    *g = (struct handing){ .hub = t->hub, .table = t->id };
    snprintf(g->at, sizeof g->at, "%s", at);
    by_queue_write_row(t);
    by_tables_write_time(t);
    t->leaving = true;
    by_schedule_drop(t);
    by_external_bots_leave(t->hub->setup.guests, &t->id);
    by_lease_give(t, on_given, g);
}

struct hand_over {
    int most, unread;
};

static void give_one(void *data, struct live_table *t)
{
    struct hand_over *s = data;
    struct by_room_facts facts;
    const char *at;

    if (t->room == NULL || t->epoch == 0 || t->lost || t->leaving || t->state != IDLE || !by_lease_holds(t))
        return;
    by_room_facts(t->room, &facts);
    if (s->most == 0 || facts.entries == 0)
        return;
    at = by_drain_next(t->hub, facts.needs);
    if (at == NULL) {
        s->unread++;
        return;
    }
    give(t, at);
    s->most--;
}

static void step(void *data)
{
    struct by_hub *h = data;
    struct hand_over s = { STEP_MOST, 0 };

    if (!by_drain_on(h) || h->stopping || h->ailing)
        return;
    by_tables_each(h, give_one, &s);
    h->drain->unread = s.unread;
    by_timer_set(h->drain->timer, STEP_TIME);
}

/* ---- Once a second ---------------------------------------------------------------------------- */

static bool note_other(void *data, const struct by_node *n)
{
    struct order *o = data;

    if (n->runs && !n->told && n->at[0] != '\0' && memcmp(&n->id, &o->hub->setup.node, sizeof n->id) != 0
        && o->n < NODES && by_lease_beats(o->store, n, o->least))
        o->others[o->n++] = *n;
    return true;
}

static void read_order(struct by_store *s, void *data)
{
    struct order *o = data;
    int told = by_node_told(s, o->hub->setup.settings->node);

    o->store = s;
    o->told = told > 0;
    o->whole = told == 0 || (told > 0 && by_nodes_each(s, note_other, o));
}

/* Updates this node's row, if it is outdated, for `boneyard admin drain`. */
static void describe(struct by_hub *h)
{
    struct by_drain *d = h->drain;
    struct by_node own = by_lease_node(h);
    char *row;
    struct by_put_of put = { "node", { own.id.bytes, sizeof own.id.bytes }, { 0 } };

    if (d->described == by_drain_on(h) && (!d->described || (d->left == h->tables && d->stuck == d->unread)))
        return;
    d->described = by_drain_on(h);
    d->left = h->tables;
    d->stuck = d->unread;
    own.left = d->described ? d->left : -1;
    own.stuck = d->stuck;
    row = by_node_print(&own);
    put.value = (struct by_bytes_of){ row, strlen(row) };
    by_writes_puts(h, &put, 1, NULL, NULL);
    free(row);
}

static void on_order(void *data)
{
    struct order *o = data;
    struct by_hub *h = o->hub;
    bool was = by_drain_on(h);

    h->drain->reading = false;
    if (o->whole && !h->stopping) {
        h->drain->now = *o;
        if (was != by_drain_on(h))
            by_log(BY_LOG_INFO, was ? "drain-ended" : "drain", NULL);
        describe(h);
        step(h); /* the node may have stopped while the database was down */
    }
    free(o);
}

void by_drain_tick(struct by_hub *h)
{
    struct order *o;

    if (!by_lease_shared(h) || h->stopping || h->ailing || h->drain->reading)
        return;
    h->drain->reading = true;
    o = by_sure(calloc(1, sizeof *o));
    o->hub = h;
    o->least = by_lease_beat(h);
    by_reads_ask(h, read_order, on_order, o);
}

void by_drain_start(struct by_hub *h)
{
    h->drain = by_sure(calloc(1, sizeof *h->drain));
    h->drain->timer = by_timer_new(h->loop, step, h);
}

void by_drain_end(struct by_hub *h)
{
    by_timer_free(h->drain->timer);
    free(h->drain);
}
