/* SPDX-License-Identifier: MIT */
/* schema.h: lists the statements that are prepared once per connection. Private to the files that implement db.h. */
#ifndef BY_STORE_SQLITE_SCHEMA_H
#define BY_STORE_SQLITE_SCHEMA_H

enum {
    BEGIN,
    COMMIT,
    BACK,
    SAVE,
    UNSAVE,
    RELEASE,
    HEAD,
    KEY,
    ENTRY,
    HEAD_PUT,
    LIST_PUT,
    LIST_OUT,
    LIST_WHO,
    PERSON_PUT,
    PERSON_OUT,
    GO,
    GO_HEAD,
    LEASE,
    CLOCK,
    SQLS
};
static const char *const sql[SQLS] = {
    [BEGIN] = "begin immediate",
    [COMMIT] = "commit",
    [BACK] = "rollback",
    [SAVE] = "savepoint batch",
    [UNSAVE] = "rollback to batch",
    [RELEASE] = "release batch",
    [HEAD] = "select epoch, number, hash, owner, expires from tables where table_id = ?1",
    [KEY] = "select number from events where table_id = ?1 and key = ?2",
    [ENTRY] = "insert into events (table_id, number, key, bytes, hash) values (?1, ?2, ?3, ?4, ?5)",
    [HEAD_PUT] = ("insert into tables (table_id, epoch, number, hash) values (?1, ?2, ?3, ?4)"
                  " on conflict (table_id) do update set epoch = ?2, number = ?3, hash = ?4"),
    [LIST_PUT] =
        ("insert or replace into list (kind, key, value, status, game, at, who) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
    [LIST_OUT] = "delete from list where kind = ?1 and key = ?2",
    [LIST_WHO] = "select who from list where kind = ?1 and key = ?2",
    [PERSON_PUT] = "insert or ignore into people (kind, key, person) values (?1, ?2, ?3)",
    [PERSON_OUT] = "delete from people where kind = ?1 and key = ?2 and person = ?3",
    [GO] = "delete from events where table_id = ?1",
    [GO_HEAD] = "delete from tables where table_id = ?1",
    [LEASE] =
        ("insert into tables (table_id, epoch, number, hash, owner, expires) values (?1, ?2, 0, zeroblob(32), ?3, ?4)"
         " on conflict (table_id) do update set epoch = ?2, owner = ?3, expires = ?4"),
    [CLOCK] = "select cast((julianday('now') - 2440587.5) * 86400000 as integer)",
};

#endif
