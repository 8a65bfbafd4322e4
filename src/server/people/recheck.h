/* SPDX-License-Identifier: MIT */
/* recheck.h: if several servers share the database: what was done on another one holds here too. A moderator's act
 * there is noticed within BY_AUDIT_LOOK seconds, by the length of the audit log; mutes and blocks before the next
 * `join` or `sit`; and the end of a session within BY_RECHECK seconds. */
#ifndef BY_SERVER_PEOPLE_RECHECK_H
#define BY_SERVER_PEOPLE_RECHECK_H

#include "server/tables/inside.h"

enum { BY_RECHECK = 30, BY_AUDIT_LOOK = 2 };
void by_recheck_tick(struct by_hub *h); /* once a second */

/* Reads a caller's conduct again before a request for which it matters, unless it was read within the last second.
 * Returns true if the request waits for that. */
bool by_recheck_first(struct by_caller *c, const struct by_asked_for *what);

#endif
