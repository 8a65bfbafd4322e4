/* SPDX-License-Identifier: MIT */
/* line_rounds.c: tests L-17 to L-24: the ends and scores of rounds and games of the line games. */
#include "table.h"

static const char *const targets[][2] = { { "block", "100" },           { "draw", "100" },
                                          { "muggins:number", "250" },  { "muggins:classic", "250" },
                                          { "muggins:basics", "61" },   { "muggins:online", "100" },
                                          { "allfives:online", "100" }, { "fiveup:online", "100" } };

/* Plays, and checks the end of the round. */
static void out(const char *rules, const char *deck, const char *moves, int seat, const char *gains)
{
    struct table *t = table_new(rules, deck, 0);

    play(t, moves);
    ended(t, BY_ENDED_OUT, seat, gains);
}

static void blocked(const char *rules, const char *deck, const char *moves, int seat, const char *gains)
{
    struct table *t = table_new(rules, deck, 0);

    play(t, moves);
    ended(t, BY_ENDED_BLOCKED, seat, gains);
}

static void L_17_out_scores_the_opponents(void **state)
{
    (void)state;
    out("muggins:classic players=3 hand=1", "1-1 6-1 5-4", "0 1-1", 0, "15 0 0");
    out("muggins:number players=3 hand=1", "1-1 6-1 5-4", "0 1-1", 0, "15 0 0");
    out("block players=3 hand=1 lead=seat", "1-1 6-1 5-4", "0 1-1", 0, "16 0 0");
    out("muggins:classic hand=2", "6-5 6-1 5-4 2-1", "0 6-5, 1 5-4@5-6, 0 6-1@6-5", 0, "5 0");
    out("draw players=3 hand=1 lead=seat", "1-1 6-1 5-4", "0 1-1", 0, "16 0 0");
}

static void L_17_the_partners_tiles_are_not_counted(void **state)
{
    const char *deck = "1-1 6-1 4-4 5-2";

    (void)state;
    out("muggins:classic players=4 teams=on hand=1", deck, "0 1-1", 0, "15 0 15 0");
    out("muggins:number players=4 hand=1", deck, "0 1-1", 0, "15 0 15 0");
    out("muggins:basics players=4 teams=on hand=1 lead=seat", deck, "0 1-1", 0, "3 0 3 0");
    out("block players=4 teams=on hand=1 lead=seat", deck, "0 1-1", 0, "14 0 14 0");
}

/* L-17, bonus-to=lowest: the side with the fewest pips scores it, not always the side that went out. */
static void L_17_basics_the_lowest_scores(void **state)
{
    const char *rules = "muggins:basics players=4 teams=on hand=2 lead=seat reserve=28 blanks=suit";

    (void)state;
    option("muggins:basics", BY_BONUS_TO, "lowest");
    option("muggins:number", BY_BONUS_TO, "out");
    out("muggins:basics hand=1 lead=seat", "1-1 5-5", "0 1-1", 0, "2 0");
    out(rules, "6-6 6-1 1-0 2-1 5-5 5-4 3-1 1-1", "0 6-6, 1 pass, 2 pass, 3 pass, 0 6-1@6-6", 0, "0 4 0 4");
    out(rules, "6-6 6-1 1-0 2-1 2-2 3-2 3-1 1-1", "0 6-6, 1 pass, 2 pass, 3 pass, 0 6-1@6-6", 0, "2 0 2 0");
}

/* L-17: the side that went out wins a tie: 9 against 1+2+4+2, and 0 against a 0-0. */
static void L_17_who_went_out_wins_a_tie(void **state)
{
    const char *rules = "muggins:basics players=4 teams=on hand=2 lead=seat reserve=28 blanks=suit";

    (void)state;
    out(rules, "6-6 6-1 1-0 2-0 3-2 2-2 3-1 1-1", "0 6-6, 1 pass, 2 pass, 3 pass, 0 6-1@6-6", 0, "2 0 2 0");
    out("muggins:basics players=3 hand=1 lead=seat", "1-1 0-0 6-1", "0 1-1", 0, "1 0 0");
}

