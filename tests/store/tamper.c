/* SPDX-License-Identifier: MIT */
/* tamper.c: changes bytes of a stored game behind the store's back.  The store must detect every change, for that table
 * only, and delete nothing.  With the chain check off (planted), changes must go undetected. tamper [blind] */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/chain.h"
#include "store/backend.h"
#include "vfs.h"

int by_planted;

enum { TABLES = 4, ENTRIES = 6, RANDOM = 3000 };

static const char path[] = "games.db";
static uint64_t chance = 5;
static long changes, noticed, elsewhere, failures;

static struct by_id id_of(int t) { return (struct by_id){ { 7, 7, (uint8_t)t } }; }

static void fill(void)
{
    struct by_store *s = by_store_open(&(struct by_store_setup){ .path = path, .vfs = VFS }, NULL);

    for (int t = 0; t < TABLES; t++)
        for (uint64_t n = 1; n <= ENTRIES; n++) {
            char key[16], bytes[80];
            struct by_entry_of e = { n, { key, 0 }, { bytes, 0 } };
            struct by_batch b = { .table = id_of(t), .epoch = 1, .entries = &e, .entries_n = 1 };

            e.key.n = (size_t)snprintf(key, sizeof key, "key %d", (int)n);
            e.bytes.n =
                (size_t)snprintf(bytes, sizeof bytes, "{\"what\":\"play\",\"t\":%d,\"move\":\"6-%d\"}", t, (int)n);
            if (n % 2 == 0)
                e.key.at = NULL;
            if (by_store_write_now(s, &b).outcome != BY_KEPT)
                abort();
        }
    by_store_close(s);
}

struct heard {
    uint64_t count;
    struct by_hash all;
};

static bool hear(void *context, uint64_t number, struct by_bytes_of bytes)
{
    struct heard *h = context;

    h->all = by_chain(&(struct by_id){ { 0 } }, number, &h->all, (struct by_bytes_of){ NULL, 0 }, bytes);
    h->count = number;
    return true;
}

/* Reads every table; bit t of the result: table t is damaged. */
static unsigned look(struct by_store *s, struct heard heard[TABLES])
{
    unsigned wrong = 0;

    for (int t = 0; t < TABLES; t++) {
        struct by_id id = id_of(t);
        struct by_fault f = { .err = BY_OK };

        memset(&heard[t], 0, sizeof heard[t]);
        if (by_store_read(s, &id, 1, hear, &heard[t], &f) != BY_OK)
            wrong |= 1u << t;
    }
    return wrong;
}

static bool do_it(sqlite3 *db, const char *what) { return sqlite3_exec(db, what, NULL, NULL, NULL) == SQLITE_OK; }

/* Makes one change to table 1, checks it, and reverts it. */
static void change(sqlite3 *db, struct by_store *s, const char *statement)
{
    struct heard heard[TABLES];
    unsigned wrong;

    do_it(db,
          "drop table if exists temp.e; drop table if exists temp.h;"
          "create temp table e as select * from events; create temp table h as select * from tables");
    if (do_it(db, statement) && sqlite3_changes(db) > 0) {
        changes++;
        wrong = look(s, heard);
        noticed += (wrong & 2) != 0;
        elsewhere += (wrong & ~2u) != 0;
        if (!(wrong & 2) && by_planted == 0)
            printf("not noticed: %s\n", statement);
    }
    do_it(db,
          "delete from events; delete from tables; insert into events select * from e;"
          "insert into tables select * from h");
}

static void flip(sqlite3 *db, struct by_store *s, const char *column, int bytes, const char *from)
{
    char statement[400];

    for (int at = 1; at <= bytes; at++) {
        snprintf(statement, sizeof statement,
                 "update %s set %s = cast(flipped(%s, %d, %d) as blob) where"
                 " table_id = x'07070100000000000000000000000000'%s",
                 from, column, column, at, 1 << vfs_random(&chance) % 8,
                 strcmp(from, "events") == 0 ? " and number = 3" : "");
        change(db, s, statement);
    }
}

