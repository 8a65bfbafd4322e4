/* SPDX-License-Identifier: MIT */
/* queue.h: queues requests for each table. */
#ifndef BY_SERVER_TABLES_QUEUE_H
#define BY_SERVER_TABLES_QUEUE_H

#include "inside.h"
#include "row.h"

enum { BY_QUEUE_KEY = 48 };

void by_queue_start(struct by_hub *h);
void by_queue_end(struct by_hub *h);
void by_queue_put(struct live_table *t, struct by_caller *c, const struct by_asked_for *what);
/* Takes a seat for a `quick` request. The request is answered with the table's id, or repeated if the seat has been
 * taken. */
void by_queue_quick(struct live_table *t, struct by_caller *c, const struct by_asked_for *sit,
                    const struct by_asked_for *quick);
/* Writes the first entries of a table that was not created by a request. */
void by_queue_begin(struct live_table *t, struct by_entries *first);
void by_queue_make(struct live_table *t, struct by_caller *c, const struct by_asked_for *what,
                   struct by_entries *first);
/* Returns whether this person's request with this key is queued or being written. */
bool by_queue_has(const struct live_table *t, const struct by_caller *c, const char *key);
/* Makes an entry's key from the person and the request's key; the key is used to find the reply to a retry. */
struct by_bytes_of by_queue_key(const struct by_id *person, const char *key, uint8_t out[BY_QUEUE_KEY]);
void by_queue_step(struct live_table *t); /* processes all requests that can be processed now */
void by_queue_mend(struct live_table *t);
void by_queue_write_row(struct live_table *t); /* writes the row unless the stored row is current */

/* A table's row that is about to be written. */
struct by_table_row {
    struct by_store_row is;
    struct by_columns columns; /* borrows from `is` */
    char *text;
};
/* Returns the current row, plus a person (or NULL) who may be about to sit down. The caller frees out->text. */
void by_queue_row(const struct live_table *t, bool live, const struct by_id *person, struct by_table_row *out);

#endif
