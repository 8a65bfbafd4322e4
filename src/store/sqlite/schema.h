/* SPDX-License-Identifier: MIT */
/* schema.h: SQL for db.c: the migration steps, and the statements prepared once per connection. */
#ifndef BY_STORE_SQLITE_SCHEMA_H
#define BY_STORE_SQLITE_SCHEMA_H

/* Step n migrates the schema from version n to n + 1. Append only; never edit a released step. */
static const char *const steps[] = {
    "create table tables (table_id blob not null primary key check (length(table_id) = 16), epoch integer not null,"
    " number integer not null, hash blob not null check (length(hash) = 32)) strict, without rowid;"
    "create table events (table_id blob not null check (length(table_id) = 16), number integer not null"
    " check (number > 0), key blob, bytes blob not null, hash blob not null check (length(hash) = 32),"
    " primary key (table_id, number)) strict, without rowid;"
    "create unique index keys on events (table_id, key) where key is not null;"
    "create table list (kind text not null, key blob not null, value blob not null, primary key (kind, key))"
    " strict, without rowid;",
};
enum { VERSION = sizeof steps / sizeof steps[0] };

enum { BEGIN, COMMIT, BACK, SAVE, UNSAVE, RELEASE, HEAD, KEY, ENTRY, HEAD_PUT, LIST_PUT, LIST_OUT, GO, GO_HEAD, SQLS };
static const char *const sql[SQLS] = {
    [BEGIN] = "begin immediate",
    [COMMIT] = "commit",
    [BACK] = "rollback",
    [SAVE] = "savepoint batch",
    [UNSAVE] = "rollback to batch",
    [RELEASE] = "release batch",
    [HEAD] = "select epoch, number, hash from tables where table_id = ?1",
    [KEY] = "select number from events where table_id = ?1 and key = ?2",
    [ENTRY] = "insert into events (table_id, number, key, bytes, hash) values (?1, ?2, ?3, ?4, ?5)",
    [HEAD_PUT] = "insert or replace into tables (table_id, epoch, number, hash) values (?1, ?2, ?3, ?4)",
    [LIST_PUT] = "insert or replace into list (kind, key, value) values (?1, ?2, ?3)",
    [LIST_OUT] = "delete from list where kind = ?1 and key = ?2",
    [GO] = "delete from events where table_id = ?1",
    [GO_HEAD] = "delete from tables where table_id = ?1",
};

#endif
