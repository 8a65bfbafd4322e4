/* SPDX-License-Identifier: MIT */
/* migrate.h: copies a database to another one, of the same or a different kind. */
#ifndef BY_SERVER_OPERATE_MIGRATE_H
#define BY_SERVER_OPERATE_MIGRATE_H

#include <stdbool.h>

#include "store/store.h"

/* Copies a whole database to another one, which must be empty or contain part of the same migration, and then compares
 * the two. No server may be using either database. Prints the progress and the result. On failure returns false, with
 * the reason on standard error. The next call continues an interrupted migration. */
bool by_migrate(const char *from, const char *to);

/* Returns whether a migration into this database is incomplete. */
bool by_migrate_unfinished(struct by_store *store);

#endif
