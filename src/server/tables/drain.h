/* SPDX-License-Identifier: MIT */
/* drain.h: an operator drains a node (`boneyard admin drain`) before an upgrade: it hands its tables over to other
 * nodes, a few at a time, tells the callers where their table is now, and takes over no tables. */
#ifndef BY_SERVER_TABLES_DRAIN_H
#define BY_SERVER_TABLES_DRAIN_H

#include "inside.h"

void by_drain_start(struct by_hub *h);
void by_drain_end(struct by_hub *h);  /* after by_reads_end and by_writes_end */
void by_drain_tick(struct by_hub *h); /* call once a second: reads the drain order and the other nodes */

/* Returns whether this node is being drained. False while no other node could take its tables. */
bool by_drain_on(const struct by_hub *h);

/* Returns the address of the node to which the next table goes, or NULL if no other node reads this version of entries
 * (room.h). */
const char *by_drain_next(struct by_hub *h, int entries);

#endif
