/* db.h: one connection to a database, used by one thread at a time: what store.c asks of sqlite.c, and may once ask of
 * another.  Inside the store only. */
#ifndef BY_STORE_DB_H
#define BY_STORE_DB_H

#include "store/store.h"

struct by_db;

/* To write (makes, upgrades, and sees to it that what can be read is on the disk) or only to read (there must be
 * one). */
struct by_db *by_db_open(const struct by_store_setup *s, bool writes, struct by_fault *f);

/* NULL is fine.  After a fault the file is left as it is, for whoever opens it next. */
void by_db_close(struct by_db *d, bool after_fault);

/* A transaction.  by_db_put is true if the batch is in it, or is refused alone (out->outcome); false: the disk said no,
 * and by_db_back is due for all of them.  After a commit that failed nothing is known. */
by_err by_db_begin(struct by_db *d, struct by_fault *f);
bool by_db_put(struct by_db *d, const struct by_batch *b, struct by_stored *out);
by_err by_db_commit(struct by_db *d, struct by_fault *f);
void by_db_back(struct by_db *d);

/* How many pages the log had after the last commit of this connection. */
int by_db_log(const struct by_db *d);

/* Moves what is kept from the log into the main file, as far as nobody reads what was there before, and syncs it; may
 * be done while another connection writes (beside).  *moved: pages of the log that are in the file; 0: none now. */
by_err by_db_move(struct by_db *d, bool beside, int *moved, struct by_fault *f);

/* Everything that can be read is written to the main file anew and synced, the log is empty, and a write has worked. */
by_err by_db_settle(struct by_db *d, struct by_fault *f);

by_err by_db_read(struct by_db *d, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                  struct by_fault *f);
uint64_t by_db_find(struct by_db *d, const struct by_id *table, struct by_bytes_of key);
uint64_t by_db_count(struct by_db *d, const struct by_id *table);
long by_db_get(struct by_db *d, const char *kind, struct by_bytes_of key, void *out, size_t room);
bool by_db_each(struct by_db *d, const char *kind, struct by_bytes_of after, by_on_value *each, void *context);
bool by_db_tables(struct by_db *d, by_on_table *each, void *context);

/* Into an empty file. */
by_err by_db_copy(struct by_db *d, const char *path, struct by_fault *f);

/* Is it a batch at all?  Then: how many bytes stand behind a copy of it, and the copy. */
bool by_batch_whole(const struct by_batch *b);
size_t by_batch_size(const struct by_batch *b);
void by_batch_copy(struct by_batch *to, void *behind, const struct by_batch *b);

/* The hash of entry n of a table; before: that of n - 1, or NULL. */
struct by_hash by_chain(const struct by_id *table, uint64_t n, const struct by_hash *before, struct by_bytes_of key,
                        struct by_bytes_of bytes);

/* Fills in a fault, which may be NULL, as printf; returns err. */
by_err by_store_fault(struct by_fault *f, by_err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Planted faults, as in src/rules/author.h: told before the commit; mended by reading alone; the chain is not looked
 * at; a read that fails is the end of a table; the log is moved by the writer, without an end, without a sync; moving
 * that failed is not noticed.  tests/store has to notice each. */
enum { BY_PLANT_EARLY = 1, BY_PLANT_TRUST, BY_PLANT_BLIND, BY_PLANT_SHORT, BY_PLANT_FRONT, BY_PLANT_ENDLESS,
       BY_PLANT_UNSYNCED, BY_PLANT_DEAF };
#ifdef BY_FAULTS
extern int by_store_planted;
#define BY_PLANTED(which) (by_store_planted == (which))
#else
#define BY_PLANTED(which) false
#endif

#endif
