/* SPDX-License-Identifier: MIT */
/* castle.c. */
#include "table.h"

static void R_01_sets_and_three_tiles(void **state)
{
    struct table *t = table_new("castlerock", "6-4 3-1 2-0", -1);

    (void)state;
    row(t, "6-4 3-1 2-0");
    boneyard(t, 25);
    turn(t, 0);
    refused("castlerock:number set=15", "set 15 6 9 12");
    refused("castlerock:number set=18", "set 18 6 9 12");
    option("castlerock:number set=12", BY_SET, "12");
    option("castlerock:classic set=18", BY_SET, "18");
    option("castlerock:classic", BY_SET, "6");
    same(by_deck_tiles(table_start("castlerock:number set=9")->s), 55);
    same(by_deck_tiles(table_start("castlerock:classic set=18")->s), 190);
    refused("castlerock players=1", "players");
}

/* any half of one and any half of the other, exactly one tile between them. */
static void R_02_the_tile_between_two_that_match(void **state)
{
    struct table *t = table_new("castlerock", "6-4 3-1 4-0 5-5", -1);

    (void)state;
    legal(t, 0, "take 3-1");
    refuse(t, 0, "take 6-4");
    refuse(t, 0, "take3 3-1");
    play(t, "0 take 3-1");
    row(t, "6-4 4-0");
    boneyard(t, 25);
    legal(table_new("castlerock", "6-4 3-1 6-5", -1), 0, "take 3-1");
    legal(table_new("castlerock", "6-4 3-1 5-4", -1), 0, "take 3-1");
    legal(table_new("castlerock", "6-4 3-1 5-6", -1), 0, "take 3-1");
    legal(table_new("castlerock", "6-4 3-1 5-2", -1), 0, "draw");
    legal(table_new("castlerock", "6-4 6-1 5-2", -1), 0, "draw"); /* neighbours do not count */
}

static void R_02_two_or_more_apart_do_not_match(void **state)
{
    struct table *t = table_new("castlerock", "6-4 3-1 5-2 6-0", -1);

    (void)state;
    play(t, "0 draw");
    row(t, "6-4 3-1 5-2 6-0");
    legal(t, 0, "draw"); /* two tiles between the sixes */
    t = table_new("castlerock", "6-4 3-1 5-2 3-0", -1);
    play(t, "0 draw");
    legal(t, 0, "take 5-2");
}

static void R_03_three_with_one_common_number(void **state)
{
    struct table *t = table_new("castlerock", "6-4 4-1 4-0 5-5", -1);

    (void)state;
    legal(t, 0, "take 4-1, take3 4-1");
    play(t, "0 take3 4-1");
    row(t, "");
    t = table_new("castlerock", "6-4 4-1 4-0 5-5", -1);
    play(t, "0 take 4-1");
    row(t, "6-4 4-0");
    /* pairs that match in turn have no number in common */
    legal(table_new("castlerock", "6-4 4-1 6-1", -1), 0, "take 4-1");
    legal(table_new("castlerock", "6-4 6-6 6-1", -1), 0, "take 6-6, take3 6-6");
}

static void R_03_three_in_the_middle_of_a_row(void **state)
{
    struct table *t = table_new("castlerock", "6-5 3-2 4-1 4-0 4-4", -1);

    (void)state;
    legal(t, 0, "draw");
    play(t, "0 draw"); /* 6-5 3-2 4-1 4-0: nothing in common two apart */
    legal(t, 0, "draw");
    play(t, "0 draw");
    legal(t, 0, "take 4-0, take3 4-0");
    play(t, "0 take3 4-0");
    row(t, "6-5 3-2");
}

static void R_04_a_removal_must_be_made(void **state)
{
    struct table *t = table_new("castlerock", "6-4 3-1 4-0", -1);

    (void)state;
    refuse(t, 0, "draw");
    refuse(t, 0, "pass");
}

/* closing up makes a new removal, to the left of the last one. */
static void R_04_a_removal_opens_another(void **state)
{
    struct table *t = table_new("castlerock", "6-5 3-2 4-4 5-3 1-0", -1);

    (void)state;
    legal(t, 0, "draw");
    play(t, "0 draw");
    legal(t, 0, "take 4-4"); /* the threes around it */
    play(t, "0 take 4-4");
    row(t, "6-5 3-2 5-3");
    legal(t, 0, "take 3-2"); /* now the fives */
    refuse(t, 0, "draw");
    play(t, "0 take 3-2");
    row(t, "6-5 5-3");
    legal(t, 0, "draw");
}

static void R_05_one_tile_to_the_right(void **state)
{
    struct table *t = table_new("castlerock", "6-4 3-1 5-2 6-0 2-2", -1);

    (void)state;
    legal(t, 0, "draw");
    play(t, "0 draw");
    row(t, "6-4 3-1 5-2 6-0");
    boneyard(t, 24);
    same(t->ev.at[0].seat, 0);
    same(t->ev.at[0].tiles, 1);
    same(t->ev.at[0].drawn[0], tile("6-0"));
}

