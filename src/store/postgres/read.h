/* SPDX-License-Identifier: MIT */
/* read.h: reads through a few connections shared by all threads. A result is complete before it reaches a callback, so
 * callbacks may also read. Private to the store. */
#ifndef BY_STORE_POSTGRES_READ_H
#define BY_STORE_POSTGRES_READ_H

#include "store/postgres/link.h"

enum { BY_READERS = 3 };

struct by_readers;
struct by_readers *by_readers_new(const struct by_store_setup *setup); /* borrows the setup */
void by_readers_free(struct by_readers *r);                            /* accepts NULL */

/* Opens the connections to the writer's server or, if `writer` is NULL, to any server for read-only use. Reads wait
 * until the connections are open. */
by_err by_readers_open(struct by_readers *r, const struct by_link *writer, struct by_fault *f);
void by_readers_close(struct by_readers *r);

/* Returns whether the writer's server no longer responds or has been replaced; readable data may then be unsafe. */
bool by_readers_ill(struct by_readers *r);

/* These functions have the same contracts as by_store_read and the functions after it (store.h). */
by_err by_readers_read(struct by_readers *r, const struct by_id *table, uint64_t from, by_on_keyed *each, void *context,
                       struct by_fault *f);
uint64_t by_readers_find(struct by_readers *r, const struct by_id *table, struct by_bytes_of key);
uint64_t by_readers_count(struct by_readers *r, const struct by_id *table);
long by_readers_get(struct by_readers *r, const char *kind, struct by_bytes_of key, void *out, size_t room);
bool by_readers_after(struct by_readers *r, const char *kind, struct by_bytes_of key, by_on_value *each, void *context);
bool by_readers_rows(struct by_readers *r, by_on_row *each, void *context);
bool by_readers_query(struct by_readers *r, const struct by_query *q, by_on_value *each, void *context);
bool by_readers_leases(struct by_readers *r, const struct by_id *table, int soon, int most, by_on_lease *each,
                       void *context);
bool by_readers_tables(struct by_readers *r, by_on_table *each, void *context);

#endif