static void L_18_blocked_the_lowest_scores_the_opponents(void **state)
{
    (void)state;
    blocked("muggins:classic players=3 hand=2 draw=none", "6-6 5-4 2-1 1-0 5-5 4-3", "0 6-6, 1 pass, 2 pass, 0 pass", 1,
            "0 25 0"); /* 9, 4, 17 */
    blocked("muggins:number players=3 hand=2 draw=none", "6-6 2-1 4-4 1-0 5-5 4-3", "0 6-6, 1 pass, 2 pass, 0 pass", 0,
            "25 0 0"); /* 3, 9, 17 */
}

static void L_18_teams_the_lowest_combined_count(void **state)
{
    struct table *t;

    (void)state; /* 9+18 against 4+20; the lowest single hand is seat 1's */
    t = table_new("muggins:classic players=4 teams=on hand=2 draw=none", "6-6 5-4 2-1 1-0 5-5 4-4 5-3 4-2", 0);
    play(t, "0 6-6, 1 pass, 2 pass, 3 pass, 0 pass"); /* 27 against 4+14 */
    same(t->s->end, BY_ENDED_BLOCKED);
    scores(t, "0 25 0 25");
    t = table_new("muggins:classic players=4 teams=on hand=2 draw=none", "6-6 5-4 2-1 1-0 3-1 2-2 5-5 4-4", 0);
    play(t, "0 6-6, 1 pass, 2 pass, 3 pass, 0 pass"); /* 9+8 against 4+18 */
    same(t->s->end, BY_ENDED_BLOCKED);
    scores(t, "20 0 20 0");
}

/* L-19: 5 -> 1, 7 -> 1, 8 -> 2, 12 -> 2, 18 -> 4 points at one per five. */
static void L_19_worked_examples(void **state)
{
    const char *rules = "muggins:basics hand=1 lead=seat", *three = "muggins:basics players=3 hand=1 lead=seat";

    (void)state;
    out(rules, "1-1 5-0", "0 1-1", 0, "1 0");
    out(rules, "1-1 6-1", "0 1-1", 0, "1 0");
    out(rules, "1-1 6-2", "0 1-1", 0, "2 0");
    out(rules, "1-1 6-6", "0 1-1", 0, "2 0");
    out(three, "1-1 6-6 5-1", "0 1-1", 0, "4 0 0");
}

static void L_19_pips_or_points(void **state)
{
    static const char *const pips[] = { "muggins:number hand=1", "muggins:classic hand=1" };
    static const char *const points[] = { "muggins:online hand=1", "allfives:online hand=1", "fiveup:online hand=1" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        out(pips[i], "1-1 6-1", "0 1-1", 0, "5 0");
        out(pips[i], "1-1 6-2", "0 1-1", 0, "10 0");
        out(pips[i], "1-1 6-3", "0 1-1", 0, "10 0");
        out(pips[i], "1-1 6-5", "0 1-1", 0, "10 0");
        out(pips[i], "1-1 2-0", "0 1-1", 0, "0 0");
    }
    for (int i = 0; i < 3; i++) {
        out(points[i], "1-1 6-1", "0 1-1", 0, "1 0");
        out(points[i], "1-1 6-2", "0 1-1", 0, "2 0");
        out(points[i], "1-1 2-1", "0 1-1", 0, "1 0");
    }
}

/* L-19, D-03: rounded as one sum: 7 and 7 are 14 and score 15, not 5 and 5. */
static void L_19_rounded_once_after_adding(void **state)
{
    (void)state;
    out("muggins:classic players=3 hand=1", "1-1 6-1 5-2", "0 1-1", 0, "15 0 0");
    out("muggins:online players=3 hand=1", "1-1 6-1 5-2", "0 1-1", 0, "3 0 0");
    out("muggins:classic players=3 hand=1", "1-1 6-2 5-3", "0 1-1", 0, "15 0 0");
}

