/* SPDX-License-Identifier: MIT */
/* drain.h: drains a node before an upgrade (`boneyard admin drain`). A draining node hands its tables over to other
 * nodes, a few at a time, redirects the callers, and takes over no tables itself. */
#ifndef BY_SERVER_TABLES_DRAIN_H
#define BY_SERVER_TABLES_DRAIN_H

#include "inside.h"

void by_drain_start(struct by_hub *h);
void by_drain_end(struct by_hub *h);  /* after by_reads_end and by_writes_end */
void by_drain_tick(struct by_hub *h); /* call once a second; reads the drain order and the rows of the other nodes */

/* Returns whether this node is being drained. Returns false while no other node could take its tables. */
bool by_drain_on(const struct by_hub *h);

/* Returns the address of the node to which the next table goes, or NULL if no other node reads this version of entries
 * (room.h). */
const char *by_drain_next(struct by_hub *h, int entries);

#endif
