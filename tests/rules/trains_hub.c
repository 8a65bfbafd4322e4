/* SPDX-License-Identifier: MIT */
/* trains_hub.c: T-04, T-20 to T-22, and the other rules that only the sheet `hub` has. */
#include "table.h"

static void T_04_the_highest_double_opens_the_hub(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=3", "10-10 10-5 3-1 11-11 11-3 10-2", -1);

    (void)state;
    same(by_deck_tiles(t->s), 91);
    same(t->s->centre, BY_NO_TILE);
    turn(t, 1);
    legal(t, 1, "11-11@hub");
    refuse(t, 1, "11-3@t1");
    refuse(t, 1, "draw");
    play(t, "1 11-11@hub");
    same(t->s->centre, by_tile_of(11, 11));
    turn(t, 1); /* and continues with a normal first turn */
    hand(t, 1, "10-2 11-3");
    legal(t, 1, "11-3@t1");
    play(t, "1 11-3@t1");
    turn(t, 0);
}

static void T_04_without_a_double_the_deal_is_repeated(void **state)
{
    struct table *t = table_start("mexicantrain:hub players=2 hand=1");
    int seen = 0;

    (void)state;
    no_deal(t, "12-11 10-9", -1, BY_E_NO_DOUBLE);
    no_deal(t, "12-11 10-10", 1, BY_E_SEAT);
    deal(t, "12-11 0-0", -1);
    turn(t, 1);
    for (uint8_t i = 0; i < 30; i++) {
        struct by_seed seed = { { 3, i } };
        by_tile deck[BY_MAX_TILES];

        t = table_start("mexicantrain:hub players=2 hand=1");
        by_seed_deck(t->s, &seed, 1, 0, deck);
        seen += !by_is_double(deck[0]) && !by_is_double(deck[1]);
        same(by_table_deal_seeded(&t->m, &seed, -1, &t->ev), BY_OK);
        same(by_is_double(t->s->led), true);
    }
    assert_true(seen > 5);
}

static void T_04_the_double_as_the_last_tile(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=1 rounds=2", "12-11 5-5", -1);

    (void)state;
    option("mexicantrain:hub", BY_ROUNDS, "1");
    option("mexicantrain:hub rounds=40", BY_ROUNDS, "40");
    play(t, "1 5-5@hub");
    ended(t, BY_ENDED_OUT, 1, "23 0");
    deal(t, "4-4 3-1", -1); /* the highest double again, whoever led before */
    turn(t, 0);
    play(t, "0 4-4@hub");
    ended_all(t, BY_ENDED_OUT, 0, "0 4");
    winners(t, "1");
}

static void T_15_hub_who_went_out_wins_a_tie(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=1", "12-12 0-0", -1);

    (void)state;
    play(t, "0 12-12@hub");
    ended_all(t, BY_ENDED_OUT, 0, "0 0");
    winners(t, "0");
    t = table_new("mexicantrain:hub players=2 hand=2", "12-12 10-8 8-1 6-3", -1);
    leave(t, 0);
    play(t, "0 12-12@hub, 0 pass, 1 pass, 0 pass");
    ended_all(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "18 18");
    winners(t, "0 1"); /* blocked: they share */
    t = table_new("mexicantrain:hub players=2 hand=1", "12-12 0-0", -1);
    give(t, 0, 5);
    play(t, "0 12-12@hub");
    winners(t, "1");
}

static void T_20_the_first_turn_begins_the_own_train(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=3", "12-12 12-5 5-1 12-3 12-4 3-1", -1);

    (void)state;
    play(t, "0 12-12@hub");
    legal(t, 0, "12-5@t0"); /* not the Mexican Train */
    play(t, "0 12-5@t0");
    legal(t, 1, "12-3@t1, 12-4@t1");
    refuse(t, 1, "12-3@m");
    refuse(t, 1, "draw");
    play(t, "1 12-3@t1");
    legal(t, 0, "5-1@t0");
}

static void T_20_unable_draw_one(void **state)
{
    const char *rules = "mexicantrain:hub players=2 hand=3";
    struct table *t = table_new(rules, "12-12 5-5 4-4 12-3 12-4 3-1 12-7", -1);

    (void)state;
    play(t, "0 12-12@hub");
    legal(t, 0, "draw");
    play(t, "0 draw");
    legal(t, 0, "12-7@t0");
    t = table_new(rules, "12-12 5-5 4-4 12-3 12-4 3-1 3-2", -1);
    play(t, "0 12-12@hub, 0 draw");
    markers(t, "0"); /* on the own station */
    turn(t, 1);
    legal(t, 1, "12-3@t1, 12-4@t1"); /* seat 1's first turn: not t0 */
    play(t, "1 12-3@t1");
    leave(t, 0);
    legal(t, 0, "pass");
    play(t, "0 pass");
    legal(t, 1, "3-1@t1, 12-4@t0, 12-4@m"); /* now the marked station, and the Mexican Train */
    t = table_new(rules, "12-12 5-5 4-4 12-3 12-4 3-1 3-2", -1);
    leave(t, 0);
    play(t, "0 12-12@hub");
    legal(t, 0, "pass");
}

