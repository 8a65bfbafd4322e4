/* SPDX-License-Identifier: MIT */
/* db.h: manages one connection to a database, used by one thread at a time. This is the interface between sqlite.c and
 * SQLite. Private to the store. */
#ifndef BY_STORE_SQLITE_DB_H
#define BY_STORE_SQLITE_DB_H

#include "store/store.h"

struct by_db;

/* Opens a database for writing (creating or upgrading it and ensuring that all readable data is on disk) or read-only
 * (the file must exist). */
struct by_db *by_db_open(const struct by_store_setup *s, bool writes, struct by_fault *f);

/* Accepts NULL. After a fault, leaves the file as it is for the next program that opens it. */
void by_db_close(struct by_db *d, bool after_fault);

/* These functions make up a transaction. by_db_put returns true if the batch was added, or was refused without
 * affecting others (out->outcome). It returns false if the disk failed; the caller must then roll back the whole
 * transaction with by_db_back. After a failed commit, the outcome is unknown. */
by_err by_db_begin(struct by_db *d, struct by_fault *f);
bool by_db_put(struct by_db *d, const struct by_batch *b, struct by_stored *out);
by_err by_db_commit(struct by_db *d, struct by_fault *f);
void by_db_back(struct by_db *d);

/* Returns the number of pages in the log after this connection's last commit. */
int by_db_log(const struct by_db *d);

/* Runs a checkpoint: moves committed pages from the log to the main file, except those that a reader still needs, and
 * syncs the file. If `beside` is set, another connection may write in the meantime. *moved is the number of log pages
 * now in the file. */
by_err by_db_move(struct by_db *d, bool beside, int *moved, struct by_fault *f);

/* Writes all readable data to the main file again, syncs the file, empties the log, and tries a write. */
by_err by_db_settle(struct by_db *d, struct by_fault *f);

/* These functions have the same contracts as by_store_read and the functions after it (store.h). */
by_err by_db_read(struct by_db *d, const struct by_id *table, uint64_t from, by_on_keyed *each, void *context,
                  struct by_fault *f);
uint64_t by_db_find(struct by_db *d, const struct by_id *table, struct by_bytes_of key);
uint64_t by_db_count(struct by_db *d, const struct by_id *table);
long by_db_get(struct by_db *d, const char *kind, struct by_bytes_of key, void *out, size_t room);
bool by_db_each(struct by_db *d, const char *kind, struct by_bytes_of after, by_on_value *each, void *context);
bool by_db_rows(struct by_db *d, by_on_row *each, void *context);
bool by_db_query(struct by_db *d, const struct by_query *q, by_on_value *each, void *context);
bool by_db_tables(struct by_db *d, by_on_table *each, void *context);
bool by_db_leases(struct by_db *d, const struct by_id *table, int soon, int most, by_on_lease *each, void *context);

/* Copies the database to an empty file. */
by_err by_db_copy(struct by_db *d, const char *path, struct by_fault *f);

#endif
