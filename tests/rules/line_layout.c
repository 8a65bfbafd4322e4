/* SPDX-License-Identifier: MIT */
/* line_layout.c: L-12 to L-16 and L-26: doubles, spinners, counting, scoring in play. */
#include "table.h"

static void L_12_no_spinner_two_sides_only(void **state)
{
    static const char *const rules[] = { "block hand=3 lead=seat", "draw hand=3 lead=seat reserve=28",
                                         "muggins:basics hand=3 lead=seat reserve=28",
                                         "muggins:online hand=3 reserve=28" };

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct table *t = table_new(rules[i], "6-6 6-2 5-4 6-1 6-3 4-4", 0);

        play(t, "0 6-6");
        legal(t, 1, "6-1@6-6, 6-3@6-6");
        play(t, "1 6-1@6-6");
        legal(t, 0, "6-2@6-6");
        play(t, "0 6-2@6-6");
        legal(t, 1, "pass"); /* 6-3 has no place: the ends of 6-6 stay closed */
    }
}

static void L_12_a_later_double_has_one_side_left(void **state)
{
    struct table *t = table_new("block hand=3 lead=seat", "6-5 6-1 4-4 6-6 6-3 6-4", -1);

    (void)state;
    play(t, "0 6-5, 1 6-6@6-5, 0 6-1@6-6");
    legal(t, 1, "pass");
}

/* L-13: the first double takes four tiles, wherever it was laid. */
static void L_13_spinner_sides_before_ends(void **state)
{
    struct table *t = table_new("muggins:classic hand=4", "6-5 6-1 6-3 4-4 6-6 6-2 6-4 6-0", -1);

    (void)state;
    play(t, "0 6-5");
    count(t, 11);
    play(t, "1 6-6@6-5");
    count(t, 17);
    play(t, "0 6-1@6-6"); /* both sides taken: the ends open */
    count(t, 6);
    legal(t, 1, "6-0@6-6, 6-2@6-6, 6-4@6-6");
    play(t, "1 6-2@6-6");
    count(t, 8);
    play(t, "0 6-3@6-6");
    count(t, 11);
    legal(t, 1, "draw"); /* 5, 1, 2 and 3 are open; 6-0 and 6-4 have no place */
}

static void L_13_a_led_double_is_the_spinner(void **state)
{
    static const char *const rules[] = { "muggins:number hand=4", "muggins:classic hand=4", "allfives:online hand=4" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct table *t = table_new(rules[i], "6-6 6-2 6-4 5-5 6-1 6-3 6-0 4-4", 0);

        play(t, "0 6-6, 1 6-1@6-6, 0 6-2@6-6");
        legal(t, 1, "6-0@6-6, 6-3@6-6");
        play(t, "1 6-3@6-6, 0 6-4@6-6");
        legal(t, 1, "4-4@4-6");
        count(t, 10);
    }
}

static void L_13_only_the_first_double_is_a_spinner(void **state)
{
    struct table *t = table_new("allfives:online hand=4", "3-3 5-5 5-2 6-6 5-3 5-1 5-4 5-0", 0);

    (void)state;
    play(t, "0 3-3, 1 3-5@3-3, 0 5-5@5-3, 1 5-1@5-5");
    leave(t, 0);
    legal(t, 0, "pass"); /* 5-2 has no place: 5-5 takes two tiles only */
}

/* L-13: the spinner is the first double laid in the round, even if other tiles have been laid before it. */
static void L_13_each_round_has_its_own_spinner(void **state)
{
    struct table *t = table_new("muggins:classic hand=3", "6-5 1-1 5-2 4-4 5-4 5-5", -1);

    (void)state;
    play(t, "0 6-5, 1 5-5@5-6, 0 5-2@5-5, 1 5-4@5-5");
    legal(t, 0, "draw");
    play(t, "0 draw"); /* 0-0 */
    leave(t, 0);
    play(t, "0 pass, 1 4-4@4-5");
    ended(t, BY_ENDED_OUT, 1, "0 0"); /* 1-1 and 0-0 left: 2 is rounded to 0 */
    deal(t, "6-6 6-1 1-1 4-4 5-4 6-2", -1);
    turn(t, 1);
    play(t, "1 4-4, 0 draw");
}

