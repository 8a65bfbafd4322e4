/* SPDX-License-Identifier: MIT */
/* row.h: a table's row in the store's list `table`: whether to load it when the server starts, when it ended, which
 * people may look for it, and a short form of its card for people who read the database. */
#ifndef BY_SERVER_TABLES_ROW_H
#define BY_SERVER_TABLES_ROW_H

#include "store/store.h"
#include "wire/card.h"

struct by_store_row {
    bool live;
    int64_t over; /* end time in calendar seconds; 0: not over */
    /* Used for requests that arrive before the table is loaded. The row may be out of date, but only in one direction:
     * it may list people who no longer have a seat, or call a match waiting that has begun. */
    bool indexed, is_public, waiting;
    int game; /* enum by_game_id, or -1 */
    int who_n;
    struct by_id who[BY_SEATS + 2]; /* people with a seat, and the host */
};

/* Returns false if the value is not a valid row. */
bool by_row_read(struct by_bytes_of value, struct by_store_row *out);

/* Returns the row as text; `card` may be NULL. The caller frees it. */
char *by_row_print(const struct by_store_row *row, const struct by_card *card);

#endif
