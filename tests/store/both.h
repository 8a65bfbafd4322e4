/* SPDX-License-Identifier: MIT */
/* both.h: a database for a test, of either kind. */
#ifndef BY_TESTS_STORE_BOTH_H
#define BY_TESTS_STORE_BOTH_H

#include "store/store.h"

/* "sqlite", or "postgres" at $BONEYARD_TEST_DB. */
bool both_choose(const char *name);
bool both_is_postgres(void);

/* An empty database, and its end. */
void both_begin(void);
void both_end(void);

/* Opens it, ends the program if it cannot; shared: for several stores at a time. */
struct by_store *both_open(bool shared);
const char *both_path(void);

/* Runs a statement in the database, past the store. */
void both_by_hand(const char *statement);

#endif
