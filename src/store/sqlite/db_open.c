/* SPDX-License-Identifier: MIT */
/* db_open.c: opens the store's SQLite database: its schema and settings. See docs/journal.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/sqlite/db_inside.h"
#include "util/memory.h"

enum {
    MARK = 0x424f4e45, /* "BONE", the database's application_id */
    PATIENCE = 2000,   /* milliseconds to wait for another program's lock */
};

/* Step n migrates the schema from version n to n + 1. Append steps only; never edit a released one. */
static const char *const steps[] = {
    "create table tables (table_id blob not null primary key check (length(table_id) = 16), epoch integer not null,"
    " number integer not null, hash blob not null check (length(hash) = 32)) strict, without rowid;"
    "create table events (table_id blob not null check (length(table_id) = 16), number integer not null"
    " check (number > 0), key blob, bytes blob not null, hash blob not null check (length(hash) = 32),"
    " primary key (table_id, number)) strict, without rowid;"
    "create unique index keys on events (table_id, key) where key is not null;"
    "create table list (kind text not null, key blob not null, value blob not null, primary key (kind, key))"
    " strict, without rowid;",
    "alter table tables add column owner blob check (length(owner) = 16);"
    "alter table tables add column expires integer not null default 0;",
    "alter table list add column status text;"
    "alter table list add column game text;"
    "alter table list add column at integer;"
    "alter table list add column who blob;"
    "create table people (person blob not null check (length(person) = 16), kind text not null, key blob not null,"
    " primary key (person, kind, key)) strict, without rowid;"
    /* Fills in the columns of rows written by version 2, whose values are {person, time} or JSON. */
    "update list set at = time_of(substr(value, 17)), who = substr(value, 1, 16) where kind in ('session', 'link')"
    " and length(value) = 24;"
    "update list set who = ids_of(cast(value as text) ->> 'person') where kind = 'account'"
    " and json_valid(cast(value as text));"
    "update list set status = case when v ->> 'status' = 'done' then 'done' when not coalesce(v ->> 'public', 0)"
    " then 'private' when v ->> '$.room.phase' = 'waiting' then 'open' else 'public' end,"
    " game = substr(v ->> '$.room.rules', 1, instr(replace(v ->> '$.room.rules', ' ', ':') || ':', ':') - 1),"
    " at = case when v ->> 'status' = 'done' then v ->> 'over' end,"
    " who = (select ids_of(group_concat(w.value, '')) from json_each(v, '$.who') w)"
    " from (select key k, cast(value as text) v from list where kind = 'table') where kind = 'table' and key = k"
    " and json_valid(v);"
    "insert into people with recursive place(i) as (select 0 union all select i + 1 from place where i < 31)"
    " select distinct substr(who, 16 * i + 1, 16), kind, key from list join place where length(who) > 16 * i;"
    "create index list_status on list (kind, status, game) where status is not null;"
    "create index list_at on list (kind, at) where at is not null;",
};
enum { VERSION = sizeof steps / sizeof steps[0] };

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
    if (!by_db_run(d,
                   "pragma foreign_keys=on; pragma cell_size_check=on; pragma temp_store=memory; pragma mmap_size=0;"
                   "pragma journal_size_limit=33554432"))
        return false;
    /* SQLite's default cache of 2 MB cannot hold the inner pages of a large database, so each move in a game would
     * reread them. */
    if (!by_db_run(d, writes ? "pragma cache_size=-65536" : "pragma cache_size=-16384"))
        return false;
    if (!writes) /* a read-only connection can still run a checkpoint */
        return by_db_run(d, "pragma query_only=on; pragma synchronous=full");
    unsafe = unsafe || BY_PLANTED(BY_PLANT_LYING);
    /* Unlike FULL, EXTRA also guarantees that the first rollback journal cannot reappear after a power cut. */
    return by_db_run(d, unsafe ? "pragma synchronous=normal" : "pragma synchronous=extra")
        && ask(d, "pragma synchronous", answer) && strcmp(answer, unsafe ? "1" : "3") == 0;
}

/* Checks that the database is ours and reads its version. An empty database has version 0. */
static by_err look(struct by_db *d, int *version, struct by_fault *f)
{
    char mark[32], number[32], tables[32];
    long is;

    if (!ask(d, "select count(*) from sqlite_schema", tables) || !ask(d, "pragma application_id", mark)
        || !ask(d, "pragma user_version", number))
        return by_db_cannot(d, "read", f);
    *version = (int)strtol(number, NULL, 10);
    is = strtol(mark, NULL, 10);
    if (*version < 0 || (is != MARK && (is != 0 || *version != 0 || strcmp(tables, "0") != 0)))
        return by_store_fault(f, BY_E_IO, "%s is not a Boneyard database; choose another file", d->path);
    if (*version > VERSION)
        return by_store_fault(f, BY_E_IO,
                              "%s was written by a newer boneyard (database version %d; this program supports %d); use "
                              "that program, or an older copy",
                              d->path, *version, VERSION);
    return BY_OK;
}

