/* SPDX-License-Identifier: MIT */
/* waiting.c: quick matches, the host's rights, names and seats at a table that waits for players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/inside.h"
#include "table.h"
#include "util/crypto.h"

enum { WAIT = 30000 };

static int count(const struct table *t, const char *what)
{
    char text[40];
    int n = 0;

    snprintf(text, sizeof text, "{\"what\":\"%s\"", what);
    for (int i = 0; i < t->journal.n; i++)
        n += strncmp(t->journal.at[i], text, strlen(text)) == 0;
    return n;
}

static int64_t number(struct table *t, const char *member)
{
    by_json *j = table_json(t, 0);
    int64_t n = -1;

    by_json_number(by_json_get(j, member), &n);
    by_json_free(j);
    return n;
}

/* Makes a quick match as the server does. */
static void quick(struct table *t, const char *clock)
{
    uint8_t chance[BY_ROOM_CHANCE] = { 3 };
    struct by_order o = { person(0), 1000, chance, true };
    struct by_asked_for what;
    struct by_entries e = { 0 };

    by_ask_init(&what, BY_ASK_quick, "k");
    snprintf(what.rules, sizeof what.rules, "draw players=3");
    snprintf(what.clock, sizeof what.clock, "%s", clock);
    what.public = true;
    what.wait = WAIT;
    table_make(t, 5, "{\"rules\":\"draw players=3\"}");
    by_room_free(t->room);
    lines_clear(&t->journal);
    t->room = by_room_new(&t->id, &t->host);
    CHECK(by_room_make(&o, &what, &e, &t->fault) == BY_NOT_REFUSED);
    CHECK(by_room_apply(t->room, 1, e.at[0].line, e.at[0].n, &t->fault) == BY_OK);
    lines_add(&t->journal, e.at[0].line);
    by_entries_clear(&e);
}

static bool is(struct table *t, int i, const char *member)
{
    by_json *j = table_json(t, i);
    bool on = by_json_true(by_json_get(j, member));

    by_json_free(j);
    return on;
}

static bool host(struct table *t, int i) { return is(t, i, "host"); }

static void sit(struct table *t, int i, const char *name)
{
    come(t, i);
    CHECK(askf(t, i, "{\"do\":\"sit\",\"name\":\"%s\"}", name) == BY_NOT_REFUSED);
}

static void same_room(struct table *t)
{
    struct by_room *r = fold(t, t->journal.n);

    CHECK(r->wait_from == t->room->wait_from && r->wait_until == t->room->wait_until);
    by_room_free(r);
}

static void test_alone(void)
{
    struct table t;

    quick(&t, "move 30");
    CHECK(number(&t, "wait") == -1);
    sit(&t, 0, "Ada");
    CHECK(number(&t, "wait") == WAIT && number(&t, "span") == WAIT);
    CHECK(ask(&t, 0, "{\"do\":\"start\"}") == BY_REFUSED_not_host);
    run(&t, t.now + WAIT - 10);
    CHECK(number(&t, "wait") == 10 && strcmp(phase(&t), "waiting") == 0);
    same_room(&t);
    run(&t, t.now + 20);
    CHECK(count(&t, "start") == 1 && t.room->seat[2].kind == SEAT_BOT);
    table_clear(&t);
}

static void test_full(void)
{
    struct table t;

    quick(&t, "move 30");
    sit(&t, 0, "Ada");
    run(&t, t.now + 5000);
    sit(&t, 1, "Bo");
    CHECK(number(&t, "wait") == WAIT - 5000);
    sit(&t, 2, "Cy");
    CHECK(count(&t, "start") == 0);
    run(&t, t.now + 2000);
    CHECK(count(&t, "start") == 1);
    CHECK(ask(&t, 0, "{\"do\":\"bots\",\"on\":true}") == BY_REFUSED_not_now);
    table_clear(&t);
}

