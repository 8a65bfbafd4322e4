/* SPDX-License-Identifier: MIT */
/* columns.c: tests rows of lists that are found by their columns, and a database of an older version that receives
 * them.
 *
 *     columns sqlite|postgres [former]        OLD databases are in tests/store/old/
 *
 * With the planted fault, it passes if the fault is detected. PostgreSQL is at $BONEYARD_TEST_DB; its contents are
 * deleted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "store/backend.h"
#include "both.h"

static const char *folder;

static struct by_bytes_of text(const char *t) { return (struct by_bytes_of){ t, strlen(t) }; }

static const struct by_id ann = { { 1 } }, bob = { { 2 } }, carl = { { 3 } };

static void put(struct by_store *s, const char *key, const char *value, const struct by_columns *columns)
{
    struct by_put_of row = { "table", text(key), text(value) };
    struct by_batch b = { .puts = &row, .puts_n = 1, .columns = columns };

    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
}

struct found {
    char all[4096];
    int stop, n;
};

static bool find(void *context, struct by_bytes_of key, struct by_bytes_of value)
{
    struct found *f = context;
    size_t at = strlen(f->all);

    snprintf(f->all + at, sizeof f->all - at, "%.*s=%.*s ", (int)key.n, (const char *)key.at, (int)value.n,
             (const char *)value.at);
    return ++f->n != f->stop;
}

static void finds(struct by_store *s, struct by_query q, const char *expected)
{
    struct found f = { .n = 0 };

    q.kind = q.kind == NULL ? "table" : q.kind;
    assert_true(by_store_query(s, &q, find, &f));
    assert_string_equal(f.all, expected);
}

static void fill(struct by_store *s)
{
    const struct by_id two[] = { ann, bob };

    put(s, "a", "1", &(struct by_columns){ .status = "open", .game = "draw", .who = two, .who_n = 2 });
    put(s, "b", "2", &(struct by_columns){ .status = "open", .game = "block", .who = &ann, .who_n = 1 });
    put(s, "c", "3", &(struct by_columns){ .status = "done", .game = "draw", .at = 300, .who = &bob, .who_n = 1 });
    put(s, "d", "4", &(struct by_columns){ .status = "done", .game = "draw", .at = 100 });
    put(s, "e", "5", &(struct by_columns){ .status = "done", .at = 200 });
    put(s, "f", "6", NULL);
}

/* Each index finds its rows, in its order, and nothing else. */
static void found_by_columns(void **state)
{
    struct by_store *s = both_open(false);
    struct found one = { .stop = 1 };

    (void)state;
    fill(s);
    finds(s, (struct by_query){ .who = &ann }, "a=1 b=2 ");
    finds(s, (struct by_query){ .who = &bob }, "a=1 c=3 ");
    finds(s, (struct by_query){ .who = &bob, .undated = true }, "a=1 ");
    finds(s, (struct by_query){ .who = &ann, .beyond = text("a") }, "b=2 ");
    finds(s, (struct by_query){ .who = &ann, .beyond = text("aa"), .most = 1 }, "b=2 ");
    finds(s, (struct by_query){ .who = &bob, .beyond = text("c") }, "");
    finds(s, (struct by_query){ .who = &carl }, "");
    finds(s, (struct by_query){ .kind = "session", .who = &ann }, "");
    finds(s, (struct by_query){ .status = "open" }, "b=2 a=1 ");
    finds(s, (struct by_query){ .status = "open", .game = "draw" }, "a=1 ");
    finds(s, (struct by_query){ .status = "open", .game = "dra" }, "");
    finds(s, (struct by_query){ .status = "done", .game = "draw" }, "c=3 d=4 ");
    finds(s, (struct by_query){ .before = 300 }, "d=4 e=5 ");
    finds(s, (struct by_query){ .before = 301, .skip = 1 }, "e=5 c=3 ");
    finds(s, (struct by_query){ .before = 301, .skip = 1, .most = 1 }, "e=5 ");
    finds(s, (struct by_query){ .who = &ann, .most = 1 }, "a=1 ");
    finds(s, (struct by_query){ .status = "open", .skip = 1 }, "a=1 ");
    finds(s, (struct by_query){ .status = "open", .after_game = "" }, "b=2 a=1 ");
    finds(s, (struct by_query){ .status = "open", .after_game = "", .most = 1 }, "b=2 ");
    finds(s, (struct by_query){ .status = "open", .after_game = "block", .after = { "b", 1 } }, "a=1 ");
    finds(s, (struct by_query){ .status = "open", .game = "draw", .after_game = "draw", .after = { "a", 1 } }, "");
    finds(s, (struct by_query){ .status = "done", .game = "draw", .after_game = "draw", .after = { "c", 1 } }, "d=4 ");
    assert_true(by_store_query(s, &(struct by_query){ .kind = "table", .status = "open" }, find, &one));
    assert_int_equal(one.n, 1);
    by_store_close(s);
}

