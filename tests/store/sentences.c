/* SPDX-License-Identifier: MIT */
/* sentences.c: tests the sentences of store.h about files and slots; contract.c has the others. */
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
    assert_false(by_store_mend(other, NULL));
    by_store_close(other);
    assert_int_equal(write_one(s, &one, 2, NULL, "b").outcome, BY_KEPT);
    assert_true(by_store_mend(s, NULL));    /* nothing was wrong before, nor is now */
    assert_false(by_store_mended(s, NULL)); /* asked for; the writer does it */
    for (tries = 0; tries < 6000 && !by_store_mended(s, NULL); tries++)
        nanosleep(&moment, NULL);
    assert_in_range(tries, 0, 5999);
    assert_int_equal(write_one(s, &one, 3, NULL, "c").outcome, BY_KEPT);
    by_store_close(s);
    by_store_close(opened());
    not_opened(&(struct by_store_setup){ .path = "" }, "is not a valid database name");
    not_opened(&(struct by_store_setup){ .path = ":memory:" }, "is not a valid database name");
    not_opened(&(struct by_store_setup){ .path = "file:a.db" }, "is not a valid database name");
    not_opened(&(struct by_store_setup){ .path = "/nowhere/at/all.db" }, "cannot open");
}

/* Another process that has the file open locks this one out until it is killed. */
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
    by_hand("pragma user_version=4");
    not_opened(&setup, "newer boneyard (database version 4; this program supports 3)");
    by_hand("pragma user_version=3");
    by_store_close(opened());
    unlink(path);
    by_hand("create table birds (name text)");
    not_opened(&setup, "is not a Boneyard database");
    by_hand("insert into birds values ('wren')"); /* it is unchanged */
    unlink(path);
    out = fopen(path, "w");
    for (int i = 0; i < 100; i++)
        fputs("This is a letter to my aunt.\n", out);
    fclose(out);
    not_opened(&setup, "is not a database");
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
    assert_non_null(strstr(f.text, "cannot be created"));
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

enum { PAGE = 4096 };

/* Returns the number of pages in which two files differ; *all receives the number of pages of the second. */
static int pages_that_differ(const char *one_path, const char *two_path, int *all)
{
    static uint8_t a[PAGE], b[PAGE];
    FILE *in[] = { fopen(one_path, "r"), fopen(two_path, "r") };
    int differ = 0;

    assert_non_null(in[0]);
    assert_non_null(in[1]);
    for (*all = 0; fread(b, 1, PAGE, in[1]) == PAGE; ++*all)
        differ += fread(a, 1, PAGE, in[0]) != PAGE || memcmp(a, b, PAGE) != 0;
    fclose(in[0]);
    fclose(in[1]);
    return differ;
}

