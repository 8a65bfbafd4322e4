/* SPDX-License-Identifier: MIT */
/* trains_basics.c: T-01 to T-09 and T-15 of Mexican Train `number` and `classic`, and C-07 there. */
#include <stdio.h>

#include "table.h"

static void T_01_players_and_sets(void **state)
{
    (void)state;
    refused("mexicantrain:number players=1", "players 1 2 16");
    refused("mexicantrain:classic players=17", "players 17 2 16");
    refused("mexicantrain:hub players=1", "players 1 2 8");
    refused("mexicantrain:hub players=9", "players 9 2 8");
    refused("mexicantrain:number set=6", "set 6 9 12");
    refused("mexicantrain:number set=15", "set 15 9 12");
    refused("mexicantrain:classic set=6", "set 6 9 12 15 18");
    refused("mexicantrain:hub set=9", "set 9 12");
    option("mexicantrain:classic players=16 set=18", BY_SET, "18");
    option("mexicantrain:number players=16 hand=3", BY_PLAYERS, "16");
    option("mexicantrain:hub players=8", BY_SET, "12");
}

static void T_02_hand_sizes(void **state)
{
    static const char *const hub[] = { "15", "15", "15", "11", "11", "8", "8" };
    static const struct {
        const char *rules, *hand;
    } some[] = {
        { "mexicantrain:number players=2 set=9", "20" },   { "mexicantrain:number players=3 set=9", "14" },
        { "mexicantrain:number players=6 set=9", "7" },    { "mexicantrain:number players=4 set=12", "18" },
        { "mexicantrain:number players=8 set=12", "9" },   { "mexicantrain:classic players=6 set=15", "18" },
        { "mexicantrain:classic players=12 set=15", "9" }, { "mexicantrain:classic players=8 set=18", "19" },
        { "mexicantrain:classic players=16 set=18", "9" }, { "mexicantrain:classic players=11 set=18", "14" },
    };
    char rules[64];

    (void)state;
    for (int players = 2; players <= 8; players++) {
        snprintf(rules, sizeof rules, "mexicantrain:hub players=%d", players);
        option(rules, BY_HAND, hub[players - 2]);
    }
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        option(some[i].rules, BY_HAND, some[i].hand);
    refused("mexicantrain:number players=7 set=9", "hand");
    refused("mexicantrain:number players=3 set=12", "hand");
    refused("mexicantrain:classic players=13 set=15", "hand");
    refused("mexicantrain:number players=2 set=9 hand=28", "hand 28 27");
}

static void T_03_the_engine_of_each_round(void **state)
{
    struct table *t = table_start("mexicantrain:number players=3 set=9 hand=1 first-seat=2");
    char deck[48], move[32];

    (void)state;
    option("mexicantrain:number", BY_ROUNDS, "13");
    option("mexicantrain:classic players=2", BY_ROUNDS, "10");
    for (int n = 9; n >= 0; n--) {
        int led = (2 + 9 - n) % 3;

        same(by_deck_lacks(t->s), by_tile_of(n, n));
        same(by_deck_tiles(t->s), 54);
        snprintf(deck, sizeof deck, "%d-%d %d-%d %d-%d", n, (n + 1) % 10, n, (n + 2) % 10, n, (n + 3) % 10);
        deal(t, deck, -1);
        turn(t, led);
        snprintf(move, sizeof move, "%d %d-%d@t%d", led, n, (n + 1 + led) % 10, led);
        play(t, move);
        same(t->s->end, BY_ENDED_OUT);
        same(t->s->end_seat, led);
    }
    same(t->s->now.phase, BY_GAME_OVER);
}

static void T_03_only_the_first_rounds(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=1 rounds=2", "9-8 7-6", -1);

    (void)state;
    play(t, "0 9-8@m");
    ended(t, BY_ENDED_OUT, 0, "0 13");
    no_deal(t, "8-8", -1, BY_E_DECK);
    no_deal(t, "", 0, BY_E_SEAT);
    deal(t, "7-6 9-8", -1);
    play(t, "1 8-9@t1");
    ended_all(t, BY_ENDED_OUT, 1, "13 0");
    winners(t, "0 1");
    refused("mexicantrain:number set=9 rounds=11", "rounds 11 1 10");
}

