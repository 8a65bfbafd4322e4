/* SPDX-License-Identifier: MIT */
/* follow.h: keeps tournaments going. In each pass, a thread of the store reads the cups that are being played, those
 * that have something due, and those that callers follow. Then the server does what is due, makes missing tables, and
 * tells the callers. */
#ifndef BY_SERVER_TOURNAMENTS_FOLLOW_H
#define BY_SERVER_TOURNAMENTS_FOLLOW_H

#include "server/tables/inside.h"

struct cups {
    bool polls, again; /* a pass is under way; another one must follow it */
    bool warned;       /* the log says that a row is invalid */
    int ticks, lately; /* when the tables' rows are read (follow.c) */
};

enum { BY_CUP_ROW = 256 << 10 }; /* maximum length of a cup's row in bytes */

void by_cups_poll(struct by_hub *h); /* starts a pass; if one is under way, another one follows it */
void by_cups_tick(struct by_hub *h); /* once a second */
void by_cups_hint(struct by_hub *h); /* a round has been paired; or a table of it has been made, or is over */

#endif
