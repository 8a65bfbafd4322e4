/* SPDX-License-Identifier: MIT */
/* capacity.c: decides which tables fit in memory (capacity.h). Room is made for many tables at once, which spreads the
 * cost over many requests during an attack. */
#include "capacity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "index.h"
#include "lease.h"
#include "load.h"
#include "lobby.h"
#include "queue.h"
#include "tables.h"
#include "server/net/address.h"
#include "server/net/rate_limit.h"
#include "server/operate/metrics.h"
#include "util/chance.h"
#include "util/memory.h"

/* About 1/PART of all tables are closed or unloaded at a time. An address with more than SEVERAL open tables counts as
 * having many. FULL_TIME is how long /healthz reports a refusal. Times are in milliseconds. */
enum { PART = 100, SEVERAL = 10, SOON = 60000, LATE = 600000, FULL_TIME = 10 };

enum kind { FINISHED, WAITING, DESERTED, KINDS };

struct candidate {
    struct live_table *table;
    enum kind kind;
    int crowd; /* number of open tables from its address */
    int64_t lonely;
};

struct choice {
    struct by_hub *hub;
    struct candidate *all;
    size_t n, room;
};

static int64_t waited(const struct by_hub *h, int64_t ms)
{
    return h->setup.host.haste > 1 ? ms / h->setup.host.haste : ms;
}

static void consider(void *data, struct live_table *t)
{
    struct choice *of = data;
    struct by_room_facts facts;
    struct candidate c = { .table = t, .kind = KINDS, .lonely = t->lonely };

    if (t->callers != NULL || t->queue != NULL || t->state != IDLE || t->room == NULL || t->lost || t->yields)
        return;
    by_room_facts(t->room, &facts);
    if (facts.entries == 0)
        return;
    c.crowd = t->counts ? by_index_count(of->hub, t->from) : 0;
    if (facts.over || facts.closed)
        c.kind = FINISHED;
    else if (facts.waiting)
        c.kind = WAITING;
    else if (facts.people <= 1 && t->lonely + waited(of->hub, c.crowd > SEVERAL ? SOON : LATE) <= by_now_ms())
        c.kind = DESERTED;
    if (c.kind == KINDS)
        return;
    if (of->n == of->room) {
        of->room = 2 * of->room + 64;
        of->all = by_sure(realloc(of->all, of->room * sizeof *of->all));
    }
    of->all[of->n++] = c;
}

static int by_worth(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->crowd != y->crowd)
        return x->crowd > y->crowd ? -1 : 1;
    return x->lonely < y->lonely ? -1 : x->lonely > y->lonely;
}

void by_capacity_close(struct live_table *t)
{
    by_room_end(t->room);
    by_queue_step(t);
}

static void give_way(const struct candidate *c)
{
    struct live_table *t = c->table;

    by_metric_add(BY_METRIC_gave_way, 1);
    if (c->kind == FINISHED) {
        by_queue_write_row(t);
        by_lease_release(t);
        by_tables_drop(t);
        return;
    }
    t->yields = true; /* counts as gone already; the tick unloads it once it is closed */
    t->hub->yielding++;
    by_capacity_close(t);
}

static int in_memory(const struct by_hub *h) { return h->tables - h->yielding + by_load_left(h); }

bool by_capacity_admit(struct by_hub *h)
{
    struct choice of = { .hub = h };
    size_t n = (size_t)h->setup.settings->tables / PART + 1;

    if (in_memory(h) < h->setup.settings->tables)
        return true;
    by_tables_each(h, consider, &of);
    if (of.n > 0)
        qsort(of.all, of.n, sizeof *of.all, by_worth);
    for (size_t i = 0; i < n && i < of.n; i++)
        give_way(&of.all[i]);
    free(of.all);
    if (in_memory(h) < h->setup.settings->tables)
        return true;
    h->full = by_loop_now(h->loop);
    return false;
}

bool by_capacity_address(const struct by_hub *h, const uint8_t address[16], int elsewhere, int wide_elsewhere)
{
    int most = h->setup.settings->tables_per_address;
    uint8_t id[16], wide[16];

    if (by_address_in(&h->setup.settings->club_addresses, address))
        return true;
    by_lobby_address(h, address, id);
    if (by_index_count(h, id) + elsewhere >= most)
        return false;
    return !by_lobby_wide(h, address, wide) || by_index_count(h, wide) + wide_elsewhere < BY_WIDE_SHARE * most;
}

static void put_share(struct by_out *o, const char *what, int64_t n, int64_t most)
{
    by_out(o, what);
    by_out(o, ": ");
    by_out_int(o, 100 * n / most);
    by_out(o, " % of ");
    by_out_int(o, most);
    by_out(o, "\n");
}

char *by_capacity_text(const struct by_hub *h)
{
    const struct by_settings *s = h->setup.settings;
    bool full = h->full > 0 && h->full + FULL_TIME > by_loop_now(h->loop);
    struct by_out o = { 0 };

    by_out(&o, full ? "full\n" : "ok\n");
    put_share(&o, "tables", in_memory(h), s->tables);
    put_share(&o, "connections", by_metric_now(BY_METRIC_connections), s->connections);
    return by_out_end(&o);
}
