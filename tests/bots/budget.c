/* SPDX-License-Identifier: MIT */
/* budget.c: checks that every level stays within its budget under random rules, counted in steps, not in time.
 * BONEYARD_LONG=1 draws more rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "planted.h"
#include "positions.h"

#define BEYOND 6000  /* steps of the longest piece of work between two checks of the budget */
#define LITTLE 30000 /* steps that every answer may take, stopped or not */

static unsigned char *memory;
static struct position position;

static int set_up(void **state)
{
    (void)state;
    memory = malloc(BY_BOT_MEMORY);
    return memory == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

static uint64_t ask(const struct by_bot *bot, struct by_question q, int *at)
{
    uint64_t steps = 0;
    struct by_rng rng;

    by_rng_init(&rng, 5);
    fill_question(&q, &position, &rng, memory);
    q.steps = &steps;
    *at = bot->choose(&q);
    assert_in_range(*at, 0, position.n - 1);
    return steps;
}

static void expect_most(const char *what, const struct by_bot *bot, uint64_t steps, uint64_t most)
{
    if (steps > most)
        fail_msg("%s: %s takes %llu steps of %llu in %s", what, bot->key, (unsigned long long)steps,
                 (unsigned long long)most, position.rules);
}

/* A clock that advances by 100 us at each reading. */
static int64_t looks;
static int64_t slow_clock(void) { return 100000 * ++looks; }

static void one(const struct by_bot *bot)
{
    static const struct by_stop stopped = { 1 };
    struct by_stop stop = { 0 };
    int at, again;

    expect_most("without a budget", bot, ask(bot, (struct by_question){ .stop = &stop }, &at),
                (bot == by_bots[BY_BOT_master] ? BY_MASTER_STEPS : BY_BOT_STEPS) + BEYOND);
    ask(bot, (struct by_question){ .stop = NULL }, &again);
    assert_int_equal(at, again); /* a flag that is not set changes nothing */
    expect_most("stopped", bot, ask(bot, (struct by_question){ .stop = &stopped }, &at), LITTLE);
    looks = 0;
    expect_most("one millisecond", bot, ask(bot, (struct by_question){ .ms = 1, .clock = slow_clock }, &at),
                12 * BY_BUDGET_LOOK + LITTLE);
}

static void every_level_in_any_rules(void **state)
{
    int configs = getenv("BONEYARD_LONG") != NULL ? 300 : 80;
    struct by_rng rng;

    (void)state;
    by_rng_init(&rng, 16);
    for (int n = 0; n < configs; n++) {
        any_position(&rng, memory, &position);
        for (int i = 0; i < BY_BOTS; i++)
            if (!by_bots[i]->peeks && (i != BY_BOT_master || n % 8 == 0)) /* it takes ten times as long */
                one(by_bots[i]);
    }
}

/* A case that once took forever. */
static void block_with_long_hands(void **state)
{
    static const char *const rules[] = { "block hand=14", "block hand=13 blanks=suit", "block hand=11" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        position_of(rules[i], (uint64_t)i, memory, &position);
        one(by_bots[BY_BOT_hard]);
        one(by_bots[BY_BOT_expert]);
        one(by_bots[BY_BOT_master]);
    }
}

static void a_larger_count_takes_more(void **state)
{
    int at;

    (void)state;
    position_of("castlerock:number set=12 removals=once", 1, memory, &position);
    expect_most("four times the orders", by_bots[BY_BOT_expert],
                ask(by_bots[BY_BOT_expert], (struct by_question){ .count = 240 }, &at), 4 * BY_BOT_STEPS + BEYOND);
}

static void parts(void **state)
{
    struct by_budget b = by_budget_of(100), part = by_budget_part(&b, 10);
    struct by_stop stop = { 0 };

    (void)state;
    assert_true(by_budget_step(&part, 9));
    assert_false(by_budget_step(&part, 1));
    assert_true(by_budget_spent(&part));
    by_budget_join(&b, &part);
    assert_true(b.steps == 10 && by_budget_left(&b) == 90);
    part = by_budget_half(&b);
    assert_true(by_budget_left(&part) == 45);
    assert_false(by_budget_step(&b, 90));
    assert_false(by_budget_check(&b));
    b = by_budget_of(0);
    b.stop = &stop;
    by_budget_check(&b);
    assert_true(by_budget_step(&b, 1000));
    by_stop_set(&stop);
    assert_false(by_budget_step(&b, BY_BUDGET_LOOK));
    by_stop_clear(&stop);
    assert_false(by_budget_step(&b, 1)); /* it stays spent */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts),
        cmocka_unit_test(block_with_long_hands),
        cmocka_unit_test(a_larger_count_takes_more),
        cmocka_unit_test(every_level_in_any_rules),
    };

#ifdef BY_FAULTS
    by_planted = 209;
#endif
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
