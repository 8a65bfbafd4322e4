/* SPDX-License-Identifier: MIT */
/* sentences.c: each sentence of store.h, on a real file. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "store/chain.h"

static char folder[64], path[96];

static int begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/by-store-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games.db", folder);
    return 0;
}

static int end(void **state)
{
    char command[96];

    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static struct by_store *opened(void)
{
    struct by_store_setup setup = { .path = path };
    struct by_fault f = { .err = BY_OK };
    struct by_store *s = by_store_open(&setup, &f);

    if (s == NULL)
        print_message("%s\n", f.text);
    assert_non_null(s);
    return s;
}

static void not_opened(const struct by_store_setup *setup, const char *part)
{
    struct by_fault f = { .err = BY_OK };

    assert_null(by_store_open(setup, &f));
    if (strstr(f.text, part) == NULL)
        print_message("%s\n", f.text);
    assert_non_null(strstr(f.text, part));
}

static struct by_bytes_of text(const char *t) { return (struct by_bytes_of){ t, t == NULL ? 0 : strlen(t) }; }

static const struct by_id one = { { 1 } }, two = { { 2 } };

static struct by_stored write_one(struct by_store *s, const struct by_id *table, uint64_t n, const char *key,
                                  const char *bytes)
{
    struct by_entry_of e = { n, text(key), text(bytes) };
    struct by_batch b = { .table = *table, .epoch = 1, .entries = &e, .entries_n = 1 };

    return by_store_write_now(s, &b);
}

struct heard {
    int n;
    uint64_t first;
    char all[4096];
    int stop;
};

static bool hear(void *context, uint64_t number, struct by_bytes_of bytes)
{
    struct heard *h = context;
    size_t at = strlen(h->all);

    if (h->n++ == 0)
        h->first = number;
    assert_int_equal(number, h->first + (uint64_t)h->n - 1);
    snprintf(h->all + at, sizeof h->all - at, "%.*s ", (int)bytes.n, (const char *)bytes.at);
    return h->n != h->stop;
}

static void read_as(struct by_store *s, const struct by_id *table, uint64_t from, const char *expected)
{
    struct heard h = { .n = 0 };
    struct by_fault f;

    assert_int_equal(by_store_read(s, table, from, hear, &h, &f), BY_OK);
    assert_string_equal(h.all, expected);
}

static void entries_are_kept(void **state)
{
    struct by_store *s = opened();
    struct heard h = { .stop = 2 };

    (void)state;
    assert_int_equal(by_store_count(s, &one), 0);
    read_as(s, &one, 1, "");
    assert_int_equal(write_one(s, &one, 1, "k1", "a").outcome, BY_KEPT);
    assert_int_equal(write_one(s, &one, 2, NULL, "b").outcome, BY_KEPT);
    assert_int_equal(write_one(s, &one, 3, "k3", "c").outcome, BY_KEPT);
    assert_int_equal(write_one(s, &two, 1, "k1", "x").outcome, BY_KEPT); /* a key is valid for its table */
    by_store_close(s);
    s = opened();
    read_as(s, &one, 1, "a b c ");
    read_as(s, &one, 2, "b c ");
    read_as(s, &one, 3, "c ");
    read_as(s, &one, 4, "");
    read_as(s, &one, 400, "");
    read_as(s, &two, 1, "x ");
    assert_int_equal(by_store_read(s, &one, 1, hear, &h, NULL), BY_OK);
    assert_int_equal(h.n, 2);
    assert_int_equal(by_store_count(s, &one), 3);
    assert_int_equal(by_store_find(s, &one, text("k3")), 3);
    assert_int_equal(by_store_find(s, &one, text("k2")), 0);
    assert_int_equal(by_store_find(s, &two, text("k3")), 0);
    by_store_close(s);
    by_store_close(NULL);
}

static void refused_alone(struct by_stored o, bool stale, bool twice, bool misplaced, uint64_t number)
{
    assert_int_equal(o.outcome, BY_REFUSED);
    assert_int_equal(o.stale, stale);
    assert_int_equal(o.twice, twice);
    assert_int_equal(o.misplaced, misplaced);
    assert_int_equal(o.number, number);
    assert_false(o.broken);
    assert_true(o.fault.text[0] != '\0');
}

