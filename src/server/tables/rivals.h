/* SPDX-License-Identifier: MIT */
/* rivals.h: enforces the limits on the open tables of a person and of an address even if several servers create tables
 * at the same moment. Before a server creates a table, it stores a row in the `making` list; then it counts the tables
 * and the other rows. Whichever server stores its row later sees the other server's row or table. Two requests that
 * would both reach a limit at the same moment may both be refused. */
#ifndef BY_SERVER_TABLES_RIVALS_H
#define BY_SERVER_TABLES_RIVALS_H

#include "lobby.h"

/* The ids of tables that are being created for a person, from an address and from its /48. */
enum { BY_RIVALS_MOST = 256 };
struct by_rivals {
    struct by_id table, who[3]; /* the table that is to be created, and for whom */
    int who_n;
    struct by_id all[3][BY_RIVALS_MOST]; /* the tables being created for each of `who`, except `table` */
    int n[3];
    bool unread;
};

/* Sets `table` and `who`, and stores the row, which expires after a minute. */
void by_rivals_store(struct by_rivals *r, struct by_hub *h, const struct by_caller *c, const struct by_id *table,
                     void (*done)(void *, const struct by_stored *), void *data);
void by_rivals_remove(struct by_hub *h, const struct by_id *table);

/* Reads the rows of other tables. Call on a store thread, before the tables are read. */
void by_rivals_read(struct by_store *s, struct by_rivals *r);

/* Returns how many of the tables being created for `who[i]` are neither in memory nor in the given part of the
 * lobby. */
int by_rivals_count(const struct by_rivals *r, int i, const struct by_lobby *l, enum by_lobby_part part,
                    struct by_hub *h);

#endif
