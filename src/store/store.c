/* SPDX-License-Identifier: MIT */
/* store.c: a thread that writes all queued batches in one transaction, a connection for reading, and a lock that keeps
 * other processes out. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "chain.h"
#include "batch.h"
#include "store/move.h"
#include "util/memory.h"

/* A queued batch, followed by all its bytes. */
struct job {
    struct job *next;
    struct by_batch batch;
    struct by_stored out;
    by_on_stored *done;
    void *context;
    size_t size;
    uint64_t since;
    bool dead; /* refused before the database was read */
};

struct by_store {
    struct by_store_setup setup; /* owns `path` */
    int lock;                    /* -1: none */

    pthread_mutex_t queue; /* protects the fields below */
    pthread_cond_t more;
    struct job *first, **last;
    size_t waiting_bytes;
    uint64_t writing_since; /* start time of the oldest batch being written; 0: none */
    bool stop;
    enum { NO_MEND, MEND_ASKED, MEND_RUNS, MEND_WELL } mend;
    struct by_store_numbers numbers;

    pthread_t thread;
    pthread_mutex_t disk; /* protects the fields below; taken before `reading` */
    struct by_db *writer;
    struct by_mover *mover;
    bool broken;

    pthread_mutex_t reading; /* recursive: a callback that receives an entry may read too */
    struct by_db *reader;
};

static uint64_t now_micros(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* ---- The queue ---- */

static void refuse(struct job *j, const char *why)
{
    j->dead = true;
    j->out.outcome = BY_REFUSED;
    by_store_fault(&j->out.fault, BY_E_REQUEST, "%s", why);
}

void by_store_write(struct by_store *s, const struct by_batch *b, by_on_stored *done, void *context)
{
    bool fits = by_batch_whole(b);
    size_t size = fits ? by_batch_size(b) : 0;
    struct job *j = by_sure(malloc(sizeof *j + size));

    *j = (struct job){ .done = done, .context = context, .size = size };
    if (fits) {
        by_batch_copy(&j->batch, j + 1, b);
    } else {
        refuse(j, "this is no batch: an entry, key, number or value is missing, too long or out of order");
    }
    pthread_mutex_lock(&s->queue);
    if (s->waiting_bytes + size > BY_STORE_WAITING)
        refuse(j, "too much waits to be written");
    s->waiting_bytes += size;
    s->numbers.waiting++;
    j->since = now_micros();
    *s->last = j;
    s->last = &j->next;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->queue);
}

/* ---- The writer ---- */

static void tell(struct by_store *s, struct job *j)
{
    for (struct job *next; j != NULL; j = next) {
        next = j->next;
        pthread_mutex_lock(&s->queue);
        s->numbers.waiting--;
        s->waiting_bytes -= j->size;
        pthread_mutex_unlock(&s->queue);
        if (j->done != NULL)
            j->done(j->context, &j->out);
        free(j);
    }
}

/* Gives all jobs except invalid batches the same outcome. */
static void all(struct job *j, enum by_outcome outcome, const struct by_fault *f)
{
    for (; j != NULL; j = j->next)
        if (!j->dead)
            j->out = (struct by_stored){ .outcome = outcome, .broken = true, .fault = *f };
}

