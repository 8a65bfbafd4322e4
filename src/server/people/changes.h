/* SPDX-License-Identifier: MIT */
/* changes.h: requests of people who have an account or a session: logging in and out, links, sessions, passwords,
 * recovery codes, deletion. */
#ifndef BY_SERVER_PEOPLE_CHANGES_H
#define BY_SERVER_PEOPLE_CHANGES_H

#include "server/tables/inside.h"

void by_changes_ask(struct by_caller *c, const struct by_asked_for *what);

#endif
