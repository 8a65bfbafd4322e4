/* SPDX-License-Identifier: MIT */
/* lease.h: when several servers (nodes) share a database, each table belongs to one node at a time. A node that cannot
 * renew a table's lease in time drops the table before the lease ends (by its monotonic clock) and sends nothing more
 * about it. A single server needs no leases; by_lease_holds is then always true. */
#ifndef BY_SERVER_TABLES_LEASE_H
#define BY_SERVER_TABLES_LEASE_H

#include "inside.h"
#include "writes.h"

enum { BY_LEASE_ADDRESS = 200 };

/* Registers this node under a name that no other running node has. Returns false and a fault if that fails. */
bool by_lease_start(struct by_hub *h, struct by_fault *f);
void by_lease_end(struct by_hub *h);  /* unregisters the node; call after its tables have been released */
void by_lease_tick(struct by_hub *h); /* once a second: renews leases, and takes over tables whose owner is gone */

bool by_lease_shared(const struct by_hub *h);
/* Claims a table; `done` receives the lease's epoch and end time. */
void by_lease_claim(struct by_hub *h, const struct by_id *table, by_on_written *done, void *data);
void by_lease_release(struct live_table *t);
void by_lease_lapse(struct by_hub *h, const struct by_id *table, uint64_t epoch); /* lets others claim it at once */
/* Returns whether this node may still send anything about the table. */
bool by_lease_holds(const struct live_table *t);

/* Call on a thread of the store. Checks whether a node other than `own` holds the table. Returns 0 if none does, 1 and
 * that node's address if one does, -1 if the store cannot be read. */
int by_lease_look(struct by_store *s, const struct by_id *own, const struct by_id *table, char at[BY_LEASE_ADDRESS]);

#endif
