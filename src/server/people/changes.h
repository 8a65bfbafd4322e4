/* SPDX-License-Identifier: MIT */
/* changes.h: handles requests that change accounts and sessions: logging in and out, links, passwords, recovery codes
 * and deletion. */
#ifndef BY_SERVER_PEOPLE_CHANGES_H
#define BY_SERVER_PEOPLE_CHANGES_H

#include "server/tables/inside.h"

void by_changes_ask(struct by_caller *c, const struct by_asked_for *what);

#endif