static void some_are_refused(void **state)
{
    struct by_store *s = opened();
    struct by_entry_of e = { 2, text("new"), text("b") };
    struct by_entry_of pair[2] = { { 3, text("p"), text("c") }, { 4, text("p"), text("d") } };
    struct by_put_of put = { "people", text("anna"), text("1") };
    struct by_batch b = { .table = one, .epoch = 5, .entries = &e, .entries_n = 1, .puts = &put, .puts_n = 1 };
    char value[8];

    (void)state;
    assert_int_equal(write_one(s, &one, 1, "k1", "a").outcome, BY_KEPT);
    refused_alone(write_one(s, &one, 1, "k2", "b"), false, false, true, 1); /* the number exists */
    refused_alone(write_one(s, &one, 3, "k2", "b"), false, false, true, 1); /* a gap */
    refused_alone(write_one(s, &two, 2, "k2", "b"), false, false, true, 0);
    refused_alone(write_one(s, &one, 2, "k1", "b"), false, true, false, 1); /* the key exists */
    refused_alone(write_one(s, &one, 1, "k1", "b"), false, true, false, 1); /* sent again */
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);           /* a newer owner */
    refused_alone(write_one(s, &one, 3, "k3", "c"), true, false, false, 0); /* the old one */
    assert_int_equal(by_store_get(s, "people", text("anna"), value, sizeof value), 1);
    b.entries = pair;
    b.entries_n = 2;
    put.value = text("2");
    refused_alone(by_store_write_now(s, &b), false, false, false, 0); /* a key twice in a batch: all of it */
    assert_int_equal(by_store_count(s, &one), 2);
    assert_int_equal(by_store_get(s, "people", text("anna"), value, sizeof value), 1);
    assert_int_equal(value[0], '1');
    pair[1].key = text("q");
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
    read_as(s, &one, 1, "a b c d ");
    by_store_close(s);
}

static void what_is_no_batch(void **state)
{
    static char long_one[BY_STORE_BYTES + 1];
    struct by_store *s = opened();
    struct by_entry_of good = { 1, text("k"), text("a") }, e, gap[2] = { good, good };
    struct by_put_of put = { "people", { NULL, 0 }, text("1") };
    struct by_batch b = { .table = one, .epoch = 1, .entries = &e, .entries_n = 1 };

    (void)state;
    for (int i = 0; i < 7; i++) {
        e = good;
        if (i == 0)
            e.number = 0;
        else if (i == 1)
            e.bytes.n = 0;
        else if (i == 2)
            e.bytes.at = NULL;
        else if (i == 3)
            e.bytes = (struct by_bytes_of){ long_one, sizeof long_one };
        else if (i == 4)
            e.key = (struct by_bytes_of){ long_one, BY_STORE_KEY + 1 };
        else if (i == 5)
            e.key.n = 0;
        else
            e.number = UINT64_MAX;
        refused_alone(by_store_write_now(s, &b), false, false, false, 0);
    }
    b.entries = gap;
    b.entries_n = 2;
    gap[1].number = 3;
    refused_alone(by_store_write_now(s, &b), false, false, false, 0);
    b.entries = &good;
    b.entries_n = 1;
    b.epoch = 0;
    refused_alone(by_store_write_now(s, &b), false, false, false, 0);
    b.epoch = 1;
    b.puts = &put;
    b.puts_n = 1;
    refused_alone(by_store_write_now(s, &b), false, false, false, 0);
    assert_int_equal(by_store_count(s, &one), 0);
    b.puts_n = 0;
    good.bytes = (struct by_bytes_of){ long_one, BY_STORE_BYTES }; /* the longest allowed */
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
    by_store_close(s);
}

static bool names(void *context, struct by_bytes_of key, struct by_bytes_of value)
{
    struct heard *h = context;
    size_t at = strlen(h->all);

    snprintf(h->all + at, sizeof h->all - at, "%.*s=%.*s ", (int)key.n, (const char *)key.at, (int)value.n,
             (const char *)value.at);
    return ++h->n != h->stop;
}

static void lists(void **state)
{
    struct by_store *s = opened();
    struct by_put_of puts[] = { { "people", text("carl"), text("3") },
                                { "people", text("anna"), text("1") },
                                { "people", text("bert"), text("2") },
                                { "tables", text("anna"), text("9") } };
    struct by_batch b = { .puts = puts, .puts_n = 4 };
    struct heard all = { .n = 0 }, some = { .stop = 1 };
    char value[8];

    (void)state;
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
    assert_true(by_store_each(s, "people", names, &all));
    assert_string_equal(all.all, "anna=1 bert=2 carl=3 ");
    assert_true(by_store_each(s, "people", names, &some));
    assert_int_equal(some.n, 1);
    memset(&some, 0, sizeof some);
    assert_true(by_store_after(s, "people", text("anna"), names, &some));
    assert_string_equal(some.all, "bert=2 carl=3 ");
    assert_int_equal(by_store_get(s, "tables", text("anna"), value, sizeof value), 1);
    assert_int_equal(value[0], '9');
    assert_int_equal(by_store_get(s, "tables", text("bert"), value, sizeof value), -1);
    assert_int_equal(by_store_get(s, "tables", text("anna"), value, 0), -1);
    puts[0] = (struct by_put_of){ "people", text("bert"), { NULL, 0 } };
    puts[1] = (struct by_put_of){ "people", text("anna"), text("0") };
    b.puts_n = 2;
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
    memset(&all, 0, sizeof all);
    assert_true(by_store_each(s, "people", names, &all));
    assert_string_equal(all.all, "anna=0 carl=3 ");
    by_store_close(s);
}

