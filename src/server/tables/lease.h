/* SPDX-License-Identifier: MIT */
/* lease.h: with several servers (nodes) on one database, each table belongs to one node for a time. A node that cannot
 * renew a table's lease in time drops the table before the lease is over, by its monotonic clock, and tells nobody
 * anything more about it. A single server needs no leases: everything here then holds. */
#ifndef BY_SERVER_TABLES_LEASE_H
#define BY_SERVER_TABLES_LEASE_H

#include "inside.h"
#include "writes.h"

enum { BY_LEASE_ADDRESS = 200 };

/* Makes this node known, under a name that no other running node has. Returns false and a fault if it cannot be. */
bool by_lease_start(struct by_hub *h, struct by_fault *f);
void by_lease_end(struct by_hub *h);  /* forgets the node; call after its tables have been released */
void by_lease_tick(struct by_hub *h); /* once a second: renews leases, and takes over tables whose owner has gone */

bool by_lease_shared(const struct by_hub *h);
/* Claims a table; `done` receives its epoch and the time until which it is ours. */
void by_lease_claim(struct by_hub *h, const struct by_id *table, by_on_written *done, void *data);
void by_lease_release(struct live_table *t);
void by_lease_lapse(struct by_hub *h, const struct by_id *table, uint64_t epoch); /* lets others claim it at once */
/* Returns whether anything may be told about the table now. */
bool by_lease_holds(const struct live_table *t);

/* On a thread of the store: looks whether another node has the table. `own` is this node. Returns 0 if none has, 1 and
 * the node's address if one has, -1 if it cannot be read. */
int by_lease_look(struct by_store *s, const struct by_id *own, const struct by_id *table, char at[BY_LEASE_ADDRESS]);

#endif
