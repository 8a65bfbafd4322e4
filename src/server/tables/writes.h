/* SPDX-License-Identifier: MIT */
/* writes.h: writes to the store, whose thread reports results to the loop. Results arrive in the order of the
 * writes. */
#ifndef BY_SERVER_TABLES_WRITES_H
#define BY_SERVER_TABLES_WRITES_H

#include "inside.h"

typedef void by_on_written(void *data, const struct by_stored *s);
typedef void by_on_kept(void *data, bool kept);

void by_writes_start(struct by_hub *h);
bool by_writes_tick(void *hub); /* reports completed writes; returns whether any write is still pending */
void by_writes_end(struct by_hub *h);

/* Writes a batch and reports its outcome to `done`. by_writes_moves is for moves, which make up most of the load: they
 * share commits, and their outcome is reported on a tick, before its output is sent. */
void by_writes_ask(struct by_hub *h, const struct by_batch *b, by_on_written *done, void *data);

void by_writes_moves(struct by_hub *h, const struct by_batch *b, by_on_written *done, void *data);

/* Write a batch that belongs to no table in memory, write list values without columns, or delete a table with its
 * journal.  `done` may be NULL. */
void by_writes_lost(struct by_hub *h, const struct by_stored *s); /* reports a failed write to the operator */
void by_writes_batch(struct by_hub *h, const struct by_batch *b, by_on_kept *done, void *data);
void by_writes_puts(struct by_hub *h, const struct by_put_of *puts, int n, by_on_kept *done, void *data);
void by_writes_drop(struct by_hub *h, const struct by_id *table, by_on_kept *done, void *data);

#endif
