/* SPDX-License-Identifier: MIT */
/* postgres.c: implements the backend for PostgreSQL, with one connection for writing and a few for reading. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/postgres/link.h"
#include "store/postgres/read.h"
#include "store/postgres/write.h"
#include "util/memory.h"

enum { LOCK_TRIES = 100, LOCK_TRIES_AGAIN = 20 }; /* tenths of a second */

struct by_postgres {
    const struct by_store_setup *setup;

    pthread_mutex_t disk; /* protects the writer */
    struct by_link *writer;
    struct by_heads *heads;
    atomic_bool broken; /* any thread may read this */

    struct by_readers *readers;
};

/* Opens the writer, locks out other servers, makes sure that all readable data is safe, and then opens the readers. */
static by_err open_all(struct by_postgres *s, int tries, struct by_fault *f)
{
    by_err err;

    if (s->setup->look)
        return by_readers_open(s->readers, NULL, f);
    s->writer = by_link_open(s->setup, BY_LINK_WRITES, NULL, f);
    err = s->writer == NULL ? BY_E_IO : by_link_lock(s->writer, s->setup->shared, tries, f);
    if (err == BY_OK)
        err = by_link_settle(s->writer, f);
    if (err == BY_OK)
        err = by_readers_open(s->readers, s->writer, f);
    if (err == BY_OK && !by_postgres_prepare(s->writer, f))
        err = BY_E_IO;
    return err;
}

static void close_writer(struct by_postgres *s)
{
    by_link_close(s->writer);
    s->writer = NULL;
}

static bool postgres_write(void *b, struct by_write *writes)
{
    struct by_postgres *s = b;
    struct by_fault f;
    bool committed = false, lost;

    pthread_mutex_lock(&s->disk);
    if (s->broken || by_readers_ill(s->readers)) {
        s->broken = true;
        by_store_fault(&f, BY_E_IO, "writing is paused until the database can be reached again");
        by_writes_all(writes, BY_REFUSED, &f);
    } else {
        committed = by_postgres_write(s->writer, s->heads, &s->setup->owner, writes, &lost);
        if (lost) {
            s->broken = true;
            close_writer(s); /* makes the database roll back anything uncommitted */
        }
    }
    pthread_mutex_unlock(&s->disk);
    return committed;
}

static void postgres_tidy(void *b) { (void)b; }

static bool postgres_broken(void *b)
{
    struct by_postgres *s = b;

    return s->broken || by_readers_ill(s->readers);
}

/* Always reconnects, since a connection may have been lost silently. */
static bool postgres_mend(void *b, struct by_fault *f)
{
    struct by_postgres *s = b;
    bool well;

    pthread_mutex_lock(&s->disk);
    s->broken = true;
    by_readers_close(s->readers);
    close_writer(s);
    by_heads_forget(s->heads);
    well = open_all(s, LOCK_TRIES_AGAIN, f) == BY_OK;
    if (!well) {
        by_readers_close(s->readers);
        close_writer(s);
    }
    s->broken = !well;
    pthread_mutex_unlock(&s->disk);
    return well;
}

static void postgres_close(void *b)
{
    struct by_postgres *s = b;

    if (s == NULL)
        return;
    by_readers_free(s->readers);
    close_writer(s);
    by_heads_free(s->heads);
    pthread_mutex_destroy(&s->disk);
    free(s);
}

static void *postgres_open(const struct by_store_setup *setup, struct by_fault *f)
{
    struct by_postgres *s = by_sure(calloc(1, sizeof *s));

    s->setup = setup;
    s->broken = setup->look;
    s->heads = by_heads_new();
    s->readers = by_readers_new(setup);
    pthread_mutex_init(&s->disk, NULL);
    if (open_all(s, LOCK_TRIES, f) == BY_OK)
        return s;
    postgres_close(s);
    return NULL;
}

/* ---- Reading ---- */

static by_err postgres_read(void *b, const struct by_id *table, uint64_t from, by_on_keyed *each, void *context,
                            struct by_fault *f)
{
    return by_readers_read(((struct by_postgres *)b)->readers, table, from, each, context, f);
}

static uint64_t postgres_find(void *b, const struct by_id *table, struct by_bytes_of key)
{
    return by_readers_find(((struct by_postgres *)b)->readers, table, key);
}

static uint64_t postgres_count(void *b, const struct by_id *table)
{
    return by_readers_count(((struct by_postgres *)b)->readers, table);
}

static long postgres_get(void *b, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    return by_readers_get(((struct by_postgres *)b)->readers, kind, key, out, room);
}

static bool postgres_after(void *b, const char *kind, struct by_bytes_of key, by_on_value *each, void *context)
{
    return by_readers_after(((struct by_postgres *)b)->readers, kind, key, each, context);
}

static bool postgres_rows(void *b, by_on_row *each, void *context)
{
    return by_readers_rows(((struct by_postgres *)b)->readers, each, context);
}

static bool postgres_query(void *b, const struct by_query *q, by_on_value *each, void *context)
{
    return by_readers_query(((struct by_postgres *)b)->readers, q, each, context);
}

static bool postgres_leases(void *b, const struct by_id *table, int soon, int most, by_on_lease *each, void *context)
{
    return by_readers_leases(((struct by_postgres *)b)->readers, table, soon, most, each, context);
}

static bool postgres_tables(void *b, by_on_table *each, void *context)
{
    return by_readers_tables(((struct by_postgres *)b)->readers, each, context);
}

static by_err postgres_copy(void *b, const char *path, struct by_fault *f)
{
    (void)b;
    (void)path;
    return by_store_fault(
        f, BY_E_USAGE,
        "boneyard copies only its own files; copy a PostgreSQL database with pg_dump --schema=boneyard,"
        " or the whole server with pg_basebackup");
}

static uint64_t postgres_waits(void *b)
{
    (void)b;
    return 0;
}

const struct by_backend by_backend_postgres = {
    .open = postgres_open,
    .close = postgres_close,
    .write = postgres_write,
    .tidy = postgres_tidy,
    .mend = postgres_mend,
    .broken = postgres_broken,
    .read = postgres_read,
    .find = postgres_find,
    .count = postgres_count,
    .get = postgres_get,
    .after = postgres_after,
    .rows = postgres_rows,
    .query = postgres_query,
    .leases = postgres_leases,
    .tables = postgres_tables,
    .copy = postgres_copy,
    .readers = BY_READERS,
    .waits = postgres_waits,
};
