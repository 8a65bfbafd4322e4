/* SPDX-License-Identifier: MIT */
/* store.h: keeps a journal and a few lists in a database, SQLite or PostgreSQL. The store handles bytes and knows
 * nothing about the rules.
 *
 * JOURNAL. Each table has entries numbered from 1 without gaps. Entry n carries H32(lp("BY1 entry") lp(table) n8(n)
 * lp(hash of n - 1, or nothing) lp(key, or nothing) lp(bytes)), and the table stores the number and hash of its last
 * entry, so any change or omission is detected. An entry may have a key (its sender and an id chosen by the sender); a
 * table accepts each key only once.
 *
 * RESULTS. A batch is written completely or not at all. It has one of three outcomes, which the store never guesses:
 *
 *     BY_KEPT      on disk, and with PostgreSQL also on the standbys that its synchronous_standby_names demands;
 *                  everything queued shares one transaction (group commit)
 *     BY_REFUSED   not in the database and never will be, because it conflicts with existing data (stale,
 *                  duplicate, wrong number), is not a valid batch, or the disk failed before anything was written
 *                  (the fault says which)
 *     BY_UNKNOWN   the commit itself failed, the connection was lost, or the wait for a standby was cancelled.
 *                  After by_store_mend, look up the key or number.
 *
 * After any disk fault (BY_UNKNOWN, or BY_REFUSED with `broken`), the store writes nothing and refuses every batch with
 * `broken` until by_store_mend has reopened the database. The writer thread reports outcomes through a callback, in the
 * order in which the batches were queued. The callback may queue more batches but must not block or call by_store_mend.
 *
 * LISTS. A kind and a key map to a value. The lists hold people, sessions, accounts and table summaries. Batches also
 * write lists. A batch may require that keys do not exist yet, still exist, or still have a certain value: if several
 * stores write the same key at the same time, one write succeeds and the others are refused. A row may have columns: a
 * status, a game, a time and its people. by_store_query finds rows by their columns through an index, so the cost
 * depends on the number of rows found, not on the size of the list.
 *
 * LEASES. A table may belong to one owner for a limited time: a lease. Claiming a table raises its epoch, and from then
 * on only batches with this owner and epoch are written; the statement that writes them enforces this. Any owner may
 * claim a table whose lease has expired by the database's clock or was released. The owner must not report anything
 * after `until`, which is counted from a moment before the owner sent its request. Once a claim is stored, all readable
 * data is on disk and on the standbys. A table that has never been claimed accepts any epoch that is not lower than the
 * stored one; a single server always uses 1. */
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
}; /* borrowed; NULL if none */

struct by_entry_of {
    uint64_t number;          /* from 1 */
    struct by_bytes_of key;   /* empty, or 1 to BY_STORE_KEY bytes */
    struct by_bytes_of bytes; /* 1 byte to BY_STORE_BYTES */
};
struct by_put_of {
    const char *kind;
    struct by_bytes_of key, value;
}; /* an empty value deletes the key */

/* The columns of a row. Empty columns are not indexed. */
struct by_columns {
    const char *status, *game; /* words of 1 to BY_STORE_KEY bytes, or NULL */
    int64_t at;                /* calendar seconds; 0 if none */
    const struct by_id *who;   /* the row's people, without duplicates */
    int who_n;                 /* 0 to BY_STORE_WHO */
};
#define BY_STORE_WHO 32
#define BY_STORE_KEY 64
#define BY_STORE_BYTES (1 << 20)
#define BY_STORE_WAITING (64 << 20) /* maximum number of bytes queued; batches beyond that are refused */

enum by_lease { BY_NO_LEASE, BY_LEASE_CLAIM, BY_LEASE_RENEW, BY_LEASE_RELEASE };

/* Entries and list values written together. */
struct by_batch {
    struct by_id table; /* the table of the entries or of the lease */
    uint64_t epoch;     /* counts from 1; ignored when there are no entries and nothing to renew or release */
    const struct by_entry_of *entries;
    int entries_n;
    const struct by_put_of *puts;
    int puts_n;
    const struct by_columns *columns; /* the columns of each put; NULL if no put has any */
    uint32_t fresh, used; /* bit i (below 32): the key of put i must not exist yet (`fresh`) or must exist (`used`);
                           * otherwise the whole batch is refused as `taken`. Such a batch contains only puts. */
    const struct by_bytes_of
        *was;  /* NULL, or the value that the row of each put in `used` must have (any value if `at` is NULL) */
    bool drop; /* deletes all of the table's entries; the batch must not contain entries */
    enum by_lease lease;
    int lease_ms;  /* the duration of a claimed or renewed lease; such a batch contains nothing else */
    uint64_t slot; /* 0, or a time on the clock of by_store_micros(): the outcome is only used then, or a multiple of
                    * the setup's `slot` later. If the previous batch with a slot is in that slot or one of the two
                    * before it, the batch waits to share a commit, unless commits may take longer than a slot. */
};

