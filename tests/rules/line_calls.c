/* SPDX-License-Identifier: MIT */
/* line_calls.c: L-25 and N-06: claimed and unclaimed scores, and calls. */
#include "table.h"

static const char *const three = "muggins:classic players=3 call=on hand=3";
static const char *const deck = "6-4 1-1 2-1 5-4 3-3 2-2 4-4 5-5 1-0";

static void L_25_off_by_default(void **state)
{
    struct table *t = table_new("muggins:number hand=3", "6-4 1-1 2-1", -1);

    (void)state;
    option("muggins:number", BY_CALL, "off");
    option("muggins:classic", BY_CALL, "off");
    option("fiveup:online call=on", BY_CALL, "on");
    legal(t, 0, "1-1, 2-1, 6-4");
    refuse(t, 0, "6-4 +10"); /* N-06: a claim with call=off is illegal */
    play(t, "0 6-4");
    scores(t, "10 0");
    actors(t, "1");
}

static void L_25_a_claimed_score_counts(void **state)
{
    struct table *t = table_new(three, deck, -1);

    (void)state;
    legal(t, 0, "1-1, 2-1, 6-4, 6-4 +10");
    refuse(t, 0, "6-4 +5"); /* N-06: a wrong claim */
    refuse(t, 0, "2-1 +5"); /* N-06: a claim of nothing */
    refuse(t, 0, "2-1 +0");
    play(t, "0 6-4 +10");
    scores(t, "10 0 0");
    actors(t, "1");
    legal(t, 1, "4-5@4-6");
    legal(t, 2, "");
}

static void L_25_an_unclaimed_score_may_be_called(void **state)
{
    struct table *t = table_new(three, deck, -1);

    (void)state;
    play(t, "0 6-4");
    events(t, "move");
    scores(t, "0 0 0");
    actors(t, "1 2");
    legal(t, 0, "");
    legal(t, 1, "4-5@4-6, call");
    legal(t, 2, "call");
    refuse_as(t, 0, "call", BY_E_TURN);
    refuse(t, 2, "4-4@4-6");
    refuse(t, 2, "draw");
    play(t, "2 call");
    events(t, "move score");
    scores(t, "0 0 10");
    actors(t, "1");
    legal(t, 1, "4-5@4-6");
    refuse_as(t, 2, "call", BY_E_TURN); /* the first call closes the window */
    turn(t, 1);
}

static void L_25_the_next_seat_may_call_too(void **state)
{
    struct table *t = table_new(three, deck, -1);

    (void)state;
    play(t, "0 6-4, 1 call");
    scores(t, "0 10 0");
    turn(t, 1);
    actors(t, "1");
    legal(t, 1, "4-5@4-6");
    refuse(t, 1, "call");
}

static void L_25_any_other_move_of_the_next_seat_closes_it(void **state)
{
    struct table *t = table_new(three, deck, -1);

    (void)state;
    play(t, "0 6-4, 1 4-5@4-6");
    actors(t, "2");
    legal(t, 2, "5-5@5-4");
    scores(t, "0 0 0");
    t = table_new(three, "6-4 1-1 2-1 5-5 3-3 2-2", -1);
    play(t, "0 6-4");
    legal(t, 1, "draw, call");
    play(t, "1 draw");
    actors(t, "1");
    t = table_new(three, "6-4 1-1 2-1 5-5 3-3 2-2", -1);
    leave(t, 0);
    play(t, "0 6-4");
    legal(t, 1, "pass, call");
    play(t, "1 pass");
    actors(t, "2");
}

/* L-25: a score that the next seat leaves unclaimed opens a window of its own. */
static void L_25_one_window_after_another(void **state)
{
    struct table *t = table_new("muggins:classic players=3 call=on hand=3", "6-4 4-4 2-1 4-0 6-1 2-2 6-6 5-5 1-0", -1);

    (void)state;
    play(t, "0 6-4");
    legal(t, 1, "4-0@4-6, 6-1@6-4, 6-1@6-4 +5, call");
    play(t, "1 6-1@6-4");
    actors(t, "0 2");
    legal(t, 0, "call");
    legal(t, 2, "1-0@1-6, call");
    play(t, "0 call");
    scores(t, "5 0 0");
    actors(t, "2");
}

static void L_25_partners_may_not_call(void **state)
{
    struct table *t =
        table_new("muggins:classic players=4 teams=on call=on hand=2", "6-4 1-1 5-4 3-3 4-4 5-5 1-0 2-0", -1);

    (void)state;
    play(t, "0 6-4");
    actors(t, "1 3");
    legal(t, 2, "");
    refuse_as(t, 2, "call", BY_E_TURN);
    play(t, "3 call");
    scores(t, "0 10 0 10");
    turn(t, 1);
}

