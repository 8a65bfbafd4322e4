/* SPDX-License-Identifier: MIT */
/* row.h: reads and writes a table's row in the store's `table` list. The row records whether the server loads the table
 * at its start, when the table ended, and who can find it. A short form of the table's card helps operators who read
 * the database. */
#ifndef BY_SERVER_TABLES_ROW_H
#define BY_SERVER_TABLES_ROW_H

#include "store/store.h"
#include "wire/card.h"

struct by_store_row {
    bool live;
    int64_t over; /* end time in calendar seconds; 0 if not over */
    int needs;    /* the entry version needed to read the table (room.h); at least 1 */
    /* These members are used for requests that arrive before the table is loaded. The row may be outdated, but only in
     * one way: it may list people who no longer have a seat, or describe a match as waiting although it has begun. */
    bool indexed, is_public, waiting;
    bool played; /* the match is over, but its results are not yet completely stored */
    int game;    /* enum by_game_id, or -1 */
    int who_n;
    struct by_id who[BY_SEATS + 4]; /* people with a seat, and the host, followed by `from` and `wide` */
    bool counted;
    struct by_id from; /* if `counted`: the creator's address as an id (lobby.h), to count its open tables */
    bool is_wide;
    struct by_id wide; /* if `is_wide`: the same for the address's /48 */
};

/* The values of a row's `status` column. */
#define BY_ROW_OPEN "open"       /* a public table that is waiting for players and has a free seat */
#define BY_ROW_PUBLIC "public"   /* any other public table that anyone may watch */
#define BY_ROW_PRIVATE "private" /* an unlisted table */
#define BY_ROW_DONE "done"       /* a finished table */

/* Visits the rows of all tables that are not over. Returns false if the rows could not be read to the end. */
bool by_row_each_live(struct by_store *s, by_on_value *each, void *context);

/* Returns the columns of a row, which borrow from the row. `card` may be NULL. */
struct by_columns by_row_columns(struct by_store_row *row, const struct by_card *card);

/* Returns false if the value is not a valid row. */
bool by_row_read(struct by_bytes_of value, struct by_store_row *out);

/* Returns the row as text; `card` may be NULL. The caller frees it. */
char *by_row_print(const struct by_store_row *row, const struct by_card *card);

#endif
