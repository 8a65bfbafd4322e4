/* SPDX-License-Identifier: MIT */
/* chain.h: hashes entries, verifies the hash chains of tables, and writes error messages for the operator. */
#ifndef BY_STORE_CHAIN_H
#define BY_STORE_CHAIN_H

#include "store/store.h"

/* Hashes entry n of a table. `before` is the hash of entry n - 1, or NULL. */
struct by_hash by_chain(const struct by_id *table, uint64_t n, const struct by_hash *before, struct by_bytes_of key,
                        struct by_bytes_of bytes);

/* The head of a table: its owner's epoch, and the number and hash of its last entry. */
struct by_head {
    uint64_t epoch, number;
    struct by_hash hash;
    bool known;
    bool leased; /* whether the table has had an owner */
    struct by_id owner;
    int64_t expires; /* when the lease expires, in milliseconds by the database's clock */
};

/* Checks the entries of a table as they are read in order from `start`. Delivers the entries from number `from` on. */
struct by_walk {
    const struct by_id *table;
    struct by_head head;
    uint64_t from, start, next;
    struct by_hash hash;
    by_on_keyed *each;
    void *context;
    struct by_fault *fault;
};
struct by_walk by_walk_of(const struct by_id *table, const struct by_head *head, uint64_t from, by_on_keyed *each,
                          void *context, struct by_fault *f);

/* Takes the next entry; sets *on to true to continue, or to false to stop. */
by_err by_walk_take(struct by_walk *w, uint64_t number, struct by_bytes_of key, struct by_bytes_of bytes,
                    struct by_bytes_of hash, bool *on);
by_err by_walk_end(struct by_walk *w); /* call after the last entry */
by_err by_walk_damaged(struct by_walk *w, const char *how);

/* Refuses a batch because a key exists or is missing, contrary to the batch's conditions. */
void by_store_taken(struct by_stored *out);

/* Sets *fault (may be NULL) from a printf-style format; returns err. */
by_err by_store_fault(struct by_fault *f, by_err err, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
