/* SPDX-License-Identifier: MIT */
/* cut.h: a database for a test that cuts its power. SQLite is on the simulated disk of vfs.h; PostgreSQL is the server
 * of cluster.py, whose processes are all killed. */
#ifndef BY_TESTS_STORE_CUT_H
#define BY_TESTS_STORE_CUT_H

#include "store/store.h"

/* As both_setup and both_teardown. */
int cut_setup(void **state);
int cut_teardown(void **state);

/* Opens the database, or ends the program. */
struct by_store *cut_open(void);

/* Cuts the power, closes the store, and restores the power. Returns the database, opened again. */
struct by_store *cut_power(struct by_store *s);
#endif
