/* SPDX-License-Identifier: MIT */
/* migrate.h: copies a database into another, of either kind. */
#ifndef BY_SERVER_OPERATE_MIGRATE_H
#define BY_SERVER_OPERATE_MIGRATE_H

#include <stdbool.h>

#include "store/store.h"

/* Copies everything from one database to another, which must be empty or contain part of the same migration, and
 * compares the two. No server may use either of them. Prints the progress and the result. Returns false with the reason
 * on standard error; if a migration was interrupted, the next call continues it. */
bool by_migrate(const char *from, const char *to);

/* Returns whether a migration into this database is incomplete. */
bool by_migrate_unfinished(struct by_store *store);

#endif
