/* SPDX-License-Identifier: MIT */
/* elsewhere.h: reads a table as another server (node) would, from memory instead of a database. */
#ifndef ROOM_ELSEWHERE_H
#define ROOM_ELSEWHERE_H

#include "table.h"

/* Returns the table's row, and the text that another node makes from the row and the journal for this person: in every
 * list, as if the person had a seat and the table were public. The caller frees the text. */
char *elsewhere(const struct by_room *r, const struct lines *journal, const struct by_room_host *host,
                const struct by_id *person, int64_t now);

#endif
