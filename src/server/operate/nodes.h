/* SPDX-License-Identifier: MIT */
/* nodes.h: `boneyard admin nodes`, `drain` and `undrain`: the servers that share a database. They talk to the servers
 * only through the database, so they work on every machine that may write to it. */
#ifndef BY_SERVER_OPERATE_NODES_H
#define BY_SERVER_OPERATE_NODES_H

#include <stdbool.h>

bool by_nodes_list(const char *db);
/* Waits until the node has handed over its tables, and prints its progress. */
bool by_nodes_drain(const char *db, const char *name);
bool by_nodes_undrain(const char *db, const char *name);

#endif