struct by_stored {
    enum by_outcome outcome;
    bool stale;     /* refused: a newer epoch or another owner exists */
    bool twice;     /* refused: entry `number` of the table has the same key */
    bool misplaced; /* refused: the table has `number` entries, and the batch does not start with the next one */
    bool taken;  /* refused: a key in `fresh` exists, or a key in `used` is missing or has a value other than `was` */
    bool broken; /* the disk failed: call by_store_mend first */
    uint64_t number;
    uint64_t epoch;        /* the epoch of a lease that was claimed or renewed */
    uint64_t until;        /* from this value of by_store_micros() on, the owner must not report anything */
    struct by_fault fault; /* if the batch was not kept, a message for the operator, never for players */
};
typedef void by_on_stored(void *context, const struct by_stored *s);

uint64_t by_store_micros(void); /* the monotonic clock */

/* `what` and `of` are constants: "query" and the name of a list; `of` may be NULL. Called on any thread. */
typedef void by_on_took(const char *what, const char *of, uint64_t micros);

struct by_store_setup {
    const char *path;   /* a file, created with mode 0600 if it does not exist; or postgresql://... */
    bool look;          /* read-only, even while a server writes; the database must exist */
    struct by_id owner; /* the owner of this store's leases; if all 0, a random owner */
    bool shared;        /* PostgreSQL: other stores may have the database open at the same time, so each table needs a
                         * lease */
    int patience;       /* PostgreSQL: milliseconds without a response after which the connection counts as lost; 0 for
                         * 15 s */
    int slot;           /* microseconds between the times when outcomes of batches with a slot are used; if 0, such
                         * batches do not wait */
    const char *vfs;    /* SQLite: NULL, or the name of a test VFS */
    bool unsafe;        /* SQLite: synchronous=NORMAL, only for planted faults and benchmarks */
    int log;            /* SQLite, for tests: log size, in pages, that triggers a checkpoint; 0 for the default */
    by_on_took *took;   /* called with the duration of each statement; may be NULL */
};

/* Returns whether the name is that of a PostgreSQL database rather than a file. */
bool by_store_is_address(const char *path);

/* Opens, creates or upgrades a database. Refuses a database that was written by a newer program or is open in another
 * process. On failure returns NULL and a fault that suggests a remedy. Free the store with by_store_close, which writes
 * queued batches. */
struct by_store *by_store_open(const struct by_store_setup *s, struct by_fault *f);
void by_store_close(struct by_store *s); /* accepts NULL */

/* Queues a copy of a batch. Batches are written in order. */
void by_store_write(struct by_store *s, const struct by_batch *b, by_on_stored *done, void *context);

/* Queues a batch and waits for its outcome. */
struct by_stored by_store_write_now(struct by_store *s, const struct by_batch *b);

/* Recovers after a disk fault: reopens the database, makes sure that all its data is on disk and tries a write. Returns
 * false on failure. Blocks until the disk has finished. */
bool by_store_mend(struct by_store *s, struct by_fault *f);

/* Starts a recovery without blocking; the writer thread performs it before the next batch. Returns true if a requested
 * recovery has succeeded since the last call and no write has failed afterwards. Returns false while a recovery is
 * running, and then sets `why` to the reason of the last failure; its text is empty if there is none. */
bool by_store_mended(struct by_store *s, struct by_fault *why);

/* ---- Reading, from any thread; callbacks may read too ---- */

/* Reads a table's entries in order, starting at a number, and checks them against the chain. `each` returns false to
 * stop. Returns BY_OK; BY_E_RECORD and a fault if the chain is broken or the file damaged (earlier entries were
 * delivered); BY_E_IO if the database cannot be read right now, which does not mean that the table is damaged. Reading
 * from 1 to the end is a complete check. */
typedef bool by_on_entry(void *context, uint64_t number, struct by_bytes_of bytes);
by_err by_store_read(struct by_store *s, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                     struct by_fault *f);

/* Does the same, but also delivers each entry's key and hash, to copy or compare whole tables. */
typedef bool by_on_keyed(void *context, const struct by_entry_of *e, const struct by_hash *hash);
by_err by_store_read_keyed(struct by_store *s, const struct by_id *table, uint64_t from, by_on_keyed *each,
                           void *context, struct by_fault *f);