static void T_05_trains_begin_with_the_engines_number(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=4", "9-8 8-5 9-1 5-1 9-7 8-4 9-2 7-1", -1);

    (void)state;
    legal(t, 0, "9-1@t0, 9-1@m, 9-8@t0, 9-8@m");
    play(t, "0 9-8@t0");
    same(t->s->tail[0], 8);
    same(t->s->length[0], 1);
    legal(t, 1, "9-2@t1, 9-2@m, 9-7@t1, 9-7@m");
    play(t, "1 9-7@m");
    same(t->s->tail[BY_MEXICAN], 7);
    legal(t, 0, "8-5@t0"); /* the Mexican Train has begun: 9-1 finds no place */
    play(t, "0 8-5@t0");
    legal(t, 1, "7-1@m, 9-2@t1");
    refuse(t, 1, "9-2@m");
    play(t, "1 9-2@t1");
    legal(t, 0, "5-1@t0");
}

static void T_06_any_player_on_any_turn_starts_the_mexican_train(void **state)
{
    static const char *const rules[] = { "mexicantrain:number players=3 set=9 hand=3",
                                         "mexicantrain:classic players=3 set=9 hand=3" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct table *t = table_new(rules[i], "9-8 8-5 1-1 9-7 9-2 2-1 9-3 3-1 3-2", -1);

        play(t, "0 9-8@t0");
        legal(t, 1, "9-2@t1, 9-2@m, 9-7@t1, 9-7@m"); /* before the own train too */
        play(t, "1 9-2@t1");
        legal(t, 2, "9-3@t2, 9-3@m");
        play(t, "2 9-3@t2, 0 8-5@t0");
        legal(t, 1, "2-1@t1, 9-7@m");
        play(t, "1 9-7@m");
        legal(t, 2, "3-1@t2, 3-2@t2");
    }
}

static void T_07_a_marked_train_is_open_to_all(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=2", "8-7 8-6 9-2 7-2 5-1", -1);

    (void)state;
    play(t, "0 draw");
    markers(t, "0");
    legal(t, 1, "9-2@t0, 9-2@t1, 9-2@m"); /* others may begin it */
    play(t, "1 9-2@t0");
    markers(t, "0");
    same(t->s->length[0], 1);
    same(t->s->tail[0], 2);
    leave(t, 0);
    play(t, "0 pass");
    legal(t, 1, "2-7@t0");
}

static void T_07_an_unmarked_train_is_not(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=3", "9-8 8-6 1-0 9-2 8-2 8-1", -1);

    (void)state;
    play(t, "0 9-8@t0");
    legal(t, 1, "9-2@t1, 9-2@m");
    refuse(t, 1, "8-2@t0");
    refuse(t, 1, "9-2@t0");
    play(t, "1 9-2@t1, 0 8-6@t0");
    legal(t, 1, "2-8@t1");
}

static void T_08_one_tile_a_turn_or_draw_one(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=2", "8-7 8-6 9-2 7-6 5-1 9-4 3-1", -1);

    (void)state;
    legal(t, 0, "draw");
    refuse(t, 0, "pass");
    play(t, "0 draw"); /* 5-1 does not fit: marker, end of turn */
    hand(t, 0, "5-1 8-6 8-7");
    markers(t, "0");
    turn(t, 1);
    refuse(t, 1, "draw");
    play(t, "1 9-2@t1");
    turn(t, 0);
    play(t, "0 draw"); /* 9-4 fits: it must be laid */
    turn(t, 0);
    legal(t, 0, "9-4@t0, 9-4@m");
    refuse(t, 0, "pass");
    refuse(t, 0, "draw");
    play(t, "0 9-4@m");
    markers(t, "0");
    leave(t, 0);
    legal(t, 1, "pass");
    refuse(t, 1, "draw");
    play(t, "1 pass"); /* with an empty boneyard: pass, and the marker */
    markers(t, "0 1");
}

