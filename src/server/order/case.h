/* SPDX-License-Identifier: MIT */
/* case.h: shows a report to a moderator: the reporters, the time that each move took, the people who share an address
 * with the reported person, and earlier notices. The moves of a match in progress are withheld, since a moderator may
 * be playing in it. */
#ifndef BY_SERVER_ORDER_CASE_H
#define BY_SERVER_ORDER_CASE_H

#include "server/tables/inside.h"

void by_case_ask(struct by_caller *c, const struct by_asked_for *what);

#endif