static void L_20_online_counts_all_hands(void **state)
{
    (void)state;
    blocked("muggins:online hand=2 draw=none", "6-6 1-0 3-3 4-2", "0 6-6, 1 pass, 0 pass", 0, "3 0");
    blocked("muggins:online hand=2 draw=none bonus-of=opponents", "6-6 1-0 3-3 4-2", "0 6-6, 1 pass, 0 pass", 0, "2 0");
    out("muggins:online players=4 teams=on hand=1", "1-1 6-1 4-1 2-1", "0 1-1", 0, "3 0 3 0");
    out("muggins:online players=4 teams=on hand=1 bonus-of=opponents", "1-1 6-1 4-1 2-1", "0 1-1", 0, "2 0 2 0");
    out("allfives:online players=4 teams=on hand=1", "1-1 6-1 4-1 2-1", "0 1-1", 0, "3 0 3 0");
    out("fiveup:online players=4 teams=on hand=1", "1-1 6-1 4-1 2-1", "0 1-1", 0, "3 0 3 0");
    out("muggins:basics players=4 teams=on hand=1 lead=seat bonus-of=all", "1-1 6-3 4-1 3-1", "0 1-1", 0,
        "4 0 4 0"); /* section 7: all hands under bonus-to=lowest too: 9+5+4 */
}

static void L_21_block_and_draw(void **state)
{
    static const char *const rules[] = { "block lead=seat hand=2 players=3",
                                         "draw lead=seat hand=2 players=3 draw=none" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        out(rules[i], "6-6 6-5 4-4 4-3 2-2 2-1", "0 6-6, 1 pass, 2 pass, 0 6-5@6-6", 0, "22 0 0");
        blocked(rules[i], "6-6 5-4 2-1 3-1 5-5 4-3", "0 6-6, 1 pass, 2 pass, 0 pass", 1, "0 19 0");
    } /* 9+17-7, unrounded */
    blocked("block lead=seat hand=2 players=3 blocked=opponents", "6-6 5-4 2-1 3-1 5-5 4-3",
            "0 6-6, 1 pass, 2 pass, 0 pass", 1, "0 26 0");
}

/* L-21: subtracted before any rounding where a game rounds: 12-4 = 8 scores 10. */
static void L_21_the_difference_before_rounding(void **state)
{
    (void)state;
    blocked("muggins:classic hand=2 draw=none blocked=difference", "6-6 3-1 5-4 2-1", "0 6-6, 1 pass, 0 pass", 0,
            "10 0");
    blocked("muggins:classic hand=2 draw=none", "6-6 3-1 5-4 2-1", "0 6-6, 1 pass, 0 pass", 0, "10 0");
    blocked("muggins:classic hand=2 draw=none blocked=difference", "6-6 2-1 5-5 4-4", "0 6-6, 1 pass, 0 pass", 0,
            "15 0"); /* 18-3; 20-3 rounded after would be 17 or 15, 20-5 */
    blocked("muggins:classic hand=2 draw=none blocked=difference", "6-6 1-0 5-5 2-1", "0 6-6, 1 pass, 0 pass", 0,
            "10 0"); /* 13-1 = 12; 15-1 = 14 would be 15 */
}

static void L_22_the_lowest_single_tile(void **state)
{
    const char *more = "6-6 2-1 4-3 2-2 1-1 3-1 5-5 4-4 3-3", *all = "0 6-6, 1 pass, 2 pass, 0 pass";
    const char *twos = "6-6 5-0 6-0 6-2 4-1 5-1 6-3 5-5 4-4";
    const char *laid = "0 6-6, 1 6-2@6-6, 2 6-3@6-6, 0 pass, 1 pass, 2 pass";

    (void)state;
    blocked("block lead=seat hand=3 players=3", more, all, 1, "0 24 0"); /* 10, 10, 24: the 1-1 */
    blocked("draw lead=seat hand=3 players=3 draw=none", more, all, 1, "0 24 0");
    blocked("muggins:basics lead=seat hand=3 players=3 draw=none", more, all, 1, "0 7 0");
    blocked("muggins:basics lead=seat hand=3 players=3 draw=none tie=none", more, all, BY_NO_SEAT, "0 0 0");
    blocked("block lead=seat hand=3 players=3 blanks=suit", twos, laid, BY_NO_SEAT, "0 0 0"); /* 5 and 5 */
}

