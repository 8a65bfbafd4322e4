/* SPDX-License-Identifier: MIT */
/* store.h: a journal and a few lists in a database. It stores bytes and knows no rules.
 *
 * JOURNAL. Each table has entries numbered from 1 without gaps. Entry n carries H32(lp("BY1 entry") lp(table) n8(n)
 * lp(hash of n - 1, or nothing) lp(key, or nothing) lp(bytes)), and the table carries the number and hash of its last
 * entry, so that any change or omission is detected. An entry may carry a key (who sent it and the sender's name for
 * it); a table refuses the same key twice.
 *
 * RESULTS. A batch is written completely or not at all, and its outcome is one of three, never guessed:
 *
 *     BY_KEPT      it is on disk: synchronous=FULL, one transaction for everything queued (group commit)
 *     BY_REFUSED   it is not in the database and never will be, because it conflicts with existing data (stale,
 *                  duplicate, wrong number), is not a valid batch, or the disk failed before anything was written
 *                  (the fault says which)
 *     BY_UNKNOWN   the commit itself failed.  After by_store_mend, look for the key or number
 *
 * After any disk fault (BY_UNKNOWN, or BY_REFUSED with `broken`) nothing is written, and every batch is refused with
 * `broken`, until by_store_mend has reopened the database. The writer's thread reports outcomes through a callback, in
 * the order in which batches were queued. The callback may queue more batches but must not wait or mend.
 *
 * LISTS. Kind and key map to a value: people, sessions, accounts, summaries of tables. Lists are part of the same
 * batches.
 *
 * NODES. A batch names the owner's epoch for its table; an epoch lower than the one in the store is refused
 * (BY_REFUSED, stale). A single node always uses 1. Several nodes will need this; the store has nothing else for them
 * yet. */
#ifndef BY_STORE_STORE_H
#define BY_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boneyard/error.h"
#include "util/crypto.h"

struct by_store;

enum by_outcome { BY_KEPT, BY_REFUSED, BY_UNKNOWN };

struct by_bytes_of {
    const void *at;
    size_t n;
}; /* borrowed; NULL: none */

struct by_entry_of {
    uint64_t number;          /* from 1 */
    struct by_bytes_of key;   /* empty, or 1 to BY_STORE_KEY bytes */
    struct by_bytes_of bytes; /* 1 byte to BY_STORE_BYTES */
};
struct by_put_of {
    const char *kind;
    struct by_bytes_of key, value;
}; /* a value of no bytes deletes the key */
#define BY_STORE_KEY 64
#define BY_STORE_BYTES (1 << 20)
#define BY_STORE_WAITING (64 << 20) /* bytes that may be queued; batches beyond that are refused */

/* Everything that is written together. */
struct by_batch {
    struct by_id table; /* of the entries */
    uint64_t epoch;     /* counts from 1; ignored when there are no entries */
    const struct by_entry_of *entries;
    int entries_n;
    const struct by_put_of *puts;
    int puts_n;
    bool drop; /* no entries; deletes all entries of this table for good */
};

struct by_stored {
    enum by_outcome outcome;
    /* refused: a newer epoch exists; the key exists, at entry `number`; the first entry does not continue the table,
     * which has `number` entries */
    bool stale, twice, misplaced;
    bool broken; /* the disk failed: call by_store_mend first */
    uint64_t number;
    struct by_fault fault; /* unless kept: a sentence for the operator, never for players */
};
typedef void by_on_stored(void *context, const struct by_stored *s);

struct by_store_setup {
    const char *path; /* a file; created with mode 0600 if it does not exist */
    const char *vfs;  /* NULL, or the name of a test VFS */
    bool unsafe;      /* synchronous=NORMAL: only for planted faults and benchmarks */
    int log;          /* 0, or in tests: pages in the log at which a checkpoint begins */
    bool look;        /* read-only, also while a server writes; the file must exist */
};

/* Opens, creates or upgrades a database. Refuses one written by a newer program, and one that another process has open.
 * Returns NULL and a fault that says what to do. Free with by_store_close, which writes queued batches. */
struct by_store *by_store_open(const struct by_store_setup *s, struct by_fault *f);
void by_store_close(struct by_store *s); /* NULL is fine */

/* Queues a copy of a batch. Batches are written in order. */
void by_store_write(struct by_store *s, const struct by_batch *b, by_on_stored *done, void *context);

/* Queues a batch and waits for its outcome. */
struct by_stored by_store_write_now(struct by_store *s, const struct by_batch *b);

/* Recovers after a disk fault: reopens the database, makes sure that all its data is on disk and tries a write. Returns
 * false if that failed. Takes as long as the disk does. */
bool by_store_mend(struct by_store *s);

/* Recovers without blocking: the writer's thread does the work before the next batch. Returns true if a requested
 * recovery has succeeded since the last call and nothing has failed since; false while one is running. */
bool by_store_mended(struct by_store *s);

/* ---- Reading, from any thread; what is called may read too ---- */

/* Reads the entries of a table from a number on, in order, and checks them against the chain. `each` returns false to
 * stop. Returns BY_OK; BY_E_RECORD with a fault where the chain breaks or the file is damaged (earlier entries were
 * delivered); BY_E_IO if the database cannot be read right now, which says nothing about the table. Reading from 1 to
 * the end is a complete check. */
typedef bool by_on_entry(void *context, uint64_t number, struct by_bytes_of bytes);
by_err by_store_read(struct by_store *s, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                     struct by_fault *f);

/* Return the number of the entry with a key, and the number of entries; 0: none; BY_UNREAD: the database cannot be read
 * right now. */
#define BY_UNREAD UINT64_MAX
uint64_t by_store_find(struct by_store *s, const struct by_id *table, struct by_bytes_of key);
uint64_t by_store_count(struct by_store *s, const struct by_id *table);

/* Copies a list value to `out`. Returns its length, -1 if there is none (or it is longer than `room`), -2 if the
 * database cannot be read right now. */
long by_store_get(struct by_store *s, const char *kind, struct by_bytes_of key, void *out, size_t room);

/* Walks a whole list in key order. Returns false if it could not be read to the end. */
typedef bool by_on_value(void *context, struct by_bytes_of key, struct by_bytes_of value);
bool by_store_each(struct by_store *s, const char *kind, by_on_value *each, void *context);

/* Walks a list starting after a key, for long lists that are read in pieces. */
bool by_store_after(struct by_store *s, const char *kind, struct by_bytes_of key, by_on_value *each, void *context);

/* Visits every table that has entries or should have some (by_store_read then says what is wrong). Returns false as
 * above. */
typedef bool by_on_table(void *context, const struct by_id *table, uint64_t entries);
bool by_store_tables(struct by_store *s, by_on_table *each, void *context);

/* Makes a complete, consistent copy while others write (VACUUM INTO), mode 0600; the file must not exist. */
by_err by_store_copy(struct by_store *s, const char *path, struct by_fault *f);

/* For metrics: commit times and batches per commit. */
struct by_store_numbers {
    uint64_t commits, batches, entries, refused, unknown; /* batches and entries that were kept */
    uint64_t micros[16], micros_sum; /* commits that took less than 2^i * 64 microseconds, and their total */
    uint64_t waited;                 /* age of the oldest queued batch in microseconds */
    uint32_t waiting;                /* batches without an outcome yet */
    uint64_t log_waits;              /* how often a commit waited for the checkpoint */
    bool broken;                     /* until by_store_mend */
};
void by_store_numbers(struct by_store *s, struct by_store_numbers *out);

#endif