static void test_agreed(void)
{
    struct table t;

    quick(&t, "move 30");
    sit(&t, 0, "Ada");
    sit(&t, 1, "Bo");
    come(&t, 2);
    CHECK(ask(&t, 2, "{\"do\":\"bots\",\"on\":true}") == BY_REFUSED_not_yours);
    CHECK(ask(&t, 0, "{\"do\":\"bots\",\"on\":true}") == BY_NOT_REFUSED);
    CHECK(ask(&t, 0, "{\"do\":\"bots\",\"on\":true}") == BY_NOT_REFUSED && count(&t, "bots") == 1);
    run(&t, t.now + 100);
    CHECK(count(&t, "start") == 0);
    go(&t, 1); /* only players who are here have to agree */
    run(&t, t.now + 100);
    CHECK(count(&t, "start") == 1);
    table_clear(&t);
}

static void test_longer(void)
{
    struct table t;

    quick(&t, "move 30");
    sit(&t, 0, "Ada");
    CHECK(ask(&t, 0, "{\"do\":\"bots\",\"on\":false}") == BY_NOT_REFUSED);
    CHECK(number(&t, "wait") == 20 * WAIT);
    CHECK(ask(&t, 0, "{\"do\":\"bots\",\"on\":false}") == BY_NOT_REFUSED && count(&t, "bots") == 1);
    same_room(&t);
    run(&t, t.now + 20 * WAIT - 10);
    CHECK(count(&t, "start") == 0);
    run(&t, t.now + 20);
    CHECK(count(&t, "start") == 1);
    table_clear(&t);
}

/* A player who is absent loses the seat; the wait begins again with the next player; an empty table is closed. */
static void test_gone(void)
{
    struct table t;

    quick(&t, "move 30");
    sit(&t, 0, "Ada");
    run(&t, t.now + 20000);
    go(&t, 0);
    come(&t, 1);
    run(&t, t.now + 25000);
    CHECK(count(&t, "start") == 0 && t.room->seat[0].kind == SEAT_PERSON);
    run(&t, t.now + 6000);
    CHECK(count(&t, "stand") == 1 && t.room->wait_until == NEVER);
    sit(&t, 1, "Bo");
    CHECK(number(&t, "wait") == WAIT);
    go(&t, 1);
    run(&t, t.now + 100000);
    CHECK(strcmp(phase(&t), "closed") == 0 && count(&t, "start") == 0);
    table_clear(&t);
}

/* With a clock in days, no one has to be here. */
static void test_days(void)
{
    struct table t;

    quick(&t, "days 3");
    sit(&t, 0, "Ada");
    go(&t, 0);
    run(&t, t.now + WAIT + 10);
    CHECK(count(&t, "start") == 1);
    table_clear(&t);
}

static void test_restart(void)
{
    struct table t;

    quick(&t, "move 30");
    sit(&t, 0, "Ada");
    run(&t, t.now + 20000);
    by_room_free(t.room);
    t.room = fold(&t, t.journal.n);
    t.listens[0] = false;
    run(&t, t.now + 5000);
    CHECK(strcmp(phase(&t), "waiting") == 0 && t.room->seat[0].kind == SEAT_PERSON);
    come(&t, 0);
    CHECK(number(&t, "wait") == WAIT - 25000);
    run(&t, t.now + WAIT);
    CHECK(count(&t, "start") == 1);
    table_clear(&t);
}

/* ---- The host ----------------------------------------------------------------------------------- */

static void test_host(void)
{
    struct table t;

    table_make(&t, 7, "{\"rules\":\"draw players=3\"}");
    sit(&t, 0, "Ada");
    sit(&t, 1, "Bo");
    CHECK(host(&t, 0) && !host(&t, 1));
    go(&t, 0);
    run(&t, t.now + 59000);
    CHECK(host(&t, 0));
    run(&t, t.now + 2000);
    CHECK(!host(&t, 0) && host(&t, 1) && count(&t, "host") == 1);
    CHECK(ask(&t, 1, "{\"do\":\"seat\",\"seat\":0,\"who\":\"open\"}") == BY_NOT_REFUSED); /* the absent former host */
    CHECK(ask(&t, 1, "{\"do\":\"start\"}") == BY_NOT_REFUSED);
    table_clear(&t);
}