static void count(struct by_store *s, const struct job *j, bool broken, bool committed, uint64_t micros)
{
    struct by_store_numbers *n = &s->numbers;

    pthread_mutex_lock(&s->queue);
    n->broken = broken;
    if (committed) {
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

/* Writes all queued batches in one transaction. Returns true if anything was committed. */
static bool write_all(struct by_store *s, struct job *jobs)
{
    struct by_fault f = { .err = BY_OK };
    bool any = false;

    if (s->broken) {
        by_store_fault(&f, BY_E_IO, "nothing is written until the disk works again");
        all(jobs, BY_REFUSED, &f);
        return false;
    }
    s->broken = by_db_begin(s->writer, &f) != BY_OK;
    for (struct job *j = jobs; j != NULL && !s->broken; j = j->next) {
        if (j->dead)
            continue;
        s->broken = !by_db_put(s->writer, &j->batch, &j->out);
        f = j->out.fault;
        any |= j->out.outcome == BY_KEPT;
    }
    if (s->broken || !any) {
        by_db_back(s->writer);
        if (s->broken)
            all(jobs, BY_REFUSED, &f);
        return false;
    }
    if (by_db_commit(s->writer, &f) == BY_OK)
        return true;
    s->broken = true;
    all(jobs, BY_UNKNOWN, &f);
    return false;
}

/* Takes the queue, after recovery if it was requested. Returns NULL when no more batches will follow. */
static struct job *take(struct by_store *s)
{
    struct job *jobs;

    pthread_mutex_lock(&s->queue);
    for (;;) {
        bool well;

        while (s->first == NULL && !s->stop && s->mend != MEND_ASKED)
            pthread_cond_wait(&s->more, &s->queue);
        if (s->mend != MEND_ASKED || s->stop)
            break;
        s->mend = MEND_RUNS;
        pthread_mutex_unlock(&s->queue);
        well = by_store_mend(s);
        pthread_mutex_lock(&s->queue);
        s->mend = well ? MEND_WELL : NO_MEND;
    }
    jobs = s->first;
    s->first = NULL;
    s->last = &s->first;
    s->writing_since = jobs == NULL ? 0 : jobs->since;
    pthread_mutex_unlock(&s->queue);
    return jobs;
}

/* Has the log checkpointed. The writer itself moves only the last few pages. */
static void tidy(struct by_store *s)
{
    bool broken;
    int moved;

    pthread_mutex_lock(&s->queue);
    s->writing_since = 0;
    pthread_mutex_unlock(&s->queue);
    pthread_mutex_lock(&s->disk);
    if (!s->broken && by_mover_due(s->mover, by_db_log(s->writer))) {
        s->broken = by_db_move(s->writer, false, &moved, NULL) != BY_OK;
        by_mover_moved(s->mover);
    }
    broken = s->broken;
    pthread_mutex_unlock(&s->disk);
    pthread_mutex_lock(&s->queue);
    s->numbers.broken = broken;
    pthread_mutex_unlock(&s->queue);
}

static void *writer(void *store)
{
    struct by_store *s = store;
    struct job *jobs;

    while ((jobs = take(s)) != NULL) {
        uint64_t began = now_micros();
        bool committed, broken;

        pthread_mutex_lock(&s->disk);
        s->broken = s->broken || by_mover_failed(s->mover);
#ifdef BY_FAULTS
        if (BY_PLANTED(BY_PLANT_EARLY))
            for (struct job *j = jobs; j != NULL; j = j->next) {
                j->done(j->context, &j->out);
                j->done = NULL;
            }
#endif
        committed = write_all(s, jobs);
        broken = s->broken;
        pthread_mutex_unlock(&s->disk);
        count(s, jobs, broken, committed, now_micros() - began);
        tell(s, jobs);
        tidy(s);
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

static struct by_db *change_reader(struct by_store *s, struct by_db *to)
{
    struct by_db *was;

    pthread_mutex_lock(&s->reading);
    was = s->reader;
    s->reader = to;
    pthread_mutex_unlock(&s->reading);
    return was;
}

/* Never retries on a failed connection, but closes and reopens all connections. */
bool by_store_mend(struct by_store *s)
{
    bool well;

    if (s->setup.look)
        return false;
    pthread_mutex_lock(&s->disk);
    by_mover_rest(s->mover);
    s->broken = s->broken || by_mover_failed(s->mover);
    if (s->broken) {
        struct by_db *reader = NULL;

        by_db_close(change_reader(s, NULL), true); /* readers never wait for a slow disk */
        by_db_close(s->writer, true);
        s->writer = by_db_open(&s->setup, true, NULL);
        if (s->writer != NULL && by_db_settle(s->writer, NULL) == BY_OK)
            reader = by_db_open(&s->setup, false, NULL);
        s->broken = reader == NULL;
        change_reader(s, reader);
    } else {
        s->broken = by_db_settle(s->writer, NULL) != BY_OK;
    }
    s->broken = !by_mover_go_on(s->mover) || s->broken;
    well = !s->broken;
    pthread_mutex_unlock(&s->disk);
    pthread_mutex_lock(&s->queue);
    s->numbers.broken = !well;
    pthread_mutex_unlock(&s->queue);
    return well;
}

bool by_store_mended(struct by_store *s)
{
    bool well;

    well = !by_mover_failed(s->mover);
    pthread_mutex_lock(&s->queue);
    well = well && s->mend == MEND_WELL && !s->numbers.broken;
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

/* Takes the lock, a file next to the database, so that the sqlite3 command and backups can still read the database. */
static by_err lock(struct by_store *s, struct by_fault *f)
{
    char name[4096], who[32] = "";
    int n = snprintf(name, sizeof name, "%s-lock", s->setup.path), file;

    if (n >= (int)sizeof name)
        return by_store_fault(f, BY_E_IO, "the name of the database is too long");
    s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0)
        return by_store_fault(f, BY_E_IO,
                              "%s cannot be opened: %s. Its folder has to be there, and yours to write in;"
                              " or name another file with --db",
                              s->setup.path, strerror(errno));
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        ssize_t said = read(s->lock, who, sizeof who - 1);

        who[said < 0 ? 0 : strcspn(who, "\n")] = '\0';
        return by_store_fault(f, BY_E_IO,
                              "%s is open in another boneyard (process %s); stop that one, or give another"
                              " file with --db",
                              s->setup.path, who[0] == '\0' ? "unknown" : who);
    }
    n = snprintf(who, sizeof who, "%ld\n", (long)getpid());
    if (ftruncate(s->lock, 0) != 0 || pwrite(s->lock, who, (size_t)n, 0) != n)
        return by_store_fault(f, BY_E_IO, "%s cannot be written: %s", name, strerror(errno));
    file = open(s->setup.path, O_RDWR | O_CREAT | O_CLOEXEC,
                0600); /* open this before the database, since closing any descriptor of a file drops its locks */
    if (file < 0)
        return by_store_fault(f, BY_E_IO, "%s cannot be opened: %s", s->setup.path, strerror(errno));
    close(file);
    return BY_OK;
}

static bool plain_name(const char *path) { return path[0] != '\0' && path[0] != ':' && strncmp(path, "file:", 5) != 0; }

static by_err open_all(struct by_store *s, struct by_fault *f)
{
    if (!plain_name(s->setup.path))
        return by_store_fault(f, BY_E_USAGE, "\"%s\" is no name for a database; give a file, such as boneyard.db",
                              s->setup.path);
    if (!s->setup.look) {
        if (s->setup.vfs == NULL && lock(s, f) != BY_OK)
            return BY_E_IO;
        s->writer = by_db_open(&s->setup, true, f);
        if (s->writer == NULL || (s->mover = by_mover_new(&s->setup, f)) == NULL)
            return BY_E_IO;
    }
    s->reader = by_db_open(&s->setup, false, f);
    return s->reader == NULL ? BY_E_IO : BY_OK;
}

struct by_store *by_store_open(const struct by_store_setup *setup, struct by_fault *f)
{
    struct by_store *s = by_sure(calloc(1, sizeof *s));
    pthread_mutexattr_t again;
    bool well;

    s->setup = *setup;
    s->setup.path = by_sure(strdup(setup->path));
    s->lock = -1;
    s->last = &s->first;
    s->broken = setup->look; /* read-only: refuse all writes */
    s->stop = true;
    pthread_mutex_init(&s->queue, NULL);
    pthread_mutex_init(&s->disk, NULL);
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&s->reading, &again);
    pthread_mutexattr_destroy(&again);
    pthread_cond_init(&s->more, NULL);
    well = open_all(s, f) == BY_OK;
    if (well) {
        s->stop = false;
        if (pthread_create(&s->thread, NULL, writer, s) != 0) {
            by_store_fault(f, BY_E_IO, "there is no room for another thread");
            s->stop = true;
            well = false;
        }
    }
    if (well)
        return s;
    by_store_close(s);
    return NULL;
}

void by_store_close(struct by_store *s)
{
    bool runs;

    if (s == NULL)
        return;
    pthread_mutex_lock(&s->queue);
    runs = !s->stop; /* false if the thread was stopped before it began */
    s->stop = true;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->queue);
    if (runs)
        pthread_join(s->thread, NULL);
    by_mover_rest(s->mover);
    s->broken = s->broken || by_mover_failed(s->mover);
    by_mover_free(s->mover);
    by_db_close(s->reader, s->broken);
    by_db_close(s->writer, s->broken);
    if (s->lock >= 0)
        close(s->lock); /* unlock last, since closing the database also writes */
    pthread_mutex_destroy(&s->queue);
    pthread_mutex_destroy(&s->disk);
    pthread_mutex_destroy(&s->reading);
    pthread_cond_destroy(&s->more);
    free((char *)(uintptr_t)s->setup.path);
    free(s);
}

/* ---- Reading ---- */

static struct by_db *begin_reading(struct by_store *s)
{
    pthread_mutex_lock(&s->reading);
    return s->reader;
}

static void end_reading(struct by_store *s) { pthread_mutex_unlock(&s->reading); }

by_err by_store_read(struct by_store *s, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                     struct by_fault *f)
{
    struct by_db *d = begin_reading(s);
    by_err err = d == NULL ? by_store_fault(f, BY_E_IO, "the database cannot be read until the disk works again")
                           : by_db_read(d, table, from, each, context, f);

    end_reading(s);
    return err;
}

uint64_t by_store_find(struct by_store *s, const struct by_id *table, struct by_bytes_of key)
{
    struct by_db *d = begin_reading(s);
    uint64_t n = d == NULL ? BY_UNREAD : by_db_find(d, table, key);

    end_reading(s);
    return n;
}

uint64_t by_store_count(struct by_store *s, const struct by_id *table)
{
    struct by_db *d = begin_reading(s);
    uint64_t n = d == NULL ? BY_UNREAD : by_db_count(d, table);

    end_reading(s);
    return n;
}

long by_store_get(struct by_store *s, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    struct by_db *d = begin_reading(s);
    long n = d == NULL ? -2 : by_db_get(d, kind, key, out, room);

    end_reading(s);
    return n;
}

bool by_store_after(struct by_store *s, const char *kind, struct by_bytes_of key, by_on_value *each, void *context)
{
    struct by_db *d = begin_reading(s);
    bool all_of_it = d != NULL && by_db_each(d, kind, key, each, context);

    end_reading(s);
    return all_of_it;
}

bool by_store_each(struct by_store *s, const char *kind, by_on_value *each, void *context)
{
    return by_store_after(s, kind, (struct by_bytes_of){ "", 0 }, each, context);
}

bool by_store_tables(struct by_store *s, by_on_table *each, void *context)
{
    struct by_db *d = begin_reading(s);
    bool all_of_them = d != NULL && by_db_tables(d, each, context);

    end_reading(s);
    return all_of_them;
}

/* Uses its own connection because copying takes a while. Creates the empty file first, so that its mode is correct from
 * the start. */
by_err by_store_copy(struct by_store *s, const char *path, struct by_fault *f)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct by_db *d;
    by_err err;

    if (file < 0)
        return by_store_fault(f, BY_E_IO, "%s cannot be made: %s", path, strerror(errno));
    d = by_db_open(&s->setup, false, f);
    err = d == NULL ? BY_E_IO : by_db_copy(d, path, f);
    by_db_close(d, true);
    if (err == BY_OK && fsync(file) != 0)
        err = by_store_fault(f, BY_E_IO, "%s cannot be written: %s", path, strerror(errno));
    close(file);
    if (err != BY_OK)
        unlink(path);
    return err;
}

void by_store_numbers(struct by_store *s, struct by_store_numbers *out)
{
    uint64_t now = now_micros(), since;

    pthread_mutex_lock(&s->queue);
    *out = s->numbers;
    since = s->writing_since != 0 ? s->writing_since : s->first != NULL ? s->first->since : 0;
    pthread_mutex_unlock(&s->queue);
    out->broken = out->broken || by_mover_failed(s->mover);
    out->log_waits = by_mover_waits(s->mover);
    out->waited = since == 0 || since > now ? 0 : now - since;
}
