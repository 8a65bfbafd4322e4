/* SPDX-License-Identifier: MIT */
/* sqlite.c: implements the backend for SQLite, with one connection each for writing, checkpoints and reading, and a
 * lock that keeps other processes out. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/sqlite/db.h"
#include "store/sqlite/move.h"
#include "util/memory.h"

struct by_sqlite {
    const struct by_store_setup *setup;
    int lock; /* -1 if none */

    pthread_mutex_t disk; /* protects the members below; must be taken before `reading` */
    struct by_db *writer;
    struct by_mover *mover;
    atomic_bool broken; /* any thread may read this */

    pthread_mutex_t reading; /* recursive: a callback that receives an entry may read too */
    struct by_db *reader;
};

/* ---- Writing ---- */

/* Writes all batches in one transaction. Returns true if anything was committed. */
static bool write_all(struct by_sqlite *s, struct by_write *writes)
{
    struct by_fault f = { .err = BY_OK };
    bool any = false;

    if (s->broken) {
        by_store_fault(&f, BY_E_IO, "writing is paused until the disk works again");
        by_writes_all(writes, BY_REFUSED, &f);
        return false;
    }
    s->broken = by_db_begin(s->writer, &f) != BY_OK;
    for (struct by_write *w = writes; w != NULL && !s->broken; w = w->next) {
        if (w->dead)
            continue;
        s->broken = !by_db_put(s->writer, &w->batch, &w->out);
        f = w->out.fault;
        any |= w->out.outcome == BY_KEPT;
    }
    if (s->broken || !any) {
        by_db_back(s->writer);
        if (s->broken)
            by_writes_all(writes, BY_REFUSED, &f);
        return false;
    }
    if (by_db_commit(s->writer, &f) == BY_OK)
        return true;
    s->broken = true;
    by_writes_all(writes, BY_UNKNOWN, &f);
    return false;
}

static bool sqlite_write(void *b, struct by_write *writes)
{
    struct by_sqlite *s = b;
    bool committed;

    pthread_mutex_lock(&s->disk);
    s->broken = s->broken || by_mover_failed(s->mover);
    committed = write_all(s, writes);
    pthread_mutex_unlock(&s->disk);
    return committed;
}

/* Starts a checkpoint on the thread if one is due. The writer itself moves only the last few pages. */
static void sqlite_tidy(void *b)
{
    struct by_sqlite *s = b;
    int moved;

    pthread_mutex_lock(&s->disk);
    if (!s->broken && by_mover_due(s->mover, by_db_log(s->writer))) {
        s->broken = by_db_move(s->writer, false, &moved, NULL) != BY_OK;
        by_mover_moved(s->mover);
    }
    pthread_mutex_unlock(&s->disk);
}

static bool sqlite_broken(void *b)
{
    struct by_sqlite *s = b;

    return s->broken || by_mover_failed(s->mover);
}

static struct by_db *change_reader(struct by_sqlite *s, struct by_db *to)
{
    struct by_db *was;

    pthread_mutex_lock(&s->reading);
    was = s->reader;
    s->reader = to;
    pthread_mutex_unlock(&s->reading);
    return was;
}

/* Closes and reopens all connections; never retries on a failed one. */
static bool sqlite_mend(void *b, struct by_fault *f)
{
    struct by_sqlite *s = b;
    bool well;

    pthread_mutex_lock(&s->disk);
    by_mover_rest(s->mover);
    s->broken = s->broken || by_mover_failed(s->mover);
    if (s->broken) {
        struct by_db *reader = NULL;

        by_db_close(change_reader(s, NULL), true); /* readers never wait for a slow disk */
        by_db_close(s->writer, true);
        s->writer = by_db_open(s->setup, true, f);
        if (s->writer != NULL && by_db_settle(s->writer, f) == BY_OK)
            reader = by_db_open(s->setup, false, f);
        s->broken = reader == NULL;
        change_reader(s, reader);
    } else {
        s->broken = by_db_settle(s->writer, f) != BY_OK;
    }
    if (!by_mover_go_on(s->mover) && !s->broken)
        s->broken = by_store_fault(f, BY_E_IO, "the log cannot be moved into the database") != BY_OK;
    well = !s->broken;
    pthread_mutex_unlock(&s->disk);
    return well;
}

