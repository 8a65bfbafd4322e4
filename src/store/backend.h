/* SPDX-License-Identifier: MIT */
/* backend.h: declares the interface that each kind of database implements. store.c owns the queue, the writer thread
 * and the order of outcomes; a backend stores batches and reads them back. Private to the store. */
#ifndef BY_STORE_BACKEND_H
#define BY_STORE_BACKEND_H

#include "planted.h"
#include "store/store.h"

/* A queued batch, followed by all its bytes. */
struct by_write {
    struct by_write *next;
    struct by_batch batch;
    struct by_stored out;
    by_on_stored *done;
    void *context;
    size_t size;
    uint64_t since;
    bool dead; /* the batch was refused before anything was sent to the database */
};

struct by_backend {
    /* Opens the database. `setup` stays valid until `close`. On failure returns NULL and a fault. */
    void *(*open)(const struct by_store_setup *setup, struct by_fault *f);
    void (*close)(void *b); /* accepts NULL */

    /* Only the writer thread calls these functions. `write` writes the batches in as few transactions as possible and
     * sets the outcome of each batch that is not dead. `write` returns true if anything was committed. `tidy` is called
     * after the outcomes have been reported. */
    bool (*write)(void *b, struct by_write *writes);
    void (*tidy)(void *b);

    /* Called from any thread; see by_store_mend. */
    bool (*mend)(void *b, struct by_fault *f);
    bool (*broken)(void *b);

    /* Read functions, called from any thread; see store.h. */
    by_err (*read)(void *b, const struct by_id *table, uint64_t from, by_on_keyed *each, void *context,
                   struct by_fault *f);
    uint64_t (*find)(void *b, const struct by_id *table, struct by_bytes_of key);
    uint64_t (*count)(void *b, const struct by_id *table);
    long (*get)(void *b, const char *kind, struct by_bytes_of key, void *out, size_t room);
    bool (*after)(void *b, const char *kind, struct by_bytes_of key, by_on_value *each, void *context);
    bool (*rows)(void *b, by_on_row *each, void *context);
    bool (*query)(void *b, const struct by_query *q, by_on_value *each, void *context);
    bool (*leases)(void *b, const struct by_id *table, int soon, int most, by_on_lease *each, void *context);
    bool (*tables)(void *b, by_on_table *each, void *context);
    by_err (*copy)(void *b, const char *path, struct by_fault *f);

    int readers;                /* the number of threads that can read concurrently without blocking each other */
    uint64_t (*waits)(void *b); /* how many times a commit has waited for a checkpoint */
};

extern const struct by_backend by_backend_sqlite, by_backend_postgres;

/* After a database fault, gives all batches except invalid ones the same outcome. */
void by_writes_all(struct by_write *w, enum by_outcome outcome, const struct by_fault *f);

/* The faults that BY_PLANTED selects: success is reported before the commit; recovery only reads; the chain is not
 * checked; a failed read counts as the end of a table; the writer runs checkpoints; a checkpoint never ends, or does
 * not sync; a failed checkpoint is ignored; a commit does not wait for the disk; an entry whose key exists is reported
 * as stored; the owner and epoch are not checked, or are checked without a lock; the key is not stored; a cancelled
 * wait for the standby is ignored; a row is still found through a person whom it no longer names; the conditions of a
 * batch are not checked; a lapsed lease counts as held; an invalid address is quoted; every transaction asks for the
 * heads of its tables. tests/store or tests/server must catch each. */
enum {
    BY_PLANT_EARLY = 1,
    BY_PLANT_TRUST,
    BY_PLANT_BLIND,
    BY_PLANT_SHORT,
    BY_PLANT_FRONT,
    BY_PLANT_ENDLESS,
    BY_PLANT_UNSYNCED,
    BY_PLANT_DEAF,
    BY_PLANT_LYING,
    BY_PLANT_TWICE,
    BY_PLANT_STALE,
    BY_PLANT_JOIN,
    BY_PLANT_KEYLESS,
    BY_PLANT_CANCELLED,
    BY_PLANT_FORMER,
    BY_PLANT_CLOBBER,
    BY_PLANT_UNDYING,
    BY_PLANT_QUOTED,
    BY_PLANT_ASKING
};

#endif
