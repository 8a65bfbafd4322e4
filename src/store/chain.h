/* SPDX-License-Identifier: MIT */
/* chain.h: entry hashes, and error messages for the operator. */
#ifndef BY_STORE_CHAIN_H
#define BY_STORE_CHAIN_H

#include "store/store.h"

/* Hashes entry n of a table; `before` is the hash of entry n - 1, or NULL. */
struct by_hash by_chain(const struct by_id *table, uint64_t n, const struct by_hash *before, struct by_bytes_of key,
                        struct by_bytes_of bytes);

/* Sets *fault (may be NULL) from a printf-style format; returns err. */
by_err by_store_fault(struct by_fault *f, by_err err, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