/* T-21: until a player's own train has begun, neither the Mexican Train nor another's marked station. */
static void T_21_before_the_own_train_has_begun(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=3 hand=3",
                                "12-12 3-3 2-1 12-11 12-10 7-7 5-5 4-4 6-6 8-6 9-7 12-9 10-4", -1);

    (void)state;
    play(t, "0 12-12@hub, 0 draw, 1 12-11@t1, 2 draw");
    markers(t, "0 2");
    play(t, "0 draw");
    legal(t, 0, "12-9@t0"); /* not t2, not m */
    play(t, "0 12-9@t0");
    markers(t, "2");
    legal(t, 1, "12-10@t2, 12-10@m"); /* seat 1's own train has begun */
    play(t, "1 12-10@m, 2 draw");
    legal(t, 2, "10-4@m"); /* trains that have begun are open */
}

static void T_21_a_begun_marked_train_is_open(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=3", "12-12 11-3 2-1 12-11 7-7 5-5 8-6 9-8", -1);

    (void)state;
    play(t, "0 12-12@hub, 0 draw, 1 12-11@t1");
    legal(t, 0, "draw"); /* t1 bears no marker */
    leave(t, 0);
    play(t, "0 pass, 1 pass");
    markers(t, "0 1");
}

static void T_21_play_on_a_marked_train(void **state)
{
    struct table *t =
        table_new("mexicantrain:hub players=3 hand=3", "12-12 11-3 12-2 9-3 7-6 5-1 12-11 12-4 12-5 8-6 9-8", -1);

    (void)state;
    play(t, "0 12-12@hub, 0 12-2@t0, 1 draw, 2 12-11@t2");
    markers(t, "1");
    play(t, "0 draw"); /* 9-8: in vain */
    markers(t, "0 1");
    leave(t, 0);
    play(t, "1 pass, 2 12-4@t1"); /* others begin it; the marker stays */
    same(t->s->length[1], 1);
    legal(t, 0, "pass");
    play(t, "0 pass");
    legal(t, 1, "pass"); /* t1 ends in 4 */
    play(t, "1 pass");
    legal(t, 2, "12-5@m");
}

static const char *const five = "12-12 12-5 5-5 5-1 12-8 12-3 5-2 3-1 6-4 7-6 12-4 4-1 9-8 10-2 11-2 ";
#define TO_FIVE "0 12-12@hub, 0 12-5@t0, 1 12-3@t1, 2 12-4@t2, 0 5-5@t0"

static void T_22_a_double_is_satisfied_at_once(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=3 hand=5", five, -1);

    (void)state;
    option("mexicantrain:hub", BY_DOUBLE, "satisfy");
    option("mexicantrain:hub", BY_TWO_DOUBLES, "off");
    play(t, TO_FIVE);
    turn(t, 0);
    legal(t, 0, "5-1@t0"); /* on the double: not 12-8@m */
    refuse(t, 0, "pass");
    refuse(t, 0, "draw");
    play(t, "0 5-1@t0");
    turn(t, 1);
    legal(t, 1, "3-1@t1");
}

static void T_22_following_players_must_satisfy_it(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=3 hand=5",
                                "12-12 12-5 5-5 6-1 12-8 12-3 3-2 3-1 6-4 7-6 12-4 5-2 9-8 10-2 11-2 8-7 9-7", -1);

    (void)state;
    play(t, TO_FIVE);
    legal(t, 0, "draw");
    play(t, "0 draw"); /* 8-7: marker, end of turn */
    markers(t, "0");
    legal(t, 1, "draw");
    play(t, "1 draw"); /* 9-7 */
    markers(t, "0 1");
    legal(t, 2, "5-2@t0");
    refuse(t, 2, "draw");
    play(t, "2 5-2@t0"); /* satisfying it ends the turn, and the next player follows */
    turn(t, 0);
    markers(t, "0 1");
    legal(t, 0, "12-8@m");
}

static void T_22_satisfied_by_a_drawn_tile(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=3 hand=5",
                                "12-12 12-5 5-5 6-1 12-8 12-3 3-2 3-1 6-4 7-6 12-4 5-2 9-8 10-2 11-2 8-7 9-5 5-4", -1);

    (void)state;
    play(t, TO_FIVE ", 0 draw, 1 draw");
    legal(t, 1, "5-9@t0");
    play(t, "1 5-9@t0");
    turn(t, 2);
    markers(t, "0");
    legal(t, 2, "9-8@t0"); /* t0 is marked; t2 ends in 4 */
}

