/* SPDX-License-Identifier: MIT */
/* session.c: tests a game in the terminal: turns, undo, saving, and the information shown to a seat at the keyboard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "boneyard/text.h"
#include "tui/session.h"

static by_move list[BY_MOVES];

/* Makes a setup from rules and one letter per seat: p for a person, g for greedy, r for random. */
static struct by_setup setup_of(const char *rules, const char *seats)
{
    struct by_setup setup;
    struct by_fault f;

    memset(&setup, 0, sizeof setup);
    if (by_config_parse(rules, &setup.rules, &f) != BY_OK)
        fail_msg("%s", f.text);
    for (int i = 0; seats[i] != '\0'; i++)
        setup.seat[i].bot = seats[i] == 'p' ? NULL : by_bots[seats[i] == 'g' ? BY_BOT_greedy : BY_BOT_random];
    return setup;
}

static struct by_session *begin(const char *rules, const char *seats, uint8_t seed)
{
    struct by_setup setup = setup_of(rules, seats);
    struct by_seed s = { { [31] = seed } };

    return by_session_new(&setup, &s);
}

/* Continues, dealing rounds, until a person must choose or the game is over. */
static struct by_next run(struct by_session *s)
{
    for (;;) {
        struct by_next due = by_session_next(s);

        if (due.kind == BY_NEXT_CALL)
            by_session_let_go(s, due.seat);
        else if (due.kind == BY_NEXT_CHOICE || due.kind == BY_NEXT_GAME_OVER)
            return due;
        else
            assert_true(by_session_step(s) > 0);
    }
}

/* Plays a person's choice: the move at index `at`, or the last one. */
static void choose(struct by_session *s, int seat, int at)
{
    int n = by_session_moves(s, seat, list);

    assert_true(by_session_play(s, seat, list[at % n]) > 0);
}

/* Returns the whole log as one text. */
static char *log_of(const struct by_session *s)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    for (int i = 0; i < by_session_log(s)->n; i++)
        fprintf(out, "%s\n", by_session_log(s)->line[i].text);
    fclose(out);
    return text;
}

static const char *const tables[][2] = { { "block players=2", "pg" },
                                         { "draw players=3", "gpr" },
                                         { "muggins:classic players=4 teams=on", "rgpg" },
                                         { "muggins call=on players=3 target=60", "gpg" },
                                         { "allfives", "pg" },
                                         { "fiveup", "gp" },
                                         { "chickenfoot players=3 rounds=2", "pgg" },
                                         { "mexicantrain players=4 rounds=2 knock=on", "ggpg" },
                                         { "castlerock", "p" },
                                         { "muggins players=3 target=60", "ppg" },
                                         { "mexicantrain:hub players=2", "pp" } };
enum { TABLES = sizeof tables / sizeof tables[0] };

/* Every game reaches its end through the loop of session.h, and the same seed gives the same game. */
static void whole_games(void **state)
{
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        char *first = NULL;

        for (int again = 0; again < 2; again++) {
            struct by_session *s = begin(tables[i][0], tables[i][1], 5);
            struct by_next due;
            char *log;

            while ((due = run(s)).kind == BY_NEXT_CHOICE)
                choose(s, due.seat, 0);
            assert_true(by_session_results(s) > 0);
            log = log_of(s);
            if (first != NULL)
                assert_string_equal(log, first);
            free(first);
            first = log;
            by_session_free(s);
        }
        free(first);
    }
}

/* Undo returns to a person's last choice, with the view from before it, and the game can continue. */
static void undo(void **state)
{
    (void)state;
    for (int i = 0; i < TABLES; i++) {
        struct by_session *s = begin(tables[i][0], tables[i][1], 9);
        struct by_view before, after;
        int taken = 0;

        assert_false(by_session_undo(s));
        run(s);
        for (int k = 0; k < 60; k++) {
            struct by_next due = run(s);
            int lines = by_session_log(s)->n, n;

            if (due.kind != BY_NEXT_CHOICE)
                break;
            by_session_view(s, due.seat, &before);
            n = by_session_moves(s, due.seat, list);
            choose(s, due.seat, k);
            run(s);
            if (n > 1 && by_session_undo(s)) {
                by_session_view(s, due.seat, &after);
                if (memcmp(&before, &after, sizeof before) == 0) {
                    assert_int_equal(by_session_log(s)->n, lines);
                    assert_int_equal(by_session_next(s).seat, due.seat);
                    taken++;
                    choose(s, due.seat, k);
                } else { /* another person at the keyboard has chosen in between */
                    assert_true(by_session_people(s) > 1);
                }
            }
        }
        assert_true(taken > 0);
        /* All the way back. */
        run(s);
        while (by_session_undo(s))
            assert_int_equal(by_session_next(s).kind, BY_NEXT_CHOICE);
        by_session_view(s, BY_NO_SEAT, &after);
        assert_int_equal(after.round, 1);
        assert_int_equal(by_session_results(s), 0);
        by_session_free(s);
    }
}

