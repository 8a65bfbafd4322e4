/* SPDX-License-Identifier: MIT */
/* db_inside.h: a connection, for db.c and db_open.c. */
#ifndef BY_STORE_SQLITE_DB_INSIDE_H
#define BY_STORE_SQLITE_DB_INSIDE_H

#include <sqlite3.h>

#include "store/sqlite/db.h"
#include "store/sqlite/schema.h"

struct by_db {
    sqlite3 *at;
    char *path;
    sqlite3_stmt *ready[SQLS];
    int log;        /* the log's length in pages */
    uint64_t began; /* when the transaction began */
    struct by_id owner;
};

/* Sets a fault from what cannot be done and SQLite's error message. */
by_err by_db_cannot(const struct by_db *d, const char *what, struct by_fault *f);
bool by_db_run(struct by_db *d, const char *statements);

#endif
