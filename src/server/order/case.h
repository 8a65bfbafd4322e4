/* SPDX-License-Identifier: MIT */
/* case.h: a report as a moderator sees it: who reported, how long each move took, who shares addresses with the
 * reported person, earlier notices. Of a match in progress, no moves are shown, since a moderator may be playing. */
#ifndef BY_SERVER_ORDER_CASE_H
#define BY_SERVER_ORDER_CASE_H

#include "server/tables/inside.h"

void by_case_ask(struct by_caller *c, const struct by_asked_for *what);

#endif