/* A row that has changed is found by its new values, and a deleted row is not found. */
static void columns_change(void **state)
{
    const struct by_id both[] = { carl, bob };
    struct by_store *s = both_open(false);

    (void)state;
    fill(s);
    put(s, "a", "7", &(struct by_columns){ .status = "public", .game = "draw", .who = both, .who_n = 2 });
    put(s, "c", "", NULL);
    put(s, "e", "8", NULL);
    finds(s, (struct by_query){ .who = &ann }, "b=2 ");
    finds(s, (struct by_query){ .who = &bob }, "a=7 ");
    finds(s, (struct by_query){ .who = &carl }, "a=7 ");
    finds(s, (struct by_query){ .status = "open" }, "b=2 ");
    finds(s, (struct by_query){ .status = "done" }, "d=4 ");
    finds(s, (struct by_query){ .before = 1000 }, "d=4 ");
    put(s, "c", "9", NULL); /* the same key again, without people */
    finds(s, (struct by_query){ .who = &bob }, "a=7 ");
    by_store_close(s);
}

/* Columns are part of the batch: refused with it, and checked. */
static void columns_of_a_batch(void **state)
{
    static const struct by_id many[BY_STORE_WHO + 1];
    struct by_store *s = both_open(false);
    struct by_entry_of e = { 2, { NULL, 0 }, text("x") };
    struct by_put_of row = { "table", text("a"), text("1") };
    struct by_columns c = { .status = "open", .who = &ann, .who_n = 1 };
    struct by_batch b = { .table = ann, .epoch = 1, .entries = &e, .entries_n = 1, .puts = &row, .puts_n = 1 };

    (void)state;
    b.columns = &c;
    assert_true(by_store_write_now(s, &b).misplaced);
    finds(s, (struct by_query){ .who = &ann }, "");
    e.number = 1;
    c.status = "";
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_REFUSED);
    c = (struct by_columns){ .who = many, .who_n = BY_STORE_WHO + 1 };
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_REFUSED);
    c = (struct by_columns){ .at = -1 };
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_REFUSED);
    c = (struct by_columns){ .status = "o'\"\\{pen}", .who = &ann, .who_n = 1 };
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
    finds(s, (struct by_query){ .status = "o'\"\\{pen}" }, "a=1 ");
    by_store_close(s);
}

/* ---- An older database ---- */

static char *content(const char *name)
{
    char path[1024], *all = calloc(1, 1 << 20);
    FILE *in;

    snprintf(path, sizeof path, "%s/%s.sql", folder, name);
    in = fopen(path, "re");
    assert_non_null(in);
    assert_in_range(fread(all, 1, (1 << 20) - 1, in), 1000, (1 << 20) - 2);
    fclose(in);
    return all;
}

struct old {
    struct by_store *store;
    int n, entries;
    struct by_id key;
    char value[2048];
};

