/* SPDX-License-Identifier: MIT */
/* contract.c: tests the sentences of store.h that hold for every database.
 *
 *     contract sqlite|postgres [FAULT]
 *
 * With a planted fault, it passes if the test of the broken sentence fails. PostgreSQL is at $BONEYARD_TEST_DB; its
 * contents are deleted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "store/backend.h"
#include "both.h"
#include "cut.h"

static struct by_store *opened(void) { return both_open(false); }

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

/* A machine that stalls for two seconds in the middle of a transaction loses its session, and the outcome is unknown.
 * It then checks, as a server does, and writes again if the entry is missing. */
static void write_at_last(struct by_store *s, const struct by_batch *b)
{
    enum { TRIES = 5 };
    struct by_stored o = by_store_write_now(s, b);

    for (int i = 0; i < TRIES && o.outcome == BY_UNKNOWN; i++) {
        assert_true(by_store_mend(s, NULL));
        if (by_store_find(s, &b->table, b->entries[0].key) != 0)
            return;
        o = by_store_write_now(s, b);
    }
    assert_int_equal(o.outcome, BY_KEPT);
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
    write_at_last(s, &b);
    assert_int_equal(by_store_count(s, &one), 1);
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

/* ---- Leases ---- */

static struct by_stored lease(struct by_store *s, enum by_lease what, uint64_t epoch, int ms)
{
    return by_store_write_now(s, &(struct by_batch){ .table = one, .epoch = epoch, .lease = what, .lease_ms = ms });
}

static struct by_stored write_as(struct by_store *s, uint64_t epoch, uint64_t n)
{
    struct by_entry_of e = { n, { NULL, 0 }, text("x") };

    return by_store_write_now(s, &(struct by_batch){ .table = one, .epoch = epoch, .entries = &e, .entries_n = 1 });
}

static void refused_stale(struct by_stored o) { refused_alone(o, true, false, false, 0); }

enum { LONG = 600000 };

/* Only the owner can write, and only with its epoch; a released table has no owner. */
static void leases(void **state)
{
    struct by_store *a = both_open(true), *b = both_open(true);
    uint64_t before = by_store_micros(), after;
    struct by_stored o;

    (void)state;
    assert_int_equal(write_as(a, 1, 1).outcome, BY_KEPT); /* nobody has claimed it yet */
    o = lease(a, BY_LEASE_CLAIM, 0, LONG);
    after = by_store_micros();
    assert_int_equal(o.outcome, BY_KEPT);
    assert_int_equal(o.epoch, 2);
    assert_in_range(o.until, before + LONG * UINT64_C(1000), after + LONG * UINT64_C(1000));
    refused_stale(write_as(a, 1, 2)); /* the epoch before */
    refused_stale(write_as(a, 3, 2)); /* one that was never given */
    assert_int_equal(write_as(a, 2, 2).outcome, BY_KEPT);
    refused_stale(lease(b, BY_LEASE_CLAIM, 0, LONG));
    refused_stale(lease(b, BY_LEASE_RENEW, 2, LONG));
    refused_stale(lease(b, BY_LEASE_RELEASE, 2, 0));
    refused_stale(write_as(b, 2, 3));
    refused_stale(write_as(b, 9, 3));
    refused_stale(by_store_write_now(b, &(struct by_batch){ .table = one, .drop = true }));
    refused_stale(lease(a, BY_LEASE_RENEW, 1, LONG));
    o = lease(a, BY_LEASE_RENEW, 2, 2 * LONG);
    assert_int_equal(o.outcome, BY_KEPT);
    assert_true(o.until >= after + 2 * LONG * UINT64_C(1000));
    assert_int_equal(lease(a, BY_LEASE_RELEASE, 2, 0).outcome, BY_KEPT);
    refused_stale(write_as(a, 2, 3));
    refused_stale(lease(a, BY_LEASE_RENEW, 2, LONG));
    o = lease(b, BY_LEASE_CLAIM, 0, LONG);
    assert_int_equal(o.outcome, BY_KEPT);
    assert_int_equal(o.epoch, 3);
    refused_stale(write_as(a, 2, 3));
    refused_stale(write_as(a, 3, 3)); /* the right epoch, the wrong owner */
    assert_int_equal(write_as(b, 3, 3).outcome, BY_KEPT);
    read_as(a, &one, 1, "x x x ");
    by_store_close(a);
    by_store_close(b);
}

/* Anyone can claim an expired lease. Until someone does, its owner can still write, and can even renew it. */
static void leases_end(void **state)
{
    static const struct timespec moment = { 0, 5000000 };
    struct by_store *a = both_open(true), *b = both_open(true);
    struct by_stored o = lease(a, BY_LEASE_CLAIM, 0, 1);

    (void)state;
    assert_int_equal(o.outcome, BY_KEPT);
    assert_int_equal(o.epoch, 1);
    assert_int_equal(write_as(a, 1, 1).outcome, BY_KEPT);
    while (by_store_micros() <= o.until)
        nanosleep(&moment, NULL);
    assert_int_equal(write_as(a, 1, 2).outcome, BY_KEPT); /* nobody has taken it */
    assert_int_equal(lease(a, BY_LEASE_RENEW, 1, 1).outcome, BY_KEPT);
    do {
        nanosleep(&moment, NULL);
        o = lease(b, BY_LEASE_CLAIM, 0, LONG);
    } while (o.outcome == BY_REFUSED && o.stale);
    assert_int_equal(o.outcome, BY_KEPT);
    assert_int_equal(o.epoch, 2);
    refused_stale(write_as(a, 1, 3));
    refused_stale(lease(a, BY_LEASE_RENEW, 1, LONG));
    assert_int_equal(write_as(b, 2, 3).outcome, BY_KEPT);
    assert_int_equal(by_store_count(a, &one), 3);
    by_store_close(a);
    by_store_close(b);
}

/* A lease can exist without entries, and a table that is only claimed does not exist yet. */
static void leases_alone(void **state)
{
    struct by_store *s = opened();
    struct by_put_of put = { "people", text("anna"), text("1") };
    struct by_batch b = { .table = one, .lease = BY_LEASE_CLAIM, .lease_ms = LONG, .puts = &put, .puts_n = 1 };
    struct heard h = { .n = 0 };

    (void)state;
    refused_alone(by_store_write_now(s, &b), false, false, false, 0);
    b.puts_n = 0;
    b.lease_ms = -1;
    refused_alone(by_store_write_now(s, &b), false, false, false, 0);
    b.lease_ms = LONG;
    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
    assert_int_equal(by_store_count(s, &one), 0);
    assert_int_equal(by_store_read(s, &one, 1, hear, &h, NULL), BY_OK);
    assert_true(by_store_tables(s, count_tables, s)); /* fails if there is one without entries */
    assert_int_equal(write_as(s, 1, 1).outcome, BY_KEPT);
    by_store_close(s);
}

/* ---- Outcomes ---- */

struct told {
    struct by_store *store;
    uint64_t could_be_read;
    int n;
};

static void look(void *context, const struct by_stored *o)
{
    struct told *t = context;

    assert_int_equal(o->outcome, BY_KEPT);
    t->could_be_read = by_store_count(t->store, &one);
    __atomic_store_n(&t->n, 1, __ATOMIC_RELEASE);
}

/* Once an entry has been reported as kept, it can be read, also through another store. */
static void told_after(void **state)
{
    static const struct timespec moment = { 0, 1000000 };
    struct by_store *a = both_open(true), *b = both_open(true);
    struct by_entry_of e = { 1, { NULL, 0 }, text("x") };
    struct told told = { .store = b };

    (void)state;
    by_store_write(a, &(struct by_batch){ .table = one, .epoch = 1, .entries = &e, .entries_n = 1 }, look, &told);
    while (__atomic_load_n(&told.n, __ATOMIC_ACQUIRE) == 0)
        nanosleep(&moment, NULL);
    assert_int_equal(told.could_be_read, 1);
    by_store_close(a);
    by_store_close(b);
}

/* What has been reported as kept survives a power cut at that moment. */
static void kept_for_good(void **state)
{
    struct by_store *s = cut_open();

    (void)state;
    for (uint64_t n = 1; n <= 3; n++) {
        assert_int_equal(write_one(s, &one, n, NULL, "x").outcome, BY_KEPT);
        s = cut_power(s);
        assert_int_equal(by_store_count(s, &one), n);
    }
    by_store_close(s);
}

enum { MANY = 40 };
static struct by_stored outcomes[3 * MANY];
static int answers;

static void keep(void *context, const struct by_stored *o)
{
    struct by_stored *to = context;

    assert_int_equal(to - outcomes, answers); /* in the order they were queued */
    *to = *o;
    __atomic_store_n(&answers, answers + 1, __ATOMIC_RELEASE);
}

/* Batches that are written together are accepted or refused separately: a refused one does not affect the others. */
static void many_at_once(void **state)
{
    static const struct timespec moment = { 0, 1000000 };
    struct by_store *s = opened();
    uint64_t next[4] = { 0 };
    struct by_stored now;

    (void)state;
    answers = 0;
    for (int i = 0; i < 3 * MANY; i++) {
        int t = i % 4;
        char key[16];
        struct by_id table = { { 8, (uint8_t)t } };
        bool wrong = i % 7 == 3;
        struct by_put_of put = { "n", text("last"), { key, 0 } };
        struct by_entry_of e = { wrong ? next[t] + 2 : next[t] + 1, { key, 0 }, text("x") };

        e.key.n = put.value.n = (size_t)snprintf(key, sizeof key, "key %d", i);
        next[t] += !wrong;
        by_store_write(
            s,
            &(struct by_batch){ .table = table, .epoch = 1, .entries = &e, .entries_n = 1, .puts = &put, .puts_n = 1 },
            keep, &outcomes[i]);
    }
    now = write_one(s, &(struct by_id){ { 8, 0 } }, next[0] + 1, "key 0", "again");
    assert_int_equal(__atomic_load_n(&answers, __ATOMIC_ACQUIRE), 3 * MANY);
    assert_true(now.twice && now.number == 1);
    for (int i = 0; i < 3 * MANY; i++) {
        assert_int_equal(outcomes[i].outcome, i % 7 == 3 ? BY_REFUSED : BY_KEPT);
        assert_int_equal(outcomes[i].misplaced, i % 7 == 3);
    }
    for (int t = 0; t < 4; t++) {
        struct heard h = { .n = 0 };

        assert_int_equal(by_store_read(s, &(struct by_id){ { 8, (uint8_t)t } }, 1, hear, &h, NULL), BY_OK);
        assert_int_equal(h.n, next[t]);
    }
    {
        char last[16] = "";

        assert_int_equal(by_store_get(s, "n", text("last"), last, sizeof last), 7);
        assert_memory_equal(last, "key 119", 7);
    }
    (void)moment;
    by_store_close(s);
}

/* Batches of one table that wait together: one is refused, and the next one is still valid. */
static void refused_between(void **state)
{
    struct by_store *s = opened();
    static const struct {
        uint64_t number;
        const char *key;
        bool kept;
    } of[] = { { 1, "a", true }, { 2, "a", false }, { 2, "b", true }, { 4, "c", false }, { 3, "c", true } };

    (void)state;
    answers = 0;
    for (int i = 0; i < 5; i++) {
        struct by_entry_of e = { of[i].number, text(of[i].key), text(of[i].key) };

        by_store_write(s, &(struct by_batch){ .table = one, .epoch = 1, .entries = &e, .entries_n = 1 }, keep,
                       &outcomes[i]);
    }
    assert_int_equal(write_one(s, &two, 1, NULL, "x").outcome, BY_KEPT);
    for (int i = 0; i < 5; i++)
        assert_int_equal(outcomes[i].outcome, of[i].kept ? BY_KEPT : BY_REFUSED);
    assert_true(outcomes[1].twice);
    assert_true(outcomes[3].misplaced);
    read_as(s, &one, 1, "a b c ");
    by_store_close(s);
}

static void dropped(void **state)
{
    struct by_store *s = opened();
    struct by_put_of put = { "table", text("1"), { NULL, 0 } };
    char value[8];

    (void)state;
    put.value = text("live");
    assert_int_equal(by_store_write_now(s, &(struct by_batch){ .puts = &put, .puts_n = 1 }).outcome, BY_KEPT);
    assert_int_equal(write_one(s, &one, 1, "k", "a").outcome, BY_KEPT);
    assert_int_equal(write_one(s, &two, 1, "k", "a").outcome, BY_KEPT);
    put.value.n = 0;
    assert_int_equal(
        by_store_write_now(s, &(struct by_batch){ .table = one, .drop = true, .puts = &put, .puts_n = 1 }).outcome,
        BY_KEPT);
    assert_int_equal(by_store_count(s, &one), 0);
    assert_int_equal(by_store_find(s, &one, text("k")), 0);
    assert_int_equal(by_store_count(s, &two), 1);
    assert_int_equal(by_store_get(s, "table", text("1"), value, sizeof value), -1);
    assert_int_equal(write_one(s, &one, 1, "k", "b").outcome, BY_KEPT); /* it begins again */
    read_as(s, &one, 1, "b ");
    by_store_close(s);
}

/* ---- Reading ---- */

struct asked {
    struct by_heard_later *of;
    uint64_t count;
    long got;
    char value[8];
    int done;
};

static void read_it(struct by_store *s, void *context)
{
    struct asked *a = context;

    a->count = by_store_count(s, &one);
    a->got = by_store_get(s, "people", text("anna"), a->value, sizeof a->value);
    __atomic_store_n(&a->done, 1, __ATOMIC_RELEASE);
}

/* Entries reported as kept can be read later, and closing waits for all answers. */
static void read_later(void **state)
{
    static const struct timespec moment = { 0, 1000000 };
    struct by_store *s = opened();
    struct by_put_of put = { "people", text("anna"), text("1") };
    struct by_entry_of e = { 1, { NULL, 0 }, text("x") };
    struct asked asked[20] = { 0 };

    (void)state;
    assert_int_equal(
        by_store_write_now(
            s, &(struct by_batch){ .table = one, .epoch = 1, .entries = &e, .entries_n = 1, .puts = &put, .puts_n = 1 })
            .outcome,
        BY_KEPT);
    by_store_later(s, read_it, &asked[0]);
    while (__atomic_load_n(&asked[0].done, __ATOMIC_ACQUIRE) == 0)
        nanosleep(&moment, NULL);
    for (int i = 1; i < 20; i++)
        by_store_later(s, read_it, &asked[i]);
    by_store_close(s);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(asked[i].done, 1);
        assert_int_equal(asked[i].count, 1);
        assert_int_equal(asked[i].got, 1);
    }
}

