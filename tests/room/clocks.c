/* SPDX-License-Identifier: MIT */
/* clocks.c: tests the actions that a room takes by itself, with a scripted clock: abandoned shuffles, clocks, absence,
 * calls, rematches, and the host's rights. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "room/inside.h"
#include "table.h"
#include "util/crypto.h"

/* The number of entries of this kind; the last of them as JSON (the caller frees it), or NULL. */
static int count(const struct table *t, const char *what)
{
    char text[40];
    int n = 0;

    snprintf(text, sizeof text, "{\"what\":\"%s\"", what);
    for (int i = 0; i < t->journal.n; i++)
        n += strncmp(t->journal.at[i], text, strlen(text)) == 0;
    return n;
}

static bool last_has(const struct table *t, const char *words)
{
    return strstr(t->journal.at[t->journal.n - 1], words) != NULL;
}

static void sit(struct table *t, int i, int seat, const char *name)
{
    come(t, i);
    CHECK(askf(t, i, "{\"do\":\"sit\",\"seat\":%d,\"name\":\"%s\"}", seat, name) == BY_NOT_REFUSED);
}

static void begin(struct table *t, const char *make, int people)
{
    static const char *const names[] = { "Ada", "Bo", "Cy", "Di" };

    table_make(t, 7, make);
    for (int i = 0; i < people; i++)
        sit(t, i, i, names[i]);
    CHECK(ask(t, 0, "{\"do\":\"start\"}") == BY_NOT_REFUSED);
}

static int turn(const struct table *t) { return t->room->game.state.now.turn; }

/* Plays the first legal move of the person to move. */
static void move_now(struct table *t)
{
    by_move list[BY_MOVES];
    char text[BY_MOVE_TEXT];
    int seat = turn(t), n = by_moves(&t->room->game.state, seat, list);

    CHECK(n > 0);
    by_move_print(list[0], t->room->game.state.family, text);
    CHECK(askf(t, t->room->seat[seat].person, "{\"do\":\"play\",\"seat\":%d,\"move\":\"%s\"}", seat, text)
          == BY_NOT_REFUSED);
}

/* ---- The shuffle ---------------------------------------------------------------------------- */

static void due_now(struct table *t)
{
    struct by_entries e = { 0 };
    uint8_t chance[BY_ROOM_CHANCE] = { 1 };
    struct by_order o = { person(0), t->now, chance, true };

    by_room_due(t->room, &o, &e);
    for (int i = 0; i < e.n; i++) {
        struct by_fault f = { 0 };

        CHECK(by_room_apply(t->room, (uint64_t)t->journal.n + 1, e.at[i].line, e.at[i].n, &f) == BY_OK);
        lines_add(&t->journal, e.at[i].line);
    }
    by_entries_clear(&e);
}

/* Person i commits, and later reveals if `reveals` is set. */
static void send_hash(struct table *t, int i, int seat)
{
    uint8_t share[BY_FAIR_SHARE] = { (uint8_t)i };
    struct by_hash h;
    char text[64];

    by_fair_hash(&t->room->shuffle, seat, share, &h);
    by_base64(h.bytes, sizeof h.bytes, text);
    CHECK(askf(t, i, "{\"do\":\"hash\",\"deal\":%d,\"hash\":\"%s\"}", (int)t->room->deals, text) == BY_NOT_REFUSED);
}

static enum by_refusal send_share(struct table *t, int i, int byte)
{
    uint8_t share[BY_FAIR_SHARE] = { (uint8_t)byte };
    char text[64];

    by_base64(share, sizeof share, text);
    return askf(t, i, "{\"do\":\"reveal\",\"deal\":%d,\"share\":\"%s\"}", (int)t->room->deals, text);
}

