/* SPDX-License-Identifier: MIT */
/* best.c: tests the list of best results of Castle Rock: order, length, rules, and lines that are no results. */
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
#include "tui/best.h"

static char home[] = "/tmp/boneyard-best-XXXXXX", list_path[sizeof home + 32], game_path[sizeof home + 32];

static int make_home(void **state)
{
    (void)state;
    if (mkdtemp(home) == NULL)
        return -1;
    snprintf(list_path, sizeof list_path, "%s/boneyard/best.txt", home);
    snprintf(game_path, sizeof game_path, "%s/game", home);
    return setenv("XDG_STATE_HOME", home, 1);
}

static int remove_home(void **state)
{
    (void)state;
    unlink(list_path);
    unlink(game_path);
    snprintf(game_path, sizeof game_path, "%s/boneyard", home);
    rmdir(game_path);
    return rmdir(home);
}

/* Plays a game to its end and saves it. */
static struct by_session *finished(const char *rules, bool saved)
{
    struct by_setup setup = { .rules.game = BY_GAMES };
    struct by_seed seed = { { [31] = 5 } };
    struct by_session *s;
    struct by_fault f;
    by_move list[BY_MOVES];

    if (by_config_parse(rules, &setup.rules, &f) != BY_OK)
        fail_msg("%s", f.text);
    for (int i = 1; i < setup.rules.opt[BY_PLAYERS]; i++)
        setup.seat[i].bot = by_bots[BY_BOT_greedy];
    s = by_session_new(&setup, &seed);
    for (struct by_next due; (due = by_session_next(s)).kind != BY_NEXT_GAME_OVER;) {
        if (due.kind != BY_NEXT_CHOICE) {
            assert_true(by_session_step(s) > 0);
        } else {
            assert_true(by_session_moves(s, due.seat, list) > 0);
            assert_true(by_session_play(s, due.seat, list[0]) > 0);
        }
    }
    if (saved)
        assert_true(by_savefile_set(by_session_file(s), game_path));
    return s;
}

static void put_list(const char *text)
{
    FILE *out = fopen(list_path, "w");

    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static const char *whole_list(void)
{
    static char text[4096];
    FILE *in = fopen(list_path, "r");

    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

/* Returns what the terminal shows of the list. */
static const char *shown(const struct by_best list[], int n, int here)
{
    static char text[4096];
    struct by_text out = by_text_on(text, sizeof text);

    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        by_best_put(list, i, here, &out);
        by_put(&out, "\n");
    }
    return text;
}

/* The fewest pips come first, then the shortest time. Lines for other rules and lines that are no results are kept. */
static void order(void **state)
{
    struct by_session *s = finished("castlerock", true);
    struct by_best list[BY_BEST_KEPT];
    char rules[BY_CONFIG_TEXT], text[2048];
    int here = -2, n;

    (void)state;
    by_config_print(by_session_rules(s), rules, sizeof rules);
    assert_int_equal(by_best_add(s, list, &here), 1); /* there is no file yet */
    assert_int_equal(here, 0);
    snprintf(text, sizeof text,
             "9000 5 2026-11-22 %s\n4 185000 2026-11-21 %s\nnot a result\n4 60000 2026-11-20 %s\n0 1 2026-11-19 other "
             "rules\n",
             rules, rules, rules);
    put_list(text);
    n = by_best_add(s, list, &here);
    assert_int_equal(n, 4);
    assert_int_equal(here, 2);
    assert_string_equal(list[0].date, "2026-11-20");
    assert_memory_equal(shown(list, 2, -1), "1. 4 pips in 1 min 0 s, 2026-11-20\n2. 4 pips in 3 min 5 s, 2026-11-21\n",
                        68);
    assert_non_null(strstr(shown(list, n, here), ", this game\n4. 9000 pips"));
    assert_int_equal(strncmp(whole_list(), "not a result\n0 1 2026-11-19 other rules\n4 60000 2026-11-20 ", 59), 0);
    assert_int_equal(by_best_add(s, list, &here), 4); /* a game counts once */
    assert_int_equal(here, 2);
    by_session_free(s);
}

/* A full list drops its last result, and refuses one that is no better. */
static void full(void **state)
{
    struct by_session *s = finished("castlerock", true);
    struct by_best list[BY_BEST_KEPT];
    char rules[BY_CONFIG_TEXT], text[4096] = "";
    int here;

    (void)state;
    by_config_print(by_session_rules(s), rules, sizeof rules);
    for (int better = 0; better < 2; better++) {
        struct by_text out = by_text_on(text, sizeof text);

        for (int i = 0; i < BY_BEST_KEPT; i++) {
            char line[BY_CONFIG_TEXT + 64];

            snprintf(line, sizeof line, "%d %d 2026-11-%02d %s\n", better ? 5000 : 0, i, i + 1, rules);
            by_put(&out, line);
        }
        put_list(text);
        assert_int_equal(by_best_add(s, list, &here), BY_BEST_KEPT);
        assert_int_equal(here, better ? 0 : -1);
        assert_int_equal(list[BY_BEST_KEPT - 1].ms, better ? BY_BEST_KEPT - 2 : BY_BEST_KEPT - 1);
        if (!better)
            assert_string_equal(whole_list(), text);
    }
    by_session_free(s);
}

/* Games of several players and games that are not saved have no list. */
static void others(void **state)
{
    static const struct {
        const char *rules;
        bool saved;
    } of[] = { { "castlerock", false }, { "block players=2 target=20", true } };
    struct by_best list[BY_BEST_KEPT];
    int here;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct by_session *s = finished(of[i].rules, of[i].saved);

        assert_int_equal(by_best_add(s, list, &here), 0);
        by_session_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(order), cmocka_unit_test(full), cmocka_unit_test(others) };

    return cmocka_run_group_tests(tests, make_home, remove_home);
}