static void test_host_leaves(void)
{
    struct table t;

    table_make(&t, 7, "{\"rules\":\"draw players=3\"}");
    sit(&t, 0, "Ada");
    sit(&t, 1, "Bo");
    CHECK(ask(&t, 0, "{\"do\":\"start\"}") == BY_NOT_REFUSED && run_to(&t, "play", 20000));
    CHECK(ask(&t, 0, "{\"do\":\"stand\",\"seat\":0}") == BY_NOT_REFUSED);
    CHECK(host(&t, 1) && !host(&t, 0));
    table_clear(&t);
}

/* ---- Names and seats ---------------------------------------------------------------------------- */

static void test_names(void)
{
    static const char *const names[] = { "Ann", "Ann (2)", "Ann (3)" };
    struct table t;

    quick(&t, "move 30");
    for (int i = 0; i < 3; i++) {
        sit(&t, i, "Ann");
        CHECK(strcmp(t.room->seat[i].name, names[i]) == 0);
    }
    CHECK(ask(&t, 3, "{\"do\":\"sit\",\"name\":\"Ann\"}") == BY_REFUSED_taken);
    table_clear(&t);
    table_make(&t, 7, "{\"rules\":\"draw players=3\"}");
    for (int i = 0; i < 2; i++) /* forty letters */
        sit(&t, i,
            "\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9bcdefghijklmnopqrstuvwxyzabcde");
    CHECK(strcmp(strstr(t.room->seat[1].name, "bcd"), "bcdefghijklmnopqrstuvwxyza (2)") == 0);
    table_clear(&t);
}

static void test_seats(void)
{
    struct table t;

    table_make(&t, 7, "{\"rules\":\"draw players=3\",\"public\":true}");
    sit(&t, 0, "Ada");
    CHECK(ask(&t, 0, "{\"do\":\"sit\",\"seat\":1,\"name\":\"Eva\"}") == BY_REFUSED_one_seat);
    table_clear(&t);
    table_make(&t, 7, "{\"rules\":\"draw players=3\",\"public\":true,\"shared\":true}");
    sit(&t, 0, "Ada");
    CHECK(ask(&t, 0, "{\"do\":\"sit\",\"seat\":1,\"name\":\"Eva\"}") == BY_NOT_REFUSED);
    table_clear(&t);
    table_make(&t, 7, "{\"rules\":\"draw players=3\",\"shared\":false}");
    sit(&t, 0, "Ada");
    CHECK(ask(&t, 0, "{\"do\":\"sit\",\"seat\":1,\"name\":\"Eva\"}") == BY_REFUSED_one_seat);
    table_clear(&t);
}

static void test_rated(void)
{
    struct table t;

    table_make(&t, 7, "{\"rules\":\"draw players=3\",\"rated\":true}");
    CHECK(is(&t, 0, "rated"));
    sit(&t, 0, "Ada");
    come(&t, GUESTS);
    CHECK(ask(&t, GUESTS, "{\"do\":\"sit\",\"name\":\"Eva\"}") == BY_REFUSED_no_account);
    CHECK(ask(&t, 0, "{\"do\":\"sit\",\"seat\":1,\"name\":\"Eva\"}") == BY_REFUSED_one_seat);
    table_clear(&t);
}

int main(void)
{
    by_crypto_start();
    test_alone();
    test_full();
    test_agreed();
    test_longer();
    test_gone();
    test_days();
    test_restart();
    test_host();
    test_host_leaves();
    test_names();
    test_seats();
    test_rated();
    puts("ok");
    return 0;
}
