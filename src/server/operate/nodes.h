/* SPDX-License-Identifier: MIT */
/* nodes.h: implements `boneyard admin nodes`, `drain` and `undrain` for servers that share a database. These commands
 * reach the servers only through the database, so they work on any machine that may write to the database. */
#ifndef BY_SERVER_OPERATE_NODES_H
#define BY_SERVER_OPERATE_NODES_H

#include <stdbool.h>

bool by_nodes_list(const char *db);
/* Waits until the node has handed over its tables, printing its progress. */
bool by_nodes_drain(const char *db, const char *name);
bool by_nodes_undrain(const char *db, const char *name);

#endif
