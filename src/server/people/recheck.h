/* SPDX-License-Identifier: MIT */
/* recheck.h: applies changes made by other servers that share the database.  A moderator's act is noticed within
 * BY_AUDIT_LOOK seconds, through the length of the audit log.  Mutes and blocks are noticed before the next `join` or
 * `sit`, and the end of a session within BY_RECHECK seconds. */
#ifndef BY_SERVER_PEOPLE_RECHECK_H
#define BY_SERVER_PEOPLE_RECHECK_H

#include "server/tables/inside.h"

enum { BY_RECHECK = 30, BY_AUDIT_LOOK = 2 };
void by_recheck_tick(struct by_hub *h); /* once a second */

/* Rereads a caller's conduct before a request that depends on it, unless it was read within the last second.  Returns
 * true if the request has to wait. */
bool by_recheck_first(struct by_caller *c, const struct by_asked_for *what);

#endif
