/* SPDX-License-Identifier: MIT */
/* moderate.h: handles moderators' requests to read a report with its match, and to act on it. An act, its audit log
 * entry (audit.h) and its consequences are written in one batch. The `closing` list contains the tables that moderators
 * have ordered closed but whose servers have not closed them yet. */
#ifndef BY_SERVER_ORDER_MODERATE_H
#define BY_SERVER_ORDER_MODERATE_H

#include "server/tables/inside.h"

void by_moderate_ask(struct by_caller *c, const struct by_asked_for *what); /* the requests `act`, `audit` and
                                                                             * `noted` */
void by_moderate_tick(struct by_hub *h);                                    /* once a second */

#endif
