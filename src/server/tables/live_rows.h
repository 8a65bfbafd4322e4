/* SPDX-License-Identifier: MIT */
/* live_rows.h: lists the live tables that a server loads after it starts, as described by their rows (row.h). */
#ifndef BY_SERVER_TABLES_LIVE_ROWS_H
#define BY_SERVER_TABLES_LIVE_ROWS_H

#include "row.h"

struct by_live_rows {
    struct by_live_row {
        struct by_id id;
        bool indexed, is_public, waiting; /* see row.h */
        int game, who_n;
        size_t who; /* index in `people` of the table's first person */
    } * all;
    struct by_id *people;
    size_t n, room, at, people_n, people_room; /* tables before `at` have been processed */
};

/* Reads the rows. A non-NULL `node` means that several servers share the database; only tables that no server has
 * claimed are then read, for example those left by a single server. The other servers load the rest. */
void by_live_rows_read(struct by_store *s, struct by_live_rows *l, const struct by_id *node);
void by_live_rows_clear(struct by_live_rows *l);

bool by_live_rows_has(const struct by_live_rows *l, size_t i, const struct by_id *person);

#endif