static bool note(void *context, struct by_bytes_of key, struct by_bytes_of value)
{
    struct old *o = context;

    o->n++;
    if (key.n == sizeof o->key.bytes) /* an account's key is its name */
        memcpy(o->key.bytes, key.at, key.n);
    snprintf(o->value, sizeof o->value, "%.*s", (int)value.n, (const char *)value.at);
    return true;
}

static bool pass(void *context, uint64_t number, struct by_bytes_of bytes)
{
    (void)number;
    (void)bytes;
    ((struct old *)context)->entries++;
    return true;
}

static bool whole(void *context, const struct by_id *table, uint64_t entries)
{
    struct old *o = context;

    o->n++;
    o->entries = 0;
    assert_int_equal(by_store_read(o->store, table, 1, pass, o, NULL), BY_OK);
    assert_int_equal(o->entries, entries);
    return true;
}

/* Returns the number of rows that a query finds; the last one is in *o. */
static int count(struct old *o, struct by_query q)
{
    o->n = 0;
    assert_true(by_store_query(o->store, &q, note, o));
    return o->n;
}

/* A database written by version 2 (SQLite) or 1 (PostgreSQL), with a table of each status, an account and three
 * sessions: its rows receive their columns, and the journals are unchanged. A second start changes nothing. */
static void older_databases(void **state)
{
    char *sql = content(both_is_postgres() ? "postgres" : "sqlite");

    (void)state;
    both_by_hand(sql);
    free(sql);
    for (int start = 0; start < 2; start++) {
        struct old o = { .store = both_open(false) };
        char name[64] = "";
        struct by_id person;

        assert_true(by_store_tables(o.store, whole, &o));
        assert_int_equal(o.n, 4);
        assert_int_equal(count(&o, (struct by_query){ .kind = "table", .status = "open", .game = "draw" }), 1);
        assert_non_null(strstr(o.value, "\"phase\":\"waiting\""));
        assert_int_equal(count(&o, (struct by_query){ .kind = "table", .status = "public", .game = "muggins" }), 1);
        assert_int_equal(count(&o, (struct by_query){ .kind = "table", .status = "private", .game = "draw" }), 1);
        assert_int_equal(count(&o, (struct by_query){ .kind = "table", .status = "done", .game = "block" }), 1);
        assert_int_equal(count(&o, (struct by_query){ .kind = "table", .before = INT64_MAX }), 1);
        assert_non_null(strstr(o.value, "\"status\":\"done\""));
        assert_int_equal(count(&o, (struct by_query){ .kind = "link", .before = INT64_MAX }), 1);
        assert_int_equal(count(&o, (struct by_query){ .kind = "session", .before = INT64_MAX }), 2);
        assert_int_equal(count(&o, (struct by_query){ .kind = "session", .before = 1000000000 }), 0);
        assert_true(by_store_each(o.store, "person", note, &o)); /* Ann, the only one with an account */
        person = o.key;
        assert_int_equal(count(&o, (struct by_query){ .kind = "account", .who = &person }), 1);
        assert_int_equal(count(&o, (struct by_query){ .kind = "session", .who = &person }), 1);
        assert_int_equal(count(&o, (struct by_query){ .kind = "link", .who = &person }), 1);
        assert_int_equal(count(&o, (struct by_query){ .kind = "table", .who = &person }), 4);
        assert_int_equal(by_store_get(o.store, "person", (struct by_bytes_of){ person.bytes, 16 }, name, 60), 3);
        assert_string_equal(name, "Ann");
        by_store_close(o.store);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(found_by_columns, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(columns_change, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(columns_of_a_batch, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(older_databases, both_setup, both_teardown),
    };
    static const struct both_fault faults[] = { { "former", "columns_change", BY_PLANT_FORMER } };

    if (argc < 3 || !both_choose(argv[1]) || !both_plant(argc > 3 ? argv[3] : NULL, faults, 1))
        return 2;
    folder = argv[2];
    by_crypto_start();
    return both_status(cmocka_run_group_tests(tests, NULL, NULL));
}