static void L_14_all_doubles_are_spinners(void **state)
{
    struct table *t = table_new("fiveup:online hand=4", "3-3 5-5 5-2 6-6 5-3 5-1 5-4 5-0", 0);

    (void)state;
    play(t, "0 3-3, 1 3-5@3-3, 0 5-5@5-3, 1 5-1@5-5");
    legal(t, 0, "5-2@5-5");
    play(t, "0 5-2@5-5");
    legal(t, 1, "5-0@5-5, 5-4@5-5");
    play(t, "1 5-4@5-5");
    leave(t, 0);
    play(t, "0 pass");
    legal(t, 1, "pass"); /* four tiles on 5-5: 5-0 has no place */
}

static void L_14_the_led_double_too(void **state)
{
    struct table *t = table_new("fiveup:online hand=4", "6-6 6-2 6-4 5-5 6-1 6-3 6-0 4-4", 0);

    (void)state;
    play(t, "0 6-6, 1 6-1@6-6, 0 6-2@6-6, 1 6-3@6-6, 0 6-4@6-6");
    legal(t, 1, "4-4@4-6");
}

/* L-15: counts one after the other, as the table shows them. */
static void counts(const char *rules, const char *deck, const char *moves, int want)
{
    struct table *t = table_new(rules, deck, 0);

    play(t, moves);
    count(t, want);
}

static void L_15_count_of_the_layout(void **state)
{
    const char *classic = "muggins:classic hand=3";

    (void)state;
    counts(classic, "5-5", "0 5-5", 10);
    counts(classic, "6-4", "0 6-4", 10);
    counts(classic, "0-0", "0 0-0", 0);
    counts(classic, "6-4 1-1 2-2 5-4", "0 6-4, 1 4-5@4-6", 11);
    counts(classic, "5-5 1-1 2-2 5-2", "0 5-5, 1 5-2@5-5", 12);
    counts(classic, "5-5 5-3 2-2 5-2", "0 5-5, 1 5-2@5-5, 0 5-3@5-5", 5);
    counts(classic, "5-5 5-3 2-1 5-2 5-4", "0 5-5, 1 5-2@5-5, 0 5-3@5-5, 1 5-4@5-5", 9);
    counts(classic, "5-5 5-3 2-1 5-2 5-4", "0 5-5, 1 5-2@5-5, 0 5-3@5-5, 1 5-4@5-5, 0 2-1@2-5", 8);
    counts(classic, "6-4 3-3 2-2 4-4", "0 6-4, 1 4-4@4-6", 14);
    counts(classic, "6-4 4-3 2-2 4-4", "0 6-4, 1 4-4@4-6, 0 4-3@4-4", 9);
    counts("fiveup:online hand=3", "6-4 4-3 3-3 4-4 4-1", "0 6-4, 1 4-4@4-6, 0 4-3@4-4, 1 4-1@4-4", 10);
    counts("fiveup:online hand=3", "6-4 4-3 3-3 4-4 4-1", "0 6-4, 1 4-4@4-6, 0 4-3@4-4, 1 4-1@4-4, 0 3-3@3-4", 13);
}

static void scored(const char *rules, const char *deck, const char *moves, const char *want)
{
    struct table *t = table_new(rules, deck, 0);

    play(t, moves);
    scores(t, want);
}

static void L_16_fives_score_pips_or_points(void **state)
{
    (void)state;
    scored("muggins:number hand=3", "6-4", "0 6-4", "10 0");
    scored("muggins:classic hand=3", "6-4", "0 6-4", "10 0");
    scored("muggins:online hand=3", "6-4", "0 6-4", "10 0");
    scored("muggins:basics lead=seat hand=3", "6-4", "0 6-4", "2 0");
    scored("allfives:online hand=3", "6-4", "0 6-4", "2 0");
    scored("fiveup:online hand=3", "6-4", "0 6-4", "2 0");
    scored("muggins:classic hand=3", "6-3 1-1 2-1 6-6", "0 6-3, 1 6-6@6-3", "0 15");
    scored("allfives:online hand=3", "6-3 1-1 2-1 6-6", "0 6-3, 1 6-6@6-3", "0 3");
    scored("block lead=seat hand=3", "6-4", "0 6-4", "0 0");
    scored("draw lead=seat hand=3", "6-4", "0 6-4", "0 0");
}