/* Two copies with a few entries in between differ in a few pages, so that backup tools can store the difference. */
static void copies_in_a_series(void **state)
{
    struct by_store *s = opened();
    struct by_fault f;
    char first[128], second[128];
    int differ, all;

    (void)state;
    snprintf(first, sizeof first, "%s/first.db", folder);
    snprintf(second, sizeof second, "%s/second.db", folder);
    for (uint8_t t = 1; t < 100; t++)
        for (uint64_t n = 1; n <= 20; n++)
            by_store_write(s,
                           &(struct by_batch){ .table = { { t } },
                                               .epoch = 1,
                                               .entries = &(struct by_entry_of){ n, text(NULL), { first, 128 } },
                                               .entries_n = 1 },
                           NULL, NULL);
    assert_int_equal(write_one(s, &one, 21, "k", "a").outcome, BY_KEPT);
    assert_int_equal(by_store_copy(s, first, &f), BY_OK);
    assert_int_equal(write_one(s, &one, 22, NULL, "b").outcome, BY_KEPT);
    assert_int_equal(by_store_copy(s, second, &f), BY_OK);
    differ = pages_that_differ(first, second, &all);
    print_message("%d of %d pages differ\n", differ, all);
    assert_in_range(all, 80, 1000);
    assert_in_range(differ, 1, 8);
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

/* ---- Slots ---- */

static int answers;

static void answer(void *context, const struct by_stored *o)
{
    (void)context;
    assert_int_equal(o->outcome, BY_KEPT);
    __atomic_store_n(&answers, answers + 1, __ATOMIC_RELEASE);
}

static void write_slotted(struct by_store *s, uint64_t n, uint64_t slot)
{
    struct by_entry_of e = { n, { NULL, 0 }, text("x") };
    struct by_batch b = { .table = one, .epoch = 1, .entries = &e, .entries_n = 1, .slot = slot };

    by_store_write(s, &b, answer, NULL);
}

static uint64_t slow_commits(struct by_store *s)
{
    struct by_store_numbers n;

    by_store_numbers(s, &n);
    return n.commits - n.micros[5];
}

/* Writes enough batches for the store to expect fast commits. The last one has a slot, and is alone, so that it is
 * written at once. Returns whether all were fast; otherwise the next ones need not wait. */
static bool prepare(struct by_store *s, uint64_t slot, uint64_t *one_n, uint64_t *two_n)
{
    static const struct timespec moment = { 0, 2000000 };
    uint64_t slow = slow_commits(s);
    int before = answers;

    for (int i = 0; i < 60; i++)
        assert_int_equal(write_one(s, &two, ++*two_n, NULL, "x").outcome, BY_KEPT);
    write_slotted(s, ++*one_n, slot);
    while (__atomic_load_n(&answers, __ATOMIC_ACQUIRE) == before)
        nanosleep(&moment, NULL);
    return slow_commits(s) == slow;
}

/* Batches that wait for their slot, an hour from now, share a commit: they are written with the next batch that cannot
 * wait, or when the store is closed. Another one is written when its slot comes. */
static void slots(void **state)
{
    static const struct timespec moment = { 0, 2000000 };
    struct by_store_setup setup = { .path = path, .slot = 10000, .unsafe = true }; /* no waiting for the disk */
    struct by_store *s = by_store_open(&setup, NULL);
    struct by_store_numbers n;
    uint64_t commits, in_one = 0, in_two = 0, slot = by_store_micros() + UINT64_C(3600000000);
    int rounds = 0, told;

    (void)state;
    answers = 0;
    while (!prepare(s, slot + (uint64_t)rounds * 60000000, &in_one, &in_two))
        assert_true(++rounds < 100);
    by_store_numbers(s, &n);
    commits = n.commits;
    told = answers;
    slot += (uint64_t)rounds * 60000000;
    for (int i = 0; i < 3; i++) {
        write_slotted(s, ++in_one, slot);
        nanosleep(&moment, NULL);
        assert_int_equal(__atomic_load_n(&answers, __ATOMIC_ACQUIRE), told);
    }
    assert_int_equal(write_one(s, &two, ++in_two, NULL, "x").outcome, BY_KEPT);
    assert_int_equal(__atomic_load_n(&answers, __ATOMIC_ACQUIRE), told + 3);
    by_store_numbers(s, &n);
    assert_int_equal(n.commits, commits + 1);
    write_slotted(s, ++in_one, by_store_micros() + 30000);
    while (__atomic_load_n(&answers, __ATOMIC_ACQUIRE) == told + 3)
        nanosleep(&moment, NULL);
    write_slotted(s, ++in_one, slot);
    write_slotted(s, ++in_one, slot); /* waits */
    by_store_close(s);
    s = opened();
    assert_int_equal(by_store_count(s, &one), in_one);
    by_store_close(s);
}

/* Batches do not wait without slots, or if a commit may take longer than a slot (here 1 microsecond). */
static void slots_too_short(void **state)
{
    static const struct timespec moment = { 0, 2000000 };
    struct by_store_setup setup = { .path = path, .unsafe = true };

    (void)state;
    for (setup.slot = 0; setup.slot < 2; setup.slot++) {
        struct by_store *s = by_store_open(&setup, NULL);
        const uint64_t slot = by_store_micros() + UINT64_C(3600000000);

        assert_non_null(s);
        answers = 0;
        for (int i = 0; i < 3; i++) {
            write_slotted(s, by_store_count(s, &one) + 1, slot);
            for (int k = 0; k < 5000 && __atomic_load_n(&answers, __ATOMIC_ACQUIRE) == i; k++)
                nanosleep(&moment, NULL);
            assert_int_equal(__atomic_load_n(&answers, __ATOMIC_ACQUIRE), i + 1);
        }
        by_store_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_and_locks, begin, end),
        cmocka_unit_test_setup_teardown(another_process, begin, end),
        cmocka_unit_test_setup_teardown(others_databases, begin, end),
        cmocka_unit_test_setup_teardown(copies, begin, end),
        cmocka_unit_test_setup_teardown(copies_in_a_series, begin, end),
        cmocka_unit_test_setup_teardown(the_chain, begin, end),
        cmocka_unit_test_setup_teardown(slots, begin, end),
        cmocka_unit_test_setup_teardown(slots_too_short, begin, end),
    };

    by_crypto_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