/* A game that is saved after each choice continues from the file with the same seats, log and views. */
static void keeping(void **state)
{
    char path[] = "/tmp/boneyard-session-XXXXXX";
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    close(fd);
    for (int i = 0; i < TABLES; i++) {
        struct by_session *s = begin(tables[i][0], tables[i][1], 3), *again;
        struct by_seed seed = { { 1 } };
        struct by_view v[2];
        struct by_saved saved;
        struct by_fault f;
        struct by_next due;
        char *log[2];

        by_savefile_set(by_session_file(s), path);
        for (int k = 0; k < 25 && (due = run(s)).kind == BY_NEXT_CHOICE; k++)
            choose(s, due.seat, k);
        due = run(s);
        by_session_save(s);
        if (!by_savefile_peek(path, &saved, &f))
            fail_msg("%s: %s", tables[i][0], f.text);
        assert_int_equal(saved.over, due.kind == BY_NEXT_GAME_OVER);
        again = by_session_load(path, false, &saved.setup, &seed, &f);
        assert_non_null(again);
        assert_int_equal(by_session_people(again), by_session_people(s));
        assert_int_equal(by_session_results(again), by_session_results(s));
        for (int seat = -1; tables[i][1][seat + 1] != '\0'; seat++) {
            if (seat >= 0 && tables[i][1][seat] != 'p')
                continue;
            by_session_view(s, seat < 0 ? BY_NO_SEAT : seat, &v[0]);
            by_session_view(again, seat < 0 ? BY_NO_SEAT : seat, &v[1]);
            assert_memory_equal(&v[0], &v[1], sizeof v[0]);
        }
        log[0] = log_of(s);
        log[1] = log_of(again);
        assert_string_equal(log[0], log[1]);
        free(log[0]);
        free(log[1]);
        by_session_free(again);
        by_session_free(s);
    }
    unlink(path);
}

/* With several people at one keyboard, no view contains another person's hand, and the log names no drawn tile. */
static void hot_seat(void **state)
{
    struct by_session *s = begin("draw players=3", "ppp", 4);
    struct by_next due;
    struct by_view v;
    char *log;

    (void)state;
    while ((due = run(s)).kind == BY_NEXT_CHOICE) {
        by_session_view(s, due.seat, &v);
        for (int i = 0; i < 3; i++)
            assert_int_equal(by_set_empty(&v.hand[i]), i != due.seat || v.count[i] == 0);
        for (int t = 0; t < BY_MAX_TILES; t++)
            assert_int_equal(v.deck[t], 0);
        by_session_view(s, BY_NO_SEAT, &v);
        for (int i = 0; i < 3; i++)
            assert_true(by_set_empty(&v.hand[i]));
        choose(s, due.seat, 0);
    }
    log = log_of(s);
    for (const char *at = log; (at = strstr(at, " draws")) != NULL; at++)
        assert_int_equal(at[6], '.');
    assert_non_null(strstr(log, "South"));
    assert_non_null(strstr(log, "West"));
    assert_null(strstr(log, "You"));
    free(log);
    by_session_free(s);
}

/* With one person, the log names the tiles of their own draws but not those of others. */
static void one_ear(void **state)
{
    struct by_session *s = begin("draw players=2", "pg", 4);
    struct by_next due;
    int own = 0, others = 0;

    (void)state;
    while ((due = run(s)).kind == BY_NEXT_CHOICE)
        choose(s, due.seat, 0);
    for (int i = 0; i < by_session_log(s)->n; i++) {
        const char *text = by_session_log(s)->line[i].text;

        if (strncmp(text, "You draw ", 9) == 0 && text[10] == '-')
            own++;
        if (strcmp(text, "North draws.") == 0)
            others++;
        assert_null(strstr(text, "North draws "));
    }
    assert_true(own > 0 && others > 0);
    by_session_free(s);
}

