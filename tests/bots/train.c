/* SPDX-License-Identifier: MIT */
/* train.c: tests the train planner against an exhaustive search. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "boneyard/train.h"

/* Tries every train, tile by tile, from two tails: the slow version of train.h. With `two`, the second train begins
 * when the first one ends. */
struct slow {
    const struct by_wish *wish;
    struct by_set hand;
    int32_t best;
    int other;
};

static int32_t fine(const struct slow *s, by_tile last)
{
    return last != BY_NO_TILE && by_is_double(last) ? s->wish->last_double : 0;
}

static void try_all(struct slow *s, int tail, int32_t value, by_tile last, int second)
{
    struct by_set fits = by_set_and(s->hand, by_suit[tail]);

    if (second >= 0)
        try_all(s, second, value - fine(s, last), BY_NO_TILE, -1);
    else if (value - fine(s, last) > s->best)
        s->best = value - fine(s, last);
    while (!by_set_empty(&fits)) {
        by_tile t = by_set_take(&fits);

        by_set_drop(&s->hand, t);
        try_all(s, by_across(t, tail), value + by_pips(t) * s->wish->pip + s->wish->tile, t, second);
        by_set_add(&s->hand, t);
    }
}

static int32_t slowly(const struct by_set *hand, const struct by_wish *wish, int from, int second)
{
    struct slow s = { wish, *hand, -1, 0 };

    try_all(&s, from, 0, BY_NO_TILE, second);
    return s.best;
}

static struct by_set random_hand(struct by_rng *r, int n, int set)
{
    struct by_set hand = { { 0, 0, 0 } };

    while (by_set_count(&hand) < n)
        by_set_add(&hand, (by_tile)by_rng_below(r, (uint32_t)by_set_tiles(set)));
    return hand;
}

/* Checks that the tiles are from the hand, that none occurs twice and that they join, and checks the pips, the end and
 * the value. */
static void check_train(const struct by_train *t, struct by_set *hand, int from, const struct by_wish *wish)
{
    int tail = from, pips = 0;

    assert_int_equal(t->from, from);
    for (int i = 0; i < t->n; i++) {
        assert_true(by_set_has(hand, t->tile[i]));
        by_set_drop(hand, t->tile[i]);
        assert_true(by_high(t->tile[i]) == tail || by_low(t->tile[i]) == tail);
        tail = by_across(t->tile[i], tail);
        pips += by_pips(t->tile[i]);
    }
    assert_int_equal(t->pips, pips);
    assert_int_equal(t->end, tail);
    pips = pips * wish->pip + t->n * wish->tile;
    if (t->n > 0 && by_is_double(t->tile[t->n - 1]))
        pips -= wish->last_double;
    assert_int_equal(t->value, pips);
}

static struct by_wish random_wish(struct by_rng *r)
{
    static const struct by_wish some[] = { { 256, 1, 0 }, { 1, 4096, 0 }, { 1, 0, 0 }, { 0, 1, 0 } };
    uint32_t i = by_rng_below(r, 8);

    if (i < 4)
        return some[i];
    return (struct by_wish){ 1 + (int32_t)by_rng_below(r, 3), (int32_t)by_rng_below(r, 20),
                             (int32_t)by_rng_below(r, 40) };
}

static int hands(void) { return getenv("BONEYARD_LONG") != NULL ? 100000 : 12000; }

/* Hands of up to 14 tiles, with both goals and others, with and without a cost for a double at the end. */
static void best_train_is_best(void **state)
{
    static const int sets[] = { 4, 6, 9, 12, 18 };
    struct by_train t;
    struct by_rng r;

    (void)state;
    by_rng_init(&r, 20261);
    for (int i = 0; i < hands(); i++) {
        int set = sets[by_rng_below(&r, 5)], from = (int)by_rng_below(&r, (uint32_t)set + 1);
        struct by_set hand = random_hand(&r, 1 + (int)by_rng_below(&r, 14), set);
        struct by_wish wish = random_wish(&r);

        by_train_best(&hand, from, &wish, 0, &t);
        assert_true(t.exact);
        assert_int_equal(t.value, slowly(&hand, &wish, from, -1));
        check_train(&t, &hand, from, &wish);
    }
}

static void split_is_best(void **state)
{
    static const int sets[] = { 4, 6, 9, 12, 18 };
    struct by_train t[2];
    struct by_rng r;

    (void)state;
    by_rng_init(&r, 20262);
    for (int i = 0; i < hands() / 2; i++) {
        int set = sets[by_rng_below(&r, 5)], from = (int)by_rng_below(&r, (uint32_t)set + 1);
        int other = i % 2 == 0 ? from : (int)by_rng_below(&r, (uint32_t)set + 1);
        struct by_set hand = random_hand(&r, 1 + (int)by_rng_below(&r, 10), set);
        struct by_wish wish = random_wish(&r);

        by_train_split(&hand, from, other, &wish, 0, t);
        assert_true(t[0].exact && t[1].exact);
        assert_int_equal(t[0].value + t[1].value, slowly(&hand, &wish, from, other));
        if (from == other)
            assert_true(t[0].value >= t[1].value);
        check_train(&t[0], &hand, from, &wish);
        check_train(&t[1], &hand, other, &wish);
    }
}

/* Larger hands, where an exhaustive search is impossible: trains are valid and proved, and an unproved result says
 * so. */
static void large_hands(void **state)
{
    struct by_train t, two[2];
    struct by_rng r;
    bool stopped = false;

    (void)state;
    by_rng_init(&r, 20263);
    for (int i = 0; i < 2000; i++) {
        struct by_wish wish = i % 2 == 0 ? BY_WISH_HEAVIEST : BY_WISH_LONGEST;
        int set = i % 3 == 0 ? 12 : 18, from = (int)by_rng_below(&r, (uint32_t)set + 1);
        struct by_set hand = random_hand(&r, 15 + (int)by_rng_below(&r, 70), set), left = hand;
        int32_t value;

        by_train_best(&hand, from, &wish, 0, &t);
        assert_true(t.exact);
        value = t.value;
        check_train(&t, &left, from, &wish);
        by_train_split(&hand, from, from, &wish, 0, two);
        assert_true(two[0].exact);
        assert_true(two[0].value + two[1].value >= value);
        left = hand;
        check_train(&two[0], &left, from, &wish);
        check_train(&two[1], &left, from, &wish);
        by_train_best(&hand, from, &wish, 1, &t);
        assert_true(t.value <= value && (!t.exact || t.value == value));
        stopped |= !t.exact;
        left = hand;
        check_train(&t, &left, from, &wish);
    }
    assert_true(stopped);
}

/* A whole set is one closed walk where each number has an even degree (double-6, double-12, double-18). */
static void whole_sets(void **state)
{
    struct by_wish wish = BY_WISH_LONGEST;
    struct by_train t;

    (void)state;
    for (int set = 6; set <= 18; set += 6) {
        struct by_set all = { { 0, 0, 0 } };

        for (int i = 0; i < by_set_tiles(set); i++)
            by_set_add(&all, (by_tile)i);
        by_train_best(&all, 0, &wish, 0, &t);
        assert_int_equal(t.n, by_set_tiles(set));
        assert_int_equal(t.end, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_train_is_best),
        cmocka_unit_test(split_is_best),
        cmocka_unit_test(large_hands),
        cmocka_unit_test(whole_sets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
