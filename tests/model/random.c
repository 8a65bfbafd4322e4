/* SPDX-License-Identifier: MIT */
/* random.c: tests the random moves of the compact models (boneyard/model.h): all moves of the game are equally likely,
 * a run consists of random moves, and a copy is complete. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/model.h"

static const char *const games[] = { "block:basics",
                                     "block:basics blanks=suit",
                                     "draw:basics players=3",
                                     "muggins:online",
                                     "fiveup:online players=4",
                                     "chickenfoot:number",
                                     "chickenfoot:classic players=8 set=15",
                                     "mexicantrain:number",
                                     "mexicantrain:classic players=3",
                                     "mexicantrain:hub",
                                     "castlerock:number removals=once",
                                     "castlerock:classic set=18 removals=once" };
enum { GAMES = sizeof games / sizeof games[0], DRAWS = 2000 };

static void deal(const char *rules, struct by_rng *rng, struct by_model *m)
{
    struct by_config c;

    assert_int_equal(by_config_parse(rules, &c, NULL), BY_OK);
    by_model_begin(&c, m);
    by_model_redeal(m, c.opt[BY_LEAD] == BY_LEAD_DOUBLE ? -1 : 0, rng);
}

/* The number of moves of the game in a class. */
static int weight(const struct by_model *m, by_move class)
{
    if (m->family != BY_FEET || by_move_kind(class) != BY_LAY || m->of.feet.must != BY_FEET_NONE)
        return 1;
    return m->of.feet.toes[by_move_place(class)];
}

/* Chi-square, per degree of freedom, of DRAWS random moves in one position; `even`: as if classes were alike. */
static double spread_of(const struct by_model *m, struct by_rng *rng, bool even)
{
    static by_move list[BY_MOVES];
    static int seen[BY_MOVES];
    const int n = by_model_moves(m, list);
    double chi = 0, all = 0;

    if (n < 2)
        return -1;
    memset(seen, 0, sizeof seen[0] * (size_t)n);
    for (int i = 0; i < DRAWS; i++) {
        struct by_model copy = *m;
        const by_move drawn = by_model_random(&copy, rng) & 0xffffff;
        int at = 0;

        while (at < n && (list[at] & 0xffffff) != drawn)
            at++;
        assert_true(at < n);
        seen[at]++;
    }
    for (int i = 0; i < n; i++)
        all += even ? 1 : weight(m, list[i]);
    for (int i = 0; i < n; i++) {
        const double hope = DRAWS * (even ? 1 : weight(m, list[i])) / all;

        chi += (seen[i] - hope) * (seen[i] - hope) / hope;
    }
    return chi / (n - 1);
}

/* The mean over positions: about 1, with a deviation of less than 0.2 for a hundred. */
static double spread(const char *rules, bool even)
{
    struct by_model m;
    struct by_rng rng;
    double sum = 0;
    int positions = 0;

    by_rng_init(&rng, 4);
    while (positions < 100) {
        for (deal(rules, &rng, &m); !by_model_over(&m) && positions < 100; by_model_random(&m, &rng)) {
            const double x = by_rng_below(&rng, 4) == 0 ? spread_of(&m, &rng, even) : -1;

            sum += x < 0 ? 0 : x;
            positions += x >= 0;
        }
    }
    return sum / positions;
}

static void all_moves_are_equally_likely(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        const double x = spread(games[i], false);

        if (x < 0.5 || x > 1.8)
            fail_msg("%s: chi-square %.2f", games[i], x);
    }
}

/* Chickenfoot: with all classes alike the same measure is far off, so the test above sees a bias. */
static void a_bias_is_noticed(void **state)
{
    (void)state;
    assert_true(spread("chickenfoot:number", true) > 4);
}

static void runs_are_random_moves(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES * 50; i++) {
        struct by_model m, copy;
        struct by_rng rng, same;

        by_rng_init(&rng, (uint64_t)i);
        deal(games[i % GAMES], &rng, &m);
        if (m.family == BY_LINE && m.of.line.now.limit > 0)
            continue; /* by_line_random draws the front tile, for searches in a world with a known order */
        copy = m;
        same = rng;
        by_model_run(&m, &rng);
        while (!by_model_over(&copy))
            by_model_random(&copy, &same);
        assert_memory_equal(&rng, &same, sizeof rng);
        for (int seat = 0; seat < 2; seat++)
            assert_int_equal(by_model_points(&m, seat), by_model_points(&copy, seat));
        assert_int_equal(by_model_turn(&m), by_model_turn(&copy));
    }
}

/* The parts that are copied are all that play depends on. */
static void copies_are_whole(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES * 50; i++) {
        struct by_model m, copy;
        struct by_rng rng, same;

        by_rng_init(&rng, (uint64_t)i + 1000);
        deal(games[i % GAMES], &rng, &m);
        for (int k = 0; k < i % 20 && !by_model_over(&m); k++)
            by_model_random(&m, &rng);
        memset(&copy, 0xa5, sizeof copy);
        copy.family = m.family;
        if (m.family == BY_FEET)
            by_feet_copy(&copy.of.feet, &m.of.feet);
        else if (m.family == BY_TRAINS)
            by_trains_copy(&copy.of.trains, &m.of.trains);
        else
            continue;
        same = rng;
        while (!by_model_over(&m))
            assert_int_equal(by_model_random(&m, &rng), by_model_random(&copy, &same));
        assert_true(by_model_over(&copy));
        for (int seat = 0; seat < 2; seat++)
            assert_int_equal(by_model_points(&m, seat), by_model_points(&copy, seat));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_moves_are_equally_likely),
        cmocka_unit_test(a_bias_is_noticed),
        cmocka_unit_test(runs_are_random_moves),
        cmocka_unit_test(copies_are_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
