/* SPDX-License-Identifier: MIT */
/* trains_penalties.c: T-16, T-17 and T-19: announcing the last tile, infractions, and penalties. */
#include <stdio.h>

#include "table.h"

static const char *const deck3 = "9-8 8-1 9-7 7-6 9-6 6-5 5-4 4-3 3-2";

/* Three players, two tiles each, knock=on and that penalty. */
static struct table *knocks(const char *penalty)
{
    char rules[128];

    snprintf(rules, sizeof rules, "mexicantrain:number players=3 set=9 hand=2 knock=on penalty=%s", penalty);
    return table_new(rules, deck3, -1);
}

static struct table *caught(const char *penalty)
{
    struct table *t = knocks(penalty);

    play(t, "0 9-8@t0, 2 call");
    return t;
}

/* Two players, and drawing is always possible. */
static struct table *infractions(const char *rules, const char *penalty, const char *deck)
{
    char text[160];

    snprintf(text, sizeof text, "%s players=2 set=9 infractions=penalise penalty=%s", rules, penalty);
    return table_new(text, deck, -1);
}

static void T_16_off_by_default(void **state)
{
    struct table *t = table_new("mexicantrain:number players=3 set=9 hand=2", deck3, -1);

    (void)state;
    option("mexicantrain:number", BY_KNOCK, "off");
    option("mexicantrain:classic", BY_KNOCK, "off");
    legal(t, 0, "9-8@t0, 9-8@m");
    refuse(t, 0, "9-8@t0 !");
    play(t, "0 9-8@t0");
    actors(t, "1");
}

static void T_16_an_announced_last_tile(void **state)
{
    struct table *t = knocks("fifty");

    (void)state;
    legal(t, 0, "9-8@t0, 9-8@t0 !, 9-8@m, 9-8@m !");
    play(t, "0 9-8@t0 !");
    actors(t, "1");
    legal(t, 1, "9-7@t1, 9-7@t1 !, 9-7@m, 9-7@m !");
    legal(t, 2, "");
    t = table_new("mexicantrain:number players=2 set=9 hand=3 knock=on", "9-8 8-1 9-7 7-6 9-6 6-5", -1);
    legal(t, 0, "9-7@t0, 9-7@m, 9-8@t0, 9-8@m"); /* two tiles stay: nothing to announce */
    refuse(t, 0, "9-8@t0 !");
}

static void T_16_any_other_seat_may_call(void **state)
{
    struct table *t = knocks("fifty");

    (void)state;
    play(t, "0 9-8@t0");
    actors(t, "1 2");
    legal(t, 0, "");
    legal(t, 1, "9-7@t1, 9-7@t1 !, 9-7@m, 9-7@m !, call");
    legal(t, 2, "call");
    refuse_as(t, 0, "call", BY_E_TURN);
    play(t, "2 call");
    scores(t, "50 0 0");
    events(t, "move score");
    actors(t, "1"); /* the first call closes it */
    legal(t, 1, "9-7@t1, 9-7@t1 !, 9-7@m, 9-7@m !");
    turn(t, 1);
    t = knocks("fifty");
    play(t, "0 9-8@t0, 1 call");
    scores(t, "50 0 0");
    turn(t, 1);
}

static void T_16_until_the_first_move_of_a_later_turn(void **state)
{
    struct table *t = knocks("fifty");

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1 !");
    actors(t, "2");
    refuse(t, 2, "call");
    t = table_new("mexicantrain:number players=3 set=9 hand=2 knock=on penalty=fifty", "9-8 8-1 7-5 7-6 9-6 6-5 5-4",
                  -1);
    play(t, "0 9-8@t0, 1 draw"); /* a draw is a move too */
    actors(t, "2");
}