/* ---- Opening and closing ---- */

/* Locks a separate file next to the database, so that the sqlite3 command and backups can still read the database. */
static by_err lock(struct by_sqlite *s, struct by_fault *f)
{
    char name[4096], who[32] = "";
    int n = snprintf(name, sizeof name, "%s-lock", s->setup->path), file;

    if (n >= (int)sizeof name)
        return by_store_fault(f, BY_E_IO, "the name of the database is too long");
    s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0)
        return by_store_fault(f, BY_E_IO,
                              "cannot open %s: %s. Its folder must exist and be writable, or choose another file with"
                              " --db",
                              s->setup->path, strerror(errno));
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        ssize_t said = read(s->lock, who, sizeof who - 1);

        who[said < 0 ? 0 : strcspn(who, "\n")] = '\0';
        return by_store_fault(
            f, BY_E_IO, "%s is open in another boneyard (process %s); stop that one, or choose another file with --db",
            s->setup->path, who[0] == '\0' ? "unknown" : who);
    }
    n = snprintf(who, sizeof who, "%ld\n", (long)getpid());
    if (ftruncate(s->lock, 0) != 0 || pwrite(s->lock, who, (size_t)n, 0) != n)
        return by_store_fault(f, BY_E_IO, "%s cannot be written: %s", name, strerror(errno));
    file = open(s->setup->path, O_RDWR | O_CREAT | O_CLOEXEC,
                0600); /* opened before the database, since closing any descriptor of a file drops its locks */
    if (file < 0)
        return by_store_fault(f, BY_E_IO, "%s cannot be opened: %s", s->setup->path, strerror(errno));
    close(file);
    return BY_OK;
}

static bool plain_name(const char *path) { return path[0] != '\0' && path[0] != ':' && strncmp(path, "file:", 5) != 0; }

static by_err open_all(struct by_sqlite *s, struct by_fault *f)
{
    if (!plain_name(s->setup->path))
        return by_store_fault(f, BY_E_USAGE, "\"%s\" is not a valid database name; name a file, such as boneyard.db",
                              s->setup->path);
    if (!s->setup->look) {
        if (s->setup->vfs == NULL && lock(s, f) != BY_OK)
            return BY_E_IO;
        s->writer = by_db_open(s->setup, true, f);
        if (s->writer == NULL || (s->mover = by_mover_new(s->setup, f)) == NULL)
            return BY_E_IO;
    }
    s->reader = by_db_open(s->setup, false, f);
    return s->reader == NULL ? BY_E_IO : BY_OK;
}

static void sqlite_close(void *b)
{
    struct by_sqlite *s = b;

    if (s == NULL)
        return;
    by_mover_rest(s->mover);
    s->broken = s->broken || by_mover_failed(s->mover);
    by_mover_free(s->mover);
    by_db_close(s->reader, s->broken);
    by_db_close(s->writer, s->broken);
    if (s->lock >= 0)
        close(s->lock); /* unlock last, since closing the database also writes */
    pthread_mutex_destroy(&s->disk);
    pthread_mutex_destroy(&s->reading);
    free(s);
}

static void *sqlite_open(const struct by_store_setup *setup, struct by_fault *f)
{
    struct by_sqlite *s = by_sure(calloc(1, sizeof *s));
    pthread_mutexattr_t again;

    s->setup = setup;
    s->lock = -1;
    s->broken = setup->look; /* read-only: refuse all writes */
    pthread_mutex_init(&s->disk, NULL);
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&s->reading, &again);
    pthread_mutexattr_destroy(&again);
    if (open_all(s, f) == BY_OK)
        return s;
    sqlite_close(s);
    return NULL;
}