static void test_shuffle(void)
{
    struct table t;

    begin(&t, "{\"rules\":\"draw players=2\"}", 2);
    for (int k = 1; k <= ABORTS; k++) { /* the second one never reveals */
        due_now(&t);
        CHECK(count(&t, "commit") == k);
        send_hash(&t, 0, 0);
        CHECK(by_room_wake(t.room, t.now) == t.now + HASH_WAIT);
        send_hash(&t, 1, 1);
        due_now(&t);
        CHECK(count(&t, "hashes") == k && send_share(&t, 0, 1) == BY_REFUSED_bad_message);
        CHECK(send_share(&t, 0, 0) == BY_NOT_REFUSED && send_share(&t, 0, 0) == BY_REFUSED_not_now);
        due_now(&t);
        CHECK(count(&t, "abort") == k - 1);
        t.now += HASH_WAIT;
        due_now(&t);
        CHECK(count(&t, "abort") == k && last_has(&t, "\"seats\":[1]"));
    }
    due_now(&t); /* after three times, without them */
    CHECK(askf(&t, 1, "{\"do\":\"hash\",\"deal\":%d,\"hash\":\"%.43s\"}", (int)t.room->deals,
               "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
          == BY_REFUSED_not_now);
    send_hash(&t, 0, 0);
    due_now(&t);
    CHECK(send_share(&t, 0, 0) == BY_NOT_REFUSED);
    due_now(&t);
    CHECK(count(&t, "deal") == 1 && t.room->phase == PLAY && t.room->shuffle.shares == 1);
    table_clear(&t);
}

/* A person who leaves or is replaced between the hashes and the deal does not change the shuffle: a share that has
 * arrived counts, and a missing share causes an abort. */
static void test_shuffle_left(bool reveals, bool replaced)
{
    struct table t;

    begin(&t, "{\"rules\":\"draw players=3\"}", 3);
    due_now(&t);
    for (int i = 0; i < 3; i++)
        send_hash(&t, i, i);
    due_now(&t);
    CHECK(count(&t, "hashes") == 1);
    CHECK(send_share(&t, 0, 0) == BY_NOT_REFUSED && send_share(&t, 2, 2) == BY_NOT_REFUSED);
    CHECK(!reveals || send_share(&t, 1, 1) == BY_NOT_REFUSED);
    if (replaced)
        go(&t, 1);
    CHECK((replaced ? ask(&t, 0, "{\"do\":\"seat\",\"seat\":1,\"who\":\"bot:easy\"}")
                    : ask(&t, 1, "{\"do\":\"stand\",\"seat\":1}"))
          == BY_NOT_REFUSED);
    t.now += HASH_WAIT;
    due_now(&t);
    CHECK(reveals ? count(&t, "deal") == 1 && t.room->shuffle.shares == 3 && t.room->seat[1].kind == SEAT_BOT
                  : count(&t, "abort") == 1 && last_has(&t, "\"seats\":[1]") && t.room->member[1].aborts == 1);
    due_now(&t);
    CHECK(reveals || (t.room->step == STEP_COMMITTED && !t.room->seat[1].hashed));
    by_room_free(fold(&t, t.journal.n));
    table_clear(&t);
}

static void shuffle_both(struct table *t)
{
    due_now(t);
    for (int i = 0; i < 2; i++)
        send_hash(t, i, i);
    due_now(t);
    for (int i = 0; i < 2; i++)
        CHECK(send_share(t, i, i) == BY_NOT_REFUSED);
    due_now(t);
    CHECK(t->room->phase == PLAY);
}

/* A round restored from a backup is abandoned once and dealt again. With another key, the match is unknown, and the
 * table waits for the next one. */
static void test_restored(void)
{
    struct table t;
    struct by_room_host other;
    struct by_room *lost;
    struct by_fault f = { 0 };

    begin(&t, "{\"rules\":\"draw players=2\"}", 2);
    shuffle_both(&t);
    by_room_restored(t.room, (uint64_t)t.journal.n);
    CHECK(by_room_wake(t.room, t.now) == t.now);
    due_now(&t);
    CHECK(count(&t, "abort") == 1 && last_has(&t, "\"seats\":[]") && t.room->phase == SHUFFLE);
    shuffle_both(&t);
    CHECK(count(&t, "abort") == 1 && t.room->deals == 2 && t.room->game.state.round == 1 && t.room->aborted_n == 1);
    by_room_free(fold(&t, t.journal.n));
    other = t.host;
    other.seal[0] ^= 1;
    lost = by_room_new(&t.id, &other);
    for (int i = 0; i < t.journal.n; i++)
        CHECK(by_room_apply(lost, (uint64_t)i + 1, t.journal.at[i], strlen(t.journal.at[i]), &f) == BY_OK);
    CHECK(lost->phase == WAITING && lost->lost && lost->deals == 2 && lost->seat[1].kind == SEAT_PERSON);
    by_room_free(lost);
    table_clear(&t);
}

/* An entry that needs a newer version is not read, even if it looks familiar; the facts say which version it needs. */
static void test_newer(void)
{
    struct table t;
    struct by_room_host newer;
    struct by_room *r;
    struct by_room_facts facts;
    struct by_fault f = { 0 };
    int n;

    begin(&t, "{\"rules\":\"draw players=2\"}", 2);
    newer = t.host;
    newer.newer = 1;
    by_room_free(t.room);
    t.room = by_room_new(&t.id, &newer);
    n = t.journal.n;
    for (int i = 0; i < n; i++)
        CHECK(by_room_apply(t.room, (uint64_t)i + 1, t.journal.at[i], strlen(t.journal.at[i]), &f) == BY_OK);
    CHECK(askf(&t, 0, "{\"do\":\"pause\",\"on\":true}") == BY_NOT_REFUSED && last_has(&t, "\"v\":4"));
    by_room_facts(t.room, &facts);
    CHECK(facts.needs == BY_ROOM_VERSION + 1 && by_room_entries(&newer) == facts.needs);
    CHECK(by_room_entries(&t.host) == BY_ROOM_VERSION);
    r = by_room_new(&t.id, &t.host);
    for (int i = 0; i <= n; i++)
        CHECK((by_room_apply(r, (uint64_t)i + 1, t.journal.at[i], strlen(t.journal.at[i]), &f) == BY_OK) == (i < n));
    by_room_facts(r, &facts);
    CHECK(facts.needs == BY_ROOM_VERSION + 1 && facts.entries == (uint64_t)n
          && strstr(f.text, "newer version") != NULL);
    by_room_free(r);
    table_clear(&t);
}

/* A journal has a maximum size: beyond it, the table is closed and sets no more timers. */
static void test_most(void)
{
    struct table t;

    begin(&t, "{\"rules\":\"block players=2\",\"seats\":[\"open\",\"bot:easy\"]}", 1);
    while (t.journal.n < BY_ROOM_MOST)
        CHECK(askf(&t, 0, "{\"do\":\"pause\",\"on\":%s}", t.room->paused[0] == '\0' ? "true" : "false")
              == BY_NOT_REFUSED);
    CHECK(by_room_wake(t.room, t.now) <= t.now);
    due_now(&t);
    CHECK(t.room->phase == CLOSED && last_has(&t, "\"who\":\"server\"") && by_room_wake(t.room, t.now) == NEVER);
    table_clear(&t);
}

/* A bot whose move could not be saved is asked again. */
static void test_not_kept(void)
{
    struct by_room_bot b;
    struct table t;

    begin(&t, "{\"rules\":\"block players=2\",\"seats\":[\"bot:easy\",\"bot:easy\"]}", 0);
    for (int i = 0; i < 3; i++)
        due_now(&t);
    CHECK(t.room->phase == PLAY && by_room_bot(t.room, t.now, &b) && !by_room_bot(t.room, t.now, &b));
    by_room_halt(t.room, true);
    CHECK(!by_room_bot(t.room, t.now, &b));
    by_room_halt(t.room, false);
    CHECK(by_room_bot(t.room, t.now, &b));
    table_clear(&t);
}

static void test_shuffle_alone(void)
{
    struct table t;

    begin(&t, "{\"rules\":\"draw players=2\"}", 2);
    go(&t, 0);
    go(&t, 1);
    for (int i = 0; i < 3; i++)
        due_now(&t);
    CHECK(count(&t, "commit") == 1 && count(&t, "hashes") == 0); /* they may still arrive */
    t.now += HASH_WAIT;
    for (int i = 0; i < 2; i++)
        due_now(&t);
    CHECK(count(&t, "deal") == 1 && t.room->shuffle.shares == 0);
    CHECK(strstr(t.room->told[t.room->entries - 1].fair, "\"alone\":true") != NULL);
    table_clear(&t);
}

/* ---- Clocks --------------------------------------------------------------------------------- */

static void test_move_clock(void)
{
    struct table t;
    int seat, n;

    begin(&t, "{\"rules\":\"block players=2\",\"clock\":\"move 5\",\"grace\":0}", 2);
    CHECK(run_to(&t, "play", 20000));
    seat = turn(&t);
    n = count(&t, "play");
    run(&t, t.now + 4900);
    CHECK(count(&t, "play") == n && turn(&t) == seat);
    run(&t, t.now + 200);
    CHECK(count(&t, "play") == n + 1 && last_has(&t, "\"by\":\"clock\"") && count(&t, "away") == 0);
    CHECK(ask(&t, 0, "{\"do\":\"pause\",\"on\":true}") == BY_NOT_REFUSED);
    n = count(&t, "play");
    run(&t, t.now + 100000);
    CHECK(count(&t, "play") == n);
    CHECK(askf(&t, turn(&t), "{\"do\":\"play\",\"seat\":%d,\"move\":\"pass\"}", turn(&t)) == BY_REFUSED_paused);
    CHECK(ask(&t, 1, "{\"do\":\"pause\",\"on\":false}") == BY_REFUSED_not_host);
    CHECK(ask(&t, 0, "{\"do\":\"pause\",\"on\":false}") == BY_NOT_REFUSED);
    table_clear(&t);
}

static void test_bank(void)
{
    struct table t;
    int seat;

    begin(&t, "{\"rules\":\"muggins players=2\",\"clock\":\"bank 30+2\",\"grace\":0}", 2);
    CHECK(run_to(&t, "play", 20000));
    seat = turn(&t);
    t.now += 10000;
    move_now(&t);
    CHECK(t.room->seat[seat].left == 22000);
    seat = turn(&t);
    t.now += 30000;
    CHECK(askf(&t, seat, "{\"do\":\"play\",\"seat\":%d,\"move\":\"draw\"}", seat) != BY_NOT_REFUSED);
    run(&t, t.now + 100);
    CHECK(count(&t, "away") == 1 && t.room->seat[seat].away == AWAY_CLOCK);
    run(&t, t.now + 2000); /* the bot has played, and keeps playing */
    CHECK(count(&t, "back") == 0 && turn(&t) != seat);
    CHECK(askf(&t, seat, "{\"do\":\"back\"}") == BY_NOT_REFUSED && t.room->seat[seat].left == 12000);
    CHECK(askf(&t, seat, "{\"do\":\"back\"}") == BY_NOT_REFUSED && count(&t, "back") == 1);
    table_clear(&t);
}

/* The running clock is charged whatever else happens, even if another person returns. */
static void test_bank_back(void)
{
    struct table t;
    int away;

    begin(&t, "{\"rules\":\"muggins players=2\",\"clock\":\"bank 300+0\",\"grace\":5}", 2);
    CHECK(run_to(&t, "play", 20000));
    away = turn(&t);
    go(&t, away);
    run(&t, t.now + 8000); /* a bot plays for them, and it is the next seat's turn */
    CHECK(count(&t, "away") == 1 && t.room->running == 1 - away);
    t.now = t.room->runs_from + 20000;
    come(&t, away);
    due_now(&t);
    CHECK(count(&t, "back") == 1 && t.room->seat[1 - away].left <= 280000);
    table_clear(&t);
}

static void test_days(void)
{
    struct table t;
    int n;

    begin(&t, "{\"rules\":\"muggins players=2\",\"clock\":\"days 2\",\"grace\":5}", 2);
    CHECK(run_to(&t, "play", 20000));
    move_now(&t);
    go(&t, 0);
    go(&t, 1);
    n = t.journal.n;
    run(&t, t.now + 86400000);
    if (t.journal.n == n) /* no one was forced to draw */
        CHECK(count(&t, "away") == 0);
    run(&t, t.now + 2 * 86400000);
    CHECK(last_has(&t, "clock") || count(&t, "play") > 1);
    CHECK(count(&t, "away") == 0);
    table_clear(&t);
}

/* ---- Presence -------------------------------------------------------------------------------- */

static void test_absence(void)
{
    struct table t;
    int seat;

    begin(&t, "{\"rules\":\"muggins players=2\",\"grace\":30}", 2);
    CHECK(run_to(&t, "play", 20000));
    seat = turn(&t);
    go(&t, seat);
    run(&t, t.now + 29000);
    CHECK(count(&t, "away") == 0);
    run(&t, t.now + 2000);
    CHECK(count(&t, "away") == 1);
    run(&t, t.now + 2000);
    CHECK(turn(&t) != seat || count(&t, "play") > 0);
    come(&t, seat);
    run(&t, t.now + 10);
    CHECK(count(&t, "back") == 1 && t.room->seat[seat].away == HERE);
    go(&t, 0); /* while no one is here, the table waits */
    go(&t, 1);
    run(&t, t.now + 10000000);
    CHECK(count(&t, "away") == 1);
    table_clear(&t);
}

static void test_standing(void)
{
    struct table t;

    begin(&t, "{\"rules\":\"muggins players=3\"}", 2);
    CHECK(run_to(&t, "play", 20000));
    CHECK(ask(&t, 0, "{\"do\":\"seat\",\"seat\":1,\"who\":\"bot:easy\"}") == BY_REFUSED_taken);
    go(&t, 1);
    CHECK(ask(&t, 1, "{\"do\":\"seat\",\"seat\":1,\"who\":\"bot:easy\"}") == BY_REFUSED_not_host);
    CHECK(ask(&t, 0, "{\"do\":\"seat\",\"seat\":1,\"who\":\"open\"}") == BY_REFUSED_not_now);
    CHECK(ask(&t, 0, "{\"do\":\"seat\",\"seat\":1,\"who\":\"bot:easy\"}") == BY_NOT_REFUSED);
    CHECK(t.room->seat[1].kind == SEAT_BOT && askf(&t, 1, "{\"do\":\"stand\",\"seat\":1}") == BY_REFUSED_not_yours);
    CHECK(ask(&t, 0, "{\"do\":\"stand\",\"seat\":0}") == BY_NOT_REFUSED);
    CHECK(strcmp(phase(&t), "closed") == 0 && last_has(&t, "server"));
    CHECK(strstr(t.room->told[t.room->entries - 1].fair, "\"secret\"") != NULL);
    CHECK(ask(&t, 0, "{\"do\":\"start\"}") == BY_REFUSED_not_now);
    table_clear(&t);
}

static void test_empty(int64_t wait)
{
    struct table t;

    table_make(&t, 1, "{\"rules\":\"draw\"}");
    t.room->host.empty = wait == EMPTY_WAIT ? 0 : wait; /* as configured by the operator */
    run(&t, t.now + 2 * wait);
    CHECK(strcmp(phase(&t), "waiting") == 0);
    go(&t, 0);
    run(&t, t.now + wait - 10);
    CHECK(strcmp(phase(&t), "waiting") == 0);
    run(&t, t.now + 20);
    CHECK(strcmp(phase(&t), "closed") == 0);
    table_clear(&t);
}

/* A match that everyone has left is closed after a time, even if it is paused. */
static void test_left(bool paused)
{
    struct table t;

    begin(&t, "{\"rules\":\"muggins players=2\"}", 2);
    CHECK(run_to(&t, "play", 20000));
    CHECK(!paused || ask(&t, 0, "{\"do\":\"pause\",\"on\":true}") == BY_NOT_REFUSED);
    for (int i = 0; i < 2; i++) {
        run(&t, t.now + 2 * LEFT_WAIT); /* someone is here */
        CHECK(strcmp(phase(&t), "closed") != 0);
        go(&t, i);
    }
    run(&t, t.room->empty + LEFT_WAIT - 10);
    CHECK(strcmp(phase(&t), "closed") != 0);
    run(&t, t.now + 20);
    CHECK(strcmp(phase(&t), "closed") == 0 && last_has(&t, "server"));
    table_clear(&t);
}

/* ---- Calls ---------------------------------------------------------------------------------- */

static void test_calls(void)
{
    struct table t;
    int mover;

    begin(&t, "{\"rules\":\"muggins:number players=3 call=on\",\"grace\":0}", 3);
    CHECK(run_to(&t, "play", 20000));
    move_now(&t);
    mover = turn(&t);
    t.now += 500;
    CHECK(askf(&t, (mover + 1) % 3, "{\"do\":\"play\",\"seat\":%d,\"move\":\"pass\"}", (mover + 1) % 3)
          == BY_REFUSED_BY_RULES);
    CHECK(by_window_end(t.room, mover) == t.room->laid_at + CALL_WINDOW);
    CHECK(by_window_end(t.room, (mover + 2) % 3) == 0); /* the seat that laid does not wait */
    if (by_moves(&t.room->game.state, mover, (by_move[BY_MOVES]){ 0 }) > 1) {
        by_move list[BY_MOVES];
        char text[BY_MOVE_TEXT];

        by_moves(&t.room->game.state, mover, list);
        by_move_print(list[0], BY_LINE, text);
        CHECK(askf(&t, mover, "{\"do\":\"play\",\"seat\":%d,\"move\":\"%s\"}", mover, text) == BY_REFUSED_not_now);
        t.now += CALL_WINDOW;
        CHECK(askf(&t, mover, "{\"do\":\"play\",\"seat\":%d,\"move\":\"%s\"}", mover, text) == BY_NOT_REFUSED);
    }
    table_clear(&t);
    begin(&t, "{\"rules\":\"muggins:number players=2 call=on\",\"grace\":0}", 2);
    CHECK(run_to(&t, "play", 20000));
    move_now(&t);
    CHECK(by_window_end(t.room, turn(&t)) == 0); /* no one else could call */
    table_clear(&t);
}

/* ---- Matches -------------------------------------------------------------------------------- */

static void to_the_end(struct table *t)
{
    for (int i = 0; i < 3000 && strcmp(phase(t), "over") != 0; i++) {
        run(t, t->now + 1500);
        if (strcmp(phase(t), "round") == 0)
            for (int k = 0; k < 4; k++)
                ask(t, k, "{\"do\":\"next\"}");
        if (strcmp(phase(t), "play") == 0 && by_by_hand(t->room, turn(t)))
            move_now(t);
    }
    CHECK(strcmp(phase(t), "over") == 0);
}

static void test_rematch(void)
{
    struct table t;
    char *record;

    begin(&t, "{\"rules\":\"muggins players=3 target=20\",\"seats\":[\"open\",\"open\",\"bot:random\"]}", 2);
    to_the_end(&t);
    CHECK(ask(&t, 5, "{\"do\":\"rematch\"}") == BY_REFUSED_not_yours);
    CHECK(ask(&t, 1, "{\"do\":\"rematch\"}") == BY_NOT_REFUSED && count(&t, "start") == 1);
    CHECK(ask(&t, 0, "{\"do\":\"rematch\"}") == BY_NOT_REFUSED && count(&t, "start") == 2);
    CHECK(strcmp(t.room->seat[1].name, "Ada") == 0 && strcmp(t.room->seat[2].name, "Bo") == 0);
    CHECK(t.room->seat[0].kind == SEAT_BOT && strcmp(t.room->seat[0].level, "random") == 0);
    CHECK(last_has(&t, "[\"bot:random\",\"Ada\",\"Bo\"]"));
    CHECK(by_room_record(t.room, 2) == NULL);
    to_the_end(&t);
    record = by_room_record(t.room, 2);
    CHECK(record != NULL && strstr(record, "\"players\":[\"bot:random\",\"Ada\",\"Bo\"]") != NULL);
    free(record);
    table_clear(&t);
}

static void test_names(void)
{
    struct table t;

    table_make(&t, 1, "{\"rules\":\"draw players=3\"}");
    sit(&t, 0, 0, "Ada");
    CHECK(ask(&t, 1, "{\"do\":\"sit\",\"seat\":0,\"name\":\"Bo\"}") == BY_REFUSED_taken);
    CHECK(ask(&t, 1, "{\"do\":\"sit\",\"seat\":3,\"name\":\"Bo\"}") == BY_REFUSED_no_seat);
    CHECK(ask(&t, 1, "{\"do\":\"sit\",\"seat\":1,\"name\":\"Bot:Hard\"}") == BY_REFUSED_bad_name);
    CHECK(ask(&t, 1, "{\"do\":\"sit\",\"seat\":1,\"name\":\" Bo\"}") == BY_REFUSED_bad_name);
    CHECK(ask(&t, 1, "{\"do\":\"sit\",\"seat\":1,\"name\":\"B\\u202eo\"}") == BY_REFUSED_bad_name);
    CHECK(ask(&t, 0, "{\"do\":\"sit\",\"seat\":0,\"name\":\"Ada\"}") == BY_NOT_REFUSED && count(&t, "sit") == 1);
    CHECK(ask(&t, 1, "{\"do\":\"start\"}") == BY_REFUSED_not_host);
    table_clear(&t);
}

/* One person with three seats: one share, their own tiles of all three. */
static void test_hot_seat(void)
{
    struct table t;
    struct by_id id = person(0), other = person(1);
    by_json *look;

    table_make(&t, 3, "{\"rules\":\"draw players=3\"}");
    come(&t, 1);
    for (int i = 0; i < 3; i++)
        CHECK(askf(&t, 0, "{\"do\":\"sit\",\"seat\":%d,\"name\":\"A%d\"}", i, i) == BY_NOT_REFUSED);
    CHECK(ask(&t, 0, "{\"do\":\"start\"}") == BY_NOT_REFUSED && run_to(&t, "play", 20000));
    CHECK(t.room->shuffle.shares == 1 && t.room->shuffle.share[0].seat == 0);
    look = look_of(t.room, &id);
    CHECK(by_json_count(look) == 3);
    by_json_free(look);
    look = look_of(t.room, &other);
    CHECK(by_json_count(look) == 1);
    by_json_free(look);
    to_the_end(&t);
    table_clear(&t);
}

static void test_practice(void)
{
    struct table t;
    size_t record;
    int moves;

    table_make(&t, 3, "{\"rules\":\"draw players=2\",\"practice\":true,\"public\":true}");
    CHECK(!t.room->is_public);
    come(&t, 1);
    CHECK(ask(&t, 1, "{\"do\":\"sit\",\"seat\":1,\"name\":\"Bo\"}") == BY_REFUSED_not_now);
    sit(&t, 0, 0, "Ada");
    CHECK(ask(&t, 0, "{\"do\":\"start\"}") == BY_NOT_REFUSED && run_to(&t, "play", 20000));
    while (!by_by_hand(t.room, turn(&t)))
        run(&t, t.now + 2000);
    record = t.room->record.n;
    moves = (int)t.room->game.moves;
    while (t.room->game.moves == 0 || by_last_choice(t.room) != t.room->game.moves) {
        run(&t, t.now + 2000);
        if (by_by_hand(t.room, turn(&t))) {
            record = t.room->record.n;
            moves = (int)t.room->game.moves;
            move_now(&t);
        }
    }
    run(&t, t.now + 1600);
    CHECK(ask(&t, 1, "{\"do\":\"undo\"}") == BY_REFUSED_not_yours);
    CHECK(ask(&t, 0, "{\"do\":\"undo\"}") == BY_NOT_REFUSED);
    CHECK((int)t.room->game.moves == moves && t.room->record.n == record && by_by_hand(t.room, turn(&t)));
    to_the_end(&t);
    table_clear(&t);
}

static void test_sixteen(void)
{
    struct table t;

    table_make(&t, 3, "{\"rules\":\"mexicantrain:classic players=16 set=18 rounds=1\"}");
    for (int i = 0; i < 16; i++) {
        char name[8];

        snprintf(name, sizeof name, "P%d", i);
        sit(&t, i, i, name);
    }
    CHECK(ask(&t, 0, "{\"do\":\"start\"}") == BY_NOT_REFUSED && run_to(&t, "play", 20000));
    CHECK(t.room->shuffle.shares == 16);
    for (int i = 0; i < 16; i++)
        for (int how = 0; how < 2; how++) {
            struct by_id id = person(i);
            char *line = by_room_tell(t.room, t.room->entries, &id, true, how);

            CHECK(strlen(line) % 256 == 0 && strlen(line) < 65536);
            free(line);
        }
    to_the_end(&t);
    table_clear(&t);
}

/* A name is visible; one that looks like another name at the table gets a number. */
static void test_names_seen(void)
{
    static const char *const bad[] = {
        "\\u200b", "\\u00a0", "\\u3164",    "\\u2800", "A\\u200bda", "Ad\\u00ada",      "Ada\\ufeff",
        "\\u200d", "\\ue000", "A\\u2060da", " Bo",     "\\u202eBo",  "x\\udb40\\udc01",
    };
    static const char *const same[] = { "Ada\\u200d", "A\\ufe0fda", "Ada" };
    static const char *const good[] = {
        "\\ud83d\\udc68\\u200d\\ud83d\\udc69",
        "\\u0645\\u0631\\u062d\\u0628\\u0627",
        "A da",
        "Ada B",
        "\\u2764\\ufe0f",
        "Ad",
        "<b>",
        "\\uae40",
        "\\u00d1",
        "\\ud83c\\udff4\\udb40\\udc67\\udb40\\udc62\\udb40\\udc65"
        "\\udb40\\udc6e\\udb40\\udc67\\udb40\\udc7f",
    };
    struct table t;

    table_make(&t, 7, "{\"rules\":\"draw players=2\"}");
    sit(&t, 0, 0, "Ada");
    come(&t, 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (askf(&t, 1, "{\"do\":\"sit\",\"seat\":1,\"name\":\"%s\"}", bad[i]) != BY_REFUSED_bad_name)
            fail("this name is none: %s", bad[i]);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        sit(&t, 1, 1, same[i]);
        CHECK(strstr(t.room->seat[1].name, " (2)") != NULL);
        CHECK(ask(&t, 1, "{\"do\":\"stand\",\"seat\":1}") == BY_NOT_REFUSED);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        sit(&t, 1, 1, good[i]);
        CHECK(strstr(t.room->seat[1].name, " (2)") == NULL);
        CHECK(ask(&t, 1, "{\"do\":\"stand\",\"seat\":1}") == BY_NOT_REFUSED);
    }
    table_clear(&t);
}

int main(void)
{
    by_crypto_start();
    test_shuffle();
    test_shuffle_alone();
    for (int k = 0; k < 4; k++)
        test_shuffle_left((k & 1) != 0, (k & 2) != 0);
    test_names_seen();
    test_restored();
    test_newer();
    test_most();
    test_not_kept();
    test_move_clock();
    test_bank();
    test_bank_back();
    test_days();
    test_absence();
    test_standing();
    test_empty(EMPTY_WAIT);
    test_empty(3600000);
    test_left(false);
    test_left(true);
    test_calls();
    test_rematch();
    test_names();
    test_hot_seat();
    test_practice();
    test_sixteen();
    puts("ok");
    return 0;
}