/* A table that was changed behind the store's back is reported, and no other. */
static void changed_by_others(void **state)
{
    static const char *const sqlite[] = {
        "update events set bytes = x'79' where number = 2 and hex(table_id) like '01%'",
        "delete from events where number = 3 and hex(table_id) like '01%'",
        "delete from events where number = 1 and hex(table_id) like '01%'",
        "update tables set number = 2 where hex(table_id) like '01%'"
    };
    static const char *const postgres[] = {
        "update boneyard.events set bytes = 'y' where number = 2 and table_id::text like '01%'",
        "delete from boneyard.events where number = 3 and table_id::text like '01%'",
        "delete from boneyard.events where number = 1 and table_id::text like '01%'",
        "update boneyard.tables set number = 2 where table_id::text like '01%'"
    };

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct by_store *s;
        struct heard h = { .n = 0 };
        struct by_fault f;

        both_end();
        both_begin();
        s = opened();
        for (uint64_t n = 1; n <= 3; n++) {
            assert_int_equal(write_one(s, &one, n, NULL, "x").outcome, BY_KEPT);
            assert_int_equal(write_one(s, &two, n, NULL, "x").outcome, BY_KEPT);
        }
        both_by_hand(both_is_postgres() ? postgres[i] : sqlite[i]);
        assert_int_equal(by_store_read(s, &one, 1, hear, &h, &f), BY_E_RECORD);
        assert_non_null(strstr(f.text, "entry"));
        read_as(s, &two, 1, "x x x ");
        by_store_close(s);
    }
}

