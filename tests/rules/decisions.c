/* SPDX-License-Identifier: MIT */
/* decisions.c: tests D-01 to D-14, the cases in which the sheets are silent or ambiguous. */
#include "table.h"

static void D_01_online_deals_five(void **state)
{
    (void)state;
    option("muggins:online", BY_HAND, "5");
    option("allfives:online players=3", BY_HAND, "5");
    option("fiveup:online players=4", BY_HAND, "5");
}

static void D_02_the_double_named_must_be_led(void **state)
{
    struct table *t = table_new("draw hand=3", "6-5 5-5 6-4 3-3 4-4 6-1", -1);

    (void)state;
    turn(t, 0);
    legal(t, 0, "5-5");
    refuse(t, 0, "6-5");
    refuse(t, 0, "draw");
}

static void D_03_rounded_once(void **state)
{
    struct table *t = table_new("muggins:number players=3 hand=1", "1-1 6-2 5-3", 0);

    (void)state;
    play(t, "0 1-1"); /* 8+8 = 16 scores 15, not 10+10 */
    ended(t, BY_ENDED_OUT, 0, "15 0 0");
    t = table_new("muggins:basics players=3 hand=1 lead=seat", "1-1 6-1 5-2", 0);
    play(t, "0 1-1"); /* 7+7 = 14 scores 3, not 1+1 */
    ended(t, BY_ENDED_OUT, 0, "3 0 0");
}

