/* SPDX-License-Identifier: MIT */
/* chickenfoot.c: F-01 to F-11. */
#include <stdio.h>

#include "table.h"

/* F-02: rows double-9 to double-18, players 2 to 16; 0 is a dash. */
static const int sizes[4][15] = {
    { 20, 14, 11, 9, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    { 0, 0, 18, 14, 12, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0 },
    { 0, 0, 0, 0, 18, 15, 14, 12, 11, 10, 9, 0, 0, 0, 0 },
    { 0, 0, 0, 0, 0, 0, 19, 17, 15, 14, 13, 12, 11, 10, 9 },
};

/* The six tiles of the double chickenfoot are down, and seat 0 is to play. */
#define SIX "0 9-8, 1 9-7, 0 9-6, 1 9-5, 0 9-4, 1 9-3"

static void F_01_players_and_sets(void **state)
{
    (void)state;
    refused("chickenfoot:number players=1", "players 1 2 16");
    refused("chickenfoot:number players=17", "players 17 2 16");
    option("chickenfoot:number players=16 hand=3", BY_PLAYERS, "16");
    refused("chickenfoot:number set=6", "set 6 9 12");
    refused("chickenfoot:number set=15", "set 15 9 12");
    refused("chickenfoot:number set=18", "set 18 9 12");
    refused("chickenfoot:classic set=6", "set 6 9 12 15 18");
    option("chickenfoot:number players=4 set=12", BY_SET, "12");
    option("chickenfoot:classic players=6 set=15", BY_SET, "15");
    option("chickenfoot:classic players=8 set=18", BY_SET, "18");
}

static void F_02_hand_sizes(void **state)
{
    char rules[80], want[8];

    (void)state;
    for (int row = 0; row < 4; row++)
        for (int players = 2; players <= 16; players++) {
            int size = sizes[row][players - 2];

            snprintf(rules, sizeof rules, "chickenfoot:classic players=%d set=%d", players, 9 + 3 * row);
            snprintf(want, sizeof want, "%d", size);
            if (size > 0)
                option(rules, BY_HAND, want);
            else
                refused(rules, "hand"); /* a dash */
            strcat(rules, " hand=2");
            option(rules, BY_HAND, "2");
        }
}

/* F-02: players x hand is at most the deck, and the boneyard may be empty. */
static void F_02_the_largest_hand(void **state)
{
    struct table *t = table_new("chickenfoot:number players=2 set=9 hand=27", "", -1);

    (void)state;
    boneyard(t, 0);
    refused("chickenfoot:number players=2 set=9 hand=28", "hand 28 27");
    refused("chickenfoot:number players=2 set=9 hand=0", "hand 0 1 27");
    refused("chickenfoot:number players=16 set=9 hand=4", "hand 4 3");
}

static void F_03_a_round_for_each_double(void **state)
{
    struct table *t = table_start("chickenfoot:number players=2 set=9 hand=1");
    char deck[32], move[32];

    (void)state;
    option("chickenfoot:number", BY_ROUNDS, "10");
    option("chickenfoot:classic players=8 set=18", BY_ROUNDS, "19");
    for (int n = 9; n >= 0; n--) {
        int led = (9 - n) % 2;

        same(by_deck_tiles(t->s), 54);
        same(by_deck_lacks(t->s), by_tile_of(n, n));
        snprintf(deck, sizeof deck, "%d-%d", n, n);
        no_deal(t, deck, -1, BY_E_DECK);
        snprintf(deck, sizeof deck, "%d-%d %d-%d", n, (n + 1) % 10, n, (n + 2) % 10);
        deal(t, deck, -1);
        same(t->s->centre, by_tile_of(n, n));
        same(by_set_has(&t->s->hand[0], by_tile_of(n, n)), false);
        turn(t, led);
        snprintf(move, sizeof move, "%d %d-%d@%d-%d", led, n, led ? (n + 2) % 10 : (n + 1) % 10, n, n);
        play(t, move);
        same(t->s->end_seat, led);
    }
    same(t->s->now.phase, BY_GAME_OVER);
    no_deal(t, "", -1, BY_E_PHASE);
}

static void F_03_only_the_first_rounds(void **state)
{
    struct table *t = table_new("chickenfoot:number players=2 set=9 hand=1 rounds=2", "9-8 7-6", -1);

    (void)state;
    play(t, "0 9-8");
    ended(t, BY_ENDED_OUT, 0, "0 13");
    deal(t, "7-6 9-8", -1);
    same(t->s->centre, by_tile_of(8, 8));
    turn(t, 1);
    play(t, "1 8-9@8-8");
    ended_all(t, BY_ENDED_OUT, 1, "13 0");
    scores(t, "13 13");
    refused("chickenfoot:number rounds=11", "rounds 11 1 10");
    refused("chickenfoot:number rounds=0", "rounds 0 1 10");
}

static void F_04_the_start_moves_clockwise(void **state)
{
    struct table *t = table_new("chickenfoot:number players=3 set=9 hand=1 first-seat=2", "7-6 7-5 9-1", -1);

    (void)state;
    turn(t, 2);
    play(t, "2 9-1");
    deal(t, "8-1 7-5 7-6", -1);
    turn(t, 0);
    play(t, "0 8-1");
    no_deal(t, "", 1, BY_E_SEAT);
    deal(t, "6-1 7-5 7-6", -1);
    turn(t, 1);
    t = table_new("chickenfoot:number players=3 set=9 hand=1", "", 1);
    turn(t, 1);
}

static void F_05_the_double_chickenfoot_first(void **state)
{
    struct table *t =
        table_new("chickenfoot:number players=2 set=9 hand=5", "9-8 9-6 9-4 9-2 8-7 9-7 9-5 9-3 7-1 6-1", -1);

    (void)state;
    legal(t, 0, "9-2@9-9, 9-4@9-9, 9-6@9-9, 9-8@9-9");
    refuse(t, 0, "8-7");
    play(t, "0 9-8");
    legal(t, 1, "9-3@9-9, 9-5@9-9, 9-7@9-9");
    play(t, "1 9-7");
    legal(t, 0, "9-2@9-9, 9-4@9-9, 9-6@9-9"); /* 8-7 has no place yet */
    play(t, "0 9-6, 1 9-5, 0 9-4");
    legal(t, 1, "9-3@9-9");
    play(t, "1 9-3");
    legal(t, 0, "8-7@8-9, 7-8@7-9"); /* six tiles: 9-2 no longer has a place */
}

static void F_06_any_toe_end_to_end(void **state)
{
    struct table *t =
        table_new("chickenfoot:number players=2 set=9 hand=5", "9-8 9-6 9-4 6-4 8-7 9-7 9-5 9-3 7-3 7-1", -1);

    (void)state;
    play(t, SIX);
    legal(t, 0, "6-4@6-9, 4-6@4-9, 8-7@8-9, 7-8@7-9");
    play(t, "0 8-7@8-9");
    legal(t, 1, "7-1@7-9, 7-1@7-8, 7-3@7-9, 3-7@3-9, 7-3@7-8");
    refuse(t, 1, "7-1@8-9");
}

static void F_07_a_double_takes_three(void **state)
{
    struct table *t =
        table_new("chickenfoot:number players=2 set=9 hand=6", "9-8 9-6 9-4 8-8 8-1 7-2 9-7 9-5 9-3 8-5 8-6 7-6", -1);

    (void)state;
    play(t, SIX);
    legal(t, 0, "7-2@7-9, 8-1@8-9, 8-8@8-9");
    play(t, "0 8-8@8-9"); /* ends the turn like any other tile */
    legal(t, 1, "8-5@8-8, 8-6@8-8");
    play(t, "1 8-5@8-8");
    legal(t, 0, "8-1@8-8");
    play(t, "0 8-1@8-8");
    legal(t, 1, "8-6@8-8"); /* two toes do not open the rest */
    play(t, "1 8-6@8-8");
    legal(t, 0, "7-2@7-9");
    play(t, "0 7-2@7-9");
    ended(t, BY_ENDED_OUT, 0, "0 13");
}

/* F-07: the three toes of a foot are free ends afterwards, and the double is closed. */
static void F_07_the_toes_of_a_foot(void **state)
{
    struct table *t = table_new("chickenfoot:number players=2 set=9 hand=7",
                                "9-8 9-6 9-4 8-8 8-1 7-2 1-0 9-7 9-5 9-3 8-5 8-6 8-2 7-6", -1);

    (void)state;
    play(t, SIX ", 0 8-8@8-9, 1 8-5@8-8, 0 8-1@8-8, 1 8-6@8-8");
    legal(t, 0, "1-0@1-8, 7-2@7-9");
    play(t, "0 7-2@7-9");
    legal(t, 1, "6-7@6-9, 6-7@6-8, 2-8@2-7"); /* 8-2 no longer fits on 8-8 */
    refuse(t, 1, "8-2@8-8");
}

static void F_08_one_tile_drawn(void **state)
{
    struct table *t = table_new("chickenfoot:number players=2 set=9 hand=2", "8-7 8-6 7-6 7-5 5-1 9-1 4-1", -1);

    (void)state;
    legal(t, 0, "draw");
    refuse(t, 0, "pass");
    play(t, "0 draw"); /* 5-1 does not fit: the turn ends automatically */
    hand(t, 0, "5-1 8-6 8-7");
    turn(t, 1);
    play(t, "1 draw");
    turn(t, 1);
    legal(t, 1, "9-1@9-9"); /* 9-1 fits and must be laid */
    refuse(t, 1, "draw");
    refuse(t, 1, "pass");
    play(t, "1 9-1");
    turn(t, 0);
    leave(t, 0);
    legal(t, 0, "pass");
    refuse(t, 0, "draw");
    play(t, "0 pass");
    turn(t, 1);
}

static void F_08_who_can_play_may_not_draw(void **state)
{
    struct table *t = table_new("chickenfoot:number players=2 set=9 hand=2", "9-7 8-6", -1);

    (void)state;
    legal(t, 0, "9-7@9-9");
    refuse(t, 0, "draw");
    refuse(t, 0, "pass");
}

static void F_09_out_also_by_a_double(void **state)
{
    struct table *t = table_new("chickenfoot:number players=2 set=9 hand=4", "9-8 9-6 9-4 8-8 9-7 9-5 9-3 7-1", -1);

    (void)state;
    play(t, SIX ", 0 8-8@8-9"); /* a foot is left unfinished */
    ended(t, BY_ENDED_OUT, 0, "0 8");
    events(t, "move round-end");
    t = table_new("chickenfoot:number players=2 set=9 hand=1", "9-8 7-6", -1);
    play(t, "0 9-8");
    ended(t, BY_ENDED_OUT, 0, "0 13");
}

static void F_09_blocked(void **state)
{
    struct table *t = table_new("chickenfoot:number players=3 set=9 hand=2", "9-8 8-7 7-6 5-5 4-4 3-2 6-6", -1);

    (void)state;
    leave(t, 1);
    play(t, "0 9-8, 1 draw, 2 pass"); /* 6-6 was the last tile, drawn in vain: that turn counts */
    turn(t, 0);
    play(t, "0 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "15 35 13");
    scores(t, "15 35 13");
}

static void F_10_pips_and_the_double_blank(void **state)
{
    struct table *t = table_new("chickenfoot:number players=2 set=9 hand=2", "9-8 7-6 0-0 5-4", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 9-8, 1 pass, 0 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "13 59");
    t = table_new("chickenfoot:number players=2 set=9 hand=1", "9-8 0-0", -1);
    play(t, "0 9-8");
    ended(t, BY_ENDED_OUT, 0, "0 50");
    t = table_new("chickenfoot:number players=2 set=9 hand=1 blank-penalty=0", "9-8 0-0", -1);
    play(t, "0 9-8");
    ended(t, BY_ENDED_OUT, 0, "0 0");
    option("chickenfoot:number", BY_BLANK_PENALTY, "50");
    option("chickenfoot:classic", BY_BLANK_PENALTY, "50");
    refused("chickenfoot blank-penalty=25", "blank-penalty 25 0 50");
}

static void F_11_the_lowest_total_wins(void **state)
{
    struct table *t = table_new("chickenfoot:number players=3 set=9 hand=1 rounds=1", "8-5 7-6 8-7", -1);

    (void)state;
    leave(t, 0);
    play(t, "0 pass, 1 pass, 2 pass");
    ended_all(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "13 13 15");
    winners(t, "0 1"); /* equal totals share the win */
    events(t, "move round-end game-end");
    t = table_new("chickenfoot:number players=2 set=9 hand=1 rounds=1", "9-8 7-6", -1);
    give(t, 0, 20);
    play(t, "0 9-8");
    ended_all(t, BY_ENDED_OUT, 0, "0 13");
    winners(t, "1"); /* 20 against 13: the total counts, not going out */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(F_01_players_and_sets),
        cmocka_unit_test(F_02_hand_sizes),
        cmocka_unit_test(F_02_the_largest_hand),
        cmocka_unit_test(F_03_a_round_for_each_double),
        cmocka_unit_test(F_03_only_the_first_rounds),
        cmocka_unit_test(F_04_the_start_moves_clockwise),
        cmocka_unit_test(F_05_the_double_chickenfoot_first),
        cmocka_unit_test(F_06_any_toe_end_to_end),
        cmocka_unit_test(F_07_a_double_takes_three),
        cmocka_unit_test(F_07_the_toes_of_a_foot),
        cmocka_unit_test(F_08_one_tile_drawn),
        cmocka_unit_test(F_08_who_can_play_may_not_draw),
        cmocka_unit_test(F_09_out_also_by_a_double),
        cmocka_unit_test(F_09_blocked),
        cmocka_unit_test(F_10_pips_and_the_double_blank),
        cmocka_unit_test(F_11_the_lowest_total_wins),
    };

    return cmocka_run_group_tests_name("chickenfoot", tests, NULL, NULL);
}
