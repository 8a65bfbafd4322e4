/* SPDX-License-Identifier: MIT */
/* row.h: what the store's list `table` says of a table: whether it has to be loaded when the server starts, since when
 * it has been over, who may look for it, and its card in short for a person who reads the database. */
#ifndef BY_SERVER_TABLES_ROW_H
#define BY_SERVER_TABLES_ROW_H

#include "store/store.h"
#include "wire/card.h"

struct by_store_row {
    bool live;
    int64_t over; /* seconds of the calendar; 0: it is not over */
    /* For requests that come before the table is loaded. It may list more people than have a seat, and say that a
     * match waits that has begun since, but never the opposite. */
    bool indexed, is_public, waiting;
    int game; /* enum by_game_id, or -1 */
    int who_n;
    struct by_id who[BY_SEATS + 2]; /* those with a seat, the host */
};

/* False: this is no such row. */
bool by_row_read(struct by_bytes_of value, struct by_store_row *out);

/* The row as text; `card` may be NULL.  The caller frees it. */
char *by_row_print(const struct by_store_row *row, const struct by_card *card);

#endif
