/* SPDX-License-Identifier: MIT */
/* index.h: finds the tables in memory by their people, by their creator's address and by game, so that the cost of a
 * request does not depend on the number of tables. */
#ifndef BY_SERVER_TABLES_INDEX_H
#define BY_SERVER_TABLES_INDEX_H

#include "inside.h"

/* BY_INDEX_PERSON: tables at which the person has a seat, or that the person opened. BY_INDEX_ADDRESS: only counted;
 * see by_index_count. BY_INDEX_ASKS: tables at which the person has a pending `make` or `quick`, once for each
 * request. */
enum by_index_kind { BY_INDEX_PERSON, BY_INDEX_ADDRESS, BY_INDEX_ASKS };

/* BY_INDEX_OPEN: public tables that wait for players and have a free seat; BY_INDEX_WATCH: other public tables that
 * anyone may see. Oldest first. */
enum by_index_list { BY_INDEX_OPEN, BY_INDEX_WATCH, BY_INDEX_LISTS };

struct by_index *by_index_new(const struct by_hub *h); /* uses the hub's key, so that clients cannot engineer
                                                        * collisions */
void by_index_free(struct by_index *x);                /* accepts NULL */

/* Updates a table's entries. Call this after every change to the table's room, and when the table no longer has a
 * room. */
void by_index_update(struct live_table *t);

/* Adds or removes one entry. (For people, by_index_update does this.) */
void by_index_add(struct live_table *t, enum by_index_kind kind, const uint8_t id[16]);
void by_index_remove(struct live_table *t, enum by_index_kind kind, const uint8_t id[16]);

/* Returns the number of open tables in memory that count towards the limit of this address, given as an id
 * (lobby.h). */
int by_index_count(const struct by_hub *h, const uint8_t address[16]);

/* Visit tables until `each` returns false. `each` must not change the index. A `game` of -1 means all games. */
typedef bool by_on_indexed(void *data, struct live_table *t);
void by_index_each(const struct by_hub *h, enum by_index_kind kind, const uint8_t id[16], by_on_indexed *each,
                   void *data);
void by_index_public(const struct by_hub *h, enum by_index_list list, int game, by_on_indexed *each, void *data);

#endif
