/* SPDX-License-Identifier: MIT */
/* migrate.h: copies a database into another, of either kind. */
#ifndef BY_SERVER_OPERATE_MIGRATE_H
#define BY_SERVER_OPERATE_MIGRATE_H

#include <stdbool.h>

#include "store/store.h"

/* Copies everything from one database to another, which must be empty or hold the beginning of the same migration, and
 * compares both. No server may use either. Prints the progress and the result. Returns false with the reason on
 * standard error; a migration that was interrupted goes on when it is started again. */
bool by_migrate(const char *from, const char *to);

/* Returns whether a migration into this database has begun and not ended. */
bool by_migrate_unfinished(struct by_store *store);

#endif
