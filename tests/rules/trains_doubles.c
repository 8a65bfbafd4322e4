/* SPDX-License-Identifier: MIT */
/* trains_doubles.c: T-10 to T-14 and T-18: doubles in Mexican Train `number` and `classic`. */
#include "table.h"

static const char *const number = "mexicantrain:number players=2 set=9 hand=4";
static const char *const classic = "mexicantrain:classic players=2 set=9 hand=4";
static const char *const plenty = "9-8 8-8 8-1 9-3 9-7 7-6 7-5 6-1";   /* an additional tile or two */
static const char *const nothing = "9-8 8-8 3-1 2-1 9-7 7-6 7-5 6-1 "; /* no additional tile */
#define TO_DOUBLE "0 9-8@t0, 1 9-7@t1, 0 8-8@t0"

/* A position after seat 0's 8-8, with `nothing` and this boneyard. */
static struct table *after_double(const char *rules, const char *bones)
{
    char deck[128];
    struct table *t;

    strcpy(deck, nothing);
    strcat(deck, bones);
    t = table_new(rules, deck, -1);
    play(t, TO_DOUBLE);
    return t;
}

static void T_10_one_more_tile_must_be_laid(void **state)
{
    struct table *t = table_new(number, plenty, -1);

    (void)state;
    option("mexicantrain:number", BY_DOUBLE, "must");
    play(t, "0 9-8@t0, 1 9-7@t1");
    legal(t, 0, "8-1@t0, 8-8@t0, 9-3@m");
    play(t, "0 8-8@t0");
    turn(t, 0);
    legal(t, 0, "8-1@t0, 9-3@m");
    refuse(t, 0, "draw");
    refuse(t, 0, "pass");
    refuse_as(t, 1, "7-6@t1", BY_E_TURN);
    play(t, "0 8-1@t0");
    turn(t, 1);
    legal(t, 1, "7-5@t1, 7-6@t1"); /* the double is satisfied */
}

static void T_10_or_on_another_eligible_train(void **state)
{
    struct table *t = table_new(number, plenty, -1);

    (void)state;
    play(t, TO_DOUBLE ", 0 9-3@m");
    turn(t, 1);
    markers(t, "");
    legal(t, 1, "draw"); /* T-13: t1 is closed */
}

