/* SPDX-License-Identifier: MIT */
/* lease.h: when several servers (nodes) share a database, each table belongs to one node at a time. A node that cannot
 * renew a table's lease in time drops the table before the lease ends (by its own monotonic clock) and sends nothing
 * more about the table. A single server needs no leases; by_lease_holds is then always true. */
#ifndef BY_SERVER_TABLES_LEASE_H
#define BY_SERVER_TABLES_LEASE_H

#include "inside.h"
#include "nodes.h"
#include "writes.h"

/* Registers this node under a name that no other running node has. On failure returns false and a fault. */
bool by_lease_start(struct by_hub *h, struct by_fault *f);
void by_lease_end(struct by_hub *h);  /* unregisters the node; call after its tables have been released */
void by_lease_tick(struct by_hub *h); /* call once a second; renews leases and takes over tables whose owner has
                                       * stopped */

bool by_lease_shared(const struct by_hub *h);
struct by_node by_lease_node(const struct by_hub *h); /* returns this node */
/* Claims a table; `done` receives the lease's epoch and end time. */
void by_lease_claim(struct by_hub *h, const struct by_id *table, by_on_written *done, void *data);
/* Give up a table's lease. The lease of a table in play, or of one that someone views, lapses, so that another node may
 * take over at once; any other lease is released. by_lease_give reports the outcome; by_lease_release stops acting for
 * the table immediately. */
void by_lease_give(struct live_table *t, by_on_written *done, void *data);
void by_lease_release(struct live_table *t);
void by_lease_lapse(struct by_hub *h, const struct by_id *table, uint64_t epoch); /* allows other nodes to claim the
                                                                                   * table at once */
/* Notes that a client waits here for a table whose owner does not respond, if `at` (see by_lease_look) is "". */
void by_lease_seek(struct by_hub *h, const struct by_id *table, const char *at);
/* Returns whether this node may still send anything about the table. */
bool by_lease_holds(const struct live_table *t);

/* A running node renews the lease on its name once a second. If less than by_lease_beat() milliseconds of that lease
 * are left, a renewal is overdue, and clients are not sent to the node. If less than by_lease_quiet() milliseconds are
 * left, the node has stopped or is cut off from the database. by_lease_cut returns whether this node is cut off. A node
 * that is cut off refuses new connections, so that clients connect to a node that can find their tables. */
int by_lease_quiet(const struct by_hub *h);
int by_lease_beat(const struct by_hub *h);
bool by_lease_cut(const struct by_hub *h);

/* Returns whether at least `least` milliseconds of the lease on a node's name are left. Call on a store thread. */
bool by_lease_beats(struct by_store *s, const struct by_node *n, int least);

/* Finds the node, other than `own`, that holds a table. Returns BY_LEASE_FREE if there is no such node, BY_LEASE_LAPSED
 * if its owner has let the lease lapse, and BY_LEASE_OTHER with the node's address in `at` otherwise. The address is ""
 * if it is unknown, or if less than `least` milliseconds of the lease on that node's name are left. Call on a store
 * thread. */
enum by_lease_held { BY_LEASE_FREE, BY_LEASE_LAPSED, BY_LEASE_OTHER, BY_LEASE_UNREAD };
enum by_lease_held by_lease_look(struct by_store *s, const struct by_id *own, const struct by_id *table, int least,
                                 char at[BY_NODE_ADDRESS]);

#endif
