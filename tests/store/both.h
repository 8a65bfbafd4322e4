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

/* Opens the database, or ends the program; shared: for several stores at a time. */
struct by_store *both_open(bool shared);
const char *both_path(void);

/* Runs a statement in the database, bypassing the store. */
void both_by_hand(const char *statement);

/* both_begin and both_end as cmocka calls them before and after a test. */
int both_setup(void **state);
int both_teardown(void **state);

/* A planted fault, by the word that names it on the command line, and the only test to run with it. */
struct both_fault {
    const char *name, *test;
    int fault;
};

/* Plants the fault that a word names; NULL plants none. Returns false if the word is unknown. */
bool both_plant(const char *word, const struct both_fault *faults, int n);

/* Returns the exit status of a run with this many failed tests; a planted fault must fail its test. */
int both_status(int failed);

#endif
