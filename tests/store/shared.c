/* SPDX-License-Identifier: MIT */
/* shared.c: tests guarantees for stores that share a database: the list of lapsed leases, and keys that only one
 * of them may create or delete.
 *
 *     shared sqlite|postgres [clobber|undying]    with a planted fault: passes if it is detected */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "both.h"
#include "store/backend.h"
#include "util/crypto.h"

static const struct by_id one = { { 1 } }, two = { { 2 } };

static struct by_bytes_of text(const char *t) { return (struct by_bytes_of){ t, strlen(t) }; }

/* ---- Leases ---- */

static struct by_stored lease(struct by_store *s, const struct by_id *table, enum by_lease what, uint64_t epoch, int ms)
{
    return by_store_write_now(s, &(struct by_batch){ .table = *table, .epoch = epoch, .lease = what, .lease_ms = ms });
}

static void write_first(struct by_store *s, const struct by_id *table, uint64_t epoch)
{
    struct by_entry_of e = { 1, { NULL, 0 }, text("x") };
    struct by_batch b = { .table = *table, .epoch = epoch, .entries = &e, .entries_n = 1 };

    assert_int_equal(by_store_write_now(s, &b).outcome, BY_KEPT);
}

struct found {
    int n, over;
    int64_t left; /* of the last one */
    struct by_id table, owner;
};

static bool note(void *data, const struct by_id *table, const struct by_id *owner, int64_t left)
{
    struct found *f = data;

    f->n++;
    f->over += left <= 0;
    f->left = left;
    f->table = *table;
    f->owner = *owner;
    return true;
}

static struct found leases_of(struct by_store *s, const struct by_id *table, int soon, int most)
{
    struct found f = { .n = 0 };

    assert_true(by_store_leases(s, table, soon, most, note, &f));
    return f;
}

static void leases_are_found(void **state)
{
    struct by_store *a = both_open(true), *b = both_open(true);
    struct found f, g;

    (void)state;
    assert_int_equal(leases_of(b, &one, 0, 1).n, 0); /* the table does not exist */
    assert_int_equal(lease(a, &one, BY_LEASE_CLAIM, 0, 600000).outcome, BY_KEPT);
    assert_int_equal(lease(a, &two, BY_LEASE_CLAIM, 0, 600000).outcome, BY_KEPT);
    write_first(a, &one, 1);
    f = leases_of(b, &one, 0, 1);
    assert_int_equal(f.n, 1);
    assert_int_equal(f.over, 0);
    assert_memory_equal(&f.table, &one, sizeof one);
    assert_int_equal(leases_of(b, NULL, 0, 8).n, 0);
    assert_int_equal(leases_of(b, NULL, 500000, 8).n, 0);
    f = leases_of(b, NULL, 600000, 8); /* it lapses by then */
    assert_int_equal(f.n, 1);
    assert_int_equal(f.over, 0);
    assert_in_range(f.left, 500000, 600000);
    assert_int_equal(lease(a, &one, BY_LEASE_RENEW, 1, 0).outcome, BY_KEPT);
    assert_int_equal(lease(a, &two, BY_LEASE_RENEW, 1, 0).outcome, BY_KEPT);
    f = leases_of(b, NULL, 0, 8);
    assert_int_equal(f.n, 1); /* the other table has no entries */
    assert_int_equal(f.over, 1);
    assert_memory_equal(&f.table, &one, sizeof one);
    assert_int_equal(leases_of(b, &two, 0, 1).over, 1);
    write_first(a, &two, 1);
    assert_int_equal(leases_of(b, NULL, 0, 8).n, 2);
    assert_int_equal(leases_of(b, NULL, 0, 1).n, 1);
    assert_int_equal(lease(b, &one, BY_LEASE_CLAIM, 0, 600000).outcome, BY_KEPT);
    g = leases_of(a, &one, 0, 1);
    assert_memory_not_equal(&g.owner, &f.owner, sizeof f.owner);
    assert_int_equal(lease(b, &one, BY_LEASE_RELEASE, 2, 0).outcome, BY_KEPT);
    assert_int_equal(leases_of(a, &one, 0, 1).n, 0);
    f = leases_of(a, NULL, 0, 8);
    assert_int_equal(f.n, 1);
    assert_memory_equal(&f.table, &two, sizeof two);
    by_store_close(a);
    by_store_close(b);
}

/* ---- Conditions ---- */

static struct by_stored put(struct by_store *s, const char *first, const char *second, const char *value,
                            uint32_t fresh, uint32_t used)
{
    struct by_put_of puts[] = { { "name", text(first), text(value) }, { "name", text(second), text(value) } };
    struct by_columns columns[] = { { .who = &one, .who_n = 1 }, { .at = 0 } };

    return by_store_write_now(
        s, &(struct by_batch){ .puts = puts, .puts_n = 2, .columns = columns, .fresh = fresh, .used = used });
}

static void holds(struct by_store *s, const char *key, const char *wanted)
{
    char value[8] = "";
    long n = by_store_get(s, "name", text(key), value, sizeof value - 1);

    assert_int_equal(n, wanted == NULL ? -1 : (long)strlen(wanted));
    assert_string_equal(value, wanted == NULL ? "" : wanted);
}

static void is_taken(struct by_stored o)
{
    assert_int_equal(o.outcome, BY_REFUSED);
    assert_true(o.taken);
    assert_false(o.stale || o.twice || o.misplaced || o.broken);
    assert_int_not_equal(o.fault.err, BY_OK);
}

static bool count_row(void *n, struct by_bytes_of key, struct by_bytes_of value)
{
    (void)key;
    (void)value;
    ++*(int *)n;
    return true;
}