static void T_09_the_marker_goes_and_may_come_back(void **state)
{
    struct table *t =
        table_new("mexicantrain:number players=2 set=9 hand=3", "9-8 7-5 7-4 9-2 6-5 6-4 5-4 2-1 8-8 6-1", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-2@t1, 0 draw");
    markers(t, "0");
    play(t, "1 draw, 1 2-1@t1");
    markers(t, "0");
    play(t, "0 draw, 0 8-8@t0");
    markers(t, ""); /* laid on the own train */
    turn(t, 0);
    legal(t, 0, "draw");
    play(t, "0 draw");
    markers(t, "0"); /* and the additional tile failed */
    turn(t, 1);
}

static void T_09_a_tile_of_others_leaves_the_marker(void **state)
{
    struct table *t = table_new("mexicantrain:classic players=2 set=9 hand=2", "8-7 8-6 9-3 9-2 5-1 9-4 4-1", -1);

    (void)state;
    play(t, "0 draw, 1 9-2@t0");
    markers(t, "0");
    play(t, "0 draw, 0 9-4@m");
    markers(t, "0");
    play(t, "1 9-3@t1");
    ended(t, BY_ENDED_OUT, 1, "35 0");
    t = table_new("mexicantrain:classic players=2 set=9 hand=2", "8-7 8-6 9-3 9-2 5-1 9-4 4-1", -1);
    play(t, "0 draw, 1 9-2@m, 0 draw, 0 9-4@t0");
    markers(t, "");
}

static void T_15_pips_and_the_lowest_total(void **state)
{
    struct table *t = table_new("mexicantrain:number players=3 set=9 hand=1 rounds=1", "8-7 9-1 0-0", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 pass, 1 9-1@m");
    ended_all(t, BY_ENDED_OUT, 1, "15 0 0");
    scores(t, "15 0 0"); /* 0-0 costs nothing extra here */
    winners(t, "1 2");   /* equal totals share it */
    t = table_new("mexicantrain:number players=2 set=9 hand=1 rounds=1", "9-8 7-6", -1);
    give(t, 0, 20);
    play(t, "0 9-8@t0");
    winners(t, "1");
    events(t, "move round-end game-end");
}

/* C-07, T-15: blocked, since no one can lay anything on any train. */
static void T_15_blocked(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=3", "9-1 4-3 6-5 9-2 7-6 8-7", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 9-1@t0, 1 9-2@t1, 0 pass, 1 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "18 28");
}

/* C-07: markers open trains; while anyone could lay a tile there, play continues. */
static void C_07_trains_go_on_while_somebody_could_lay(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=3", "9-1 5-2 6-5 9-2 7-6 8-7", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 9-1@t0, 1 9-2@t1, 0 pass, 1 pass");
    turn(t, 0);
    markers(t, "0 1");
    legal(t, 0, "2-5@t1");
    play(t, "0 2-5@t1, 1 pass, 0 5-6@t1");
    ended(t, BY_ENDED_OUT, 0, "0 28");
}

/* C-07: the check is repeated at the end of every turn. */
static void C_07_trains_test_again_after_each_turn(void **state)
{
    struct table *t = table_new("mexicantrain:classic players=3 set=9 hand=2", "9-1 8-7 9-2 5-3 9-3 8-6", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 9-1@t0, 1 9-2@t1, 2 9-3@t2, 0 pass, 1 pass, 2 pass");
    turn(t, 0); /* three idle turns; seat 1 could lay 3-5@t2 */
    legal(t, 0, "pass");
    play(t, "0 pass");
    turn(t, 1);
    legal(t, 1, "3-5@t2");
    play(t, "1 3-5@t2");
    ended(t, BY_ENDED_OUT, 1, "15 0 14");
}

/* C-07: an open double is taken into account: seat 0's 2-1 fits t1, which the double closes. */
static void C_07_trains_blocked_by_an_open_double(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=3", "9-8 8-8 2-1 9-1 7-6 5-4", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 9-8@t0, 1 9-1@t1, 0 8-8@t0");
    legal(t, 0, "pass");
    play(t, "0 pass, 1 pass");
    turn(t, 0);
    play(t, "0 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "3 22");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(T_01_players_and_sets),
        cmocka_unit_test(T_02_hand_sizes),
        cmocka_unit_test(T_03_the_engine_of_each_round),
        cmocka_unit_test(T_03_only_the_first_rounds),
        cmocka_unit_test(T_05_trains_begin_with_the_engines_number),
        cmocka_unit_test(T_06_any_player_on_any_turn_starts_the_mexican_train),
        cmocka_unit_test(T_07_a_marked_train_is_open_to_all),
        cmocka_unit_test(T_07_an_unmarked_train_is_not),
        cmocka_unit_test(T_08_one_tile_a_turn_or_draw_one),
        cmocka_unit_test(T_09_the_marker_goes_and_may_come_back),
        cmocka_unit_test(T_09_a_tile_of_others_leaves_the_marker),
        cmocka_unit_test(T_15_pips_and_the_lowest_total),
        cmocka_unit_test(T_15_blocked),
        cmocka_unit_test(C_07_trains_go_on_while_somebody_could_lay),
        cmocka_unit_test(C_07_trains_test_again_after_each_turn),
        cmocka_unit_test(C_07_trains_blocked_by_an_open_double),
    };

    return cmocka_run_group_tests_name("trains: basics", tests, NULL, NULL);
}
