/* SPDX-License-Identifier: MIT */
/* db.c: runs the store's SQL statements on SQLite. See docs/journal.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/sqlite/db_inside.h"
#include "util/memory.h"

by_err by_db_cannot(const struct by_db *d, const char *what, struct by_fault *f)
{
    if (sqlite3_errcode(d->at) == SQLITE_NOTADB)
        return by_store_fault(f, BY_E_IO, "%s is not a database; choose another file", d->path);
    return by_store_fault(f, BY_E_IO, "%s cannot be %s: %s (%d)", d->path, what, sqlite3_errmsg(d->at),
                          sqlite3_extended_errcode(d->at));
}

bool by_db_run(struct by_db *d, const char *statements)
{
    return sqlite3_exec(d->at, statements, NULL, NULL, NULL) == SQLITE_OK;
}

/* ---- Writing ---- */

void by_db_give(sqlite3_stmt *s, int at, struct by_bytes_of b)
{
    int said = b.at == NULL ? sqlite3_bind_null(s, at) : sqlite3_bind_blob64(s, at, b.at, b.n, SQLITE_STATIC);

    BY_ASSERT(said == SQLITE_OK); /* cannot fail, because nothing is copied */
}

struct by_bytes_of by_db_column(sqlite3_stmt *s, int at)
{
    struct by_bytes_of b = { .at = sqlite3_column_blob(
                                 s, at) }; /* SQLite reports the length only after the bytes have been requested */

    b.n = (size_t)sqlite3_column_bytes(s, at);
    return b;
}

static struct by_bytes_of id_of(const struct by_id *id) { return (struct by_bytes_of){ id->bytes, sizeof id->bytes }; }

int by_db_once(struct by_db *d, int which)
{
    int said = sqlite3_step(d->ready[which]);

    sqlite3_reset(d->ready[which]);
    return said;
}

by_err by_db_begin(struct by_db *d, struct by_fault *f)
{
    d->began = by_store_micros();
    return by_db_once(d, BEGIN) == SQLITE_DONE ? BY_OK : by_db_cannot(d, "written", f);
}

by_err by_db_commit(struct by_db *d, struct by_fault *f)
{
    return by_db_once(d, COMMIT) == SQLITE_DONE ? BY_OK : by_db_cannot(d, "written", f);
}

void by_db_back(struct by_db *d)
{
    if (!sqlite3_get_autocommit(d->at))
        by_db_once(d, BACK);
}

/* Returns false if the database cannot be read. Treats a malformed head as missing, since no entry can match it. */
static bool head_of(sqlite3_stmt *s, const struct by_id *table, struct by_head *h)
{
    int said;

    memset(h, 0, sizeof *h);
    by_db_give(s, 1, id_of(table));
    said = sqlite3_step(s);
    if (said == SQLITE_ROW) {
        struct by_bytes_of hash = by_db_column(s, 2);

        h->epoch = (uint64_t)sqlite3_column_int64(s, 0);
        h->number = (uint64_t)sqlite3_column_int64(s, 1);
        h->known = hash.n == sizeof h->hash.bytes;
        if (h->known)
            memcpy(h->hash.bytes, hash.at, hash.n);
        h->leased = sqlite3_column_type(s, 3) != SQLITE_NULL;
        if (by_db_column(s, 3).n == sizeof h->owner.bytes)
            memcpy(h->owner.bytes, by_db_column(s, 3).at, sizeof h->owner.bytes);
        h->expires = sqlite3_column_int64(s, 4);
    }
    sqlite3_reset(s);
    return said == SQLITE_ROW || said == SQLITE_DONE;
}

/* Returns the number of the entry with this key, 0 if no entry has it, or BY_UNREAD. */
static uint64_t key_of(sqlite3_stmt *s, const struct by_id *table, struct by_bytes_of key)
{
    uint64_t number = 0;
    int said;

    by_db_give(s, 1, id_of(table));
    by_db_give(s, 2, key);
    said = sqlite3_step(s);
    if (said == SQLITE_ROW)
        number = (uint64_t)sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return said == SQLITE_ROW || said == SQLITE_DONE ? number : BY_UNREAD;
}

static bool is_stale(const struct by_db *d, const struct by_batch *b, const struct by_head *h)
{
    if (BY_PLANTED(BY_PLANT_STALE))
        return false;
    if (h->leased && memcmp(&h->owner, &d->owner, sizeof d->owner) != 0)
        return true;
    return b->entries_n > 0 && (h->leased ? b->epoch != h->epoch : b->epoch < h->epoch);
}

