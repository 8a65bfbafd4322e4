/* SPDX-License-Identifier: MIT */
/* store.c: queues batches, writes them together in one transaction on a thread, and reports their outcomes. A backend
 * (backend.h) handles the differences between databases. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch.h"
#include "chain.h"
#include "store/backend.h"
#include "store/later.h"
#include "util/memory.h"
#include "util/random.h"

enum { NEAR = 100 }; /* microseconds; a writer that wakes up this soon is not signalled */

struct by_store {
    struct by_store_setup setup; /* owns `path` */
    const struct by_backend *backend;
    void *at; /* the backend's data */

    pthread_mutex_t queue; /* protects the members below */
    pthread_cond_t more;
    struct by_write *first, **last;
    uint64_t start;         /* when the queue is due; 0 means at once */
    uint64_t alarm;         /* when the writer wakes up without a signal; UINT64_MAX for never, 0 while it works */
    uint64_t slot;          /* of the last batch that has one */
    uint64_t gap;           /* between that slot and the one of its predecessor */
    uint64_t usual, spread; /* of the duration of a commit, in microseconds: the mean and the mean deviation */
    size_t waiting_bytes;
    uint64_t writing_since; /* start time of the oldest batch being written; 0 if no batch is */
    bool stop;
    enum { NO_MEND, MEND_ASKED, MEND_RUNS, MEND_WELL } mend;
    struct by_fault why; /* of the last recovery that failed */
    struct by_store_numbers numbers;

    pthread_t thread;
    struct by_later *later;
};