/* Data that cannot be read now is not treated as missing. */
static void not_to_be_read(void **state)
{
    struct by_store *s = opened();
    struct heard h = { .n = 0 };
    char value[8];

    (void)state;
    assert_int_equal(write_one(s, &one, 1, "k", "x").outcome, BY_KEPT);
    both_by_hand(both_is_postgres() ? "alter table boneyard.events rename to away"
                                    : "alter table events rename to away");
    both_by_hand(both_is_postgres() ? "alter table boneyard.list rename to gone" : "alter table list rename to gone");
    assert_int_equal(by_store_read(s, &one, 1, hear, &h, NULL), BY_E_IO);
    assert_int_equal(by_store_find(s, &one, text("k")), BY_UNREAD);
    assert_int_equal(by_store_get(s, "people", text("anna"), value, sizeof value), -2);
    assert_false(by_store_each(s, "people", names, &h));
    by_store_close(s);
}

int main(int argc, char **argv)
{
    static const struct both_fault faults[] = {
        { "early", "told_after", BY_PLANT_EARLY },           { "lying", "kept_for_good", BY_PLANT_LYING },
        { "twice", "some_are_refused", BY_PLANT_TWICE },     { "stale", "leases", BY_PLANT_STALE },
        { "keyless", "entries_are_kept", BY_PLANT_KEYLESS }, { "blind", "changed_by_others", BY_PLANT_BLIND },
        { "short", "not_to_be_read", BY_PLANT_SHORT }
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_are_kept, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(some_are_refused, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(what_is_no_batch, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(lists, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(tables, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(numbers, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(leases, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(leases_end, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(leases_alone, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(told_after, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(kept_for_good, cut_setup, cut_teardown),
        cmocka_unit_test_setup_teardown(many_at_once, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(refused_between, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(dropped, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(read_later, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(changed_by_others, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(not_to_be_read, both_setup, both_teardown),
    };

    if (argc < 2 || !both_choose(argv[1])
        || !both_plant(argc > 2 ? argv[2] : NULL, faults, sizeof faults / sizeof faults[0]))
        return 2;
    by_crypto_start();
    return both_status(cmocka_run_group_tests(tests, NULL, NULL));
}