/* T-16: the window stays open during the rest of the offender's turn. */
static void T_16_in_mid_turn(void **state)
{
    const char *rules = "mexicantrain:number players=3 set=9 hand=3 knock=on penalty=fifty";
    struct table *t = table_new(rules, "9-8 8-8 3-1 9-7 7-6 7-5 9-6 6-5 6-4 8-2 5-4", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1, 2 9-6@t2, 0 8-8@t0");
    actors(t, "0 1 2");
    legal(t, 0, "draw");
    legal(t, 1, "call");
    play(t, "0 draw");
    actors(t, "0 1 2");
    legal(t, 0, "8-2@t0, 8-2@t0 !");
    play(t, "0 8-2@t0 !");
    actors(t, "1 2");
    turn(t, 1);
    play(t, "1 call");
    scores(t, "50 0 0");
    actors(t, "1");
}

/* T-16: caught in mid-turn, and silent again: that is another last tile unannounced. */
static void T_16_caught_twice(void **state)
{
    const char *rules = "mexicantrain:number players=3 set=9 hand=3 knock=on penalty=fifty";
    struct table *t = table_new(rules, "9-8 8-8 3-1 9-7 7-6 7-5 9-6 6-5 6-4 8-2 5-4", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1, 2 9-6@t2, 0 8-8@t0, 1 call");
    turn(t, 0);
    actors(t, "0");
    play(t, "0 draw, 0 8-2@t0");
    actors(t, "1 2");
    play(t, "2 call");
    scores(t, "100 0 0");
}

static void T_16_nobody_calls_when_the_round_is_over(void **state)
{
    struct table *t =
        table_new("mexicantrain:number players=2 set=9 hand=3 knock=on penalty=fifty", "9-8 8-8 8-1 9-7 7-6 7-5", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1");
    legal(t, 0, "8-1@t0, 8-1@t0 !, 8-8@t0, 8-8@t0 !");
    play(t, "0 8-8@t0");
    actors(t, "0 1");
    legal(t, 0, "8-1@t0"); /* leaves none */
    play(t, "0 8-1@t0");
    ended(t, BY_ENDED_OUT, 0, "0 25");
    refuse_as(t, 1, "call", BY_E_PHASE);
}

static void T_17_none_and_tile(void **state)
{
    struct table *t = caught("none");

    (void)state;
    hand(t, 0, "8-1");
    scores(t, "0 0 0");
    actors(t, "1");
    t = caught("tile");
    hand(t, 0, "5-4 8-1");
    events(t, "move");
    scores(t, "0 0 0");
    t = knocks("tile");
    leave(t, 0);
    play(t, "0 9-8@t0, 2 call"); /* if one is left */
    hand(t, 0, "8-1");
    actors(t, "1");
}

static void T_17_fifty_and_skip(void **state)
{
    struct table *t = caught("fifty");

    (void)state;
    scores(t, "50 0 0");
    hand(t, 0, "8-1");
    t = caught("skip");
    scores(t, "0 0 0");
    play(t, "1 9-7@t1 !, 2 9-6@t2 !");
    turn(t, 1); /* seat 0 loses the turn */
    play(t, "1 7-6@t1");
    ended(t, BY_ENDED_OUT, 1, "9 0 11");
}

/* T-17: `keep` costs nothing for T-16, and needs infractions=penalise. */
static void T_17_keep(void **state)
{
    struct table *t = table_new("mexicantrain:number players=3 set=9 hand=2 knock=on penalty=keep "
                                "infractions=penalise",
                                deck3, -1);

    (void)state;
    play(t, "0 9-8@t0, 2 call");
    hand(t, 0, "8-1");
    scores(t, "0 0 0");
    play(t, "1 9-7@t1 !, 2 9-6@t2 !");
    turn(t, 0);
    refused("mexicantrain:number knock=on penalty=keep", "penalty keep infractions penalise");
    refused("mexicantrain:classic penalty=keep", "penalty keep infractions penalise");
    canonical("mexicantrain:number penalty=keep infractions=penalise",
              "mexicantrain:number penalty=keep infractions=penalise");
}

/* T-17: a call in mid-turn that adds a tile: the new hand decides which moves are legal. */
static void T_17_a_tile_in_mid_turn(void **state)
{
    const char *rules = "mexicantrain:number players=3 set=9 hand=3 knock=on penalty=tile";
    struct table *t = table_new(rules, "9-8 8-8 3-1 9-7 7-6 7-5 9-6 6-5 6-4 8-2 5-4", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1, 2 9-6@t2, 0 8-8@t0");
    legal(t, 0, "draw");
    play(t, "2 call");
    hand(t, 0, "3-1 8-2");
    turn(t, 0);
    legal(t, 0, "8-2@t0, 8-2@t0 !"); /* no draw now */
    t = table_new(rules, "9-8 8-8 8-1 9-7 7-6 7-5 9-6 6-5 6-4 5-4 8-2", -1);
    play(t, "0 9-8@t0, 1 9-7@t1, 2 9-6@t2, 0 8-8@t0");
    legal(t, 0, "8-1@t0");
    play(t, "1 call");
    legal(t, 0, "8-1@t0, 8-1@t0 !"); /* it leaves one tile now */
    play(t, "0 8-1@t0 !");
    hand(t, 0, "5-4");
    turn(t, 1);
}

static void T_17_lost_turns_add_up(void **state)
{
    struct table *t = infractions("mexicantrain:number hand=4", "skip", "9-8 8-8 8-1 5-4 9-7 7-6 6-5 6-4 3-1 3-2");

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1, 0 draw, 0 8-8@t0, 0 draw, 0 8-1@t0");
    turn(t, 1);
    play(t, "1 7-6@t1");
    turn(t, 1);
    play(t, "1 6-5@t1");
    turn(t, 1);
    legal(t, 1, "draw");
    play(t, "1 draw"); /* 1-0: in vain */
    turn(t, 0);
}

/* T-17: lost turns end with the round. */
static void T_17_lost_turns_end_with_the_round(void **state)
{
    struct table *t = infractions("mexicantrain:number hand=1", "skip", "9-8 7-6 5-4");

    (void)state;
    leave(t, 1);
    play(t, "0 draw, 0 9-8@t0");
    turn(t, 1);
    play(t, "1 pass");
    turn(t, 1); /* seat 0's turn is lost */
    t = infractions("mexicantrain:number hand=1", "skip", "9-8 7-6 9-1 9-2");
    play(t, "0 draw, 0 9-8@m, 1 draw");
    legal(t, 1, "9-2@t1"); /* nothing fitted before: no infraction */
    t = infractions("mexicantrain:number hand=1", "skip", "9-8 9-6 9-1 9-2");
    play(t, "0 draw, 0 9-8@m, 1 9-6@t1");
    same(t->s->end, BY_ENDED_OUT);
    deal(t, "8-1 8-2", -1); /* seat 1 leads, seat 0 has its turn */
    play(t, "1 draw, 1 8-2@t1");
    turn(t, 0);
}

/* T-17, C-07: a lost turn does not count: only seat 1's second pass blocks the round. */
static void C_07_lost_turns_do_not_count(void **state)
{
    struct table *t = infractions("mexicantrain:number hand=3", "skip", "9-1 3-1 5-4 9-2 7-6 8-7 6-5");

    (void)state;
    leave(t, 1);
    play(t, "0 9-1@t0, 1 9-2@t1, 0 draw, 0 1-3@t0, 1 pass");
    turn(t, 1);
    play(t, "1 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "20 28");
}

static void T_19_prevented_by_default(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=2", "9-8 8-1 9-7 7-6", -1);

    (void)state;
    option("mexicantrain:number", BY_INFRACTIONS, "prevent");
    option("mexicantrain:classic", BY_INFRACTIONS, "prevent");
    legal(t, 0, "9-8@t0, 9-8@m");
    refuse(t, 0, "draw");
}

static void T_19_drawing_with_a_playable_tile(void **state)
{
    struct table *t = infractions("mexicantrain:number hand=3", "none", "9-8 8-1 7-5 9-7 7-6 6-5 9-4 5-3");

    (void)state;
    legal(t, 0, "9-8@t0, 9-8@m, draw");
    play(t, "0 draw");
    turn(t, 0);
    scores(t, "0 0");
    legal(t, 0, "9-4@t0, 9-4@m, 9-8@t0, 9-8@m"); /* any playable tile may and must be laid */
    refuse(t, 0, "draw");
    refuse(t, 0, "pass");
    play(t, "0 9-8@t0");
    turn(t, 1);
    t = infractions("mexicantrain:number hand=3", "none", "9-8 8-1 7-5 9-7 7-6 6-5 9-4 5-3");
    leave(t, 0);
    legal(t, 0, "9-8@t0, 9-8@m"); /* nothing to draw */
}

static void T_19_each_penalty(void **state)
{
    const char *deck = "9-8 8-1 7-5 9-7 7-6 6-5 5-4 5-3", *rules = "mexicantrain:classic hand=3";
    struct table *t = infractions(rules, "tile", deck);

    (void)state;
    play(t, "0 draw");
    hand(t, 0, "5-3 5-4 7-5 8-1 9-8");
    t = infractions(rules, "tile", deck);
    leave(t, 1);
    play(t, "0 draw");
    hand(t, 0, "5-4 7-5 8-1 9-8");
    t = infractions(rules, "fifty", deck);
    play(t, "0 draw");
    scores(t, "50 0");
    events(t, "move score");
    hand(t, 0, "5-4 7-5 8-1 9-8");
    legal(t, 0, "9-8@t0, 9-8@m");
    t = infractions(rules, "skip", deck);
    play(t, "0 draw, 0 9-8@t0, 1 9-7@t1");
    turn(t, 1);
    t = infractions(rules, "keep", deck);
    play(t, "0 draw");
    hand(t, 0, "5-4 7-5 8-1 9-8");
    turn(t, 1); /* the turn ends, without a marker */
    markers(t, "");
    scores(t, "0 0");
}

/* T-19: once for the first and once for the additional tile; T-11's ending is gone after it. */
static void T_19_once_for_each_tile(void **state)
{
    struct table *t =
        infractions("mexicantrain:classic hand=4", "fifty", "9-8 8-8 8-1 5-4 9-7 7-6 6-5 6-4 3-1 3-2 2-1");

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1");
    legal(t, 0, "8-1@t0, 8-8@t0, draw");
    play(t, "0 draw");
    legal(t, 0, "8-1@t0, 8-8@t0");
    play(t, "0 8-8@t0");
    scores(t, "50 0");
    t = infractions("mexicantrain:classic hand=4", "fifty", "9-8 8-8 8-1 5-4 9-7 7-6 6-5 6-4 3-1 3-2 2-1");
    play(t, "0 9-8@t0, 1 9-7@t1, 0 8-8@t0");
    legal(t, 0, "8-1@t0, draw, pass");
    play(t, "0 draw");
    scores(t, "50 0");
    legal(t, 0, "8-1@t0");
    refuse(t, 0, "pass");
    refuse(t, 0, "draw");
    t = infractions("mexicantrain:number hand=4", "fifty", "9-8 8-8 8-1 5-4 9-7 7-6 6-5 6-4 3-1 3-2 2-1");
    play(t, "0 9-8@t0, 1 9-7@t1, 0 draw, 0 8-8@t0");
    legal(t, 0, "8-1@t0, draw");
    play(t, "0 draw");
    scores(t, "100 0");
    legal(t, 0, "8-1@t0");
}

/* T-19: not for a third tile (T-14). */
static void T_19_not_for_the_third_tile(void **state)
{
    struct table *t = infractions("mexicantrain:number hand=4", "none", "9-8 8-8 7-7 8-1 9-7 6-4 6-5 6-1 5-1 5-2");

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@m, 0 8-8@t0");
    legal(t, 0, "7-7@m, 8-1@t0, draw");
    play(t, "0 7-7@m");
    legal(t, 0, "8-1@t0");
    refuse(t, 0, "draw");
}

/* T-08, T-19: a player who cannot play draws without a penalty, and may lay only what fits. */
static void T_19_an_honest_draw_costs_nothing(void **state)
{
    struct table *t = infractions("mexicantrain:number hand=2", "fifty", "8-7 8-6 9-7 7-6 9-5 4-3");

    (void)state;
    legal(t, 0, "draw");
    play(t, "0 draw");
    scores(t, "0 0");
    legal(t, 0, "9-5@t0, 9-5@m");
    play(t, "0 9-5@m");
    t = infractions("mexicantrain:number hand=2", "fifty", "8-7 8-6 9-7 7-6 5-4 4-3");
    play(t, "0 draw");
    scores(t, "0 0");
    markers(t, "0");
    turn(t, 1);
}

/* T-17, T-19: `keep` with the additional tile: the double stays open, and no marker is set. */
static void T_19_keep_after_a_double(void **state)
{
    struct table *t = infractions("mexicantrain:number hand=4", "keep", "9-8 8-8 8-1 5-4 9-7 7-6 6-5 6-4 8-2 3-2");

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1, 0 8-8@t0, 0 draw");
    turn(t, 1);
    markers(t, "");
    hand(t, 0, "5-4 8-1 8-2");
    legal(t, 1, "draw"); /* T-13 */
}

/* T-16: applies to each play that leaves one tile, even a drawn one. */
static void T_16_a_drawn_tile_leaves_one_again(void **state)
{
    struct table *t =
        table_new("mexicantrain:number players=2 set=9 hand=2 knock=on penalty=fifty", "9-8 3-1 9-7 7-6 8-2", -1);

    (void)state;
    play(t, "0 9-8@t0 !, 1 9-7@t1 !, 0 draw");
    actors(t, "0");
    legal(t, 0, "8-2@t0, 8-2@t0 !");
    play(t, "0 8-2@t0");
    legal(t, 1, "7-6@t1, call");
    play(t, "1 call");
    scores(t, "50 0");
}

/* T-08, T-17: caught after drawing, the offender still has the drawn tile to lay. */
static void T_17_caught_after_the_draw(void **state)
{
    const char *rules = "mexicantrain:number players=3 set=9 hand=3 knock=on penalty=tile";
    struct table *t = table_new(rules, "9-8 8-8 3-1 9-7 7-6 7-5 9-6 6-5 6-4 8-2 5-4", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@t1, 2 9-6@t2, 0 8-8@t0, 0 draw");
    legal(t, 0, "8-2@t0, 8-2@t0 !");
    play(t, "2 call");
    hand(t, 0, "3-1 5-4 8-2");
    turn(t, 0);
    legal(t, 0, "8-2@t0");
    play(t, "0 8-2@t0");
    turn(t, 1);
    actors(t, "1");
}

/* T-16, T-17: a lost turn in between does not close the window: seat 1 may still call. */
static void T_16_over_a_lost_turn(void **state)
{
    struct table *t = table_new("mexicantrain:number players=2 set=9 hand=3 knock=on penalty=skip "
                                "infractions=penalise",
                                "9-8 8-1 1-0 9-7 9-6 6-5 5-4 4-3", -1);

    (void)state;
    play(t, "0 9-8@t0, 1 draw, 1 9-7@t1, 0 8-1@t0");
    turn(t, 0); /* seat 1 loses its turn */
    actors(t, "0 1");
    legal(t, 1, "call");
    play(t, "0 1-0@t0");
    ended(t, BY_ENDED_OUT, 0, "0 35");
}

/* T-14, T-19: the third tile comes from the hand without drawing, as the sheet says: neither the tile
 * drawn for the additional one nor the penalty tile will do. */
static void T_14_the_third_tile_is_not_a_drawn_one(void **state)
{
    const char *deck = "9-8 8-8 7-7 8-1 9-7 6-4 6-5 6-1 8-2 7-2";
    struct table *t = infractions("mexicantrain:number hand=4", "tile", deck);

    (void)state;
    play(t, "0 9-8@t0, 1 9-7@m, 0 8-8@t0, 0 draw");
    hand(t, 0, "7-2 7-7 8-1 8-2");
    legal(t, 0, "7-2@m, 7-7@m, 8-1@t0, 8-2@t0");
    play(t, "0 7-7@m");
    legal(t, 0, "8-1@t0");
    play(t, "0 8-1@t0");
    turn(t, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(T_16_off_by_default),
        cmocka_unit_test(T_16_an_announced_last_tile),
        cmocka_unit_test(T_16_any_other_seat_may_call),
        cmocka_unit_test(T_16_until_the_first_move_of_a_later_turn),
        cmocka_unit_test(T_16_in_mid_turn),
        cmocka_unit_test(T_16_caught_twice),
        cmocka_unit_test(T_16_nobody_calls_when_the_round_is_over),
        cmocka_unit_test(T_17_none_and_tile),
        cmocka_unit_test(T_17_fifty_and_skip),
        cmocka_unit_test(T_17_keep),
        cmocka_unit_test(T_17_a_tile_in_mid_turn),
        cmocka_unit_test(T_17_lost_turns_add_up),
        cmocka_unit_test(T_17_lost_turns_end_with_the_round),
        cmocka_unit_test(C_07_lost_turns_do_not_count),
        cmocka_unit_test(T_19_prevented_by_default),
        cmocka_unit_test(T_19_drawing_with_a_playable_tile),
        cmocka_unit_test(T_19_each_penalty),
        cmocka_unit_test(T_19_once_for_each_tile),
        cmocka_unit_test(T_19_not_for_the_third_tile),
        cmocka_unit_test(T_19_an_honest_draw_costs_nothing),
        cmocka_unit_test(T_19_keep_after_a_double),
        cmocka_unit_test(T_16_a_drawn_tile_leaves_one_again),
        cmocka_unit_test(T_17_caught_after_the_draw),
        cmocka_unit_test(T_16_over_a_lost_turn),
        cmocka_unit_test(T_14_the_third_tile_is_not_a_drawn_one),
    };

    return cmocka_run_group_tests_name("trains: penalties", tests, NULL, NULL);
}
