/* SPDX-License-Identifier: MIT */
/* queue.h: queues the commands of each table, and writes to the store. */
#ifndef BY_SERVER_TABLES_QUEUE_H
#define BY_SERVER_TABLES_QUEUE_H

#include "inside.h"
#include "row.h"

void by_queue_start(struct by_hub *h);
void by_queue_end(struct by_hub *h);
void by_queue_put(struct live_table *t, struct by_caller *c, const struct by_asked_for *what, bool name_table);
void by_queue_make(struct live_table *t, struct by_caller *c, const struct by_asked_for *what,
                   struct by_entries *first);
/* Returns whether this person's request with this key is already queued, being written or stored. */
bool by_queue_has(const struct live_table *t, const struct by_caller *c, const char *key);
void by_queue_step(struct live_table *t); /* does whatever is possible now */
void by_queue_mend(struct live_table *t);
void by_queue_write_row(struct live_table *t); /* writes the row unless the stored one is current */

/* A table's row, as it is about to be written. */
struct by_table_row {
    struct by_store_row is;
    struct by_columns columns; /* borrows from `is` */
    char *text;
};
/* Returns the current row, plus a person (or NULL) who may be about to sit down. The caller frees out->text. */
void by_queue_row(const struct live_table *t, bool live, const struct by_id *person, struct by_table_row *out);

bool by_queue_store_now(struct by_hub *h, const char *kind, struct by_bytes_of key, struct by_bytes_of value);
typedef void by_on_kept(void *data, bool kept);
void by_queue_batch_later(struct by_hub *h, const struct by_batch *b, by_on_kept *done, void *data);
void by_queue_store_later(struct by_hub *h, const struct by_put_of *puts, int n, by_on_kept *done, void *data);
void by_queue_drop_later(struct by_hub *h, const struct by_id *table, by_on_kept *done,
                         void *data); /* deletes the table with its journal */

#endif