static void L_16_not_zero_and_only_fives(void **state)
{
    struct table *t = table_new("muggins:classic hand=2", "0-0 1-1 6-5", -1);

    (void)state;
    play(t, "0 0-0");
    events(t, "move");
    scores(t, "0 0");
    scored("muggins:classic hand=3", "6-5", "0 6-5", "0 0");
    scored("muggins:classic hand=3", "6-6", "0 6-6", "0 0");
    t = table_new("muggins:classic hand=3", "5-5", -1);
    play(t, "0 5-5");
    events(t, "move score");
    same(t->ev.at[1].points, 10);
    same(t->ev.at[1].seat, 0);
    scored("muggins:classic hand=3", "4-1", "0 4-1", "5 0");
}

/* L-26: four arms, 6 + 0 + 4 + 5 = 15. */
static void L_26_four_arms_score(void **state)
{
    const char *deck = "3-3 3-0 4-3 1-1 6-3 5-3 2-2 2-1";

    (void)state;
    scored("muggins:number hand=4", deck, "0 3-3, 1 3-6@3-3, 0 3-0@3-3, 1 3-5@3-3", "0 0");
    scored("muggins:number hand=4", deck, "0 3-3, 1 3-6@3-3, 0 3-0@3-3, 1 3-5@3-3, 0 3-4@3-3", "15 0");
    scored("allfives:online hand=4", deck, "0 3-3, 1 3-6@3-3, 0 3-0@3-3, 1 3-5@3-3, 0 3-4@3-3", "3 0");
}

/* L-26: 6 + 0 + 4 + 3 scores nothing. */
static void L_26_four_arms_without_a_score(void **state)
{
    const char *deck = "2-2 6-2 4-2 1-1 2-0 3-2 5-5 5-1";
    struct table *t = table_new("muggins:number hand=4", deck, -1);

    (void)state;
    play(t, "0 2-2, 1 2-0@2-2, 0 2-6@2-2, 1 2-3@2-2, 0 2-4@2-2");
    count(t, 13); /* the sheet writes 12; either way no multiple of five */
    scores(t, "0 0");
}

/* L-26: the ends 1 and 4 score one point. */
static void L_26_ends_1_and_4(void **state)
{
    (void)state;
    scored("muggins:basics lead=seat hand=3", "6-1 1-1 2-2 6-4", "0 6-1, 1 6-4@6-1", "0 1");
}

/* L-26: the ends 6-6 (12) and 3 make 15 and score three points. */
static void L_26_double_six_and_three(void **state)
{
    (void)state;
    scored("muggins:basics lead=seat hand=3", "6-3 1-1 2-2 6-6", "0 6-3, 1 6-6@6-3", "0 3");
}

/* L-26: the halves of a 5-5 inside the line are not counted. */
static void L_26_a_double_inside_the_line(void **state)
{
    struct table *t = table_new("muggins:basics lead=seat hand=3", "5-1 5-4 2-2 5-5", -1);

    (void)state;
    play(t, "0 5-1, 1 5-5@5-1");
    count(t, 11);
    play(t, "0 5-4@5-5");
    count(t, 5);
    scores(t, "1 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(L_12_no_spinner_two_sides_only),
        cmocka_unit_test(L_12_a_later_double_has_one_side_left),
        cmocka_unit_test(L_13_spinner_sides_before_ends),
        cmocka_unit_test(L_13_a_led_double_is_the_spinner),
        cmocka_unit_test(L_13_only_the_first_double_is_a_spinner),
        cmocka_unit_test(L_13_each_round_has_its_own_spinner),
        cmocka_unit_test(L_14_all_doubles_are_spinners),
        cmocka_unit_test(L_14_the_led_double_too),
        cmocka_unit_test(L_15_count_of_the_layout),
        cmocka_unit_test(L_16_fives_score_pips_or_points),
        cmocka_unit_test(L_16_not_zero_and_only_fives),
        cmocka_unit_test(L_26_four_arms_score),
        cmocka_unit_test(L_26_four_arms_without_a_score),
        cmocka_unit_test(L_26_ends_1_and_4),
        cmocka_unit_test(L_26_double_six_and_three),
        cmocka_unit_test(L_26_a_double_inside_the_line),
    };

    return cmocka_run_group_tests_name("line: layout", tests, NULL, NULL);
}
