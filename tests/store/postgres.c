/* SPDX-License-Identifier: MIT */
/* postgres.c: tests situations that only PostgreSQL can cause: takeovers in the middle of a write, lost connections,
 * cancelled waits for a standby, other servers. postgres [join|cancelled|trust]     at $BONEYARD_TEST_DB */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include <libpq-fe.h>

#include "store/backend.h"
#include "both.h"
#include "util/random.h"

static const struct by_id one = { { 1 } };
static const struct timespec moment = { 0, 10000000 };
enum { LONG = 600000, TRIES = 6000 };

static struct by_store *opened(bool shared, int patience)
{
    struct by_fault f = { .err = BY_OK };
    struct by_store_setup setup = { .path = both_path(), .shared = shared, .patience = patience };
    struct by_store *s = by_store_open(&setup, &f);

    if (s == NULL)
        print_message("%s\n", f.text);
    assert_non_null(s);
    return s;
}

static void not_opened(bool look, const char *part)
{
    struct by_fault f = { .err = BY_OK };

    assert_null(by_store_open(&(struct by_store_setup){ .path = both_path(), .look = look }, &f));
    if (strstr(f.text, part) == NULL)
        print_message("%s\n", f.text);
    assert_non_null(strstr(f.text, part));
}

/* Queries the database, bypassing the store; the answer is valid until the next query. */
static const char *asked(PGconn *c, const char *question)
{
    static char text[200];
    PGresult *r = PQexec(c, question);

    if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
        print_message("%s: %s\n", question, PQerrorMessage(c));
    snprintf(text, sizeof text, "%s", PQntuples(r) > 0 ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    return text;
}

static void wait_for(PGconn *c, const char *question)
{
    int i;

    for (i = 0; i < TRIES && strcmp(asked(c, question), "t") != 0; i++)
        nanosleep(&moment, NULL);
    if (i == TRIES)
        print_message("never: %s\n", question);
    assert_in_range(i, 0, TRIES - 1);
}

static PGconn *side(void)
{
    PGconn *c = PQconnectdb(both_path());

    assert_int_equal(PQstatus(c), CONNECTION_OK);
    return c;
}

struct told {
    int done;
    struct by_stored out;
};

static void tell(void *context, const struct by_stored *o)
{
    struct told *t = context;

    t->out = *o;
    __atomic_store_n(&t->done, 1, __ATOMIC_RELEASE);
}

static struct by_stored outcome(struct told *t)
{
    int i;

    for (i = 0; i < TRIES && __atomic_load_n(&t->done, __ATOMIC_ACQUIRE) == 0; i++)
        nanosleep(&moment, NULL);
    assert_in_range(i, 0, TRIES - 1);
    return t->out;
}

static void write_later(struct by_store *s, uint64_t epoch, uint64_t n, const char *key, struct told *t)
{
    struct by_entry_of e = { n, { key, strlen(key) }, { "x", 1 } };

    t->done = 0;
    by_store_write(s, &(struct by_batch){ .table = one, .epoch = epoch, .entries = &e, .entries_n = 1 }, tell, t);
}

static struct by_stored write_now(struct by_store *s, uint64_t epoch, uint64_t n, const char *key)
{
    struct told t;

    write_later(s, epoch, n, key, &t);
    return outcome(&t);
}

/* Returns whether the writer has sent its transaction and is waiting for a lock. */
static void wait_for_wait(PGconn *c, const char *kind, const char *event)
{
    char question[200];

    snprintf(question, sizeof question,
             "select count(*) > 0 from pg_stat_activity where application_name like 'boneyard %%' and wait_event_type ="
             " '%s' and (wait_event = '%s' or '%s' = '')",
             kind, event, event);
    wait_for(c, question);
}

/* ---- Leases ---- */

/* A takeover that is not committed yet when the old owner's write arrives: the write waits, and is then refused. A
 * claim's time counts from before it was sent. */
static void takeover_in_between(void **state)
{
    static const char take[] = "begin; update boneyard.tables set owner = gen_random_uuid(), epoch = epoch + 1";
    struct by_store *s = opened(true, 0);
    PGconn *c = side(), *watch = side();
    struct told t = { .done = 0 };
    struct by_stored o;
    uint64_t released;

    (void)state;
    o = by_store_write_now(s, &(struct by_batch){ .table = one, .lease = BY_LEASE_CLAIM, .lease_ms = LONG });
    assert_int_equal(o.epoch, 1);
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    asked(c, take);
    write_later(s, 1, 2, "b", &t);
    wait_for_wait(watch, "Lock", "");
    asked(c, "commit");
    o = outcome(&t);
    assert_int_equal(o.outcome, BY_REFUSED);
    assert_true(o.stale);
    assert_int_equal(by_store_count(s, &one), 1);

    asked(c, "begin; update boneyard.tables set expires = '-infinity'");
    t.done = 0;
    by_store_write(s, &(struct by_batch){ .table = one, .lease = BY_LEASE_CLAIM, .lease_ms = LONG }, tell, &t);
    wait_for_wait(watch, "Lock", "");
    released = by_store_micros();
    asked(c, "commit");
    o = outcome(&t);
    assert_int_equal(o.outcome, BY_KEPT);
    assert_int_equal(o.epoch, 3);
    assert_true(o.until < released + LONG * UINT64_C(1000));
    assert_int_equal(write_now(s, 3, 2, "b").outcome, BY_KEPT);
    PQfinish(c);
    PQfinish(watch);
    by_store_close(s);
}

static struct by_stored lease(struct by_store *s, enum by_lease what, uint64_t epoch)
{
    return by_store_write_now(
        s,
        &(struct by_batch){
            .table = one, .lease = what, .epoch = epoch, .lease_ms = what == BY_LEASE_CLAIM ? LONG : 0 });
}

/* An owner that regains a table has not seen the entries written in the meantime. */
static void owner_returns(void **state)
{
    struct by_store *s = opened(true, 0), *other = opened(true, 0);

    (void)state;
    assert_int_equal(lease(s, BY_LEASE_CLAIM, 0).epoch, 1);
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    assert_int_equal(lease(s, BY_LEASE_RELEASE, 1).outcome, BY_KEPT);
    assert_int_equal(lease(other, BY_LEASE_CLAIM, 0).epoch, 2);
    assert_int_equal(write_now(other, 2, 2, "b").outcome, BY_KEPT);
    assert_int_equal(lease(other, BY_LEASE_RELEASE, 2).outcome, BY_KEPT);
    assert_int_equal(lease(s, BY_LEASE_CLAIM, 0).epoch, 3);
    assert_int_equal(write_now(s, 3, 3, "c").outcome, BY_KEPT);
    by_store_close(other);
    by_store_close(s);
}

static void write_new_tables(void)
{
    struct by_store *s = opened(true, 0);
    struct by_entry_of e = { 1, { "a", 1 }, { "x", 1 } };
    struct by_id table;

    for (;;) {
        by_random(table.bytes, sizeof table.bytes);
        by_store_write_now(s, &(struct by_batch){ .table = table, .epoch = 1, .entries = &e, .entries_n = 1 });
    }
}

/* A server that stops in the middle of a transaction blocks its rows for the others only briefly. */
static void frozen_server(void **state)
{
    static const char within[] = "select count(*) > 0 from pg_stat_activity where state = 'idle in transaction'"
                                 " and state_change < clock_timestamp() - interval '100 ms'";
    PGconn *c = side();
    bool held = false;
    pid_t child = fork();

    (void)state;
    if (child == 0)
        write_new_tables();
    wait_for(c, "select to_regclass('boneyard.events') is not null");
    wait_for(c, "select count(*) > 0 from boneyard.events");
    for (int i = 0; i < TRIES && !held; i++) {
        static const struct timespec while_ = { 0, 200000000 };

        kill(child, SIGSTOP);
        nanosleep(&while_, NULL);
        held = strcmp(asked(c, within), "t") == 0;
        if (!held)
            kill(child, SIGCONT);
    }
    assert_true(held);
    wait_for(c, "select count(*) = 0 from pg_stat_activity where state = 'idle in transaction'");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    PQfinish(c);
}

/* ---- Faults ---- */

static void mend(struct by_store *s)
{
    int i;

    for (i = 0; i < TRIES && !by_store_mend(s, NULL); i++)
        nanosleep(&moment, NULL);
    assert_in_range(i, 0, TRIES - 1);
}

/* The connection is lost before and around a commit. */
static void lost_connection(void **state)
{
    struct by_store *s = opened(false, 0);
    PGconn *c = side();
    struct by_store_numbers n;
    struct told t;
    struct by_stored o;

    (void)state;
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    asked(c, "begin; lock table boneyard.events in exclusive mode");
    write_later(s, 1, 2, "b", &t);
    {
        PGconn *other = side();

        wait_for_wait(other, "Lock", "");
        asked(other, "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'");
        PQfinish(other);
    }
    asked(c, "commit");
    o = outcome(&t);
    assert_true(o.broken);
    assert_int_not_equal(o.outcome, BY_KEPT);
    o = write_now(s, 1, 2, "c");
    assert_int_equal(o.outcome, BY_REFUSED);
    assert_true(o.broken);
    by_store_numbers(s, &n);
    assert_true(n.broken);
    mend(s);
    assert_int_equal(by_store_find(s, &one, (struct by_bytes_of){ "b", 1 }), 0);
    assert_int_equal(by_store_count(s, &one), 1);
    assert_int_equal(write_now(s, 1, 2, "b").outcome, BY_KEPT);
    asked(c, "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'boneyard %'");
    assert_int_equal(write_now(s, 1, 3, "c").outcome == BY_KEPT, 0); /* nothing can have been written */
    mend(s);
    assert_int_equal(by_store_count(s, &one), 2);
    assert_int_equal(write_now(s, 1, 3, "c").outcome, BY_KEPT);
    PQfinish(c);
    by_store_close(s);
}

/* Reading continues if only a reader's connection was closed. */
static void lost_reader(void **state)
{
    struct by_store *s = opened(false, 0);
    PGconn *c = side();

    (void)state;
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    assert_int_equal(by_store_count(s, &one), 1);
    wait_for(c,
             "select count(pg_terminate_backend(pid)) > 0 from pg_stat_activity where application_name like"
             " 'boneyard %' and pid not in (select pid from pg_locks where locktype = 'advisory')");
    assert_int_equal(by_store_count(s, &one), 1);
    assert_int_equal(write_now(s, 1, 2, "b").outcome, BY_KEPT);
    PQfinish(c);
    by_store_close(s);
}

/* Commits wait for a standby that does not exist, and the wait is cancelled. The entry is in the database, but no
 * standby has it: no one is told of it before a standby has everything. */
static void cancelled_wait(void **state)
{
    struct by_store *s = opened(false, 500);
    PGconn *c = side();
    struct told t;
    struct by_stored o;

    (void)state;
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    asked(c, "alter system set synchronous_standby_names = 'nobody'");
    asked(c, "select pg_reload_conf()");
    wait_for(c, "select setting = 'nobody' from pg_settings where name = 'synchronous_standby_names'");
    by_store_close(s);
    assert_null(
        by_store_open(&(struct by_store_setup){ .path = both_path(), .patience = 500 }, NULL)); /* nor does this */
    asked(c, "alter system set synchronous_standby_names = ''");
    asked(c, "select pg_reload_conf()");
    wait_for(c, "select setting = '' from pg_settings where name = 'synchronous_standby_names'");
    s = opened(false, 60000);
    asked(c, "alter system set synchronous_standby_names = 'nobody'");
    asked(c, "select pg_reload_conf()");
    wait_for(c, "select setting = 'nobody' from pg_settings where name = 'synchronous_standby_names'");
    write_later(s, 1, 2, "b", &t);
    wait_for_wait(c, "IPC", "SyncRep");
    asked(c, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
    o = outcome(&t);
    assert_int_equal(o.outcome, BY_UNKNOWN);
    assert_true(o.broken);
    assert_string_equal(asked(c, "select count(*) from boneyard.events"), "2");
    by_store_mended(s, NULL); /* asks for it */
    if (BY_PLANTED(BY_PLANT_TRUST))
        assert_false(by_store_mend(s, NULL));
    else
        wait_for_wait(c, "IPC", "SyncRep");
    assert_int_equal(by_store_count(s, &one), BY_UNREAD);
    asked(c, "alter system set synchronous_standby_names = ''");
    asked(c, "select pg_reload_conf()");
    mend(s);
    assert_int_equal(by_store_find(s, &one, (struct by_bytes_of){ "b", 1 }), 2);
    assert_true(write_now(s, 1, 3, "b").twice);
    PQfinish(c);
    by_store_close(s);
}

/* A write that nobody answers. */
static void no_answer(void **state)
{
    struct by_store *s = opened(false, 300);
    PGconn *c = side();
    struct by_stored o;

    (void)state;
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    asked(c, "begin; lock table boneyard.tables in exclusive mode");
    o = write_now(s, 1, 2, "b");
    assert_true(o.broken);
    assert_int_not_equal(o.outcome, BY_KEPT);
    asked(c, "commit");
    mend(s);
    assert_int_equal(by_store_count(s, &one), by_store_find(s, &one, (struct by_bytes_of){ "b", 1 }) == 2 ? 2 : 1);
    PQfinish(c);
    by_store_close(s);
}

/* ---- Others ---- */

static void one_server(void **state)
{
    struct by_store *s = opened(false, 0), *look, *other;

    (void)state;
    not_opened(false, "another server (boneyard ");
    look = by_store_open(&(struct by_store_setup){ .path = both_path(), .look = true }, NULL);
    assert_non_null(look);
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    assert_int_equal(by_store_count(look, &one), 1);
    assert_int_equal(write_now(look, 1, 2, "b").outcome, BY_REFUSED);
    assert_false(by_store_mend(look, NULL));
    by_store_close(look);
    by_store_close(s);
    s = opened(true, 0);
    other = opened(true, 0);
    not_opened(false, "another server (boneyard ");
    by_store_close(s);
    by_store_close(other);
    by_store_close(opened(false, 0));
}

static void versions(void **state)
{
    (void)state;
    not_opened(true, "no Boneyard tables");
    by_store_close(opened(false, 0));
    both_by_hand("update boneyard.about set version = 9"); /* something was added that this program need not know */
    by_store_close(opened(false, 0));
    both_by_hand("update boneyard.about set least = 9");
    not_opened(false, "newer boneyard (version 9, for programs that support 9; this one supports 5)");
    not_opened(true, "newer boneyard");
    both_begin();
    both_by_hand("create schema boneyard; create table boneyard.birds (name text)");
    not_opened(false, "not Boneyard's");
    both_begin();
    both_by_hand("create schema boneyard"); /* made for us by an administrator */
    by_store_close(opened(false, 0));
}

static void copies(void **state)
{
    struct by_store *s = opened(false, 0);
    struct by_fault f;

    (void)state;
    assert_int_not_equal(by_store_copy(s, "/tmp/never", &f), BY_OK);
    assert_non_null(strstr(f.text, "pg_dump"));
    by_store_close(s);
}

/* Names of lists and keys are only bytes. */
static void odd_bytes(void **state)
{
    struct by_store *s = opened(false, 0);
    static const char odd[] = "a\0b\"\\{},'\xff\x80 NULL";
    struct by_put_of put = { "k\"i\\n,d", { odd, sizeof odd }, { odd, sizeof odd } };
    struct by_entry_of e = { 1, { odd, sizeof odd }, { odd, sizeof odd } };
    char value[64];

    (void)state;
    assert_int_equal(
        by_store_write_now(
            s, &(struct by_batch){ .table = one, .epoch = 1, .entries = &e, .entries_n = 1, .puts = &put, .puts_n = 1 })
            .outcome,
        BY_KEPT);
    assert_int_equal(by_store_get(s, put.kind, put.key, value, sizeof value), sizeof odd);
    assert_memory_equal(value, odd, sizeof odd);
    assert_int_equal(by_store_find(s, &one, e.key), 1);
    by_store_close(s);
}

/* More tables in one transaction than the writer's cache can hold together: their ids fall into one of its sets. */
static void crowded_cache(void **state)
{
    enum { CROWD = 6, SETS = 1 << 14, TRIED = SETS * CROWD * 4 };
    static uint8_t seen[SETS];
    struct by_id crowd[CROWD], id = { { 0 } };
    struct told t[CROWD] = { { 0 } }, busy;
    struct by_entry_of e = { 1, { "k", 1 }, { "x", 1 } };
    struct by_store *s = opened(false, LONG);
    uint8_t hash[16];
    int full = -1, n = 0;

    (void)state;
    for (int pass = 0; pass < 2 && n < CROWD; pass++)
        for (uint32_t i = 1; i < TRIED && (pass == 0 ? full < 0 : n < CROWD); i++) {
            int set;

            memcpy(id.bytes, &i, sizeof i);
            by_hash_of(NULL, 0, id.bytes, sizeof id.bytes, hash, sizeof hash);
            set = (hash[0] | hash[1] << 8) % SETS;
            if (pass == 1 && set == full)
                crowd[n++] = id;
            else if (pass == 0 && ++seen[set] == CROWD)
                full = set;
        }
    assert_int_equal(n, CROWD);
    assert_int_equal(write_now(s, 1, 1, "a").outcome, BY_KEPT);
    write_later(s, 1, 2, "b", &busy); /* the writer is busy with it while the others queue */
    for (int i = 0; i < CROWD; i++)
        by_store_write(s, &(struct by_batch){ .table = crowd[i], .epoch = 1, .entries = &e, .entries_n = 1 }, tell,
                       &t[i]);
    assert_int_equal(outcome(&busy).outcome, BY_KEPT);
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(outcome(&t[i]).outcome, BY_KEPT);
    by_store_close(s);
    s = opened(false, LONG);
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(by_store_count(s, &crowd[i]), 1);
    by_store_close(s);
}

int main(int argc, char **argv)
{
    static const struct both_fault faults[] = { { "join", "takeover_in_between", BY_PLANT_JOIN },
                                                { "cancelled", "cancelled_wait", BY_PLANT_CANCELLED },
                                                { "trust", "cancelled_wait", BY_PLANT_TRUST } };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(takeover_in_between, both_setup),
        cmocka_unit_test_setup(owner_returns, both_setup),
        cmocka_unit_test_setup(frozen_server, both_setup),
        cmocka_unit_test_setup(lost_connection, both_setup),
        cmocka_unit_test_setup(lost_reader, both_setup),
        cmocka_unit_test_setup(cancelled_wait, both_setup),
        cmocka_unit_test_setup(no_answer, both_setup),
        cmocka_unit_test_setup(one_server, both_setup),
        cmocka_unit_test_setup(versions, both_setup),
        cmocka_unit_test_setup(copies, both_setup),
        cmocka_unit_test_setup(odd_bytes, both_setup),
        cmocka_unit_test_setup(crowded_cache, both_setup),
    };

    if (!both_choose("postgres") || !both_plant(argc > 1 ? argv[1] : NULL, faults, sizeof faults / sizeof faults[0]))
        return 2;
    by_crypto_start();
    return both_status(cmocka_run_group_tests(tests, NULL, NULL));
}
