/* store.h: a journal and a few lists in a database.  It keeps bytes and knows no rules.
 *
 * JOURNAL.  Each table has entries numbered from 1 without gaps.  Entry n carries H32(lp("BY1 entry") lp(table) n8(n)
 * lp(hash of n - 1, or nothing) lp(key, or nothing) lp(bytes)), and the table the number and hash of its last, so that
 * nothing can be changed or left out unnoticed.  An entry may carry a key (who and what they called it): the same key
 * twice at a table is refused.
 *
 * RESULTS.  A batch is written whole or not at all, and its outcome is one of three, never guessed:
 *     BY_KEPT      it is on the disk: synchronous=FULL, one transaction for all that waits (group commit)
 *     BY_REFUSED   it is not there, and never will be, because of what is there already (stale, twice, misplaced), or
 *                  because it is no batch or the disk said no before anything was written (fault says which)
 *     BY_UNKNOWN   nobody knows: the commit itself failed.  After by_store_mend look for the key or number
 * After any fault of the disk (BY_UNKNOWN, or BY_REFUSED with broken) nothing is written, and every batch refused with
 * broken, until by_store_mend has opened the database anew.  Whoever waits is told by a call on the writer's thread,
 * in the order the batches came; it may queue more, but neither wait nor mend.
 *
 * LISTS.  kind and key to value: people, sessions, accounts, tables in short.  Part of the same batches.
 *
 * NODES.  A batch names the owner's epoch for its table; a lower one than the store has seen is refused (BY_REFUSED,
 * stale). With one node it is always 1.  This is what several nodes will need; nothing more of them is here.
 */
#ifndef BY_STORE_STORE_H
#define BY_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boneyard/error.h"
#include "util/crypto.h"

struct by_store;

enum by_outcome { BY_KEPT, BY_REFUSED, BY_UNKNOWN };

struct by_bytes_of { const void *at; size_t n; };       /* borrowed; at NULL: none */

struct by_entry_of {
    uint64_t number;                    /* from 1 */
    struct by_bytes_of key;             /* none, or 1 to BY_STORE_KEY bytes */
    struct by_bytes_of bytes;           /* 1 byte to BY_STORE_BYTES */
};
struct by_put_of { const char *kind; struct by_bytes_of key, value; };  /* a value without bytes takes the key out */
#define BY_STORE_KEY 64
#define BY_STORE_BYTES (1 << 20)
#define BY_STORE_WAITING (64 << 20)     /* bytes that may wait to be written; what comes then is refused */

/* What is written together. */
struct by_batch {
    struct by_id table;                 /* of the entries */
    uint64_t epoch;                     /* from 1; without entries nobody looks at it */
    const struct by_entry_of *entries; int entries_n;
    const struct by_put_of *puts; int puts_n;
    bool drop;                          /* no entries, but all there are of this table go, for good: its time is over */
};

struct by_stored {
    enum by_outcome outcome;
    bool stale, twice, misplaced;       /* refused: a newer epoch is known; a key is there, with the entry `number`;
                                         * the first entry's number is not the next, there are `number` */
    bool broken;                        /* the disk: by_store_mend comes first */
    uint64_t number;
    struct by_fault fault;              /* unless kept: a sentence for the operator, never for players */
};
typedef void by_on_stored(void *context, const struct by_stored *s);

struct by_store_setup {
    const char *path;                   /* a file; made if there is none, mode 0600 */
    const char *vfs;                    /* NULL, or the name of a test's */
    bool unsafe;                        /* synchronous=NORMAL: for planted controls and benchmarks only */
    int log;                            /* 0, or in tests: pages in the log when it is moved into the file */
    bool look;                          /* only to read, also beside a server that writes; the file must be there */
};

/* Opens, makes or upgrades a database; one that a newer program has made is refused, and one that another process has
 * open.  NULL and a fault with a sentence that says what to do.  Yours: by_store_close, which writes what waits. */
struct by_store *by_store_open(const struct by_store_setup *s, struct by_fault *f);
void by_store_close(struct by_store *s);                /* NULL is fine */

/* Queues a batch; everything is copied.  Batches are written in the order they came. */
void by_store_write(struct by_store *s, const struct by_batch *b, by_on_stored *done, void *context);

/* The same, and waits. */
struct by_stored by_store_write_now(struct by_store *s, const struct by_batch *b);

/* After a fault of the disk: opens the database anew, brings all that is in it safely to the disk and tries a write.
 * False: not yet.  Takes as long as the disk does. */
bool by_store_mend(struct by_store *s);

/* The same for those who may not wait: the writer's thread does it, before whatever waits.  True: one that was asked
 * for has ended well since the last call, and nothing has failed since then; false: one is under way. */
bool by_store_mended(struct by_store *s);

/* ---- Reading, from any thread; what is called may read too ---- */

/* The entries of a table from a number on, in order, checked against the chain.  `each` returns false to stop.
 * BY_OK; BY_E_RECORD with a fault where the chain breaks or the file is damaged (entries before it have been told),
 * BY_E_IO if the database cannot be read now, which says nothing of the table.  From 1 to the end is a whole check. */
typedef bool by_on_entry(void *context, uint64_t number, struct by_bytes_of bytes);
by_err by_store_read(struct by_store *s, const struct by_id *table, uint64_t from, by_on_entry *each, void *context,
                     struct by_fault *f);

/* The number of the entry with a key, and how many entries there are; 0: none; BY_UNREAD: the database cannot be read
 * now, and nobody knows. */
#define BY_UNREAD UINT64_MAX
uint64_t by_store_find(struct by_store *s, const struct by_id *table, struct by_bytes_of key);
uint64_t by_store_count(struct by_store *s, const struct by_id *table);

/* A value of a list into `out`: its length, or -1 if there is none (or it has more than `room` bytes), -2 if the
 * database cannot be read now. */
long by_store_get(struct by_store *s, const char *kind, struct by_bytes_of key, void *out, size_t room);

/* A whole list, by rising key.  False: it could not be read to its end. */
typedef bool by_on_value(void *context, struct by_bytes_of key, struct by_bytes_of value);
bool by_store_each(struct by_store *s, const char *kind, by_on_value *each, void *context);

/* The same from behind a key on, for long lists that are looked at in pieces. */
bool by_store_after(struct by_store *s, const char *kind, struct by_bytes_of key, by_on_value *each, void *context);

/* Every table that has entries, or should have some (then by_store_read says what is wrong).  False as above. */
typedef bool by_on_table(void *context, const struct by_id *table, uint64_t entries);
bool by_store_tables(struct by_store *s, by_on_table *each, void *context);

/* A whole copy, consistent, while others write (VACUUM INTO), mode 0600; the file must not be there yet. */
by_err by_store_copy(struct by_store *s, const char *path, struct by_fault *f);

/* For the metrics: how long commits took, and how many batches went into each. */
struct by_store_numbers {
    uint64_t commits, batches, entries, refused, unknown;   /* batches, entries: that were kept */
    uint64_t micros[16], micros_sum;    /* commits that took less than 2^i * 64 microseconds; all together */
    uint64_t waited;                    /* microseconds for which the oldest that waits has */
    uint32_t waiting;                   /* batches that are not answered yet */
    uint64_t log_waits;                 /* how often commits waited for the log to be moved into the file */
    bool broken;                        /* until by_store_mend */
};
void by_store_numbers(struct by_store *s, struct by_store_numbers *out);

#endif
