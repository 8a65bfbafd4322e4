/* SPDX-License-Identifier: MIT */
/* both.c: see both.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sqlite3.h>
#ifdef BY_HAVE_POSTGRES
#include <libpq-fe.h>
#endif

#include "both.h"
#include "planted.h"

int by_planted;

static bool postgres;
static char folder[64];
static const char *path;

bool both_choose(const char *name)
{
    static char file[96];

    postgres = strcmp(name, "postgres") == 0;
    path = postgres ? getenv("BONEYARD_TEST_DB") : file;
    return path != NULL && (postgres || strcmp(name, "sqlite") == 0);
}

bool both_is_postgres(void) { return postgres; }
const char *both_path(void) { return path; }

static void give_up(const char *why)
{
    printf("FAILED: %s\n", why);
    exit(1);
}

#ifdef BY_HAVE_POSTGRES
static void quiet(void *nothing, const char *message)
{
    (void)nothing;
    (void)message;
}
#endif

void both_begin(void)
{
    if (postgres) {
        both_by_hand("drop schema if exists boneyard cascade");
        return;
    }
    snprintf(folder, sizeof folder, "/tmp/by-store-XXXXXX");
    if (mkdtemp(folder) == NULL)
        give_up("no folder");
    snprintf((char *)(size_t)path, 96, "%s/games.db", folder);
}

void both_end(void)
{
    char command[96];

    snprintf(command, sizeof command, "rm -r %s", folder);
    if (!postgres && system(command) != 0)
        give_up(command);
}

struct by_store *both_open(bool shared)
{
    /* An explicit VFS has no lock file of its own, so that a process may open the same file twice. */
    struct by_store_setup setup = { .path = path, .shared = shared, .vfs = shared && !postgres ? "unix" : NULL };
    struct by_fault f = { .err = BY_OK };
    struct by_store *s = by_store_open(&setup, &f);

    if (s == NULL)
        give_up(f.text);
    return s;
}

void both_by_hand(const char *statement)
{
    if (postgres) {
#ifdef BY_HAVE_POSTGRES
        PGconn *c = PQconnectdb(path);
        PGresult *r;

        PQsetNoticeProcessor(c, quiet, NULL);
        r = PQexec(c, statement);
        if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
            give_up(PQerrorMessage(c));
        PQclear(r);
        PQfinish(c);
#endif
    } else {
        sqlite3 *db;

        if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, statement, NULL, NULL, NULL) != SQLITE_OK)
            give_up(statement);
        sqlite3_close(db);
    }
}

int both_setup(void **state)
{
    (void)state;
    both_begin();
    return 0;
}

int both_teardown(void **state)
{
    (void)state;
    both_end();
    return 0;
}

static const char *planted_test;

bool both_plant(const char *word, const struct both_fault *faults, int n)
{
    for (int i = 0; word != NULL && i < n; i++)
        if (strcmp(word, faults[i].name) == 0) {
            by_planted = faults[i].fault;
            planted_test = faults[i].test;
            cmocka_set_test_filter(planted_test);
        }
    return word == NULL || planted_test != NULL;
}

int both_status(int failed)
{
    if (planted_test == NULL)
        return failed;
    printf("%s: the fault was %s\n", planted_test, failed == 0 ? "not noticed" : "noticed");
    return failed == 0;
}