static void L_25_nobody_calls_when_the_round_is_over(void **state)
{
    struct table *t = table_new("muggins:classic call=on hand=1", "5-5 6-2", -1);

    (void)state;
    legal(t, 0, "5-5, 5-5 +10");
    play(t, "0 5-5");
    ended(t, BY_ENDED_OUT, 0, "10 0");
    scores(t, "10 0"); /* the bonus alone; the ten of the play are lost */
    refuse_as(t, 1, "call", BY_E_PHASE);
    t = table_new("muggins:classic call=on hand=1", "5-5 6-2", -1);
    play(t, "0 5-5 +10");
    scores(t, "20 0");
}

/* L-24, L-25: a call that reaches the target ends the game; an unclaimed score does not. */
static void L_25_a_call_can_win_the_game(void **state)
{
    struct table *t = table_new("muggins:classic players=3 call=on hand=3 target=10", deck, -1);

    (void)state;
    play(t, "0 6-4");
    turn(t, 1);
    play(t, "2 call");
    over_at_once(t);
    events(t, "move score game-end");
    winners(t, "2");
    same(t->s->now.turn, 2);
    t = table_new("muggins:online players=3 call=on hand=3 target=10", deck, 0);
    play(t, "0 6-4, 2 call");
    turn(t, 1); /* end=round */
    scores(t, "0 0 10");
}

/* L-16, N-06: a claim names points, +3 where a five is one point. */
static void N_06_claims_in_points(void **state)
{
    struct table *t = table_new("allfives:online call=on hand=3", "6-3 1-1 2-1 6-6 6-1", 0);

    (void)state;
    play(t, "0 6-3");
    legal(t, 1, "6-1@6-3, 6-6@6-3, 6-6@6-3 +3");
    refuse(t, 1, "6-6@6-3 +15");
    play(t, "1 6-6@6-3 +3");
    scores(t, "0 3");
    t = table_new("allfives:online call=on hand=3", "6-3 1-1 2-1 6-6 6-1", 0);
    play(t, "0 6-3, 1 6-6@6-3, 0 call");
    scores(t, "3 0");
}

/* N-06, N-08: with wild blanks, the bare moves of one tile on one place come before the claimed ones. */
static void N_06_wild_blanks_and_claims(void **state)
{
    struct table *t = table_new("muggins:basics lead=seat call=on hand=2", "5-0 1-1 6-0 5-5", -1);

    (void)state;
    legal(t, 0, "1-1, 5-0, 5-0 +1");
    play(t, "0 5-0 +1");
    legal(t, 1,
          "5-5@5-0, 5-5@5-0 +2, 5-5@0-5, 5-5@0-5 +3, "
          "0-6@5-0, 0-6@0-5, 6-0@0-5, 6-0@0-5 +1");
    play(t, "1 6-0@0-5 +1");
    scores(t, "1 1");
}

/* L-25: a draw in between does not reopen a window, and the drawer may claim. */
static void L_25_after_a_draw(void **state)
{
    struct table *t = table_new("muggins:classic players=3 call=on hand=2", "6-4 1-1 3-3 2-2 5-5 1-0 6-1", -1);

    (void)state;
    play(t, "0 6-4, 1 draw");
    legal(t, 1, "6-1@6-4, 6-1@6-4 +5");
    legal(t, 2, "");
    play(t, "1 6-1@6-4");
    legal(t, 2, "1-0@1-6, call");
    play(t, "2 call, 2 1-0@1-6");
    scores(t, "0 0 5");
}

/* L-25: even a single point can be called. */
static void L_25_one_point(void **state)
{
    struct table *t = table_new("muggins:basics lead=seat call=on hand=2", "5-0 1-1 6-4 5-5", -1);

    (void)state;
    play(t, "0 5-0");
    actors(t, "1");
    play(t, "1 call");
    scores(t, "0 1");
    turn(t, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(L_25_off_by_default),
        cmocka_unit_test(L_25_a_claimed_score_counts),
        cmocka_unit_test(L_25_an_unclaimed_score_may_be_called),
        cmocka_unit_test(L_25_the_next_seat_may_call_too),
        cmocka_unit_test(L_25_any_other_move_of_the_next_seat_closes_it),
        cmocka_unit_test(L_25_one_window_after_another),
        cmocka_unit_test(L_25_partners_may_not_call),
        cmocka_unit_test(L_25_nobody_calls_when_the_round_is_over),
        cmocka_unit_test(L_25_a_call_can_win_the_game),
        cmocka_unit_test(N_06_claims_in_points),
        cmocka_unit_test(N_06_wild_blanks_and_claims),
        cmocka_unit_test(L_25_after_a_draw),
        cmocka_unit_test(L_25_one_point),
    };

    return cmocka_run_group_tests_name("line: calls", tests, NULL, NULL);
}
