/* SPDX-License-Identifier: MIT */
/* migrate.c: copies a database (migrate.h). The target computes its own hash chain from the entries it receives, so a
 * table with the same last hash in both databases has the same entries in both. Until the comparison is complete, the
 * `migrating` row in the target's `server` list names the source. */
#include "migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "database.h"
#include "util/memory.h"
#include "util/page.h"

enum { PART = 64 /* entries or rows in a batch */, WAITING = 500 /* batches */, OFTEN = 2 /* seconds */ };

struct migration {
    struct by_store *from, *to;
    const struct by_id *table;
    struct by_entry_of entries[PART];
    char *copies[PART];
    int n;
    struct by_hash last;
    long tables, rows, damaged, different;
    uint64_t entries_n;
    const char *doing;
    time_t told;
    bool failed; /* set by the writer thread */
    struct by_fault fault;
};

static const struct by_bytes_of mark_name = { "migrating", 9 };

static bool is_mark(const struct by_put_of *row)
{
    return strcmp(row->kind, "server") == 0 && row->key.n == mark_name.n
        && memcmp(row->key.at, mark_name.at, mark_name.n) == 0;
}

bool by_migrate_unfinished(struct by_store *store)
{
    uint8_t mark[32];

    return by_store_get(store, "server", mark_name, mark, sizeof mark) >= 0;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

static void on_stored(void *migration, const struct by_stored *s)
{
    struct migration *m = migration;

    if (s->outcome == BY_KEPT || __atomic_load_n(&m->failed, __ATOMIC_ACQUIRE))
        return;
    m->fault = s->fault;
    __atomic_store_n(&m->failed, true, __ATOMIC_RELEASE);
}

/* Waits until no more than this many batches are queued. Returns false once a batch has failed. */
static bool wait_for(struct migration *m, uint32_t most)
{
    static const struct timespec moment = { 0, 1000000 };
    struct by_store_numbers n;

    for (by_store_numbers(m->to, &n); n.waiting > most; by_store_numbers(m->to, &n))
        nanosleep(&moment, NULL);
    return !__atomic_load_n(&m->failed, __ATOMIC_ACQUIRE);
}

static bool put_mark(struct migration *m, struct by_bytes_of value)
{
    struct by_put_of put = { "server", mark_name, value };
    struct by_stored s = by_store_write_now(m->to, &(struct by_batch){ .puts = &put, .puts_n = 1 });

    m->fault = s.fault;
    return s.outcome == BY_KEPT;
}

static void progress(struct migration *m, long n, const char *one, const char *several)
{
    time_t now = time(NULL);

    if (now < m->told + OFTEN)
        return;
    m->told = now;
    printf("... %s: %ld %s\n", m->doing, n, n == 1 ? one : several);
    fflush(stdout);
}

/* ---- Tables ----------------------------------------------------------------------------------- */

static bool flush(struct migration *m)
{
    struct by_batch b = { .table = *m->table, .epoch = 1, .entries = m->entries, .entries_n = m->n };

    if (m->n > 0)
        by_store_write(m->to, &b, on_stored, m);
    for (int i = 0; i < m->n; i++)
        free(m->copies[i]);
    m->n = 0;
    return wait_for(m, WAITING);
}

static bool copy_entry(void *migration, const struct by_entry_of *e, const struct by_hash *hash)
{
    struct migration *m = migration;
    char *copy = by_sure(malloc(e->key.n + e->bytes.n));

    (void)hash;
    if (e->key.at != NULL)
        memcpy(copy, e->key.at, e->key.n);
    memcpy(copy + e->key.n, e->bytes.at, e->bytes.n);
    m->copies[m->n] = copy;
    m->entries[m->n++] = (struct by_entry_of){ e->number,
                                               { e->key.at == NULL ? NULL : copy, e->key.n },
                                               { copy + e->key.n, e->bytes.n } };
    return m->n < PART || flush(m);
}

static void complain_of(const struct by_id *id, const char *why)
{
    char text[32];

    by_base64(id->bytes, sizeof id->bytes, text);
    by_complain("table %s: %s", text, why);
}

/* Copies the entries that the target lacks. Tables with damaged journals are not copied. */
static bool copy_table(void *migration, const struct by_id *id, uint64_t entries)
{
    struct migration *m = migration;
    uint64_t there = by_store_count(m->to, id);
    struct by_fault f = { .err = BY_OK };
    by_err err;

    m->table = id;
    m->tables++;
    progress(m, m->tables, "table", "tables");
    if (there == BY_UNREAD)
        return false;
    if (there >= entries)
        return !__atomic_load_n(&m->failed, __ATOMIC_ACQUIRE);
    err = by_store_read_keyed(m->from, id, there + 1, copy_entry, m, &f);
    if (!flush(m))
        return false;
    if (err == BY_E_RECORD)
        return true; /* compare_table reports it */
    m->fault = f;
    return err == BY_OK;
}

static bool note_hash(void *migration, const struct by_entry_of *e, const struct by_hash *hash)
{
    struct migration *m = migration;

    (void)e;
    m->last = *hash;
    m->entries_n++;
    return true;
}

/* Reads a table from start to end in both databases, which verifies both chains, and compares the last hashes. */
static bool compare_table(void *migration, const struct by_id *id, uint64_t entries)
{
    struct migration *m = migration;
    struct by_fault f = { .err = BY_OK };
    struct by_hash last;
    by_err err = by_store_read_keyed(m->from, id, 1, note_hash, m, &f);

    (void)entries;
    m->tables++;
    progress(m, m->tables, "table", "tables");
    if (err == BY_E_RECORD) {
        m->damaged++;
        complain_of(id, f.text);
        return true;
    }
    last = m->last;
    if (err == BY_OK) {
        struct migration copy = { .entries_n = 0 };

        err = by_store_read_keyed(m->to, id, 1, note_hash, &copy, &f);
        if (err == BY_OK && memcmp(&copy.last, &last, sizeof last) != 0)
            err = by_fail(&f, BY_E_RECORD, "the copy has different entries", NULL);
    }
    if (err == BY_E_RECORD) {
        m->different++;
        complain_of(id, f.text);
    }
    m->fault = f;
    return err != BY_E_IO;
}

static bool count_table(void *n, const struct by_id *id, uint64_t entries)
{
    (void)id;
    (void)entries;
    ++*(long *)n;
    return true;
}

/* ---- Lists ------------------------------------------------------------------------------------ */

static bool copy_row(void *migration, const struct by_put_of *row, const struct by_columns *columns)
{
    struct migration *m = migration;

    m->rows++;
    progress(m, m->rows, "row", "rows");
    if (!is_mark(row))
        by_store_write(m->to, &(struct by_batch){ .puts = row, .puts_n = 1, .columns = columns }, on_stored, m);
    return wait_for(m, WAITING);
}

struct digest {
    struct by_hasher hasher;
    struct migration *m;
    long n;
};

static void add(struct by_hasher *h, const void *bytes, size_t n)
{
    uint64_t length = bytes == NULL ? UINT64_MAX : n;

    by_hash_add(h, &length, sizeof length);
    by_hash_add(h, bytes, bytes == NULL ? 0 : n);
}

static bool digest_row(void *digest, const struct by_put_of *row, const struct by_columns *c)
{
    struct digest *d = digest;

    if (is_mark(row))
        return true;
    progress(d->m, ++d->n, "row", "rows");
    add(&d->hasher, row->kind, strlen(row->kind));
    add(&d->hasher, row->key.at, row->key.n);
    add(&d->hasher, row->value.at, row->value.n);
    add(&d->hasher, c->status, c->status == NULL ? 0 : strlen(c->status));
    add(&d->hasher, c->game, c->game == NULL ? 0 : strlen(c->game));
    add(&d->hasher, &c->at, sizeof c->at);
    add(&d->hasher, c->who_n == 0 ? NULL : c->who, (size_t)c->who_n * sizeof *c->who);
    return true;
}

static bool digest_of(struct migration *m, struct by_store *s, struct by_hash *out)
{
    struct digest d = { .m = m };
    bool whole;

    by_hash_init(&d.hasher, NULL, 0, sizeof out->bytes);
    whole = by_store_rows(s, digest_row, &d);
    by_hash_end(&d.hasher, out->bytes, sizeof out->bytes);
    return whole;
}

/* ---- The migration ---------------------------------------------------------------------------- */

static bool any_row(void *found, const struct by_put_of *row, const struct by_columns *columns)
{
    (void)row;
    (void)columns;
    *(bool *)found = true;
    return false;
}

/* Marks an empty target, or checks that the target's mark names this source. */
static bool begin(struct migration *m, const char *to)
{
    struct by_hash mark = { { 0 } }, there = { { 0 } };
    bool full = false;
    long n = by_store_get(m->to, "server", mark_name, there.bytes, sizeof there.bytes), tables = 0;
    uint8_t key[32] = { 0 };

    if (by_store_get(m->from, "server", (struct by_bytes_of){ "ids", 3 }, key, sizeof key) < 0) {
        by_complain("no server has used the source yet, so it contains nothing to migrate");
        return false;
    }
    by_hash_of(NULL, 0, key, sizeof key, mark.bytes, sizeof mark.bytes);
    by_forget(key, sizeof key);
    if (n == (long)sizeof there.bytes && memcmp(&there, &mark, sizeof mark) == 0) {
        puts("An earlier migration was interrupted; this run continues it.");
        return true;
    }
    if (n >= 0 || !by_store_rows(m->to, any_row, &full) || !by_store_tables(m->to, count_table, &tables) || full
        || tables > 0) {
        by_complain("'%s' %s: name a database that does not exist yet or is empty",
                    by_store_is_address(to) ? "the target" : to,
                    n >= 0 ? "contains part of another migration" : "is not empty");
        return false;
    }
    return put_mark(m, (struct by_bytes_of){ mark.bytes, sizeof mark.bytes });
}

static bool copy(struct migration *m)
{
    m->doing = "copying";
    return by_store_tables(m->from, copy_table, m) && wait_for(m, 0) && by_store_rows(m->from, copy_row, m)
        && wait_for(m, 0) && !m->failed;
}

static bool compare(struct migration *m)
{
    struct by_hash from, to;
    long tables = 0;

    m->doing = "comparing";
    m->tables = 0;
    m->entries_n = 0;
    if (!by_store_tables(m->from, compare_table, m) || !by_store_tables(m->to, count_table, &tables)
        || !digest_of(m, m->from, &from) || !digest_of(m, m->to, &to))
        return false;
    if (tables > m->tables) {
        m->different++;
        by_complain("the target has tables that the source lacks");
    }
    if (memcmp(&from, &to, sizeof from) != 0) {
        m->different++;
        by_complain("the lists of people and tables differ");
    }
    return true;
}

static bool migrate(struct migration *m, const char *to)
{
    bool fine = begin(m, to);
    long whole;

    if (!fine)
        return false;
    fine = copy(m) && compare(m);
    if (!fine) {
        by_complain("the migration was interrupted: %s. Run the command again to continue it",
                    m->fault.text[0] != '\0' ? m->fault.text : "a database cannot be read");
        return false;
    }
    if (m->different > 0) {
        by_complain("the copy differs from the source, so it cannot be used: delete it and start again");
        return false;
    }
    if (!put_mark(m, (struct by_bytes_of){ NULL, 0 })) {
        by_complain("%s", m->fault.text);
        return false;
    }
    whole = m->tables - m->damaged;
    printf("%ld %s, %llu %s and %ld %s were copied and compared.\n", whole, whole == 1 ? "table" : "tables",
           (unsigned long long)m->entries_n, m->entries_n == 1 ? "entry" : "entries", m->rows,
           m->rows == 1 ? "row" : "rows");
    if (m->damaged > 0)
        printf("%ld damaged %s in the old database.\n", m->damaged,
               m->damaged == 1 ? "table stays behind" : "tables stay behind");
    puts("The key is not in the database: the server needs the same key file as before.");
    return m->damaged == 0;
}

bool by_migrate(const char *from, const char *to)
{
    struct migration *m = by_sure(calloc(1, sizeof *m));
    struct by_store_setup source = { .path = from }, target = { .path = to };
    bool fine;

    m->from = by_database_store(&source);
    m->to = m->from == NULL ? NULL : by_database_store(&target);
    fine = m->to != NULL && migrate(m, to);
    by_store_close(m->to);
    by_store_close(m->from);
    free(m);
    return fine;
}