static void conditions(void **state)
{
    struct by_store *a = both_open(true), *b = both_open(true);
    struct by_query q = { .kind = "name", .who = &one };
    int rows = 0;

    (void)state;
    assert_int_equal(put(a, "anna", "bert", "1", 3, 0).outcome, BY_KEPT);
    assert_true(by_store_query(a, &q, count_row, &rows));
    assert_int_equal(rows, 1);
    is_taken(put(b, "carl", "bert", "2", 3, 0)); /* the second key exists, so the first is not written */
    is_taken(put(b, "anna", "carl", "2", 3, 0));
    is_taken(put(b, "anna", "carl", "2", 0, 2));
    holds(a, "carl", NULL);
    holds(a, "anna", "1");
    assert_int_equal(put(b, "anna", "carl", "2", 2, 1).outcome, BY_KEPT);
    holds(a, "anna", "2");
    holds(a, "carl", "2");
    assert_int_equal(put(b, "anna", "bert", "", 0, 3).outcome, BY_KEPT); /* deletes both */
    is_taken(put(a, "anna", "carl", "", 0, 1));
    holds(a, "carl", "2");
    assert_int_equal(put(a, "anna", "bert", "3", 1, 0).outcome, BY_KEPT);
    holds(b, "anna", "3");
    by_store_close(a);
    by_store_close(b);
}

/* A row that has changed since it was read is not overwritten; nothing else of the batch is written. */
static void as_it_was(void **state)
{
    struct by_store *a = both_open(true), *b = both_open(true);
    struct by_put_of puts[] = { { "name", text("anna"), text("2") }, { "name", text("ben"), text("2") } };
    const struct by_bytes_of right[] = { text("1"), { NULL, 0 } }, wrong[] = { text("1\\\""), { NULL, 0 } };
    struct by_batch batch = { .puts = puts, .puts_n = 2, .used = 1, .was = wrong };

    (void)state;
    assert_int_equal(put(a, "anna", "carl", "1", 0, 0).outcome, BY_KEPT);
    assert_true(by_store_write_now(b, &batch).taken);
    holds(a, "ben", NULL);
    batch.was = right;
    assert_int_equal(by_store_write_now(b, &batch).outcome, BY_KEPT);
    holds(a, "ben", "2");
    assert_true(by_store_write_now(a, &batch).taken);
    batch.was = NULL;
    assert_int_equal(by_store_write_now(a, &batch).outcome, BY_KEPT);
    by_store_close(a);
    by_store_close(b);
}

static void conditions_alone(void **state)
{
    struct by_store *s = both_open(true);
    struct by_put_of one_put = { "name", text("anna"), text("1") };
    struct by_entry_of e = { 1, { NULL, 0 }, text("x") };
    struct by_batch b = { .table = one, .epoch = 1, .puts = &one_put, .puts_n = 1, .fresh = 2 };

    (void)state;
    for (int i = 0; i < 4; i++) { /* of a put that does not exist, both at once, with entries, with a deletion */
        struct by_stored o = by_store_write_now(s, &b);

        assert_int_equal(o.outcome, BY_REFUSED);
        assert_false(o.taken || o.broken);
        b.fresh = 1;
        b.used = i == 0;
        b.entries = &e;
        b.entries_n = i == 1;
        b.drop = i == 2;
    }
    holds(s, "anna", NULL);
    by_store_close(s);
}

/* Two stores write the same keys at the same moment. (SQLite locks the whole file.) */
enum { RACES = 40 };

struct racer {
    struct by_store *s;
    pthread_barrier_t *start;
    const char *value;
    uint32_t fresh, used;
    bool won[RACES];
};

static void *race(void *data)
{
    struct racer *r = data;

    for (int i = 0; i < RACES; i++) {
        char key[2][16];

        snprintf(key[0], sizeof key[0], "a%d", i);
        snprintf(key[1], sizeof key[1], "b%d", i);
        pthread_barrier_wait(r->start);
        r->won[i] = put(r->s, key[0], key[1], r->value, r->fresh, r->used).outcome == BY_KEPT;
    }
    return NULL;
}

static void run_race(struct by_store *a, struct by_store *b, const char *value, uint32_t fresh, uint32_t used)
{
    pthread_barrier_t start;
    struct racer of[2] = { { .s = a }, { .s = b } };
    pthread_t threads[2];

    pthread_barrier_init(&start, NULL, 2);
    for (int i = 0; i < 2; i++) {
        of[i] = (struct racer){ i == 0 ? a : b, &start, value, fresh, used, { false } };
        assert_int_equal(pthread_create(&threads[i], NULL, race, &of[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < RACES; i++)
        assert_int_equal(of[0].won[i] + of[1].won[i], 1);
    pthread_barrier_destroy(&start);
}

static void one_wins(void **state)
{
    struct by_store *a, *b;

    (void)state;
    if (!both_is_postgres())
        skip();
    a = both_open(true);
    b = both_open(true);
    run_race(a, b, "1", 3, 0);
    run_race(a, b, "", 0, 3);
    by_store_close(a);
    by_store_close(b);
}

int main(int argc, char **argv)
{
    static const struct both_fault faults[] = { { "clobber", "conditions", BY_PLANT_CLOBBER },
                                                { "undying", "leases_are_found", BY_PLANT_UNDYING } };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(leases_are_found, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(conditions, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(as_it_was, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(conditions_alone, both_setup, both_teardown),
        cmocka_unit_test_setup_teardown(one_wins, both_setup, both_teardown),
    };

    if (argc < 2 || !both_choose(argv[1])
        || !both_plant(argc > 2 ? argv[2] : NULL, faults, sizeof faults / sizeof faults[0]))
        return 2;
    by_crypto_start();
    return both_status(cmocka_run_group_tests(tests, NULL, NULL));
}
