/* SPDX-License-Identifier: MIT */
/* writes.c: see writes.h. */
#include "writes.h"

#include <pthread.h>
#include <stdlib.h>

#include "tables.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "util/chance.h"
#include "util/memory.h"

/* A batch that the store is writing. The writer thread fills in `stored` and passes the batch back to the loop. */
struct writing {
    struct writing *next;
    struct by_hub *hub;
    struct by_stored stored;
    by_on_written *done; /* NULL if only values are listed */
    by_on_kept *kept;
    void *data;
    bool waits; /* for the next tick, instead of waking up the loop */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Runs on the writer thread. Once the lock is released, the loop may free everything. */
static void on_stored(void *context, const struct by_stored *s)
{
    struct writing *w = context;

    w->stored = *s;
    pthread_mutex_lock(&lock);
    w->next = w->hub->done;
    w->hub->done = w;
    if (!w->waits)
        by_wake_send(w->hub->written);
    pthread_mutex_unlock(&lock);
}

static void ask(struct by_hub *h, const struct by_batch *b, const struct writing *as)
{
    struct writing *w = by_sure(calloc(1, sizeof *w));

    *w = *as;
    w->hub = h;
    if (h->writes++ == 0)
        h->oldest = by_now_ns();
    by_store_write(h->setup.store, b, on_stored, w);
}

void by_writes_ask(struct by_hub *h, const struct by_batch *b, by_on_written *done, void *data)
{
    ask(h, b, &(struct writing){ .done = done, .data = data });
}

void by_writes_moves(struct by_hub *h, const struct by_batch *b, by_on_written *done, void *data)
{
    struct by_batch own = *b;

    own.slot = by_store_micros(); /* before the rest is measured: too early is better than too late */
    own.slot += (uint64_t)(by_sockets_want_tick(h->sockets) * 1e6);
    ask(h, &own, &(struct writing){ .done = done, .data = data, .waits = true });
}

void by_writes_batch(struct by_hub *h, const struct by_batch *b, by_on_kept *done, void *data)
{
    ask(h, b, &(struct writing){ .kept = done, .data = data });
}

void by_writes_puts(struct by_hub *h, const struct by_put_of *puts, int n, by_on_kept *done, void *data)
{
    by_writes_batch(h, &(struct by_batch){ .epoch = 1, .puts = puts, .puts_n = n }, done, data);
}

void by_writes_drop(struct by_hub *h, const struct by_id *table, by_on_kept *done, void *data)
{
    struct by_bytes_of key = { table->bytes, sizeof table->bytes };
    struct by_put_of puts[] = {
        { "table", key, { 0 } }, { "time", key, { 0 } }, { "restored", key, { 0 } }, { "settled", key, { 0 } }
    };

    by_writes_batch(h, &(struct by_batch){ .table = *table, .puts = puts, .puts_n = 4, .drop = true }, done, data);
}

/* Handles a failed write that belongs to no table. Until the store recovers, logs only the first such write. */
void by_writes_lost(struct by_hub *h, const struct by_stored *s)
{
    by_metric_add(BY_METRIC_not_kept, 1);
    if (!h->ailing)
        by_log(BY_LOG_ERROR, s->outcome == BY_UNKNOWN ? "unknown" : "not-kept",
               BY_LOG_FIELDS(BY_LOG_TEXT("why", s->fault.text)));
    h->ailing = true;
    by_tables_recover(h);
}

static void on_written(void *data)
{
    struct by_hub *h = data;
    struct writing *w, *order = NULL;

    pthread_mutex_lock(&lock);
    w = h->done;
    h->done = NULL;
    pthread_mutex_unlock(&lock);
    for (struct writing *next; w != NULL; w = next) { /* newest first, so this restores the order */
        next = w->next;
        w->next = order;
        order = w;
    }
    for (struct writing *next; order != NULL; order = next) {
        next = order->next;
        h->oldest = --h->writes > 0 ? by_now_ns() : 0;
        if (order->done != NULL)
            order->done(order->data, &order->stored);
        else if (order->stored.outcome != BY_KEPT && !order->stored.taken)
            by_writes_lost(h, &order->stored);
        if (order->kept != NULL)
            order->kept(order->data, order->stored.outcome == BY_KEPT);
        free(order);
    }
}

void by_writes_start(struct by_hub *h) { h->written = by_wake_new(h->loop, on_written, h); }

bool by_writes_tick(void *hub)
{
    struct by_hub *h = hub;

    on_written(h);
    return h->writes > 0;
}

void by_writes_end(struct by_hub *h) { by_wake_free(h->written); }