static void refuse_stale(struct by_stored *out)
{
    out->outcome = BY_REFUSED;
    out->stale = true;
    by_store_fault(&out->fault, BY_E_REQUEST, "the table now belongs to another owner");
}

/* Checks the entries for conflicts before anything is written. Returns false if the database cannot be read. */
static bool judge(struct by_db *d, const struct by_batch *b, struct by_head *h, struct by_stored *out)
{
    if (!head_of(d->ready[HEAD], &b->table, h))
        return false;
    if (is_stale(d, b, h)) {
        refuse_stale(out);
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
            by_store_fault(&out->fault, BY_E_REQUEST, "an entry with this key already exists");
            return true;
        }
    }
    if (b->entries_n > 0 && b->entries[0].number != h->number + 1) {
        out->outcome = BY_REFUSED;
        out->misplaced = true;
        out->number = h->number;
        by_store_fault(&out->fault, BY_E_REQUEST, "entry %llu is out of sequence: the table has %llu",
                       (unsigned long long)b->entries[0].number, (unsigned long long)h->number);
    }
    return true;
}

static int put_entries(struct by_db *d, const struct by_batch *b, struct by_head *h)
{
    sqlite3_stmt *entry = d->ready[ENTRY], *head = d->ready[HEAD_PUT];
    int said = SQLITE_DONE;

    for (int i = 0; i < b->entries_n && said == SQLITE_DONE; i++) {
        const struct by_entry_of *e = &b->entries[i];
        struct by_bytes_of key = BY_PLANTED(BY_PLANT_KEYLESS) ? (struct by_bytes_of){ NULL, 0 } : e->key;

        h->hash = by_chain(&b->table, e->number, h->number == 0 ? NULL : &h->hash, key, e->bytes);
        h->number = e->number;
        by_db_give(entry, 1, id_of(&b->table));
        sqlite3_bind_int64(entry, 2, (sqlite3_int64)e->number);
        by_db_give(entry, 3, key);
        by_db_give(entry, 4, e->bytes);
        by_db_give(entry, 5, (struct by_bytes_of){ h->hash.bytes, sizeof h->hash.bytes });
        said = by_db_once(d, ENTRY);
    }
    if (said != SQLITE_DONE)
        return said;
    by_db_give(head, 1, id_of(&b->table));
    sqlite3_bind_int64(head, 2, (sqlite3_int64)b->epoch);
    sqlite3_bind_int64(head, 3, (sqlite3_int64)h->number);
    by_db_give(head, 4, (struct by_bytes_of){ h->hash.bytes, sizeof h->hash.bytes });
    return by_db_once(d, HEAD_PUT);
}

static int drop(struct by_db *d, struct by_bytes_of id)
{
    by_db_give(d->ready[GO], 1, id);
    by_db_give(d->ready[GO_HEAD], 1, id);
    return by_db_once(d, GO) == SQLITE_DONE ? by_db_once(d, GO_HEAD) : SQLITE_ERROR;
}

/* Claims, renews or releases a table. A released table belongs to owner 0, which no server uses. */
static int put_lease(struct by_db *d, const struct by_batch *b, struct by_stored *out)
{
    static const struct by_id nobody;
    sqlite3_stmt *s = d->ready[LEASE];
    struct by_head h;
    int64_t now;
    bool mine;

    if (!head_of(d->ready[HEAD], &b->table, &h) || sqlite3_step(d->ready[CLOCK]) != SQLITE_ROW)
        return SQLITE_ERROR;
    now = sqlite3_column_int64(d->ready[CLOCK], 0);
    sqlite3_reset(d->ready[CLOCK]);
    mine = h.leased && memcmp(&h.owner, &d->owner, sizeof d->owner) == 0;
    if (b->lease == BY_LEASE_CLAIM ? h.leased && !mine && h.expires > now : !mine || h.epoch != b->epoch) {
        refuse_stale(out);
        return SQLITE_DONE;
    }
    h.epoch += b->lease == BY_LEASE_CLAIM;
    by_db_give(s, 1, id_of(&b->table));
    sqlite3_bind_int64(s, 2, (sqlite3_int64)h.epoch);
    by_db_give(s, 3, id_of(b->lease == BY_LEASE_RELEASE ? &nobody : &d->owner));
    sqlite3_bind_int64(s, 4, b->lease == BY_LEASE_RELEASE ? 0 : now + b->lease_ms);
    if (b->lease != BY_LEASE_RELEASE) {
        out->epoch = h.epoch;
        out->until = d->began + (uint64_t)b->lease_ms * 1000;
    }
    return by_db_once(d, LEASE);
}

