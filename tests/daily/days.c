/* SPDX-License-Identifier: MIT */
/* days.c: tests dates, and the dailies of many days. */
#include <stdarg.h>
#include <stdbool.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "boneyard/daily.h"
#include "boneyard/layout.h"
#include "planted.h"

static _Alignas(16) unsigned char memory[BY_BOT_MEMORY];

static int32_t day_of(const char *text)
{
    int32_t day = 0;

    assert_true(by_day_read(text, &day));
    return day;
}

static void test_dates(void **state)
{
    static const char *const wrong[] = { "",           "2026-1-1",   "2026-02-29", "1900-02-29",
                                         "2026-13-01", "2026-00-10", "2026-04-31", "2026-04-00",
                                         "0000-01-01", "2026/04/01", "2026-04-011" };
    char text[BY_DAY_TEXT];
    int32_t day;

    (void)state;
    assert_int_equal(day_of("1970-01-01"), 0);
    assert_int_equal(day_of("2000-02-29"), 11016);
    assert_int_equal(day_of("2026-11-22"), 20779);
    assert_int_equal(day_of("0001-01-01"), BY_DAY_FIRST);
    assert_int_equal(day_of("9999-12-31"), BY_DAY_LAST);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(by_day_read(wrong[i], &day));
    for (day = BY_DAY_FIRST; day <= BY_DAY_LAST; day += day % 1000 == 0 ? 1 : 13) {
        by_day_print(day, text);
        assert_int_equal(day_of(text), day);
    }
    assert_int_equal(by_day_of(-1), -1);
    assert_int_equal(by_day_of(86400), 1);
    assert_int_equal(by_day_of(86399), 0);
    assert_int_equal(by_day_of(INT64_MAX), BY_DAY_LAST);
    assert_int_equal(by_day_of(INT64_MIN), BY_DAY_FIRST);
}

/* Two days differ, and the same day always gives the same deal. */
static void test_castles(void **state)
{
    struct by_config rules, same_rules;
    struct by_seed seed, same, last = { { 0 } };

    (void)state;
    for (int32_t day = 20779; day < 20779 + 20; day++) {
        assert_true(by_daily_castle(day, &rules, &seed, memory) > 0);
        assert_true(by_daily_castle(day, &same_rules, &same, memory) > 0);
        assert_memory_equal(&seed, &same, sizeof seed);
        assert_memory_not_equal(&seed, &last, sizeof seed);
        last = seed;
    }
    by_daily_castle(BY_DAY_FIRST, &rules, &seed, memory);
    by_daily_castle(BY_DAY_LAST, &rules, &seed, memory);
}

static void test_trains(void **state)
{
    const struct by_wish wish = BY_WISH_HEAVIEST;
    struct by_daily_train t, same, last = { .engine = 0 };

    (void)state;
    for (int32_t day = 20779; day < 20779 + 200; day++) {
        by_tile tiles[BY_DAILY_HAND + 1];
        struct by_train best;
        int pips = 0;

        by_daily_train_of(day, &t);
        by_daily_train_of(day, &same);
        assert_memory_equal(&t, &same, sizeof t);
        assert_memory_not_equal(&t.hand, &last.hand, sizeof t.hand);
        assert_int_equal(by_set_count(&t.hand), BY_DAILY_HAND);
        assert_true(by_is_double(t.engine) && !by_set_has(&t.hand, t.engine));
        by_train_best(&t.hand, by_high(t.engine), &wish, 0, &best);
        assert_true(best.exact && best.pips == t.best.pips);
        tiles[0] = t.engine;
        for (int i = 0; i < t.best.n; i++) {
            assert_true(by_set_has(&t.hand, t.best.tile[i]));
            tiles[i + 1] = t.best.tile[i];
            pips += by_pips(t.best.tile[i]);
        }
        assert_int_equal(pips, t.best.pips);
        assert_int_equal(by_train_view(tiles, t.best.n + 1, NULL), t.best.end);
        last = t;
    }
}

/* In n days, every puzzle appears once; the next n days have a different order. */
static void test_puzzles(void **state)
{
    enum { N = 517 };
    bool seen[N] = { false };
    const int32_t first = BY_DAY_FIRST + (20779 - BY_DAY_FIRST) / N * N;
    int same = 0;

    (void)state;
    for (int i = 0; i < N; i++) {
        const int at = by_daily_puzzle(first + i, N);

        assert_true(at >= 0 && at < N && !seen[at]);
        seen[at] = true;
        same += by_daily_puzzle(first + N + i, N) == at;
    }
    assert_true(same < 20);
    assert_int_equal(by_daily_puzzle(BY_DAY_LAST, 1), 0);
}

static void test_view(void **state)
{
    static struct by_layout l;
    static struct by_view v;
    const by_tile laid[] = { by_tile_of(9, 9), by_tile_of(9, 5), by_tile_of(5, 5), by_tile_of(5, 4), by_tile_of(7, 4) };

    (void)state;
    assert_int_equal(by_train_view(laid, 1, &v), 9);
    assert_int_equal(by_train_view(laid, 5, &v), 7);
    by_layout_make(&v, 0, 0, &l);
    assert_int_equal(l.tiles, 5);
    assert_int_equal(l.openings, 1);
    assert_int_equal(l.opening[0].number, 7);
    for (int i = 0; i + 1 < 5; i++) /* each tile's second half shows the number that the next one's first half has */
        if (!by_is_double(laid[i]) && !by_is_double(laid[i + 1]))
            assert_int_equal(l.at[i].second, l.at[i + 1].first);
    assert_int_equal(by_train_view((by_tile[]){ by_tile_of(9, 9), by_tile_of(8, 1) }, 2, &v), -1);
    assert_int_equal(by_train_view(laid, 0, &v), -1);
    assert_int_equal(by_train_view((by_tile[]){ 200 }, 1, &v), -1);
}

/* docs/daily.md gives these values, so that other programs can check themselves. */
static void test_documented(void **state)
{
    struct by_config rules;
    struct by_seed seed;
    struct by_daily_train t;
    char text[65];

    (void)state;
    by_daily_seed(BY_DAILY_CASTLE, 20779, &seed);
    by_seed_print(&seed, text);
    assert_string_equal(text, "636173746c6520323032362d31312d3232000000000000000000000000000000");
    by_daily_castle(20779, &rules, &seed, memory);
    by_seed_print(&seed, text);
    assert_string_equal(text, "636173746c6520323032362d31312d323200000000000000000000000000000e");
    by_daily_train_of(20779, &t);
    assert_int_equal(t.engine, by_tile_of(2, 2));
    assert_int_equal(t.best.pips, 104);
    assert_int_equal(t.best.n, 11);
    assert_int_equal(by_daily_puzzle(20779, 660), 139);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dates),   cmocka_unit_test(test_castles), cmocka_unit_test(test_trains),
        cmocka_unit_test(test_puzzles), cmocka_unit_test(test_view),    cmocka_unit_test(test_documented),
    };

#ifdef BY_FAULTS
    by_planted = 330;
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