/* flipped(blob, place from 1, mask) */
static void flipper(sqlite3_context *c, int n, sqlite3_value **v)
{
    int size = sqlite3_value_bytes(v[0]), at = sqlite3_value_int(v[1]) - 1;
    unsigned char *copy = sqlite3_malloc(size + 1);

    (void)n;
    if (size > 0)
        memcpy(copy, sqlite3_value_blob(v[0]), (size_t)size);
    if (at < size)
        copy[at] ^= (unsigned char)sqlite3_value_int(v[2]);
    sqlite3_result_blob(c, copy, size, sqlite3_free);
}

static void by_statements(void)
{
    static const char *const more[] = {
        "update events set number = 9 where number = 6 and table_id = %s",
        "update events set number = number + 1 where number = 6 and table_id = %s",
        "delete from events where number = 1 and table_id = %s",
        "delete from events where number = 4 and table_id = %s",
        "delete from events where number = 6 and table_id = %s", /* the last one */
        "delete from events where table_id = %s",
        "delete from tables where table_id = %s",
        "update tables set number = 5 where table_id = %s",
        "update tables set number = 7 where table_id = %s",
        "update tables set number = -1 where table_id = %s",
        "update events set bytes = (select bytes from events e where e.table_id = events.table_id and e.number = 5)"
        " where number = 2 and table_id = %s",
        "update events set key = null where number = 1 and table_id = %s",
        "update events set key = x'31' where number = 2 and table_id = %s",
        "insert into events select table_id, 7, null, bytes, hash from events where number = 6 and table_id = %s",
        "update events set table_id = x'99990000000000000000000000000000' where number = 6 and table_id = %s",
        "update events set bytes = bytes || x'20' where number = 6 and table_id = %s",
    };
    struct by_store *s = by_store_open(&(struct by_store_setup){ .path = path, .vfs = VFS }, NULL);
    char statement[400];
    sqlite3 *db;

    if (s == NULL || sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, VFS) != SQLITE_OK)
        abort();
    sqlite3_create_function(db, "flipped", 3, SQLITE_UTF8, NULL, flipper, NULL, NULL);
    do_it(db, "pragma synchronous=off");
    flip(db, s, "bytes", 34, "events");
    flip(db, s, "hash", 32, "events");
    flip(db, s, "key", 5, "events");
    flip(db, s, "table_id", 16, "events");
    flip(db, s, "hash", 32, "tables");
    flip(db, s, "table_id", 16, "tables");
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        snprintf(statement, sizeof statement, more[i], "x'07070100000000000000000000000000'");
        change(db, s, statement);
    }
    sqlite3_close(db);
    by_store_close(s);
}

/* Changes any byte of the whole file: a table is read unchanged, or reported as damaged. */
static void by_bytes(void)
{
    struct heard right[TABLES], heard[TABLES];
    struct by_store_setup setup = { .path = path, .vfs = VFS, .look = true };
    struct by_store *s = by_store_open(&setup, NULL);
    size_t n;
    char *file, *copy;

    if (s == NULL || look(s, right) != 0)
        abort();
    by_store_close(s);
    file = vfs_save(path, &n);
    copy = malloc(n);
    for (int i = 0; i < RANDOM; i++) {
        size_t at = vfs_random(&chance) % n;
        unsigned wrong;

        memcpy(copy, file, n);
        copy[at] ^= (char)(1 << vfs_random(&chance) % 8);
        vfs_clear(1);
        vfs_load(path, copy, n);
        s = by_store_open(&setup, NULL);
        if (s == NULL)
            continue;
        wrong = look(s, heard);
        for (int t = 0; t < TABLES; t++)
            if (!(wrong >> t & 1) && memcmp(&heard[t], &right[t], sizeof right[t]) != 0) {
                printf("byte %zu changed, and table %d is another without a word\n", at, t);
                failures++;
            }
        by_store_close(s);
    }
    free(file);
    free(copy);
}

int main(int argc, char **argv)
{
    by_crypto_start();
    vfs_start();
    vfs_clear(1);
    by_planted = argc > 1 && strcmp(argv[1], "blind") == 0 ? BY_PLANT_BLIND : 0;
    fill();
    by_statements();
    printf("%ld changes to a table: %ld noticed, %ld at another table\n", changes, noticed, elsewhere);
    if (by_planted != 0)
        return noticed == changes;
    by_bytes();
    printf("%d bytes of the file changed: %ld tables were another without a word\n", RANDOM, failures);
    return changes < 140 || noticed < changes || elsewhere > 0 || failures > 0;
}