bool by_db_put(struct by_db *d, const struct by_batch *b, struct by_stored *out)
{
    struct by_head h;
    int said;

    if ((b->entries_n > 0 || b->drop) && !judge(d, b, &h, out)) {
        by_db_cannot(d, "read", &out->fault);
        return false;
    }
    if (out->outcome != BY_REFUSED && by_db_judge_keys(d, b, out) != SQLITE_DONE) {
        by_db_cannot(d, "read", &out->fault);
        return false;
    }
    if (out->outcome == BY_REFUSED)
        return true;
    said = by_db_once(d, SAVE);
    if (said == SQLITE_DONE && b->drop)
        said = drop(d, id_of(&b->table));
    else if (said == SQLITE_DONE && b->entries_n > 0)
        said = put_entries(d, b, &h);
    else if (said == SQLITE_DONE && b->lease != BY_NO_LEASE)
        said = put_lease(d, b, out);
    for (int i = 0; i < b->puts_n && said == SQLITE_DONE; i++)
        said = by_db_put_row(d, &b->puts[i], b->columns == NULL ? NULL : &b->columns[i]);
    if ((said & 0xff) == SQLITE_CONSTRAINT) { /* the key appears twice in the batch, or the table was tampered with */
        out->outcome = BY_REFUSED;
        by_store_fault(&out->fault, BY_E_RECORD, "the batch is invalid: %s", sqlite3_errmsg(d->at));
        said = by_db_once(d, UNSAVE);
    }
    if (said == SQLITE_DONE)
        said = by_db_once(d, RELEASE);
    if (said != SQLITE_DONE)
        by_db_cannot(d, "written", &out->fault);
    return said == SQLITE_DONE;
}

int by_db_log(const struct by_db *d) { return d->log; }

/* Syncs the main file. SQLite syncs only after moving the whole log, which may never happen while a writer is
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
        by_db_run(d, "pragma synchronous=off");
        beside = false;
    }
    said = 0xff & sqlite3_wal_checkpoint_v2(d->at, NULL, SQLITE_CHECKPOINT_PASSIVE, &all, moved);
    if (BY_PLANTED(BY_PLANT_UNSYNCED))
        by_db_run(d, "pragma synchronous=extra");
    if (said == SQLITE_BUSY || said == SQLITE_LOCKED) {
        /* another program is checkpointing */
        *moved = 0;
        return BY_OK;
    }
    return said == SQLITE_OK && (!beside || sync_file(d)) ? BY_OK : by_db_cannot(d, "written", f);
}

/* ---- Reading ---- */

sqlite3_stmt *by_db_question(struct by_db *d, const char *text)
{
    sqlite3_stmt *s;

    return sqlite3_prepare_v2(d->at, text, -1, &s, NULL) == SQLITE_OK ? s : NULL;
}

/* Reads the entries. */
static by_err walk(struct by_db *d, sqlite3_stmt *s, struct by_walk *w)
{
    bool on = true;
    int said;

    by_db_give(s, 1, id_of(w->table));
    sqlite3_bind_int64(s, 2, (sqlite3_int64)w->start);
    while ((said = sqlite3_step(s)) == SQLITE_ROW) {
        by_err err = by_walk_take(w, (uint64_t)sqlite3_column_int64(s, 0), by_db_column(s, 1), by_db_column(s, 2),
                                  by_db_column(s, 3), &on);

        if (err != BY_OK || !on)
            return err;
    }
    if (said == SQLITE_DONE)
        return by_walk_end(w);
    if (BY_PLANTED(BY_PLANT_SHORT))
        return BY_OK;
    return (said & 0xff) == SQLITE_CORRUPT ? by_walk_damaged(w, "is in a damaged part of the file")
                                           : by_db_cannot(d, "read", w->fault);
}

by_err by_db_read(struct by_db *d, const struct by_id *table, uint64_t from, by_on_keyed *each, void *context,
                  struct by_fault *f)
{
    sqlite3_stmt *head, *s;
    struct by_head h;
    struct by_walk w;
    by_err err;

    if (!by_db_run(d, "savepoint one_moment"))
        return by_db_cannot(d, "read", f);
    head = by_db_question(d, sql[HEAD]);
    s = by_db_question(
        d, "select number, key, bytes, hash from events where table_id = ?1 and number >= ?2 order by number");
    if (s != NULL && head != NULL && head_of(head, table, &h)) {
        w = by_walk_of(table, &h, from, each, context, f);
        err = walk(d, s, &w);
    } else {
        err = by_db_cannot(d, "read", f);
    }
    sqlite3_finalize(head);
    sqlite3_finalize(s);
    by_db_run(d, "release one_moment");
    return err;
}