/* Return the number of the entry with a key and the number of entries, respectively; 0 if there is none, or BY_UNREAD
 * if the database cannot be read now. */
#define BY_UNREAD UINT64_MAX
uint64_t by_store_find(struct by_store *s, const struct by_id *table, struct by_bytes_of key);
uint64_t by_store_count(struct by_store *s, const struct by_id *table);

/* Copies a list value to `out`. Returns the length, -1 if the value is missing or longer than `room`, or -2 if the
 * database cannot be read right now. */
long by_store_get(struct by_store *s, const char *kind, struct by_bytes_of key, void *out, size_t room);

/* Walks a whole list in key order. Returns false if the list could not be read to the end. */
typedef bool by_on_value(void *context, struct by_bytes_of key, struct by_bytes_of value);
bool by_store_each(struct by_store *s, const char *kind, by_on_value *each, void *context);

/* Walks a list from the entry after a key, to read a long list in pieces. */
bool by_store_after(struct by_store *s, const char *kind, struct by_bytes_of key, by_on_value *each, void *context);

/* Walks the rows of all lists, with their columns, in order of kind and key. Returns false if the rows could not be
 * read to the end. */
typedef bool by_on_row(void *context, const struct by_put_of *row, const struct by_columns *columns);
bool by_store_rows(struct by_store *s, by_on_row *each, void *context);

/* Visits the rows of a list that an index finds: those of a person, those with a status (and a game), or those with a
 * nonzero time earlier than `before`, oldest first. Set exactly one of `who`, `status` and `before`. `undated` skips
 * those of the person's rows that have a time. */
struct by_query {
    const char *kind;
    const struct by_id *who;
    bool undated;
    struct by_bytes_of beyond; /* with `who`: only rows whose key is greater, to read a long list in pieces */
    const char *status, *game; /* any game if NULL */
    const char *after_game;    /* with `status`: only rows that have a game and sort after (after_game, after) */
    struct by_bytes_of after;
    int64_t before;
    int skip, most; /* number of rows to skip, and maximum number to visit (0 for all) */
};
bool by_store_query(struct by_store *s, const struct by_query *q, by_on_value *each, void *context);

/* Visits leases, with their owner and the milliseconds `left` by the database's clock, 0 or less if the lease has
 * lapsed: the lease of one table or, if `table` is NULL, those of up to `most` tables with entries. Leases that have
 * lapsed come first, in any order, then those that will lapse within `soon` milliseconds, the earliest first. Released
 * leases are not visited. Returns false if the leases cannot be read. */
typedef bool by_on_lease(void *context, const struct by_id *table, const struct by_id *owner, int64_t left);
bool by_store_leases(struct by_store *s, const struct by_id *table, int soon, int most, by_on_lease *each,
                     void *context);

/* Visits every table that has entries or should have them. If entries are missing, by_store_read reports the fault.
 * Returns false if the list could not be read to the end. */
typedef bool by_on_table(void *context, const struct by_id *table, uint64_t entries);
bool by_store_tables(struct by_store *s, by_on_table *each, void *context);

/* Runs `work` on a store thread, for event loops, which must not wait for the database. `work` may call any function
 * that reads, and must report its own result. Everything reported as kept before this call can be read. Several jobs
 * may run at the same time. by_store_close first runs all waiting jobs. */
typedef void by_on_later(struct by_store *s, void *context);
void by_store_later(struct by_store *s, by_on_later *work, void *context);

/* Makes a complete, consistent copy with mode 0600, even during writes. The file must not exist. Works only for SQLite;
 * for PostgreSQL, the fault names the tool to use instead. */
by_err by_store_copy(struct by_store *s, const char *path, struct by_fault *f);

/* Commit times and batch counts, for metrics. */
struct by_store_numbers {
    uint64_t commits, batches, entries, refused, unknown; /* `batches` and `entries` count only kept batches */
    uint64_t micros[16], micros_sum; /* commits faster than 2^i * 64 microseconds, and the total commit time */
    uint64_t waited;                 /* the age of the oldest queued batch in microseconds */
    uint32_t waiting;                /* batches that have no outcome yet */
    uint64_t log_waits;              /* how many times a commit has waited for a checkpoint */
    bool broken;                     /* whether the store has not yet recovered from a disk fault */
};
void by_store_numbers(struct by_store *s, struct by_store_numbers *out);

#endif