static void D_04_a_blocked_tie(void **state)
{
    static const char *const none[] = { "muggins:number", "muggins:classic", "muggins:online", "allfives:online",
                                        "fiveup:online" };
    static const char *const single[] = { "block", "draw", "muggins:basics" };
    struct table *t = table_new("muggins:online players=3 hand=2 draw=none", "6-6 4-1 3-2 0-0 5-5 4-4", 0);

    (void)state;
    for (int i = 0; i < 5; i++)
        option(none[i], BY_TIE, "none");
    for (int i = 0; i < 3; i++)
        option(single[i], BY_TIE, "single");
    play(t, "0 6-6, 1 pass, 2 pass, 0 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "0 0 0");
    no_deal(t, "", -1, BY_E_SEAT); /* L-06: no winner, so the lot leads */
    deal(t, "", 2);
    turn(t, 2);
}

/* D-05: T-12 overrides T-14: a last double needs no third tile. */
static void D_05_any_last_double_ends_the_round(void **state)
{
    struct table *t = table_new("mexicantrain players=2 set=9 hand=3", "9-8 8-8 7-7 9-7 6-5 6-4", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@m, 0 8-8@t0");
    legal(t, 0, "7-7@m");
    play(t, "0 7-7@m");
    ended(t, BY_ENDED_OUT, 0, "0 21");
}

static void D_06_counts_in_play_fives_in_the_bonus(void **state)
{
    struct table *t = table_new("muggins:online hand=2", "5-5 5-0 6-6 4-3", 0);

    (void)state;
    play(t, "0 5-5");
    scores(t, "10 0"); /* the count itself */
    leave(t, 0);
    play(t, "1 pass, 0 5-0@5-5"); /* 10 again, and out: 19 scores 4 */
    ended(t, BY_ENDED_OUT, 0, "4 0");
    scores(t, "24 0");
    t = table_new("allfives:online hand=2", "5-5 5-0 6-6 4-3", 0);
    leave(t, 0);
    play(t, "0 5-5, 1 pass, 0 5-0@5-5");
    scores(t, "8 0"); /* 2 + 2 + 4 */
    t = table_start("muggins:online hand=1");
    give(t, 0, 98);
    deal(t, "1-1 6-5", 0);
    play(t, "0 1-1");
    ended_all(t, BY_ENDED_OUT, 0, "2 0"); /* 100 is reached: at or above */
    winners(t, "0");
}

static void D_07_one_table_of_hands(void **state)
{
    (void)state;
    option("chickenfoot:number players=5 set=12", BY_HAND, "14");
    option("chickenfoot:classic players=5 set=12", BY_HAND, "14");
    option("mexicantrain:number players=5 set=12", BY_HAND, "14");
    option("mexicantrain:classic players=5 set=12", BY_HAND, "14");
}

/* D-08: `classic` uses the rule of `number`: later doubles take three. */
static void D_08_classic_chickenfoot_goes_on(void **state)
{
    struct table *t =
        table_new("chickenfoot:classic players=2 set=9 hand=6", "9-8 9-6 9-4 8-8 8-1 7-2 9-7 9-5 9-3 8-5 8-6 7-6", -1);

    (void)state;
    play(t, "0 9-8, 1 9-7, 0 9-6, 1 9-5, 0 9-4, 1 9-3, 0 8-8@8-9");
    legal(t, 1, "8-5@8-8, 8-6@8-8");
    play(t, "1 8-5@8-8, 0 8-1@8-8");
    legal(t, 1, "8-6@8-8");
    play(t, "1 8-6@8-8");
    legal(t, 0, "7-2@7-9");
}

static void D_09_all_must_try_to_begin(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=3", "12-12 12-5 5-1 12-3 12-4 3-1", -1);

    (void)state;
    play(t, "0 12-12@hub");
    refuse(t, 0, "pass");
    refuse(t, 0, "draw");
    legal(t, 0, "12-5@t0");
}

/* D-10: a foot that no one can fill closes everything: draws, passes, then blocked. */
static void D_10_a_number_that_has_run_out(void **state)
{
    struct table *t =
        table_new("chickenfoot players=2 set=9 hand=5", "9-8 9-6 9-4 8-8 7-2 9-7 9-5 9-3 7-1 6-1 5-1", -1);

    (void)state;
    leave(t, 1);
    play(t, "0 9-8, 1 9-7, 0 9-6, 1 9-5, 0 9-4, 1 9-3, 0 8-8@8-9");
    legal(t, 1, "draw"); /* 7-1 would fit the 7, 6-1 the 6 */
    play(t, "1 draw");
    legal(t, 0, "pass");
    play(t, "0 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "9 21");
    t = table_new("mexicantrain players=2 set=9 hand=4", "9-8 8-8 9-1 2-1 9-7 7-6 7-5 4-1 5-1", -1);
    leave(t, 1);
    play(t, "0 9-8@t0, 1 9-7@t1, 0 8-8@t0, 0 9-1@m");
    legal(t, 1, "draw"); /* 7-6 and 4-1 would fit t1 and m */
    play(t, "1 draw, 0 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "3 36");
}

/* D-11: scores are counted after a play, not after a pass. */
static void D_11_not_after_a_pass(void **state)
{
    struct table *t = table_new("muggins:classic hand=2", "5-5 1-1 6-6 4-4 3-3", -1);

    (void)state;
    leave(t, 1);
    play(t, "0 5-5");
    scores(t, "10 0");
    play(t, "1 draw");
    events(t, "move");
    play(t, "1 pass");
    events(t, "move");
    count(t, 10);
    scores(t, "10 0");
    play(t, "0 pass");
    ended(t, BY_ENDED_BLOCKED, 0, "25 0"); /* 2 against 26 */
    scores(t, "35 0");
}

static void D_12_both_are_options_and_off(void **state)
{
    (void)state;
    option("muggins:number", BY_CALL, "off");
    option("muggins:classic", BY_CALL, "off");
    option("mexicantrain:number", BY_KNOCK, "off");
    option("mexicantrain:classic", BY_KNOCK, "off");
    canonical("muggins call=on", "muggins:number call=on");
    canonical("mexicantrain knock=on", "mexicantrain:number knock=on");
}

/* D-13: three in a row share one number common to all three; pairwise matches are not enough. */
static void D_13_one_number_common_to_all_three(void **state)
{
    (void)state;
    legal(table_new("castlerock", "6-4 4-1 1-0", -1), 0, "draw");
    legal(table_new("castlerock", "6-4 4-1 6-1", -1), 0, "take 4-1");
    legal(table_new("castlerock", "6-4 4-1 4-2", -1), 0, "take 4-1, take3 4-1");
    legal(table_new("castlerock", "6-4 5-4 6-5", -1), 0, "take 5-4");
}

/* D-14: it is public that a call is possible. */
static void D_14_a_call_is_public(void **state)
{
    struct table *t = table_new("muggins:classic players=3 call=on hand=2", "6-4 1-1 6-6 4-4 3-3 2-2", -1);
    struct by_view v;

    (void)state;
    play(t, "0 6-4");
    for (int seat = 0; seat < 3; seat++) {
        by_table_view(&t->m, seat, &v);
        same(v.actors, 6);
        same(v.now.window, 0);
    }
    legal(t, 2, "call");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(D_01_online_deals_five),
        cmocka_unit_test(D_02_the_double_named_must_be_led),
        cmocka_unit_test(D_03_rounded_once),
        cmocka_unit_test(D_04_a_blocked_tie),
        cmocka_unit_test(D_05_any_last_double_ends_the_round),
        cmocka_unit_test(D_06_counts_in_play_fives_in_the_bonus),
        cmocka_unit_test(D_07_one_table_of_hands),
        cmocka_unit_test(D_08_classic_chickenfoot_goes_on),
        cmocka_unit_test(D_09_all_must_try_to_begin),
        cmocka_unit_test(D_10_a_number_that_has_run_out),
        cmocka_unit_test(D_11_not_after_a_pass),
        cmocka_unit_test(D_12_both_are_options_and_off),
        cmocka_unit_test(D_13_one_number_common_to_all_three),
        cmocka_unit_test(D_14_a_call_is_public),
    };

    return cmocka_run_group_tests_name("decisions", tests, NULL, NULL);
}
