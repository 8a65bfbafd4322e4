/* SPDX-License-Identifier: MIT */
/* db.c: the store's SQLite database: its schema, settings and queries. See docs/journal.md. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/sqlite/db.h"
#include "util/memory.h"
#include "schema.h"

enum {
    MARK = 0x424f4e45, /* "BONE", the database's application_id */
    PATIENCE = 2000,   /* milliseconds to wait for another program's lock */
};

struct by_db {
    sqlite3 *at;
    char *path;
    sqlite3_stmt *ready[SQLS];
    int log; /* the log's length in pages */
};

struct head {
    uint64_t epoch, number;
    struct by_hash hash;
    bool known;
};

static by_err cannot(const struct by_db *d, const char *what, struct by_fault *f)
{
    if (sqlite3_errcode(d->at) == SQLITE_NOTADB)
        return by_store_fault(f, BY_E_IO, "%s is no database; give another file", d->path);
    return by_store_fault(f, BY_E_IO, "%s cannot be %s: %s (%d)", d->path, what, sqlite3_errmsg(d->at),
                          sqlite3_extended_errcode(d->at));
}

/* ---- Opening ---- */

static int first_column(void *to, int n, char **values, char **names)
{
    (void)names;
    snprintf(to, 32, "%s", n > 0 && values[0] != NULL ? values[0] : "");
    return 0;
}

/* Runs a statement and returns the first column of its last row. */
static bool ask(struct by_db *d, const char *question, char answer[32])
{
    answer[0] = '\0';
    return sqlite3_exec(d->at, question, first_column, answer, NULL) == SQLITE_OK;
}

static bool run(struct by_db *d, const char *statements)
{
    return sqlite3_exec(d->at, statements, NULL, NULL, NULL) == SQLITE_OK;
}

static int count_log(void *db, sqlite3 *at, const char *name, int pages)
{
    struct by_db *d = db;

    (void)at;
    (void)name;
    d->log = pages;
    return SQLITE_OK;
}