static bool count_tables(void *store, const struct by_id *table, uint64_t entries)
{
    struct heard h = { .n = 0 }; /* reading while reading */

    assert_int_equal(entries, table->bytes[0]);
    assert_int_equal(by_store_read(store, table, 1, hear, &h, NULL), BY_OK);
    assert_int_equal(h.n, table->bytes[0]);
    assert_int_equal(by_store_count(store, table), entries);
    return table->bytes[0] != 4;
}

static void tables(void **state)
{
    struct by_store *s = opened();

    (void)state;
    for (uint8_t t = 1; t < 6; t++)
        for (uint64_t n = 1; n <= t; n++)
            assert_int_equal(write_one(s, &(struct by_id){ { t } }, n, NULL, "x").outcome, BY_KEPT);
    assert_true(by_store_tables(s, count_tables, s));
    by_store_close(s);
}

static void files_and_locks(void **state)
{
    struct by_store_setup setup = { .path = path }, watch = { .path = path, .look = true };
    static const struct timespec moment = { 0, 10000000 };
    struct by_store *s, *other;
    struct stat is;
    char odd[128];
    int tries;

    (void)state;
    not_opened(&watch, "cannot be opened"); /* a read-only process creates none */
    assert_int_not_equal(stat(path, &is), 0);
    s = opened();
    assert_int_equal(stat(path, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    snprintf(odd, sizeof odd, "%s-wal", path);
    assert_int_equal(stat(odd, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    snprintf(odd, sizeof odd, "process %ld", (long)getpid());
    not_opened(&setup, odd);
    other = by_store_open(&watch, NULL);
    assert_non_null(other);
    assert_int_equal(write_one(s, &one, 1, NULL, "a").outcome, BY_KEPT);
    read_as(other, &one, 1, "a ");
    assert_int_equal(write_one(other, &one, 2, NULL, "b").outcome, BY_REFUSED);
    assert_false(by_store_mend(other));
    by_store_close(other);
    assert_int_equal(write_one(s, &one, 2, NULL, "b").outcome, BY_KEPT);
    assert_true(by_store_mend(s));    /* nothing was wrong before, nor is now */
    assert_false(by_store_mended(s)); /* asked for; the writer does it */
    for (tries = 0; tries < 6000 && !by_store_mended(s); tries++)
        nanosleep(&moment, NULL);
    assert_in_range(tries, 0, 5999);
    assert_int_equal(write_one(s, &one, 3, NULL, "c").outcome, BY_KEPT);
    by_store_close(s);
    by_store_close(opened());
    not_opened(&(struct by_store_setup){ .path = "" }, "no name");
    not_opened(&(struct by_store_setup){ .path = ":memory:" }, "no name");
    not_opened(&(struct by_store_setup){ .path = "file:a.db" }, "no name");
    not_opened(&(struct by_store_setup){ .path = "/nowhere/at/all.db" }, "cannot be opened");
}

/* Another process that has it open locks this one out until it is killed. */
static void another_process(void **state)
{
    struct by_store_setup setup = { .path = path };
    int pipes[2];
    char c;
    pid_t child;

    (void)state;
    assert_int_equal(pipe(pipes), 0);
    child = fork();
    if (child == 0) {
        struct by_store *s = by_store_open(&setup, NULL);

        if (s == NULL || write_one(s, &one, 1, "k", "a").outcome != BY_KEPT || write(pipes[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(pipes[0], &c, 1), 1);
    not_opened(&setup, "another boneyard");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(pipes[0]);
    close(pipes[1]);
    setup.look = true;
    {
        struct by_store *s = by_store_open(&setup, NULL); /* reading after a kill, without a writer */

        assert_non_null(s);
        read_as(s, &one, 1, "a ");
        by_store_close(s);
        s = opened();
        read_as(s, &one, 1, "a ");
        by_store_close(s);
    }
}

static void by_hand(const char *statements)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, statements, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void others_databases(void **state)
{
    struct by_store_setup setup = { .path = path };
    FILE *out;

    (void)state;
    by_store_close(opened());
    by_hand("pragma user_version=2");
    not_opened(&setup, "newer boneyard (version 2 of the database, this program knows 1)");
    by_hand("pragma user_version=1");
    by_store_close(opened());
    unlink(path);
    by_hand("create table birds (name text)");
    not_opened(&setup, "not one of Boneyard's");
    by_hand("insert into birds values ('wren')"); /* it is unchanged */
    unlink(path);
    out = fopen(path, "w");
    for (int i = 0; i < 100; i++)
        fputs("This is a letter to my aunt.\n", out);
    fclose(out);
    not_opened(&setup, "is no database");
    unlink(path);
    out = fopen(path, "w"); /* an empty file counts as none */
    fclose(out);
    by_store_close(opened());
}

static void copies(void **state)
{
    struct by_store *s = opened();
    struct by_store_setup setup;
    struct by_fault f;
    struct stat is;
    char copy[128];

    (void)state;
    snprintf(copy, sizeof copy, "%s/it's a copy.db", folder);
    assert_int_equal(write_one(s, &one, 1, "k", "a").outcome, BY_KEPT);
    assert_int_equal(by_store_copy(s, copy, &f), BY_OK);
    assert_int_equal(write_one(s, &one, 2, NULL, "b").outcome, BY_KEPT);
    assert_int_equal(stat(copy, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    assert_int_equal(by_store_copy(s, copy, &f), BY_E_IO); /* never overwrites another file */
    assert_non_null(strstr(f.text, "cannot be made"));
    assert_int_equal(by_store_copy(s, "/nowhere/copy.db", &f), BY_E_IO);
    by_store_close(s);
    setup = (struct by_store_setup){ .path = copy };
    s = by_store_open(&setup, &f);
    assert_non_null(s);
    read_as(s, &one, 1, "a ");
    assert_int_equal(write_one(s, &one, 2, NULL, "c").outcome, BY_KEPT);
    assert_int_equal(write_one(s, &one, 3, "k", "d").outcome, BY_REFUSED);
    by_store_close(s);
}

/* The chain of store.h, computed with RFC 7693's hash alone. */
static void the_chain(void **state)
{
    uint8_t text_of_it[256], *at = text_of_it;
    struct by_hash before, is, should;

    (void)state;
    for (unsigned i = 0; i < sizeof before.bytes; i++)
        before.bytes[i] = (uint8_t)i;
    is = by_chain(&one, 258, &before, text("key"), text("bytes"));
    memcpy(at,
           "\x09\0\0\0"
           "BY1 entry"
           "\x10\0\0\0",
           17);
    at += 17;
    memcpy(at, one.bytes, 16);
    at += 16;
    memcpy(at,
           "\2\1\0\0\0\0\0\0"
           "\x20\0\0\0",
           12);
    at += 12;
    memcpy(at, before.bytes, 32);
    at += 32;
    memcpy(at, "\3\0\0\0key\5\0\0\0bytes", 16);
    at += 16;
    by_hash_of(NULL, 0, text_of_it, (size_t)(at - text_of_it), should.bytes, sizeof should.bytes);
    assert_memory_equal(is.bytes, should.bytes, sizeof is.bytes);
    is = by_chain(&one, 1, NULL, text(NULL), text("bytes"));
    at = text_of_it + 33;
    memcpy(at,
           "\1\0\0\0\0\0\0\0"
           "\0\0\0\0"
           "\0\0\0\0"
           "\5\0\0\0bytes",
           25);
    at += 25;
    by_hash_of(NULL, 0, text_of_it, (size_t)(at - text_of_it), should.bytes, sizeof should.bytes);
    assert_memory_equal(is.bytes, should.bytes, sizeof is.bytes);
}

static void numbers(void **state)
{
    struct by_store *s = opened();
    struct by_store_numbers n;

    (void)state;
    for (uint64_t i = 1; i <= 5; i++)
        assert_int_equal(write_one(s, &one, i, NULL, "a").outcome, BY_KEPT);
    assert_int_equal(write_one(s, &one, 5, NULL, "a").outcome, BY_REFUSED);
    by_store_numbers(s, &n);
    assert_int_equal(n.commits, 5);
    assert_int_equal(n.batches, 5);
    assert_int_equal(n.entries, 5);
    assert_int_equal(n.refused, 1);
    assert_int_equal(n.unknown, 0);
    assert_int_equal(n.waiting, 0);
    assert_false(n.broken);
    for (int i = 1; i < 16; i++)
        assert_true(n.micros[i] >= n.micros[i - 1] && n.micros[i] <= 5);
    by_store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_are_kept, begin, end),
        cmocka_unit_test_setup_teardown(some_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(what_is_no_batch, begin, end),
        cmocka_unit_test_setup_teardown(lists, begin, end),
        cmocka_unit_test_setup_teardown(tables, begin, end),
        cmocka_unit_test_setup_teardown(files_and_locks, begin, end),
        cmocka_unit_test_setup_teardown(another_process, begin, end),
        cmocka_unit_test_setup_teardown(others_databases, begin, end),
        cmocka_unit_test_setup_teardown(copies, begin, end),
        cmocka_unit_test_setup_teardown(the_chain, begin, end),
        cmocka_unit_test_setup_teardown(numbers, begin, end),
    };

    by_crypto_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