/* SQL functions for the upgrade. time_of reads an 8-byte little-endian number; ids_of decodes base64 ids of 22
 * characters each into bytes. */
static void time_of(sqlite3_context *c, int n, sqlite3_value **values)
{
    const uint8_t *bytes = sqlite3_value_blob(values[0]);
    uint64_t at = 0;

    for (int i = 0; i < n * 8 && i < sqlite3_value_bytes(values[0]); i++)
        at |= (uint64_t)bytes[i] << 8 * i;
    sqlite3_result_int64(c, (sqlite3_int64)at);
}

static void ids_of(sqlite3_context *c, int n, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]);
    struct by_id ids[BY_STORE_WHO];
    char one[23];
    int found = 0;

    for (; n == 1 && text != NULL && strlen(text) >= 22 && found < BY_STORE_WHO; text += 22) {
        snprintf(one, sizeof one, "%.22s", text);
        found += by_unbase64(one, ids[found].bytes, sizeof ids[found].bytes);
    }
    if (found > 0)
        sqlite3_result_blob(c, ids, found * (int)sizeof ids[0], SQLITE_TRANSIENT);
}

/* Upgrades the schema. Each step and the version that it sets share one transaction. */
static bool upgrade(struct by_db *d, int version)
{
    char mark[96];

    sqlite3_create_function(d->at, "time_of", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, time_of, NULL, NULL);
    sqlite3_create_function(d->at, "ids_of", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, ids_of, NULL, NULL);
    for (; version < VERSION; version++) {
        snprintf(mark, sizeof mark, "pragma application_id=%d; pragma user_version=%d; commit", MARK, version + 1);
        if (!by_db_run(d, "begin immediate") || !by_db_run(d, steps[version]) || !by_db_run(d, mark))
            return false;
    }
    return true;
}

/* After a failed sync, in this process or an earlier one, data can be readable without being on disk. Such data is
 * therefore written again, from the log to the main file. */
static by_err once_more(struct by_db *d, struct by_fault *f)
{
    if (BY_PLANTED(BY_PLANT_TRUST))
        return BY_OK;
    return sqlite3_wal_checkpoint_v2(d->at, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK
        ? BY_OK
        : by_db_cannot(d, "written", f);
}

by_err by_db_settle(struct by_db *d, struct by_fault *f)
{
    char tried[96];
    by_err err = once_more(d, f);

    snprintf(tried, sizeof tried, "begin immediate; pragma user_version=%d; commit", VERSION);
    return err != BY_OK || by_db_run(d, tried) ? err : by_db_cannot(d, "written", f);
}

static by_err prepare(struct by_db *d, bool writes, bool unsafe, struct by_fault *f)
{
    char answer[32];
    int version = 0;
    by_err err;

    if (!settings(d, writes, unsafe))
        return by_db_cannot(d, "opened", f);
    err = look(d, &version, f);
    if (err != BY_OK)
        return err;
    if (!writes && version == VERSION)
        return BY_OK;
    if (!writes && version == 0)
        return by_store_fault(f, BY_E_IO, "%s is empty: it is not a Boneyard database", d->path);
    if (!writes)
        return by_store_fault(f, BY_E_IO, "%s was written by an older boneyard; start the server on it once", d->path);
    if (!ask(d, "pragma journal_mode=wal", answer) || strcmp(answer, "wal") != 0)
        return by_db_cannot(d, "written", f);
    err = once_more(d, f);
    if (err != BY_OK)
        return err;
    if (!upgrade(d, version))
        return by_db_cannot(d, "written", f);
    for (int i = 0; i < SQLS; i++)
        if (sqlite3_prepare_v3(d->at, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &d->ready[i], NULL) != SQLITE_OK)
            return by_db_cannot(d, "used", f);
    return BY_OK;
}

struct by_db *by_db_open(const struct by_store_setup *s, bool writes, struct by_fault *f)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (writes ? SQLITE_OPEN_CREATE : 0);
    struct by_db *d = by_sure(calloc(1, sizeof *d));
    by_err err;

    d->path = by_sure(strdup(s->path));
    d->owner = s->owner;
    err = sqlite3_open_v2(s->path, &d->at, flags, s->vfs) == SQLITE_OK ? BY_OK : by_db_cannot(d, "opened", f);
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
