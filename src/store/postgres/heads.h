/* SPDX-License-Identifier: MIT */
/* heads.h: caches the heads of the most recently written tables, so that writing a move takes one round trip. Private
 * to the store. */
#ifndef BY_STORE_POSTGRES_HEADS_H
#define BY_STORE_POSTGRES_HEADS_H

#include "util/crypto.h"

struct by_heads;
struct by_cached {
    struct by_id table;
    uint64_t used; /* 0 if the slot is free */
    uint64_t number;
    struct by_hash hash;
    uint64_t part; /* the transaction that will write this head */
};

struct by_heads *by_heads_new(void);
void by_heads_free(struct by_heads *h);   /* accepts NULL */
void by_heads_forget(struct by_heads *h); /* forgets all heads */

struct by_cached *by_heads_of(struct by_heads *h, const struct by_id *table);  /* NULL if unknown */
struct by_cached *by_heads_put(struct by_heads *h, const struct by_id *table); /* valid until the next put */
uint64_t by_heads_part(struct by_heads *h); /* begins a transaction; returns its number */
void by_heads_drop(struct by_heads *h, const struct by_id *table);

#endif
