/* SPDX-License-Identifier: MIT */
/* broadcast.h: sends events to the callers at a table. */
#ifndef BY_SERVER_TABLES_BROADCAST_H
#define BY_SERVER_TABLES_BROADCAST_H

#include "inside.h"

void by_broadcast_join(struct by_caller *c, struct live_table *t, uint64_t from);
void by_broadcast_leave(struct by_caller *c);
/* Sends the caller as many of its unsent events as its buffer allows, and the table's card. */
void by_broadcast_pump(struct by_caller *c);
void by_broadcast_table(struct live_table *t); /* sends unsent events and the card to every caller at the table */
/* Removes callers who joined while a seat was open but may not watch the match. */
void by_broadcast_dismiss(struct live_table *t);
/* Redirects the callers to the node at this address, which is taking over the table, and removes them from the
 * table. */
void by_broadcast_moved(struct live_table *t, const char *at);
void by_broadcast_phrase(struct live_table *t, int seat, const char *phrase);

#endif