uint64_t by_db_find(struct by_db *d, const struct by_id *table, struct by_bytes_of key)
{
    sqlite3_stmt *s = by_db_question(d, sql[KEY]);
    uint64_t number = s == NULL ? BY_UNREAD : key_of(s, table, key);

    sqlite3_finalize(s);
    return number;
}

uint64_t by_db_count(struct by_db *d, const struct by_id *table)
{
    sqlite3_stmt *s = by_db_question(d, sql[HEAD]);
    struct by_head h;
    uint64_t number = s == NULL || !head_of(s, table, &h) ? BY_UNREAD : h.number;

    sqlite3_finalize(s);
    return number;
}

bool by_db_tables(struct by_db *d, by_on_table *each, void *context)
{
    static const char tables_sql[] =
        "with recursive e(id) as (select min(table_id) from events union all"
        " select (select min(table_id) from events where table_id > e.id) from e where e.id is not null)"
        " select a.id, coalesce(nullif(t.number, 0), (select max(number) from events where table_id = a.id), 0)"
        " from (select id from e where id is not null union select table_id from tables where number <> 0) a"
        " left join tables t on t.table_id = a.id";
    sqlite3_stmt *s = by_db_question(d, tables_sql);
    int said = SQLITE_ERROR;

    while (s != NULL && (said = sqlite3_step(s)) == SQLITE_ROW) {
        struct by_bytes_of id = by_db_column(s, 0);
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

bool by_db_leases(struct by_db *d, const struct by_id *table, int soon, int most, by_on_lease *each, void *context)
{
    static const char leases_sql[] =
        "select table_id, owner, expires - cast((julianday('now') - 2440587.5) * 86400000 as integer) as left_ms"
        " from tables where owner <> zeroblob(16) and (table_id = ?1 or (?1 is null and number > 0 and left_ms <= ?2))"
        " order by max(left_ms, 0) limit ?3";
    sqlite3_stmt *s = by_db_question(d, leases_sql);
    int said = SQLITE_ERROR;

    if (s != NULL) {
        by_db_give(s, 1, table == NULL ? (struct by_bytes_of){ NULL, 0 } : id_of(table));
        sqlite3_bind_int(s, 2, soon);
        sqlite3_bind_int(s, 3, most);
    }
    while (s != NULL && (said = sqlite3_step(s)) == SQLITE_ROW) {
        struct by_bytes_of id = by_db_column(s, 0), owner = by_db_column(s, 1);
        int64_t left = sqlite3_column_int64(s, 2);
        struct by_id of[2];

        if (id.n != sizeof of[0] || owner.n != sizeof of[1])
            continue;
        memcpy(of[0].bytes, id.at, id.n);
        memcpy(of[1].bytes, owner.at, owner.n);
        if (!each(context, &of[0], &of[1], left <= 0 && BY_PLANTED(BY_PLANT_UNDYING) ? 1 : left))
            break;
    }
    sqlite3_finalize(s);
    return said == SQLITE_DONE || said == SQLITE_ROW;
}

static int is_ok(void *nothing, int n, char **values, char **names)
{
    (void)nothing;
    (void)names;
    return n != 1 || values[0] == NULL || strcmp(values[0], "ok") != 0;
}

/* Copies page by page in one read transaction, which does not delay commits. In the next copy, an unchanged page has
 * the same bytes at the same offset, so incremental backups stay small. (VACUUM INTO would repack the pages each
 * time.) */
by_err by_db_copy(struct by_db *d, const char *path, struct by_fault *f)
{
    sqlite3 *to = NULL;
    sqlite3_backup *b = NULL;
    int said = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    by_err err;

    if (said == SQLITE_OK && (b = sqlite3_backup_init(to, "main", d->at, "main")) != NULL)
        said = sqlite3_backup_step(b, -1);
    err = b != NULL && said == SQLITE_DONE ? BY_OK
                                           : by_store_fault(f, BY_E_IO, "%s cannot be copied: %s", d->path,
                                                            b == NULL ? sqlite3_errmsg(to) : sqlite3_errstr(said));
    sqlite3_backup_finish(b);
    if (err == BY_OK
        && (sqlite3_exec(to, "pragma journal_mode=delete", NULL, NULL, NULL) != SQLITE_OK
            || sqlite3_exec(to, "pragma quick_check(1)", is_ok, NULL, NULL) != SQLITE_OK))
        err = by_store_fault(f, BY_E_IO, "%s cannot be copied: the copy is malformed", d->path);
    sqlite3_close(to);
    return err;
}