/* L-22 in teams: either partner may hold it: 9+9 against 10+8, the 1-1 is seat 2's. */
static void L_22_either_partner(void **state)
{
    struct table *t =
        table_new("block players=4 teams=on hand=2 lead=seat blocked=opponents", "6-6 5-4 2-1 4-3 1-1 5-2 3-1 2-2", 0);

    (void)state;
    play(t, "0 6-6, 1 pass, 2 pass, 3 pass, 0 pass");
    same(t->s->end, BY_ENDED_BLOCKED);
    scores(t, "18 0 18 0");
}

/* L-22: the other presets score nothing on a tie for lowest. */
static void L_22_elsewhere_nobody_scores(void **state)
{
    const char *more = "6-6 2-1 4-3 2-2 1-1 3-1 5-5 4-4 3-3", *all = "0 6-6, 1 pass, 2 pass, 0 pass";

    (void)state;
    blocked("muggins:classic hand=3 players=3 draw=none", more, all, BY_NO_SEAT, "0 0 0");
    blocked("muggins:number hand=3 players=3 draw=none", more, all, BY_NO_SEAT, "0 0 0");
    blocked("muggins:online hand=3 players=3 draw=none", more, all, BY_NO_SEAT, "0 0 0");
    blocked("allfives:online hand=3 players=3 draw=none", more, all, BY_NO_SEAT, "0 0 0");
    blocked("fiveup:online hand=3 players=3 draw=none", more, all, BY_NO_SEAT, "0 0 0");
    blocked("muggins:classic hand=3 players=3 draw=none tie=single", more, all, 1, "0 35 0");
}

static void L_23_targets(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++)
        option(targets[i][0], BY_TARGET, targets[i][1]);
    option("block target=200", BY_TARGET, "200");
    refused("block target=0", "target 0 1");
}

static void L_24_once_ends_in_mid_round(void **state)
{
    struct table *t = table_new("muggins:classic hand=3 target=10", "6-4", -1);

    (void)state;
    play(t, "0 6-4");
    over_at_once(t);
    events(t, "move score game-end");
    scores(t, "10 0");
    winners(t, "0");
    same(t->m.last.round, 0);
    t = table_new("muggins:classic hand=3 target=11", "6-4", -1);
    play(t, "0 6-4");
    turn(t, 1);
    winners(t, "");
}

/* L-24: with the last tile of a hand too: no bonus, no round end. */
static void L_24_once_with_the_last_tile(void **state)
{
    struct table *t = table_new("muggins:classic hand=1 target=10", "5-5 6-6", -1);

    (void)state;
    play(t, "0 5-5");
    over_at_once(t);
    events(t, "move score game-end");
    scores(t, "10 0");
    t = table_new("muggins:classic hand=1 target=11", "5-5 6-6", -1);
    play(t, "0 5-5");
    ended_all(t, BY_ENDED_OUT, 0, "10 0");
    scores(t, "20 0");
    events(t, "move score round-end game-end");
    winners(t, "0");
}

static void L_24_once_by_the_bonus(void **state)
{
    struct table *t = table_new("block hand=1 lead=seat target=12", "1-1 6-6", -1);

    (void)state;
    play(t, "0 1-1");
    ended_all(t, BY_ENDED_OUT, 0, "12 0");
    events(t, "move round-end game-end");
    t = table_new("block hand=1 lead=seat target=13", "1-1 6-6", -1);
    play(t, "0 1-1");
    ended(t, BY_ENDED_OUT, 0, "12 0");
    winners(t, "");
}

