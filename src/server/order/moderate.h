/* SPDX-License-Identifier: MIT */
/* moderate.h: what moderators do: they read a report with its match, and act on it. An act, its entry in the audit log
 * (audit.h) and its consequences are one batch. List `closing` has the tables that moderators have closed, until the
 * server that holds the table has done so. */
#ifndef BY_SERVER_ORDER_MODERATE_H
#define BY_SERVER_ORDER_MODERATE_H

#include "server/tables/inside.h"

void by_moderate_ask(struct by_caller *c, const struct by_asked_for *what); /* act, audit, noted */
void by_moderate_tick(struct by_hub *h);                                    /* once a second */

#endif
