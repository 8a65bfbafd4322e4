/* SPDX-License-Identifier: MIT */
/* both.c: see both.h. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef BY_HAVE_POSTGRES
#include <libpq-fe.h>
#endif

#include "both.h"

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

static void fail(const char *why)
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
        fail("no folder");
    snprintf((char *)(size_t)path, 96, "%s/games.db", folder);
}

void both_end(void)
{
    char command[96];

    snprintf(command, sizeof command, "rm -r %s", folder);
    if (!postgres && system(command) != 0)
        fail(command);
}

struct by_store *both_open(bool shared)
{
    /* An explicit VFS has no lock file of its own, so that a process may open the same file twice. */
    struct by_store_setup setup = { .path = path, .shared = shared, .vfs = shared && !postgres ? "unix" : NULL };
    struct by_fault f = { .err = BY_OK };
    struct by_store *s = by_store_open(&setup, &f);

    if (s == NULL)
        fail(f.text);
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
            fail(PQerrorMessage(c));
        PQclear(r);
        PQfinish(c);
#endif
    } else {
        sqlite3 *db;

        if (sqlite3_open(path, &db) != SQLITE_OK || sqlite3_exec(db, statement, NULL, NULL, NULL) != SQLITE_OK)
            fail(statement);
        sqlite3_close(db);
    }
}
