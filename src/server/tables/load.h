/* SPDX-License-Identifier: MIT */
/* load.h: loads tables from the store into memory. The store's threads read and replay the journals, so the loop never
 * waits. Tables are loaded one at a time, requested ones first. */
#ifndef BY_SERVER_TABLES_LOAD_H
#define BY_SERVER_TABLES_LOAD_H

#include "inside.h"
#include "reads.h"

/* Receives the table, or NULL and the reason. */
typedef void by_on_wanted(void *data, struct live_table *t, enum by_refusal why);

/* Starts loading every table that is waiting for players or in play. */
void by_load_start(struct by_hub *h);
void by_load_free(struct by_hub *h); /* after by_reads_end */
void by_load_tick(struct by_hub *h); /* once a second */

/* Calls back immediately if the table is in memory, otherwise once it is loaded. */
void by_load_want(struct by_hub *h, const struct by_id *id, by_on_wanted *on, void *data);

/* While tables are being loaded after a start, load those that a request needs and then call `ready`, immediately if
 * there are none. by_load_of loads every table at which this person may have a seat. by_load_public loads up to `most`
 * public tables of a game (-1 for any game); with `waiting`, only those waiting for players. */
void by_load_of(struct by_hub *h, const struct by_id *person, by_read_done *ready, void *data);
void by_load_public(struct by_hub *h, int game, bool waiting, int most, by_read_done *ready, void *data);

int by_load_left(const struct by_hub *h);                            /* tables not yet loaded after the start */
bool by_load_wanted(const struct by_hub *h, const struct by_id *id); /* returns whether the table is about to be
                                                                      * loaded */

#endif