/* T-12, T-22: a double as the last tile need not be satisfied. */
static void T_22_not_the_last_tile(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=3", "12-12 12-5 5-5 12-3 7-6 6-4", -1);

    (void)state;
    play(t, "0 12-12@hub, 0 12-5@t0, 1 12-3@t1, 0 5-5@t0");
    ended_all(t, BY_ENDED_OUT, 0, "0 23");
}

/* C-07: in `hub` as many idle turns as players block, though a marked train would take 5-2. */
static void C_07_hub_is_blocked_by_the_turns_alone(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=2 hand=3 double=must", "12-12 12-1 5-2 12-2 7-6 8-7", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 12-12@hub, 0 12-1@t0, 1 12-2@t1, 0 pass, 1 pass");
    ended_all(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "7 28");
}

/* T-16, T-17, T-19: not options of this sheet; nor is a first seat. */
static void T_22_options_of_other_sheets(void **state)
{
    (void)state;
    refused("mexicantrain:hub knock=on", "knock");
    refused("mexicantrain:hub penalty=tile", "penalty");
    refused("mexicantrain:hub infractions=penalise", "infractions");
    refused("mexicantrain:hub first-seat=1", "first-seat");
    refused("mexicantrain:hub two-doubles=on", "two-doubles on double satisfy");
    canonical("mexicantrain:hub double=must two-doubles=on", "mexicantrain:hub double=must two-doubles=on");
}

/* T-15: equal totals share unless one of them went out. */
static void T_15_hub_shared_by_two_others(void **state)
{
    struct table *t = table_new("mexicantrain:hub players=3 hand=1", "12-12 3-1 4-0", -1);

    (void)state;
    give(t, 0, 30);
    play(t, "0 12-12@hub");
    ended_all(t, BY_ENDED_OUT, 0, "0 4 4");
    winners(t, "1 2");
}

/* T-05, T-21: a train begun by others counts as begun. */
static void T_21_begun_by_others(void **state)
{
    struct table *t =
        table_new("mexicantrain:hub players=3 hand=3", "12-12 11-3 12-2 9-3 7-6 5-1 12-11 12-4 12-5 8-6 12-9", -1);

    (void)state;
    play(t, "0 12-12@hub, 0 12-2@t0, 1 draw, 2 12-11@t2");
    leave(t, 1);
    play(t, "0 draw");
    hand(t, 0, "11-3 12-9"); /* 12-9 fits: t1's station or the Mexican Train */
    legal(t, 0, "12-9@t1, 12-9@m");
    t = table_new("mexicantrain:hub players=3 hand=3", "12-12 11-3 12-2 9-3 7-6 5-1 12-11 12-4 12-5 8-6 10-1 12-9", -1);
    play(t, "0 12-12@hub, 0 12-2@t0, 1 draw, 2 12-11@t2, 0 draw, 1 draw");
    legal(t, 1, "12-9@t1"); /* not yet begun: no Mexican Train */
    t = table_new("mexicantrain:hub players=3 hand=4",
                  "12-12 12-10 12-2 11-3 9-3 7-6 5-1 6-1 12-11 12-4 12-5 6-2 8-6 12-9", -1);
    play(t, "0 12-12@hub, 0 12-2@t0, 1 draw, 2 12-11@t2, 0 12-10@t1, 1 draw");
    legal(t, 1, "12-9@m"); /* begun by seat 0 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(T_04_the_highest_double_opens_the_hub),
        cmocka_unit_test(T_04_without_a_double_the_deal_is_repeated),
        cmocka_unit_test(T_04_the_double_as_the_last_tile),
        cmocka_unit_test(T_15_hub_who_went_out_wins_a_tie),
        cmocka_unit_test(T_20_the_first_turn_begins_the_own_train),
        cmocka_unit_test(T_20_unable_draw_one),
        cmocka_unit_test(T_21_before_the_own_train_has_begun),
        cmocka_unit_test(T_21_a_begun_marked_train_is_open),
        cmocka_unit_test(T_21_play_on_a_marked_train),
        cmocka_unit_test(T_22_a_double_is_satisfied_at_once),
        cmocka_unit_test(T_22_following_players_must_satisfy_it),
        cmocka_unit_test(T_22_satisfied_by_a_drawn_tile),
        cmocka_unit_test(T_22_not_the_last_tile),
        cmocka_unit_test(C_07_hub_is_blocked_by_the_turns_alone),
        cmocka_unit_test(T_22_options_of_other_sheets),
        cmocka_unit_test(T_15_hub_shared_by_two_others),
        cmocka_unit_test(T_21_begun_by_others),
    };

    return cmocka_run_group_tests_name("trains: hub", tests, NULL, NULL);
}