/* Tests typed moves, refusals, legal hints, hostile names, a path that cannot be written, and a rematch. */
static void the_rest(void **state)
{
    struct by_setup setup = setup_of("muggins players=2", "pg");
    struct by_seed seed = { { 7 } };
    struct by_session *s;
    struct by_next due;
    struct by_fault f;
    by_move m;
    char text[400], *log[2];

    (void)state;
    snprintf(setup.seat[0].name, BY_NAME_TEXT, "A\033[2Jnna");
    s = by_session_new(&setup, &seed);
    due = run(s);
    assert_int_equal(by_session_read(s, due.seat, "\033]9-9", &m, &f), BY_E_ILLEGAL);
    assert_null(strchr(f.text, '\033'));
    assert_null(strchr(by_session_names(s)[0], '\033'));
    m = by_session_hint(s, due.seat, text, sizeof text);
    assert_true(by_session_play(s, due.seat, m) > 0);
    assert_int_equal(by_session_play(s, due.seat, BY_NO_MOVE), -1);
    assert_null(by_savefile_trouble(by_session_file(s)));
    by_savefile_set(by_session_file(s), "/no/such/folder/game");
    while ((due = run(s)).kind == BY_NEXT_CHOICE)
        choose(s, due.seat, 0);
    assert_true(by_session_file(s)->lost);
    assert_non_null(strstr(by_savefile_trouble(by_session_file(s)), "/no/such/folder/game"));
    assert_null(by_savefile_trouble(by_session_file(s)));
    log[0] = log_of(s);
    by_session_rematch(s);
    assert_int_equal(by_session_log(s)->n, 0);
    while ((due = run(s)).kind == BY_NEXT_CHOICE)
        choose(s, due.seat, 0);
    log[1] = log_of(s);
    assert_string_not_equal(log[0], log[1]);
    free(log[0]);
    free(log[1]);
    by_session_free(s);
}

/* A game can be open only once. A copy can be saved elsewhere; the lock survives saves and ends with the session. */
static void one_window(void **state)
{
    char path[] = "/tmp/boneyard-session-XXXXXX", copy[sizeof path + 5];
    int fd = mkstemp(path);
    struct by_session *s = begin("block players=2", "pg", 3), *again;
    struct by_seed seed = { { 1 } };
    struct by_saved saved;
    struct by_fault f;

    (void)state;
    close(fd);
    snprintf(copy, sizeof copy, "%s.copy", path);
    assert_true(by_savefile_set(by_session_file(s), path));
    for (int k = 0; k < 4; k++) {
        run(s);
        assert_true(by_session_save(s)); /* each save replaces the file */
        assert_true(by_savefile_peek(path, &saved, &f));
        assert_null(by_session_load(path, true, &saved.setup, &seed, &f));
        assert_non_null(strstr(f.text, "another window"));
        choose(s, 0, k);
    }
    again = by_session_load(path, false, &saved.setup, &seed, &f);
    assert_false(by_savefile_set(by_session_file(again), path));
    assert_null(by_session_file(again)->path);
    assert_true(by_savefile_set(by_session_file(again), copy));
    assert_true(by_session_save(again));
    by_session_free(again);
    by_session_free(s);
    again = by_session_load(path, true, &saved.setup, &seed, &f);
    assert_non_null(again);
    assert_string_equal(by_session_file(again)->path, path);
    by_session_free(again);
    unlink(path);
    unlink(copy);
}

/* A bot or hint that is stopped changes nothing and, when asked again, decides as it would have. */
static void stopping(void **state)
{
    struct by_session *s[2] = { begin("block players=2 hand=14 set=9", "rp", 5),
                                begin("block players=2 hand=14 set=9", "rp", 5) };
    char text[400], *log[2];

    (void)state;
    for (int k = 0; k < 2; k++)
        for (struct by_next due; (due = by_session_next(s[k])).kind != BY_NEXT_GAME_OVER;) {
            int lines = by_session_log(s[k])->n;

            if (k == 1 && due.kind == BY_NEXT_BOT) {
                by_stop_set(by_session_stop(s[k]));
                assert_int_equal(by_session_step(s[k]), 0);
                assert_int_equal(by_session_log(s[k])->n, lines);
                by_stop_clear(by_session_stop(s[k]));
            }
            if (k == 1 && due.kind == BY_NEXT_CHOICE && lines < 12) {
                by_stop_set(by_session_stop(s[k]));
                assert_int_equal(by_session_hint(s[k], due.seat, text, sizeof text), BY_NO_MOVE);
                by_stop_clear(by_session_stop(s[k]));
                assert_int_not_equal(by_session_hint(s[k], due.seat, text, sizeof text), BY_NO_MOVE);
            }
            if (due.kind == BY_NEXT_CHOICE)
                choose(s[k], due.seat, 0);
            else
                by_session_step(s[k]);
        }
    for (int k = 0; k < 2; k++) {
        log[k] = log_of(s[k]);
        by_session_free(s[k]);
    }
    assert_string_equal(log[0], log[1]);
    free(log[0]);
    free(log[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(whole_games), cmocka_unit_test(undo),
                                        cmocka_unit_test(keeping),     cmocka_unit_test(hot_seat),
                                        cmocka_unit_test(one_ear),     cmocka_unit_test(the_rest),
                                        cmocka_unit_test(one_window),  cmocka_unit_test(stopping) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
