/* SPDX-License-Identifier: MIT */
/* follow.h: drives tournaments. In each pass, a store thread reads the cups in progress, those with a step due, and
 * those that callers follow. The server then takes the steps that are due, creates missing tables, and updates the
 * callers. */
#ifndef BY_SERVER_TOURNAMENTS_FOLLOW_H
#define BY_SERVER_TOURNAMENTS_FOLLOW_H

#include "server/tables/inside.h"

struct cups {
    bool polls, again; /* a pass is under way; another one must follow */
    bool warned;       /* an invalid row has been logged */
    int ticks, lately; /* the pass in which the tables' rows are read (follow.c) */
};

enum { BY_CUP_ROW = 256 << 10 }; /* maximum length of a cup's row in bytes */

void by_cups_poll(struct by_hub *h); /* starts a pass; if one is under way, another one follows */
void by_cups_tick(struct by_hub *h); /* once a second */
void by_cups_hint(struct by_hub *h); /* call when a round has been paired, or one of its tables has been created or is
                                      * over */

#endif
