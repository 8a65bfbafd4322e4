/* SPDX-License-Identifier: MIT */
/* reads.c: see reads.h. */
#include <pthread.h>
#include <stdlib.h>

#include "inside.h"
#include "reads.h"
#include "util/memory.h"

struct read {
    struct read *next;
    struct reads *all;
    by_read_work *work;
    by_read_done *done;
    void *data;
};

struct reads {
    struct by_wake *wake;
    int n;                /* reads whose `done` has not been called yet */
    pthread_mutex_t lock; /* protects the list */
    struct read *first, **last;
};

/* Runs on a store thread. Once the lock is released, the loop may free everything. */
static void on_thread(struct by_store *s, void *context)
{
    struct read *r = context;
    struct reads *all = r->all;

    r->work(s, r->data);
    pthread_mutex_lock(&all->lock);
    *all->last = r;
    all->last = &r->next;
    by_wake_send(all->wake);
    pthread_mutex_unlock(&all->lock);
}

static void on_wake(void *data)
{
    struct reads *all = data;
    struct read *r;

    pthread_mutex_lock(&all->lock);
    r = all->first;
    all->first = NULL;
    all->last = &all->first;
    pthread_mutex_unlock(&all->lock);
    for (struct read *next; r != NULL; r = next) {
        next = r->next;
        all->n--;
        r->done(r->data);
        free(r);
    }
}

void by_reads_start(struct by_hub *h)
{
    struct reads *all = by_sure(calloc(1, sizeof *all));

    pthread_mutex_init(&all->lock, NULL);
    all->last = &all->first;
    all->wake = by_wake_new(h->loop, on_wake, all);
    h->reads = all;
}

bool by_reads_busy(struct by_hub *h)
{
    on_wake(h->reads);
    return h->reads->n > 0;
}

void by_reads_end(struct by_hub *h)
{
    by_wake_free(h->reads->wake);
    pthread_mutex_destroy(&h->reads->lock);
    free(h->reads);
}

void by_reads_ask(struct by_hub *h, by_read_work *work, by_read_done *done, void *data)
{
    struct read *r = by_sure(calloc(1, sizeof *r));

    *r = (struct read){ .all = h->reads, .work = work, .done = done, .data = data };
    h->reads->n++;
    by_store_later(h->setup.store, on_thread, r);
}
