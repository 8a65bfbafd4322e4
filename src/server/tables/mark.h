/* SPDX-License-Identifier: MIT */
/* mark.h: keeps a mark file next to the database. The file names the table being loaded and counts the attempts. The
 * mark file remains if loading crashes the program. */
#ifndef BY_SERVER_TABLES_MARK_H
#define BY_SERVER_TABLES_MARK_H

#include "inside.h"

struct by_mark {
    struct by_id id;
    uint8_t times; /* 0 if there is no mark */
};

struct by_mark by_mark_read(const struct by_hub *h);
void by_mark_write(const struct by_hub *h, const struct by_mark *m); /* NULL removes the mark */

#endif