uint64_t by_store_micros(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void took(const struct by_store *s, const char *what, const char *of, uint64_t since)
{
    if (s->setup.took != NULL)
        s->setup.took(what, of, by_store_micros() - since);
}

/* ---- The queue ---- */

static void refuse(struct by_write *j, const char *why)
{
    j->dead = true;
    j->out.outcome = BY_REFUSED;
    by_store_fault(&j->out.fault, BY_E_REQUEST, "%s", why);
}

/* Returns the latest time at which a commit can start and still end before the next slot, or 0 if it must not wait, as
 * on a slow disk. */
static uint64_t start_for(const struct by_store *s, uint64_t slot)
{
    uint64_t takes = s->usual + 4 * s->spread, end = by_store_micros() + takes, step = (uint64_t)s->setup.slot;

    if (slot == 0 || takes >= step)
        return 0;
    if (slot < end)
        slot += (end - slot + step - 1) / step * step;
    return slot - takes;
}

void by_store_write(struct by_store *s, const struct by_batch *b, by_on_stored *done, void *context)
{
    bool fits = by_batch_whole(b);
    size_t size = fits ? by_batch_size(b) : 0;
    uint64_t start;
    bool wake;
    struct by_write *j = by_sure(malloc(sizeof *j + size));

    *j = (struct by_write){ .done = done, .context = context, .size = size };
    if (fits) {
        by_batch_copy(&j->batch, j + 1, b);
    } else {
        refuse(j, "invalid batch: an entry, key, number or value is missing, too long or out of order");
    }
    pthread_mutex_lock(&s->queue);
    if (s->waiting_bytes + size > BY_STORE_WAITING)
        refuse(j, "too many writes are pending");
    s->waiting_bytes += size;
    s->numbers.waiting++;
    j->since = by_store_micros();
    if (b->slot != 0) {
        s->gap = b->slot > s->slot ? b->slot - s->slot : 0;
        s->slot = b->slot;
    }
    start = 2 * s->gap < 5 * (uint64_t)s->setup.slot ? start_for(s, b->slot) : 0;
    if (s->first == NULL || start < s->start)
        s->start = start;
    *s->last = j;
    s->last = &j->next;
    wake = s->start + NEAR < s->alarm;
    pthread_mutex_unlock(&s->queue);
    if (wake) /* after unlocking, or the writer would wake up only to wait for the lock */
        pthread_cond_signal(&s->more);
}

/* ---- The writer ---- */

static void tell(struct by_store *s, struct by_write *j)
{
    pthread_mutex_lock(&s->queue);
    for (const struct by_write *w = j; w != NULL; w = w->next) {
        s->numbers.waiting--;
        s->waiting_bytes -= w->size;
    }
    pthread_mutex_unlock(&s->queue);
    for (struct by_write *next; j != NULL; j = next) {
        next = j->next;
        if (j->done != NULL)
            j->done(j->context, &j->out);
        free(j);
    }
}

void by_writes_all(struct by_write *w, enum by_outcome outcome, const struct by_fault *f)
{
    for (; w != NULL; w = w->next)
        if (!w->dead)
            w->out = (struct by_stored){ .outcome = outcome, .broken = true, .fault = *f };
}

static void count(struct by_store *s, const struct by_write *j, bool committed, uint64_t micros)
{
    struct by_store_numbers *n = &s->numbers;

    pthread_mutex_lock(&s->queue);
    if (committed) {
        uint64_t off = micros > s->usual ? micros - s->usual : s->usual - micros;

        s->spread = (3 * s->spread + off) / 4; /* as RFC 6298 estimates round trips */
        s->usual = (7 * s->usual + micros) / 8;
        n->commits++;
        n->micros_sum += micros;
        for (int i = 0; i < 16; i++)
            n->micros[i] += micros < (uint64_t)64 << i;
    }
    for (; j != NULL; j = j->next) {
        n->refused += j->out.outcome == BY_REFUSED;
        n->unknown += j->out.outcome == BY_UNKNOWN;
        n->batches += j->out.outcome == BY_KEPT;
        n->entries += j->out.outcome == BY_KEPT ? (uint64_t)j->batch.entries_n : 0;
    }
    pthread_mutex_unlock(&s->queue);
}

/* Waits for something to do. While every slot has batches, wakes up for the next one without a signal. */
static void rest(struct by_store *s)
{
    while (!s->stop && s->mend != MEND_ASKED && (s->first == NULL || s->start > by_store_micros())) {
        const uint64_t step = (uint64_t)s->setup.slot;
        bool comes = 2 * s->gap < 3 * step && by_store_micros() < s->slot + step;
        uint64_t at = s->first != NULL ? s->start : comes ? start_for(s, s->slot) : 0;
        struct timespec t = { (time_t)(at / 1000000), (long)(at % 1000000) * 1000 };

        s->alarm = at == 0 ? UINT64_MAX : at;
        if (at == 0)
            pthread_cond_wait(&s->more, &s->queue);
        else
            pthread_cond_timedwait(&s->more, &s->queue, &t);
    }
    s->alarm = 0;
}

/* Takes all queued batches, after recovering if that was requested. Returns NULL if no more batches will follow. */
static struct by_write *take(struct by_store *s)
{
    struct by_write *jobs;

    pthread_mutex_lock(&s->queue);
    for (;;) {
        struct by_fault f = { 0 };
        bool well;

        rest(s);
        if (s->mend != MEND_ASKED || s->stop)
            break;
        s->mend = MEND_RUNS;
        pthread_mutex_unlock(&s->queue);
        well = by_store_mend(s, &f);
        pthread_mutex_lock(&s->queue);
        s->mend = well ? MEND_WELL : NO_MEND;
        s->why = f;
    }
    jobs = s->first;
    s->first = NULL;
    s->last = &s->first;
    s->writing_since = jobs == NULL ? 0 : jobs->since;
    pthread_mutex_unlock(&s->queue);
    return jobs;
}

static void *writer(void *store)
{
    struct by_store *s = store;
    struct by_write *jobs;

    while ((jobs = take(s)) != NULL) {
        uint64_t began = by_store_micros();
        bool committed;

#ifdef BY_FAULTS
        if (BY_PLANTED(BY_PLANT_EARLY))
            for (struct by_write *j = jobs; j != NULL; j = j->next) {
                if (j->batch.entries_n == 0 || j->done == NULL)
                    continue; /* a server could not start, since it reads back the keys that it writes */
                j->done(j->context, &j->out);
                j->done = NULL;
            }
#endif
        committed = s->backend->write(s->at, jobs);
#ifdef BY_FAULTS
        for (struct by_write *j = jobs; BY_PLANTED(BY_PLANT_TWICE) && j != NULL; j = j->next)
            if (j->out.twice)
                j->out = (struct by_stored){ .outcome = BY_KEPT };
#endif
        count(s, jobs, committed, by_store_micros() - began);
        took(s, "commit", NULL, began);
        tell(s, jobs);
        pthread_mutex_lock(&s->queue);
        s->writing_since = 0;
        pthread_mutex_unlock(&s->queue);
        s->backend->tidy(s->at);
    }
    return NULL;
}

struct waiter {
    pthread_mutex_t lock;
    pthread_cond_t told;
    bool done;
    struct by_stored out;
};

static void wake(void *context, const struct by_stored *out)
{
    struct waiter *w = context;

    pthread_mutex_lock(&w->lock);
    w->out = *out;
    w->done = true;
    pthread_cond_signal(&w->told);
    pthread_mutex_unlock(&w->lock);
}

struct by_stored by_store_write_now(struct by_store *s, const struct by_batch *b)
{
    struct waiter w = { .lock = PTHREAD_MUTEX_INITIALIZER, .told = PTHREAD_COND_INITIALIZER };

    by_store_write(s, b, wake, &w);
    pthread_mutex_lock(&w.lock);
    while (!w.done)
        pthread_cond_wait(&w.told, &w.lock);
    pthread_mutex_unlock(&w.lock);
    pthread_cond_destroy(&w.told);
    pthread_mutex_destroy(&w.lock);
    return w.out;
}

bool by_store_mend(struct by_store *s, struct by_fault *f) { return !s->setup.look && s->backend->mend(s->at, f); }

bool by_store_mended(struct by_store *s, struct by_fault *why)
{
    bool well = !s->backend->broken(s->at);

    pthread_mutex_lock(&s->queue);
    well = well && s->mend == MEND_WELL;
    if (why != NULL)
        *why = s->why;
    if (well) {
        s->mend = NO_MEND;
    } else if (s->mend != MEND_RUNS) {
        s->mend = MEND_ASKED;
        pthread_cond_signal(&s->more);
    }
    pthread_mutex_unlock(&s->queue);
    return well;
}

/* ---- Opening and closing ---- */

bool by_store_is_address(const char *path)
{
    return strncmp(path, "postgres", 8) == 0 && strchr(path, ':') != NULL; /* a mistyped one is not a file's name */
}

/* Returns NULL if this build lacks the backend. */
static const struct by_backend *backend_of(const char *path)
{
    if (!by_store_is_address(path))
        return &by_backend_sqlite;
#ifdef BY_HAVE_POSTGRES
    return &by_backend_postgres;
#else
    return NULL;
#endif
}

struct by_store *by_store_open(const struct by_store_setup *setup, struct by_fault *f)
{
    static const struct by_id nobody;
    struct by_store *s = by_sure(calloc(1, sizeof *s));
    pthread_condattr_t monotonic;

    s->setup = *setup;
    s->setup.path = by_sure(strdup(setup->path));
    if (memcmp(&s->setup.owner, &nobody, sizeof nobody) == 0)
        by_random(s->setup.owner.bytes, sizeof s->setup.owner.bytes);
    s->backend = backend_of(s->setup.path);
    s->last = &s->first;
    s->usual = (uint64_t)setup->slot; /* so that nothing waits until a commit has been measured */
    s->stop = true;
    pthread_mutex_init(&s->queue, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->more, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (s->backend == NULL)
        by_store_fault(f, BY_E_USAGE, "this boneyard was built without PostgreSQL; install libpq-dev and rebuild it");
    else if ((s->at = s->backend->open(&s->setup, f)) != NULL) {
        s->later = by_later_new(s, s->backend->readers);
        s->stop = false;
        if (s->later != NULL && pthread_create(&s->thread, NULL, writer, s) == 0)
            return s;
        by_store_fault(f, BY_E_IO, "no resources for another thread");
        s->stop = true;
    }
    by_store_close(s);
    return NULL;
}

void by_store_close(struct by_store *s)
{
    bool runs;

    if (s == NULL)
        return;
    by_later_free(s->later);
    pthread_mutex_lock(&s->queue);
    runs = !s->stop; /* false if the thread was never started */
    s->stop = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->queue);
    if (runs)
        pthread_join(s->thread, NULL);
    if (s->at != NULL)
        s->backend->close(s->at);
    pthread_mutex_destroy(&s->queue);
    pthread_cond_destroy(&s->more);
    free((char *)(uintptr_t)s->setup.path);
    free(s);
}

/* ---- Reading ---- */

struct plain {
    by_on_entry *each;
    void *context;
};

static bool hear_plain(void *plain, const struct by_entry_of *e, const struct by_hash *hash)
{
    const struct plain *p = plain;

    (void)hash;
    return p->each(p->context, e->number, e->bytes);
}

by_err by_store_read(struct by_store *s, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                     struct by_fault *f)
{
    struct plain p = { each, context };

    return by_store_read_keyed(s, table, from, hear_plain, &p, f);
}

by_err by_store_read_keyed(struct by_store *s, const struct by_id *table, uint64_t from, by_on_keyed *each,
                           void *context, struct by_fault *f)
{
    uint64_t since = by_store_micros();
    by_err err = s->backend->read(s->at, table, from, each, context, f);

    took(s, "read", "journal", since);
    return err;
}

bool by_store_rows(struct by_store *s, by_on_row *each, void *context)
{
    return s->backend->rows(s->at, each, context);
}

uint64_t by_store_find(struct by_store *s, const struct by_id *table, struct by_bytes_of key)
{
    return s->backend->find(s->at, table, key);
}

uint64_t by_store_count(struct by_store *s, const struct by_id *table) { return s->backend->count(s->at, table); }

long by_store_get(struct by_store *s, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    uint64_t since = by_store_micros();
    long n = s->backend->get(s->at, kind, key, out, room);

    took(s, "get", kind, since);
    return n;
}

bool by_store_after(struct by_store *s, const char *kind, struct by_bytes_of key, by_on_value *each, void *context)
{
    return s->backend->after(s->at, kind, key, each, context);
}

bool by_store_each(struct by_store *s, const char *kind, by_on_value *each, void *context)
{
    return by_store_after(s, kind, (struct by_bytes_of){ "", 0 }, each, context);
}

bool by_store_query(struct by_store *s, const struct by_query *q, by_on_value *each, void *context)
{
    uint64_t since = by_store_micros();
    bool whole;

    BY_ASSERT((q->who != NULL) + (q->status != NULL) + (q->before != 0) == 1);
    whole = s->backend->query(s->at, q, each, context);
    took(s, "query", q->kind, since);
    return whole;
}

bool by_store_leases(struct by_store *s, const struct by_id *table, int soon, int most, by_on_lease *each,
                     void *context)
{
    return s->backend->leases(s->at, table, soon, most, each, context);
}

bool by_store_tables(struct by_store *s, by_on_table *each, void *context)
{
    return s->backend->tables(s->at, each, context);
}

void by_store_later(struct by_store *s, by_on_later *work, void *context) { by_later_put(s->later, work, context); }

by_err by_store_copy(struct by_store *s, const char *path, struct by_fault *f)
{
    return s->backend->copy(s->at, path, f);
}

void by_store_numbers(struct by_store *s, struct by_store_numbers *out)
{
    uint64_t now = by_store_micros(), since;

    pthread_mutex_lock(&s->queue);
    *out = s->numbers;
    since = s->writing_since != 0 ? s->writing_since : s->first != NULL ? s->first->since : 0;
    pthread_mutex_unlock(&s->queue);
    out->broken = s->backend->broken(s->at);
    out->log_waits = s->backend->waits(s->at);
    out->waited = since == 0 || since > now ? 0 : now - since;
}