/* Applies settings, some of which stop a tampered database from running code. */
static bool settings(struct by_db *d, bool writes, bool unsafe)
{
    char answer[32];

    sqlite3_busy_timeout(d->at, PATIENCE);
    sqlite3_wal_autocheckpoint(d->at, 0);
    sqlite3_wal_hook(d->at, count_log, d);
    sqlite3_db_config(d->at, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(d->at, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_db_config(d->at, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    sqlite3_db_config(d->at, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
    if (!run(d,
             "pragma foreign_keys=on; pragma cell_size_check=on; pragma temp_store=memory; pragma mmap_size=0;"
             "pragma journal_size_limit=33554432"))
        return false;
    if (!writes) /* this connection can still run a checkpoint */
        return run(d, "pragma query_only=on; pragma synchronous=full");
    /* EXTRA is FULL plus a guarantee that the first rollback journal cannot reappear after a power cut. */
    return run(d, unsafe ? "pragma synchronous=normal" : "pragma synchronous=extra")
        && ask(d, "pragma synchronous", answer) && strcmp(answer, unsafe ? "1" : "3") == 0;
}

/* Checks that the database is ours and reads its version. An empty one has version 0. */
static by_err look(struct by_db *d, int *version, struct by_fault *f)
{
    char mark[32], number[32], tables[32];
    long is;

    if (!ask(d, "select count(*) from sqlite_schema", tables) || !ask(d, "pragma application_id", mark)
        || !ask(d, "pragma user_version", number))
        return cannot(d, "read", f);
    *version = (int)strtol(number, NULL, 10);
    is = strtol(mark, NULL, 10);
    if (*version < 0 || (is != MARK && (is != 0 || *version != 0 || strcmp(tables, "0") != 0)))
        return by_store_fault(f, BY_E_IO, "%s is a database, but not one of Boneyard's; give another file", d->path);
    if (*version > VERSION)
        return by_store_fault(f, BY_E_IO,
                              "%s was written by a newer boneyard (version %d of the database, this program "
                              "knows %d); take that program, or a copy from before",
                              d->path, *version, VERSION);
    return BY_OK;
}

/* Upgrades the schema. Each step and the version that it sets share one transaction. */
static bool upgrade(struct by_db *d, int version)
{
    char mark[96];

    for (; version < VERSION; version++) {
        snprintf(mark, sizeof mark, "pragma application_id=%d; pragma user_version=%d; commit", MARK, version + 1);
        if (!run(d, "begin immediate") || !run(d, steps[version]) || !run(d, mark))
            return false;
    }
    return true;
}

/* After a failed sync, in this process or an earlier one, data can be readable without being on disk. It is therefore
 * written again to another place, from the log to the main file. */
static by_err once_more(struct by_db *d, struct by_fault *f)
{
    if (BY_PLANTED(BY_PLANT_TRUST))
        return BY_OK;
    return sqlite3_wal_checkpoint_v2(d->at, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK
        ? BY_OK
        : cannot(d, "written", f);
}

by_err by_db_settle(struct by_db *d, struct by_fault *f)
{
    char tried[96];
    by_err err = once_more(d, f);

    snprintf(tried, sizeof tried, "begin immediate; pragma user_version=%d; commit", VERSION);
    return err != BY_OK || run(d, tried) ? err : cannot(d, "written", f);
}

static by_err prepare(struct by_db *d, bool writes, bool unsafe, struct by_fault *f)
{
    char answer[32];
    int version = 0;
    by_err err;

    if (!settings(d, writes, unsafe))
        return cannot(d, "opened", f);
    err = look(d, &version, f);
    if (err != BY_OK)
        return err;
    if (!writes && version == VERSION)
        return BY_OK;
    if (!writes && version == 0)
        return by_store_fault(f, BY_E_IO, "%s is empty: it is not a Boneyard database", d->path);
    if (!writes)
        return by_store_fault(f, BY_E_IO, "%s was written by an older boneyard; start the server with it once",
                              d->path);
    if (!ask(d, "pragma journal_mode=wal", answer) || strcmp(answer, "wal") != 0)
        return cannot(d, "written", f);
    err = once_more(d, f);
    if (err != BY_OK)
        return err;
    if (!upgrade(d, version))
        return cannot(d, "written", f);
    for (int i = 0; i < SQLS; i++)
        if (sqlite3_prepare_v3(d->at, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &d->ready[i], NULL) != SQLITE_OK)
            return cannot(d, "used", f);
    return BY_OK;
}

struct by_db *by_db_open(const struct by_store_setup *s, bool writes, struct by_fault *f)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (writes ? SQLITE_OPEN_CREATE : 0);
    struct by_db *d = by_sure(calloc(1, sizeof *d));
    by_err err;

    d->path = by_sure(strdup(s->path));
    err = sqlite3_open_v2(s->path, &d->at, flags, s->vfs) == SQLITE_OK ? BY_OK : cannot(d, "opened", f);
    if (err == BY_OK)
        err = prepare(d, writes, s->unsafe, f);
    if (err == BY_OK)
        return d;
    by_db_close(d, true);
    return NULL;
}

void by_db_close(struct by_db *d, bool after_fault)
{
    if (d == NULL)
        return;
    for (int i = 0; i < SQLS; i++)
        sqlite3_finalize(d->ready[i]);
    if (after_fault && d->at != NULL)
        sqlite3_db_config(d->at, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    sqlite3_close(d->at);
    free(d->path);
    free(d);
}

/* ---- Writing ---- */

static void give(sqlite3_stmt *s, int at, struct by_bytes_of b)
{
    int said = b.at == NULL ? sqlite3_bind_null(s, at) : sqlite3_bind_blob64(s, at, b.at, b.n, SQLITE_STATIC);

    BY_ASSERT(said == SQLITE_OK); /* cannot fail, because nothing is copied */
}

static struct by_bytes_of column(sqlite3_stmt *s, int at)
{
    struct by_bytes_of b = { .at = sqlite3_column_blob(
                                 s, at) }; /* SQLite knows the length only after the bytes have been requested */

    b.n = (size_t)sqlite3_column_bytes(s, at);
    return b;
}

static struct by_bytes_of id_of(const struct by_id *id) { return (struct by_bytes_of){ id->bytes, sizeof id->bytes }; }

/* Runs a prepared statement that returns at most one row. Returns SQLITE_DONE or an error. */
static int once(struct by_db *d, int which)
{
    int said = sqlite3_step(d->ready[which]);

    sqlite3_reset(d->ready[which]);
    return said;
}

by_err by_db_begin(struct by_db *d, struct by_fault *f)
{
    return once(d, BEGIN) == SQLITE_DONE ? BY_OK : cannot(d, "written", f);
}

by_err by_db_commit(struct by_db *d, struct by_fault *f)
{
    return once(d, COMMIT) == SQLITE_DONE ? BY_OK : cannot(d, "written", f);
}

void by_db_back(struct by_db *d)
{
    if (!sqlite3_get_autocommit(d->at))
        once(d, BACK);
}

/* Returns false if the database cannot be read. Treats a malformed head as unknown, since no entries will match it. */
static bool head_of(sqlite3_stmt *s, const struct by_id *table, struct head *h)
{
    int said;

    memset(h, 0, sizeof *h);
    give(s, 1, id_of(table));
    said = sqlite3_step(s);
    if (said == SQLITE_ROW) {
        struct by_bytes_of hash = column(s, 2);

        h->epoch = (uint64_t)sqlite3_column_int64(s, 0);
        h->number = (uint64_t)sqlite3_column_int64(s, 1);
        h->known = hash.n == sizeof h->hash.bytes;
        if (h->known)
            memcpy(h->hash.bytes, hash.at, hash.n);
    }
    sqlite3_reset(s);
    return said == SQLITE_ROW || said == SQLITE_DONE;
}

/* Returns the number of the entry with this key, 0 if there is none, or BY_UNREAD. */
static uint64_t key_of(sqlite3_stmt *s, const struct by_id *table, struct by_bytes_of key)
{
    uint64_t number = 0;
    int said;

    give(s, 1, id_of(table));
    give(s, 2, key);
    said = sqlite3_step(s);
    if (said == SQLITE_ROW)
        number = (uint64_t)sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return said == SQLITE_ROW || said == SQLITE_DONE ? number : BY_UNREAD;
}

/* Checks the entries for conflicts before anything is written. Returns false if the database cannot be read. */
static bool judge(struct by_db *d, const struct by_batch *b, struct head *h, struct by_stored *out)
{
    if (!head_of(d->ready[HEAD], &b->table, h))
        return false;
    if (b->epoch < h->epoch) {
        out->outcome = BY_REFUSED;
        out->stale = true;
        by_store_fault(&out->fault, BY_E_REQUEST, "another owner has this table now");
        return true;
    }
    for (int i = 0; i < b->entries_n; i++) {
        uint64_t there = b->entries[i].key.at == NULL ? 0 : key_of(d->ready[KEY], &b->table, b->entries[i].key);

        if (there == BY_UNREAD)
            return false;
        if (there != 0) {
            out->outcome = BY_REFUSED;
            out->twice = true;
            out->number = there;
            by_store_fault(&out->fault, BY_E_REQUEST, "an entry with this key is there already");
            return true;
        }
    }
    if (b->entries[0].number != h->number + 1) {
        out->outcome = BY_REFUSED;
        out->misplaced = true;
        out->number = h->number;
        by_store_fault(&out->fault, BY_E_REQUEST, "entry %llu does not follow: there are %llu",
                       (unsigned long long)b->entries[0].number, (unsigned long long)h->number);
    }
    return true;
}

static int put_entries(struct by_db *d, const struct by_batch *b, struct head *h)
{
    sqlite3_stmt *entry = d->ready[ENTRY], *head = d->ready[HEAD_PUT];
    int said = SQLITE_DONE;

    for (int i = 0; i < b->entries_n && said == SQLITE_DONE; i++) {
        const struct by_entry_of *e = &b->entries[i];

        h->hash = by_chain(&b->table, e->number, h->number == 0 ? NULL : &h->hash, e->key, e->bytes);
        h->number = e->number;
        give(entry, 1, id_of(&b->table));
        sqlite3_bind_int64(entry, 2, (sqlite3_int64)e->number);
        give(entry, 3, e->key);
        give(entry, 4, e->bytes);
        give(entry, 5, (struct by_bytes_of){ h->hash.bytes, sizeof h->hash.bytes });
        said = once(d, ENTRY);
    }
    if (said != SQLITE_DONE)
        return said;
    give(head, 1, id_of(&b->table));
    sqlite3_bind_int64(head, 2, (sqlite3_int64)b->epoch);
    sqlite3_bind_int64(head, 3, (sqlite3_int64)h->number);
    give(head, 4, (struct by_bytes_of){ h->hash.bytes, sizeof h->hash.bytes });
    return once(d, HEAD_PUT);
}

static int put_list(struct by_db *d, const struct by_put_of *p)
{
    int which = p->value.n == 0 ? LIST_OUT : LIST_PUT;
    sqlite3_stmt *s = d->ready[which];

    sqlite3_bind_text(s, 1, p->kind, -1, SQLITE_STATIC);
    give(s, 2, p->key);
    if (which == LIST_PUT)
        give(s, 3, p->value);
    return once(d, which);
}

static int drop(struct by_db *d, struct by_bytes_of id)
{
    give(d->ready[GO], 1, id);
    give(d->ready[GO_HEAD], 1, id);
    return once(d, GO) == SQLITE_DONE ? once(d, GO_HEAD) : SQLITE_ERROR;
}

bool by_db_put(struct by_db *d, const struct by_batch *b, struct by_stored *out)
{
    struct head h;
    int said;

    if (b->entries_n > 0 && !judge(d, b, &h, out)) {
        cannot(d, "read", &out->fault);
        return false;
    }
    if (out->outcome == BY_REFUSED)
        return true;
    said = once(d, SAVE);
    if (said == SQLITE_DONE && b->drop)
        said = drop(d, id_of(&b->table));
    else if (said == SQLITE_DONE && b->entries_n > 0)
        said = put_entries(d, b, &h);
    for (int i = 0; i < b->puts_n && said == SQLITE_DONE; i++)
        said = put_list(d, &b->puts[i]);
    if ((said & 0xff) == SQLITE_CONSTRAINT) { /* the key appears twice in the batch, or the table was tampered with */
        out->outcome = BY_REFUSED;
        by_store_fault(&out->fault, BY_E_RECORD, "the batch does not fit: %s", sqlite3_errmsg(d->at));
        said = once(d, UNSAVE);
    }
    if (said == SQLITE_DONE)
        said = once(d, RELEASE);
    if (said != SQLITE_DONE)
        cannot(d, "written", &out->fault);
    return said == SQLITE_DONE;
}

int by_db_log(const struct by_db *d) { return d->log; }

/* Syncs the main file. SQLite does this only after moving the whole log, which may never happen while a writer is
 * active. */
static bool sync_file(struct by_db *d)
{
    sqlite3_file *file = NULL;

    return sqlite3_file_control(d->at, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK
        && file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK;
}

by_err by_db_move(struct by_db *d, bool beside, int *moved, struct by_fault *f)
{
    int all, said;

    if (BY_PLANTED(BY_PLANT_UNSYNCED)) {
        run(d, "pragma synchronous=off");
        beside = false;
    }
    said = 0xff & sqlite3_wal_checkpoint_v2(d->at, NULL, SQLITE_CHECKPOINT_PASSIVE, &all, moved);
    if (BY_PLANTED(BY_PLANT_UNSYNCED))
        run(d, "pragma synchronous=extra");
    if (said == SQLITE_BUSY || said == SQLITE_LOCKED) {
        /* another program is running a checkpoint */
        *moved = 0;
        return BY_OK;
    }
    return said == SQLITE_OK && (!beside || sync_file(d)) ? BY_OK : cannot(d, "written", f);
}

/* ---- Reading ---- */

static sqlite3_stmt *question(struct by_db *d, const char *text)
{
    sqlite3_stmt *s;

    return sqlite3_prepare_v2(d->at, text, -1, &s, NULL) == SQLITE_OK ? s : NULL;
}

static by_err broken(uint64_t number, const char *how, struct by_fault *f)
{
    return by_store_fault(f, BY_E_RECORD, "entry %llu %s", (unsigned long long)number, how);
}

/* Reads the entries from number `from` on. Of the entry before that, only the hash is used. */
static by_err walk(struct by_db *d, sqlite3_stmt *s, const struct by_id *table, const struct head *h, uint64_t from,
                   by_on_entry *each, void *context, struct by_fault *f)
{
    uint64_t start = from > 1 ? from - 1 : 1, next = start;
    struct by_hash hash = h->hash;
    int said;

    give(s, 1, id_of(table));
    sqlite3_bind_int64(s, 2, (sqlite3_int64)next);
    for (bool first = true; (said = sqlite3_step(s)) == SQLITE_ROW; first = false, next++) {
        struct by_bytes_of key = column(s, 1), bytes = column(s, 2), is = column(s, 3);
        bool only_hash = next < from;

        if ((uint64_t)sqlite3_column_int64(s, 0) != next)
            return broken(next, "is missing", f);
        if (!only_hash)
            hash = by_chain(table, next, first ? NULL : &hash, key, bytes);
        if (is.n != sizeof hash.bytes
            || (!only_hash && memcmp(is.at, hash.bytes, is.n) != 0 && !BY_PLANTED(BY_PLANT_BLIND)))
            return broken(next, "is not what was written", f);
        memcpy(hash.bytes, is.at, is.n);
        if (!only_hash && !each(context, next, bytes))
            return BY_OK;
    }
    if (said != SQLITE_DONE) {
        if (BY_PLANTED(BY_PLANT_SHORT))
            return BY_OK;
        if ((said & 0xff) == SQLITE_CORRUPT)
            return broken(next, "is in a damaged part", f);
        return cannot(d, "read", f);
    }
    if (h->number >= next)
        return broken(next, "is missing", f);
    if (h->number == next - 1 && memcmp(hash.bytes, h->hash.bytes, sizeof hash.bytes) != 0)
        return broken(next - 1, "is not the last that was written", f);
    return h->number < next - 1 && next > start ? broken(h->number + 1, "was not written", f) : BY_OK;
}

by_err by_db_read(struct by_db *d, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                  struct by_fault *f)
{
    sqlite3_stmt *head, *s;
    struct head h;
    by_err err;

    if (!run(d, "savepoint one_moment"))
        return cannot(d, "read", f);
    head = question(d, sql[HEAD]);
    s = question(d, "select number, key, bytes, hash from events where table_id = ?1 and number >= ?2 order by number");
    err = s != NULL && head != NULL && head_of(head, table, &h) ? walk(d, s, table, &h, from, each, context, f)
                                                                : cannot(d, "read", f);
    sqlite3_finalize(head);
    sqlite3_finalize(s);
    run(d, "release one_moment");
    return err;
}

uint64_t by_db_find(struct by_db *d, const struct by_id *table, struct by_bytes_of key)
{
    sqlite3_stmt *s = question(d, sql[KEY]);
    uint64_t number = s == NULL ? BY_UNREAD : key_of(s, table, key);

    sqlite3_finalize(s);
    return number;
}

uint64_t by_db_count(struct by_db *d, const struct by_id *table)
{
    sqlite3_stmt *s = question(d, sql[HEAD]);
    struct head h;
    uint64_t number = s == NULL || !head_of(s, table, &h) ? BY_UNREAD : h.number;

    sqlite3_finalize(s);
    return number;
}

long by_db_get(struct by_db *d, const char *kind, struct by_bytes_of key, void *out, size_t room)
{
    sqlite3_stmt *s = question(d, "select value from list where kind = ?1 and key = ?2");
    long n;
    int said;

    if (s == NULL)
        return -2;
    sqlite3_bind_text(s, 1, kind, -1, SQLITE_STATIC);
    give(s, 2, key);
    said = sqlite3_step(s);
    n = said == SQLITE_DONE ? -1 : -2;
    if (said == SQLITE_ROW) {
        struct by_bytes_of value = column(s, 0);

        n = value.n > room ? -1 : (long)value.n;
        if (n > 0)
            memcpy(out, value.at, value.n);
    }
    sqlite3_finalize(s);
    return n;
}

bool by_db_each(struct by_db *d, const char *kind, struct by_bytes_of after, by_on_value *each, void *context)
{
    sqlite3_stmt *s = question(d, "select key, value from list where kind = ?1 and key > ?2 order by key");
    int said = SQLITE_ERROR;

    if (s != NULL) {
        sqlite3_bind_text(s, 1, kind, -1, SQLITE_STATIC);
        give(s, 2, after);
    }
    while (s != NULL && (said = sqlite3_step(s)) == SQLITE_ROW)
        if (!each(context, column(s, 0), column(s, 1)))
            break;
    sqlite3_finalize(s);
    return said == SQLITE_DONE || said == SQLITE_ROW;
}

bool by_db_tables(struct by_db *d, by_on_table *each, void *context)
{
    static const char tables_sql[] =
        "with recursive e(id) as (select min(table_id) from events union all"
        " select (select min(table_id) from events where table_id > e.id) from e where e.id is not null)"
        " select a.id, coalesce(t.number, (select max(number) from events where table_id = a.id))"
        " from (select id from e where id is not null union select table_id from tables) a"
        " left join tables t on t.table_id = a.id";
    sqlite3_stmt *s = question(d, tables_sql);
    int said = SQLITE_ERROR;

    while (s != NULL && (said = sqlite3_step(s)) == SQLITE_ROW) {
        struct by_bytes_of id = column(s, 0);
        struct by_id table;

        if (id.n != sizeof table.bytes)
            continue;
        memcpy(table.bytes, id.at, id.n);
        if (!each(context, &table, (uint64_t)sqlite3_column_int64(s, 1)))
            break;
    }
    sqlite3_finalize(s);
    return said == SQLITE_DONE || said == SQLITE_ROW;
}

by_err by_db_copy(struct by_db *d, const char *path, struct by_fault *f)
{
    sqlite3_stmt *s = run(d, "pragma query_only=off") ? question(d, "vacuum into ?1") : NULL;
    int said = SQLITE_ERROR;
    by_err err;

    if (s != NULL) {
        sqlite3_bind_text(s, 1, path, -1, SQLITE_STATIC);
        said = sqlite3_step(s);
    }
    err = said == SQLITE_DONE ? BY_OK : cannot(d, "copied", f);
    sqlite3_finalize(s);
    return err;
}