static void T_10_additional_tile_on_a_marked_train(void **state)
{
    struct table *t = table_new(number, "9-8 8-8 9-3 3-1 7-5 7-6 6-1 5-1 4-1", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 draw, 0 8-8@t0");
    markers(t, "1");
    legal(t, 0, "9-3@t1, 9-3@m");
    play(t, "0 9-3@t1");
    turn(t, 1);
    legal(t, 1, "draw");
}

static void T_10_with_none_draw_one(void **state)
{
    struct table *t = after_double(number, "8-2");

    (void)state;
    legal(t, 0, "draw");
    refuse(t, 0, "pass");
    play(t, "0 draw");
    turn(t, 0);
    legal(t, 0, "8-2@t0");
    refuse(t, 0, "draw");
    refuse(t, 0, "pass");
    play(t, "0 8-2@t0");
    turn(t, 1);
    markers(t, "");
    t = after_double(number, "9-4");
    play(t, "0 draw");
    legal(t, 0, "9-4@m");
    t = after_double(number, "6-5");
    play(t, "0 draw"); /* C-10: the turn ends by itself, marker included */
    turn(t, 1);
    markers(t, "0");
    hand(t, 0, "2-1 3-1 6-5");
}

/* T-10, C-10: with an empty boneyard, `pass` is forced and sets the marker. */
static void T_10_nothing_to_draw(void **state)
{
    struct table *t = table_new(number, nothing, -1);

    (void)state;
    leave(t, 0);
    play(t, TO_DOUBLE);
    turn(t, 0);
    legal(t, 0, "pass");
    play(t, "0 pass");
    markers(t, "0");
    turn(t, 1);
}

static void T_10_a_drawn_double_allows_one_more_draw(void **state)
{
    const char *rules = "mexicantrain:number players=2 set=9 hand=2";
    struct table *t = table_new(rules, "9-8 3-1 9-7 7-6 8-8 8-2", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1, 0 draw");
    legal(t, 0, "8-8@t0");
    play(t, "0 8-8@t0");
    legal(t, 0, "draw");
    play(t, "0 draw");
    legal(t, 0, "8-2@t0");
    play(t, "0 8-2@t0");
    turn(t, 1);
    t = table_new(rules, "9-8 3-1 9-7 7-6 8-8 6-5", -1);
    play(t, "0 9-8@t0, 1 9-7@t1, 0 draw, 0 8-8@t0, 0 draw");
    turn(t, 1); /* and only one */
    markers(t, "0");
}

static void T_11_classic_may_end_the_turn(void **state)
{
    struct table *t = table_new(classic, plenty, -1);

    (void)state;
    option("mexicantrain:classic", BY_DOUBLE, "may");
    play(t, TO_DOUBLE);
    legal(t, 0, "8-1@t0, 9-3@m, pass");
    refuse(t, 0, "draw");
    play(t, "0 pass");
    turn(t, 1);
    markers(t, "");      /* without a marker */
    legal(t, 1, "draw"); /* T-13: the double is open */
    t = table_new("mexicantrain:number players=2 set=9 hand=4 double=may", plenty, -1);
    play(t, TO_DOUBLE);
    legal(t, 0, "8-1@t0, 9-3@m, pass");
}

static void T_11_only_with_a_playable_tile_and_before_drawing(void **state)
{
    struct table *t = after_double(classic, "8-2");

    (void)state;
    legal(t, 0, "draw");
    refuse(t, 0, "pass");
    play(t, "0 draw");
    legal(t, 0, "8-2@t0");
    refuse(t, 0, "pass");
    t = after_double(classic, "6-5");
    play(t, "0 draw");
    markers(t, "0");
    t = table_new(classic, plenty, -1);
    refuse(t, 0, "pass"); /* not for the first tile of a turn */
    legal(t, 0, "9-3@t0, 9-3@m, 9-8@t0, 9-8@m");
}

/* T-11: the open double is open to others although there is no marker. */
static void T_11_pass_leaves_the_double_to_others(void **state)
{
    struct table *t = table_new(classic, "9-8 8-8 8-1 9-3 9-7 8-7 7-5 6-1", -1);

    (void)state;
    play(t, TO_DOUBLE ", 0 pass");
    legal(t, 1, "8-7@t0");
    play(t, "1 8-7@t0");
    legal(t, 0, "9-3@m"); /* t0 ends in 7 now */
}

static void T_12_a_double_as_the_last_tile(void **state)
{
    static const char *const rules[] = { "mexicantrain:number players=2 set=9 hand=2",
                                         "mexicantrain:classic players=2 set=9 hand=2" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct table *t = table_new(rules[i], "9-8 8-8 9-7 7-6", -1);

        play(t, "0 9-8@t0, 1 9-7@t1, 0 8-8@t0");
        ended(t, BY_ENDED_OUT, 0, "0 13");
        events(t, "move round-end");
    }
}

/* T-12, D-05: also for a second double, and with two-doubles=off. */
static void T_12_a_second_double_as_the_last_tile(void **state)
{
    static const char *const rules[] = { "mexicantrain:number players=2 set=9 hand=3",
                                         "mexicantrain:number players=2 set=9 hand=3 two-doubles=off",
                                         "mexicantrain:classic players=2 set=9 hand=3 two-doubles=off" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct table *t = table_new(rules[i], "9-8 8-8 7-7 9-7 7-6 6-5", -1);

        play(t, "0 9-8@t0, 1 9-7@m, 0 8-8@t0");
        legal(t, 0, i == 2 ? "7-7@m, pass" : "7-7@m");
        play(t, "0 7-7@m");
        ended(t, BY_ENDED_OUT, 0, "0 24");
    }
}

static void T_13_an_open_double_closes_the_rest(void **state)
{
    struct table *t =
        table_new("mexicantrain:number players=3 set=9 hand=3", "9-8 8-8 1-0 9-7 7-6 7-5 9-6 8-2 6-5 3-0 5-1", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@m, 2 9-6@t2, 0 8-8@t0, 0 draw");
    markers(t, "0");
    legal(t, 1, "draw"); /* the Mexican Train shows a 7, and is closed */
    refuse(t, 1, "7-6@m");
    play(t, "1 draw");
    markers(t, "0 1");     /* a player who cannot play after drawing one marks their own train */
    legal(t, 2, "8-2@t0"); /* not 6-5@t2 */
    play(t, "2 8-2@t0");
    leave(t, 0);
    play(t, "0 pass");
    legal(t, 1, "7-5@m, 7-6@m"); /* open again */
}

static void T_13_a_drawn_tile_that_fits_is_laid_on_it(void **state)
{
    struct table *t =
        table_new("mexicantrain:number players=2 set=9 hand=3", "9-8 8-8 1-0 9-7 7-6 7-5 3-0 8-3 7-1", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@m, 0 8-8@t0, 0 draw, 1 draw");
    legal(t, 1, "8-3@t0");
    refuse(t, 1, "7-6@m");
    play(t, "1 8-3@t0");
    turn(t, 0); /* the one tile of the turn */
    legal(t, 0, "3-0@t0");
}

/* T-13: the double also binds its owner. */
static void T_13_for_everybody(void **state)
{
    struct table *t =
        table_new("mexicantrain:number players=2 set=9 hand=4", "9-8 8-8 7-1 9-2 9-7 6-4 6-5 6-1 5-4 5-3", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@m, 0 8-8@t0");
    legal(t, 0, "7-1@m"); /* the additional tile; 9-2 has no place */
    play(t, "0 7-1@m, 1 draw");
    markers(t, "1");
    legal(t, 0, "draw"); /* 9-2 would fit seat 1's marked train */
    refuse(t, 0, "9-2@t1");
}

#define TWO "9-8 8-8 7-7 7-3 8-1 9-7 9-2 8-5 7-5 4-3"
#define TO_TWO "0 9-8@t0, 1 9-7@m, 0 8-8@t0"

static void T_14_two_doubles_and_a_third_tile(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=5", TWO, -1);

    (void)state;
    option("mexicantrain:number", BY_TWO_DOUBLES, "on");
    option("mexicantrain:classic", BY_TWO_DOUBLES, "on");
    play(t, TO_TWO);
    legal(t, 0, "7-3@m, 7-7@m, 8-1@t0");
    play(t, "0 7-7@m");
    turn(t, 0);
    legal(t, 0, "7-3@m, 8-1@t0");
    refuse(t, 0, "pass");
    refuse(t, 0, "draw");
    play(t, "0 7-3@m");
    turn(t, 1);
    legal(t, 1, "8-5@t0"); /* the other double stays open under T-13 */
    t = table_new("mexicantrain:number players=2 set=9 hand=5", TWO, -1);
    play(t, TO_TWO ", 0 7-7@m, 0 8-1@t0");
    legal(t, 1, "7-5@m");
}

/* T-14: the third tile may fit the first double alone, or the second alone; without one, no second. */
static void T_14_the_third_tile_must_be_there(void **state)
{
    const char *rules = "mexicantrain:number players=2 set=9 hand=4";
    struct table *t = table_new(rules, "9-8 8-8 7-7 8-1 9-7 6-4 6-5 6-1", -1);

    (void)state;
    play(t, TO_TWO);
    legal(t, 0, "7-7@m, 8-1@t0");
    play(t, "0 7-7@m");
    legal(t, 0, "8-1@t0");
    t = table_new(rules, "9-8 8-8 7-7 7-1 9-7 6-4 6-5 6-1", -1);
    play(t, TO_TWO);
    legal(t, 0, "7-1@m, 7-7@m");
    t = table_new(rules, "9-8 8-8 7-7 5-1 9-7 6-4 6-5 6-1 7-2", -1);
    play(t, TO_TWO);
    legal(t, 0, "draw");
    refuse(t, 0, "7-7@m");
    play(t, "0 draw");
    legal(t, 0, "7-2@m"); /* drawn, it may be laid; it does not make 7-7 playable */
}

/* T-14: a second double that is drawn, with nothing to follow it, cannot be laid. */
static void T_14_a_drawn_second_double(void **state)
{
    struct table *t =
        table_new("mexicantrain:number players=2 set=9 hand=4", "9-8 8-8 3-1 5-1 9-7 6-4 6-5 6-1 7-7", -1);

    (void)state;
    play(t, TO_TWO ", 0 draw");
    turn(t, 1);
    markers(t, "0");
    hand(t, 0, "3-1 5-1 7-7");
}

static void T_14_two_doubles_off(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=5 two-doubles=off", TWO, -1);

    (void)state;
    play(t, TO_TWO);
    legal(t, 0, "7-3@m, 8-1@t0");
    refuse(t, 0, "7-7@m");
}

/* T-11, T-14: classic may end the turn after the first double, not between second and third tile. */
static void T_14_classic_finishes_what_it_began(void **state)
{
    struct table *t = table_new("mexicantrain:classic players=2 set=9 hand=5", TWO, -1);

    (void)state;
    play(t, TO_TWO);
    legal(t, 0, "7-3@m, 7-7@m, 8-1@t0, pass");
    play(t, "0 7-7@m");
    legal(t, 0, "7-3@m, 8-1@t0");
    refuse(t, 0, "pass");
}

/* T-18: a play is final. */
static void T_18_a_play_is_final(void **state)
{
    struct table *t = table_new("mexicantrain:classic players=2 set=9 hand=4", plenty, -1);

    (void)state;
    play(t, "0 9-8@t0");
    refuse_as(t, 0, "9-3@m", BY_E_TURN);
    refuse_as(t, 0, "9-8@m", BY_E_TURN);
    legal(t, 0, "");
    play(t, "1 9-7@t1, 0 8-8@t0");
    refuse(t, 0, "8-8@t0"); /* in mid-turn too */
    legal(t, 0, "8-1@t0, 9-3@m, pass");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(T_10_one_more_tile_must_be_laid),
        cmocka_unit_test(T_10_or_on_another_eligible_train),
        cmocka_unit_test(T_10_additional_tile_on_a_marked_train),
        cmocka_unit_test(T_10_with_none_draw_one),
        cmocka_unit_test(T_10_nothing_to_draw),
        cmocka_unit_test(T_10_a_drawn_double_allows_one_more_draw),
        cmocka_unit_test(T_11_classic_may_end_the_turn),
        cmocka_unit_test(T_11_only_with_a_playable_tile_and_before_drawing),
        cmocka_unit_test(T_11_pass_leaves_the_double_to_others),
        cmocka_unit_test(T_12_a_double_as_the_last_tile),
        cmocka_unit_test(T_12_a_second_double_as_the_last_tile),
        cmocka_unit_test(T_13_an_open_double_closes_the_rest),
        cmocka_unit_test(T_13_a_drawn_tile_that_fits_is_laid_on_it),
        cmocka_unit_test(T_13_for_everybody),
        cmocka_unit_test(T_14_two_doubles_and_a_third_tile),
        cmocka_unit_test(T_14_the_third_tile_must_be_there),
        cmocka_unit_test(T_14_a_drawn_second_double),
        cmocka_unit_test(T_14_two_doubles_off),
        cmocka_unit_test(T_14_classic_finishes_what_it_began),
        cmocka_unit_test(T_18_a_play_is_final),
    };

    return cmocka_run_group_tests_name("trains: doubles", tests, NULL, NULL);
}
