/* SPDX-License-Identifier: MIT */
/* nodes.h: lists the servers (nodes) that share a database, as described in the `node` list. Each node writes its own
 * row when it starts. The row of a killed node remains until a node of the same name starts. All functions here read
 * the store, so the loop must not call them. */
#ifndef BY_SERVER_TABLES_NODES_H
#define BY_SERVER_TABLES_NODES_H

#include "store/store.h"

enum { BY_NODE_NAME = 41, BY_NODE_ADDRESS = 200, BY_NODE_VERSION = 41 };

struct by_node {
    struct by_id id; /* chosen at random at each start; the owner of its leases */
    char name[BY_NODE_NAME], at[BY_NODE_ADDRESS], version[BY_NODE_VERSION];
    int entries; /* the newest journal entry version that the node reads (wire/events.h) */
    bool runs;   /* whether the node holds the lease on its name */
    bool told;   /* whether an operator has ordered the node to be drained */
    int left;    /* while draining, the number of tables that the node still has; otherwise -1 */
    int stuck;   /* the number of its tables that no other node can read */
};

/* Reads a row of the `node` list; returns false if it is not valid. Leaves `runs` and `told` false. */
bool by_node_read(struct by_bytes_of key, struct by_bytes_of row, struct by_node *out);
char *by_node_print(const struct by_node *n); /* the caller frees it */

/* Returns the id whose lease shows that the name is in use. */
struct by_id by_node_name_id(const char *name);

/* Returns whether an operator has ordered the node of this name to be drained, or -1 if the store cannot be read. */
int by_node_told(struct by_store *s, const char *name);

/* Visits the rows of all nodes. Returns false if they could not be read to the end. */
typedef bool by_on_node(void *context, const struct by_node *n);
bool by_nodes_each(struct by_store *s, by_on_node *each, void *context);

#endif