static void L_24_online_only_at_the_end_of_a_round(void **state)
{
    struct table *t = table_new("muggins:online hand=2 target=10", "6-4 4-4 6-6 5-5 6-1", 0);

    (void)state;
    play(t, "0 6-4");
    scores(t, "10 0");
    turn(t, 1);
    play(t, "1 6-6@6-4, 0 4-4@4-6"); /* 12+4, then 12+8 = 20; out: 5-5 scores 2 */
    ended_all(t, BY_ENDED_OUT, 0, "2 0");
    scores(t, "32 0");
    winners(t, "0");
}

/* L-24: then the highest score wins, though another reached the target first. */
static void L_24_online_the_highest_wins(void **state)
{
    struct table *t = table_start("muggins:online hand=1");

    (void)state;
    give(t, 0, 99);
    give(t, 1, 101);
    deal(t, "1-1 6-6", 0);
    play(t, "0 1-1"); /* 99+2: a tie at the top plays another round */
    ended(t, BY_ENDED_OUT, 0, "2 0");
    scores(t, "101 101");
    winners(t, "");
    deal(t, "1-1 5-1", -1);
    play(t, "0 1-1");
    ended_all(t, BY_ENDED_OUT, 0, "1 0");
    scores(t, "102 101");
    winners(t, "0");
}

/* L-24: partners share a score; that is no tie. */
static void L_24_online_in_teams(void **state)
{
    struct table *t = table_new("muggins:online players=4 teams=on hand=1 target=3", "1-1 6-1 4-1 2-1", 0);

    (void)state;
    play(t, "0 1-1");
    ended_all(t, BY_ENDED_OUT, 0, "3 0 3 0");
    winners(t, "0 2");
    t = table_start("muggins:online players=4 teams=on hand=1");
    give(t, 1, 120);
    give(t, 3, 120);
    deal(t, "1-1 6-1 4-1 2-1", 0);
    play(t, "0 1-1");
    ended_all(t, BY_ENDED_OUT, 0, "3 0 3 0");
    winners(t, "1 3");
}

/* L-22: of three that tie, two share the lowest single tile: no one scores, not even the third. */
static void L_22_still_tied_among_three(void **state)
{
    (void)state;
    blocked("block lead=seat hand=3 players=3 blanks=suit", "6-6 4-4 1-1 3-1 2-2 2-0 4-0 3-0 2-1",
            "0 6-6, 1 pass, 2 pass, 0 pass", BY_NO_SEAT, "0 0 0"); /* 10 each; 2, 2 and 3 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(L_17_out_scores_the_opponents),
        cmocka_unit_test(L_17_the_partners_tiles_are_not_counted),
        cmocka_unit_test(L_17_basics_the_lowest_scores),
        cmocka_unit_test(L_17_who_went_out_wins_a_tie),
        cmocka_unit_test(L_18_blocked_the_lowest_scores_the_opponents),
        cmocka_unit_test(L_18_teams_the_lowest_combined_count),
        cmocka_unit_test(L_19_worked_examples),
        cmocka_unit_test(L_19_pips_or_points),
        cmocka_unit_test(L_19_rounded_once_after_adding),
        cmocka_unit_test(L_20_online_counts_all_hands),
        cmocka_unit_test(L_21_block_and_draw),
        cmocka_unit_test(L_21_the_difference_before_rounding),
        cmocka_unit_test(L_22_the_lowest_single_tile),
        cmocka_unit_test(L_22_either_partner),
        cmocka_unit_test(L_22_elsewhere_nobody_scores),
        cmocka_unit_test(L_23_targets),
        cmocka_unit_test(L_24_once_ends_in_mid_round),
        cmocka_unit_test(L_24_once_with_the_last_tile),
        cmocka_unit_test(L_24_once_by_the_bonus),
        cmocka_unit_test(L_24_online_only_at_the_end_of_a_round),
        cmocka_unit_test(L_24_online_the_highest_wins),
        cmocka_unit_test(L_24_online_in_teams),
        cmocka_unit_test(L_22_still_tied_among_three),
    };

    return cmocka_run_group_tests_name("line: rounds", tests, NULL, NULL);
}