static void R_05_an_empty_row_takes_three(void **state)
{
    struct table *t = table_new("castlerock", "6-4 4-1 4-0 5-5 3-2 1-0", -1);

    (void)state;
    play(t, "0 take3 4-1");
    legal(t, 0, "draw");
    play(t, "0 draw");
    row(t, "5-5 3-2 1-0");
    same(t->ev.at[0].tiles, 3);
    t = table_new("castlerock", "6-4 4-1 4-0 5-5 3-2 1-0", -1);
    leave(t, 2);
    play(t, "0 take3 4-1, 0 draw"); /* or what is left */
    ended_all(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "15");
}

static void R_06_cleared_or_not(void **state)
{
    struct table *t = table_new("castlerock", "6-4 4-1 4-0", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 take3 4-1");
    same(t->s->now.phase, BY_GAME_OVER);
    same(t->s->end, BY_ENDED_OUT);
    scores(t, "0");
    winners(t, "0");
    events(t, "move round-end game-end");
    t = table_new("castlerock", "6-4 4-1 4-0", -1);
    leave(t, 0);
    play(t, "0 take 4-1");
    same(t->s->now.phase, BY_GAME_OVER);
    same(t->s->end, BY_ENDED_BLOCKED);
    same(t->s->gain[0], 14);
    scores(t, "14");
    winners(t, "");
    row(t, "6-4 4-0");
}

/* an empty boneyard ends the game only when nothing can be removed. */
static void R_06_removals_after_the_last_draw(void **state)
{
    struct table *t = table_new("castlerock", "6-4 3-1 5-2 3-0", -1);

    (void)state;
    leave(t, 1);
    play(t, "0 draw");
    turn(t, 0);
    legal(t, 0, "take 5-2");
    play(t, "0 take 5-2");
    same(t->s->end, BY_ENDED_BLOCKED);
    same(t->s->gain[0], 17);
}

static void R_07_rounds_and_the_lowest_sum(void **state)
{
    struct table *t = table_new("castlerock rounds=3", "6-4 3-1 4-0", -1);

    (void)state;
    option("castlerock", BY_ROUNDS, "1");
    option("castlerock rounds=500", BY_ROUNDS, "500");
    refused("castlerock rounds=0", "rounds 0 1");
    leave(t, 0);
    play(t, "0 take 3-1");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "14");
    scores(t, "14");
    deal(t, "2-0 3-1 1-0", -1);
    leave(t, 0);
    play(t, "0 take 3-1");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "3");
    scores(t, "3"); /* the lowest so far */
    deal(t, "6-4 3-1 4-0", -1);
    leave(t, 0);
    play(t, "0 take 3-1");
    ended_all(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "14");
    scores(t, "3");
}

static void R_08_once_before_each_draw(void **state)
{
    struct table *t = table_new("castlerock removals=once", "6-4 3-1 4-0 5-5 4-2", -1);

    (void)state;
    option("castlerock", BY_REMOVALS, "forced");
    option("castlerock:classic", BY_REMOVALS, "forced");
    legal(t, 0, "take 3-1"); /* the opening three count as a draw */
    play(t, "0 take 3-1");
    legal(t, 0, "draw");
    play(t, "0 draw, 0 draw"); /* 6-4 4-0 5-5 4-2 */
    legal(t, 0, "take 5-5");
    play(t, "0 take 5-5"); /* 6-4 4-0 4-2: another removal, and now a draw is free */
    legal(t, 0, "take 4-0, take3 4-0, draw");
    play(t, "0 draw");
    row(t, "6-4 4-0 4-2 0-0");
    legal(t, 0, "take 4-0, take3 4-0, take 4-2");
    t = table_new("castlerock", "6-4 3-1 4-0 5-5 4-2", -1);
    play(t, "0 take 3-1, 0 draw, 0 draw, 0 take 5-5");
    legal(t, 0, "take 4-0, take3 4-0"); /* removals=forced */
}

static void R_08_with_an_empty_boneyard_removals_go_on(void **state)
{
    struct table *t = table_new("castlerock removals=once", "6-4 3-1 4-0 5-5 4-2", -1);

    (void)state;
    leave(t, 2);
    play(t, "0 take 3-1, 0 draw, 0 draw, 0 take 5-5");
    legal(t, 0, "take 4-0, take3 4-0");
    refuse(t, 0, "draw");
    play(t, "0 take3 4-0");
    same(t->s->end, BY_ENDED_OUT);
    winners(t, "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R_01_sets_and_three_tiles),
        cmocka_unit_test(R_02_the_tile_between_two_that_match),
        cmocka_unit_test(R_02_two_or_more_apart_do_not_match),
        cmocka_unit_test(R_03_three_with_one_common_number),
        cmocka_unit_test(R_03_three_in_the_middle_of_a_row),
        cmocka_unit_test(R_04_a_removal_must_be_made),
        cmocka_unit_test(R_04_a_removal_opens_another),
        cmocka_unit_test(R_05_one_tile_to_the_right),
        cmocka_unit_test(R_05_an_empty_row_takes_three),
        cmocka_unit_test(R_06_cleared_or_not),
        cmocka_unit_test(R_06_removals_after_the_last_draw),
        cmocka_unit_test(R_07_rounds_and_the_lowest_sum),
        cmocka_unit_test(R_08_once_before_each_draw),
        cmocka_unit_test(R_08_with_an_empty_boneyard_removals_go_on),
    };

    return cmocka_run_group_tests_name("castle rock", tests, NULL, NULL);
}