/* ---- Reading ---- */

static struct by_db *begin_reading(struct by_sqlite *s)
{
    pthread_mutex_lock(&s->reading);
    return s->reader;
}

static void end_reading(struct by_sqlite *s) { pthread_mutex_unlock(&s->reading); }

static by_err sqlite_read(void *b, const struct by_id *table, uint64_t from, by_on_keyed *each, void *context,
                          struct by_fault *f)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    by_err err = d == NULL ? by_store_fault(f, BY_E_IO, "the database cannot be read until the disk works again")
                           : by_db_read(d, table, from, each, context, f);

    end_reading(s);
    return err;
}

static uint64_t sqlite_find(void *b, const struct by_id *table, struct by_bytes_of key)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    uint64_t n = d == NULL ? BY_UNREAD : by_db_find(d, table, key);

    end_reading(s);
    return n;
}

static uint64_t sqlite_count(void *b, const struct by_id *table)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    uint64_t n = d == NULL ? BY_UNREAD : by_db_count(d, table);

    end_reading(s);
    return n;
}

static long sqlite_get(void *b, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    long n = d == NULL ? -2 : by_db_get(d, kind, key, out, room);

    end_reading(s);
    return n;
}

static bool sqlite_after(void *b, const char *kind, struct by_bytes_of key, by_on_value *each, void *context)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    bool all_of_it = d != NULL && by_db_each(d, kind, key, each, context);

    end_reading(s);
    return all_of_it;
}

static bool sqlite_rows(void *b, by_on_row *each, void *context)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    bool all_of_it = d != NULL && by_db_rows(d, each, context);

    end_reading(s);
    return all_of_it;
}

static bool sqlite_query(void *b, const struct by_query *q, by_on_value *each, void *context)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    bool all_of_it = d != NULL && by_db_query(d, q, each, context);

    end_reading(s);
    return all_of_it;
}

static bool sqlite_tables(void *b, by_on_table *each, void *context)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    bool all_of_them = d != NULL && by_db_tables(d, each, context);

    end_reading(s);
    return all_of_them;
}

static bool sqlite_leases(void *b, const struct by_id *table, int soon, int most, by_on_lease *each, void *context)
{
    struct by_sqlite *s = b;
    struct by_db *d = begin_reading(s);
    bool all_of_them = d != NULL && by_db_leases(d, table, soon, most, each, context);

    end_reading(s);
    return all_of_them;
}

/* Uses a separate connection, because copying takes a while. Creates the empty file first, so that its mode is correct
 * from the start. */
static by_err sqlite_copy(void *b, const char *path, struct by_fault *f)
{
    struct by_sqlite *s = b;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct by_db *d;
    by_err err;

    if (file < 0)
        return by_store_fault(f, BY_E_IO, "%s cannot be created: %s", path, strerror(errno));
    d = by_db_open(s->setup, false, f);
    err = d == NULL ? BY_E_IO : by_db_copy(d, path, f);
    by_db_close(d, true);
    if (err == BY_OK && fsync(file) != 0)
        err = by_store_fault(f, BY_E_IO, "%s cannot be written: %s", path, strerror(errno));
    close(file);
    if (err != BY_OK)
        unlink(path);
    return err;
}

static uint64_t sqlite_waits(void *b) { return by_mover_waits(((struct by_sqlite *)b)->mover); }

const struct by_backend by_backend_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .write = sqlite_write,
    .tidy = sqlite_tidy,
    .mend = sqlite_mend,
    .broken = sqlite_broken,
    .read = sqlite_read,
    .find = sqlite_find,
    .count = sqlite_count,
    .get = sqlite_get,
    .after = sqlite_after,
    .rows = sqlite_rows,
    .query = sqlite_query,
    .leases = sqlite_leases,
    .tables = sqlite_tables,
    .copy = sqlite_copy,
    .readers = 1,
    .waits = sqlite_waits,
};
