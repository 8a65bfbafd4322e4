/* SPDX-License-Identifier: MIT */
/* style.c: checks that a style chooses only among tiles that its level rates nearly as high, and chooses its
 * favourites. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boneyard/bot.h"
#include "positions.h"

#define POSITIONS 400
#define MARGIN 700 /* of easy and medium in line games, src/bots/line/think.c */

static int ask(const char *key, const struct position *p, void *memory, int32_t *values)
{
    struct by_rng rng;
    struct by_seed seed = { { 7 } };
    struct by_question q = { .values = values };

    fill_question(&q, p, &rng, memory);
    by_rng_from(&rng, &seed, 1);
    return by_bot_find(false, key)->choose(&q);
}

static void lays_doubles_of_nearly_the_same_value(void **state)
{
    void *memory = malloc(BY_BOT_MEMORY);
    struct position p;
    int changed = 0;

    (void)state;
    assert_non_null(memory);
    for (uint64_t seed = 0; seed < POSITIONS; seed++) {
        int32_t values[BY_MOVES], same[BY_MOVES];
        int level, styled;
        bool near = false;

        position_of("block players=4", seed, memory, &p);
        level = ask("medium", &p, memory, values);
        styled = ask("medium:style=doubles", &p, memory, same);
        assert_memory_equal(values, same, sizeof *values * (size_t)p.n);
        assert_true(values[styled] >= values[level] - MARGIN);
        for (int i = 0; i < p.n; i++)
            near = near || (by_is_double(by_move_tile(p.moves[i])) && values[i] >= values[level] - MARGIN);
        assert_int_equal(by_is_double(by_move_tile(p.moves[styled])), near);
        changed += styled != level;
    }
    assert_in_range(changed, 5, POSITIONS / 2);
    free(memory);
}

static void keys_name_a_level_and_a_style(void **state)
{
    (void)state;
    assert_string_equal(by_bot_find(false, "hard:style=late")->level->key, "hard");
    assert_string_equal(by_bot_find(false, "mabel")->level->key, "easy");
    assert_null(by_bot_find(false, "hard")->level);
    assert_null(by_bot_find(false, "hard:style=none"));
    assert_null(by_bot_find(false, "greedy:style=late"));
    assert_null(by_bot_find(false, "hard:style="));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(lays_doubles_of_nearly_the_same_value),
                                        cmocka_unit_test(keys_name_a_level_and_a_style) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
