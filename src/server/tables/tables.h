/* SPDX-License-Identifier: MIT */
/* tables.h: finds, sets aside and unloads the tables in memory. */
#ifndef BY_SERVER_TABLES_TABLES_H
#define BY_SERVER_TABLES_TABLES_H

#include "inside.h"

struct live_table *by_tables_known(struct by_hub *h, const struct by_id *id); /* NULL if not in memory; see load.h */
/* Adds a table that takes ownership of this room; NULL for an empty table. */
struct live_table *by_tables_add(struct by_hub *h, const struct by_id *id, struct by_room *room);
void by_tables_drop(struct live_table *t);
void by_tables_give_up(struct live_table *t); /* another node owns or may own the table now: disconnects its callers */
void by_tables_start(struct by_hub *h);
void by_tables_tick(struct by_hub *h);
void by_tables_recover(struct by_hub *h); /* call after a write has failed: play resumes once the store has recovered */
void by_tables_free(struct by_hub *h);
void by_tables_set_aside(struct live_table *t, const char *reason); /* does not affect other tables */
void by_tables_write_time(const struct live_table *t);              /* call before the server ends */
typedef void by_on_live_table(void *data, struct live_table *t);
void by_tables_each(struct by_hub *h, by_on_live_table *each, void *data);
int64_t by_tables_time(const struct live_table *t);             /* the room's time */
int64_t by_tables_when(const struct live_table *t, int64_t at); /* converts room time to server time */
int64_t by_tables_tick_ms(const struct by_hub *h);              /* the start of the current step of table time */

#endif
