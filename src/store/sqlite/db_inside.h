/* SPDX-License-Identifier: MIT */
/* db_inside.h: declares the connection that db.c, db_list.c and db_open.c share. */
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

/* Sets a fault that names the failed action and gives SQLite's error message. */
by_err by_db_cannot(const struct by_db *d, const char *what, struct by_fault *f);
bool by_db_run(struct by_db *d, const char *statements);

/* Binds bytes, or null if `at` is NULL. The bytes are borrowed until the statement is reset. */
void by_db_give(sqlite3_stmt *s, int at, struct by_bytes_of b);
struct by_bytes_of by_db_column(sqlite3_stmt *s, int at); /* borrowed until the next step */

/* Runs a prepared statement that returns at most one row. Returns SQLITE_DONE or an error. */
int by_db_once(struct by_db *d, int which);
sqlite3_stmt *by_db_question(struct by_db *d, const char *text); /* NULL on failure; free with sqlite3_finalize */

/* Checks the conditions of a batch (store.h) and sets out->outcome if one is not met. Returns SQLITE_DONE or an
 * error. */
int by_db_judge_keys(struct by_db *d, const struct by_batch *b, struct by_stored *out);

/* Writes or deletes a row of a list; `c` may be NULL. Returns SQLITE_DONE or an error. */
int by_db_put_row(struct by_db *d, const struct by_put_of *p, const struct by_columns *c);

#endif
