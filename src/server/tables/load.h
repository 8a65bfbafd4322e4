/* SPDX-License-Identifier: MIT */
/* load.h: brings tables from the store into memory. The store's threads read and replay the journals, so the loop never
 * waits; one table is loaded at a time, and requested tables come first. */
#ifndef BY_SERVER_TABLES_LOAD_H
#define BY_SERVER_TABLES_LOAD_H

#include "inside.h"
#include "reads.h"

/* Receives the table, or NULL and the reason. */
typedef void by_on_wanted(void *data, struct live_table *t, enum by_refusal why);

/* Starts loading every table that waits for players or is in play. */
void by_load_start(struct by_hub *h);
void by_load_free(struct by_hub *h); /* after by_reads_end */
void by_load_tick(struct by_hub *h); /* once a second */

/* Calls back at once if the table is in memory, otherwise later. */
void by_load_want(struct by_hub *h, const struct by_id *id, by_on_wanted *on, void *data);

/* While the tables are being loaded after a start: loads those that a request needs, and then calls `ready`, at once if
 * there are none. by_load_of: every table where this person may have a seat. by_load_public: up to `most` public tables
 * of a game (-1 for any game); with `waiting`, only those that wait for players. */
void by_load_of(struct by_hub *h, const struct by_id *person, by_read_done *ready, void *data);
void by_load_public(struct by_hub *h, int game, bool waiting, int most, by_read_done *ready, void *data);

int by_load_left(const struct by_hub *h);                            /* tables not yet loaded after the start */
bool by_load_wanted(const struct by_hub *h, const struct by_id *id); /* whether the table is about to be loaded */

#endif
