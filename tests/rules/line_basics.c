/* SPDX-License-Identifier: MIT */
/* line_basics.c: L-01 to L-11: players, sets, leads, legal tiles, and drawing. */
#include "table.h"

static const char *const lines[] = { "block:basics",   "draw:basics",    "muggins:number",  "muggins:classic",
                                     "muggins:basics", "muggins:online", "allfives:online", "fiveup:online" };
enum { LINES = sizeof lines / sizeof lines[0] };

static const char *with(const char *preset, const char *more)
{
    static char text[4][256];
    static int next;
    char *at = text[next++ % 4];

    strcpy(at, preset);
    strcat(at, " ");
    return strcat(at, more);
}

static void L_01_two_to_four_players_and_28_tiles(void **state)
{
    static const char *const sets[] = { "set=6", "set=9", "set=12", "set=15", "set=18" };

    (void)state;
    for (int i = 0; i < LINES; i++) {
        for (int k = 0; k < 5; k++)
            same(by_deck_tiles(table_start(with(lines[i], sets[k]))->s), 28);
        refused(with(lines[i], "players=1"), "players 1 2 4");
        refused(with(lines[i], "players=5"), "players 5 2 4");
        option(with(lines[i], "players=4"), BY_PLAYERS, "4");
        option(lines[i], BY_PLAYERS, "2");
        refused(with(lines[i], "set=7"), "set 7 6 9 12 15 18");
    }
}

/* L-01: from a larger set only the tiles up to 6-6 are used. */
static void L_01_a_larger_set_changes_nothing_else(void **state)
{
    struct table *t = table_start("muggins:classic set=12");

    (void)state;
    no_deal(t, "7-0", -1, BY_E_DECK);
    no_deal(t, "12-12", -1, BY_E_DECK);
    deal(t, "6-6", -1);
    option("muggins:classic set=12", BY_HAND, "5");
    canonical("muggins:classic set=12", "muggins:classic set=12");
}

static void L_02_hand_sizes(void **state)
{
    static const char *const want[LINES][3] = { { "7", "5", "5" }, { "7", "5", "5" }, { "7", "5", "5" },
                                                { "5", "5", "5" }, { "5", "5", "5" }, { "5", "5", "5" },
                                                { "5", "5", "5" }, { "5", "5", "5" } };
    static const char *const players[] = { "players=2", "players=3", "players=4" };

    (void)state;
    for (int i = 0; i < LINES; i++)
        for (int k = 0; k < 3; k++)
            option(with(lines[i], players[k]), BY_HAND, want[i][k]);
    refused("block hand=0", "hand 0 1 14");
    refused("block hand=15", "hand 15 14");
    refused("block players=4 hand=8", "hand 8 7");
    boneyard(table_new("muggins:number players=3", "", -1), 13);
}

static void L_03_teams_only_for_four(void **state)
{
    (void)state;
    for (int i = 0; i < LINES; i++) {
        refused(with(lines[i], "teams=on"), "teams on");
        refused(with(lines[i], "players=3 teams=on"), "teams on");
        option(with(lines[i], "players=4 teams=on"), BY_TEAMS, "on");
        option(with(lines[i], "players=4"), BY_TEAMS, i == 2 ? "on" : "off"); /* muggins:number */
        option(with(lines[i], "players=3"), BY_TEAMS, "off");
    }
    canonical("muggins:number players=4", "muggins:number players=4");
    canonical("muggins:number players=4 teams=off", "muggins:number players=4 teams=off");
}

static void L_03_partners_sit_opposite(void **state)
{
    struct table *t = table_new("muggins:number players=4 hand=2", "1-1 2-1 6-4 3-1 5-1 2-2 3-3 4-4", 1);

    (void)state;
    play(t, "1 6-4");
    scores(t, "0 10 0 10");
    t = table_new("muggins:number players=4 hand=2", "6-4 2-1 1-1 3-1 5-1 2-2 3-3 4-4", 0);
    play(t, "0 6-4");
    scores(t, "10 0 10 0");
}

/* L-03: Block with teams takes the team rules of L-17 and L-18 and the scoring of L-21. */
static void L_03_block_with_teams(void **state)
{
    struct table *t = table_new("block players=4 teams=on hand=1 lead=seat", "1-1 6-1 4-4 5-2", -1);

    (void)state;
    play(t, "0 1-1");
    ended(t, BY_ENDED_OUT, 0, "14 0 14 0");
    t = table_new("block players=4 teams=on hand=2 lead=seat", "6-6 5-4 2-1 1-1 5-5 4-4 3-1 2-2", -1);
    play(t, "0 6-6, 1 pass, 2 pass, 3 pass, 0 pass"); /* 9+18 against 5+8 */
    same(t->s->end, BY_ENDED_BLOCKED);
    scores(t, "0 14 0 14");
}

static void L_04_the_lead_moves_clockwise(void **state)
{
    static const char *const sheets[] = { "muggins:classic", "muggins:number" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct table *t = table_new(with(sheets[i], "players=3 hand=1 first-seat=1"), "6-1 1-1 3-1", -1);

        turn(t, 1);
        play(t, "1 1-1");
        deal(t, "6-1 1-1 3-1", -1);
        turn(t, 2);
        play(t, "2 3-1");
        deal(t, "2-1 1-1 3-1", -1);
        turn(t, 0);
        play(t, "0 2-1");
        deal(t, "2-1 1-1 3-1", -1);
        turn(t, 1);
    }
}

static void L_04_any_tile_may_be_led(void **state)
{
    struct table *t = table_new("muggins:classic hand=4", "6-6 6-5 0-0 3-1", -1);

    (void)state;
    turn(t, 0);
    legal(t, 0, "0-0, 3-1, 6-5, 6-6");
    refuse(t, 0, "draw");
    refuse(t, 0, "pass");
    t = table_new("muggins:classic hand=1", "6-5 1-1", 1); /* the first round's lead may be given */
    turn(t, 1);
    play(t, "1 1-1");
    no_deal(t, "", 0, BY_E_SEAT); /* later it may not */
}

static void L_05_the_highest_double_leads(void **state)
{
    static const char *const sheets[] = { "block", "draw", "muggins:basics" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct table *t = table_new(with(sheets[i], "players=3 hand=2"), "6-5 3-3 4-4 1-0 2-2 6-0", -1);

        turn(t, 1);
        legal(t, 1, "4-4");
        refuse(t, 1, "1-0");
        t = table_start(with(sheets[i], "players=3 hand=1"));
        no_deal(t, "6-5 3-3 1-1", 1, BY_E_SEAT);
        deal(t, "6-5 3-3 1-1", -1);
        turn(t, 1);
        play(t, "1 3-3");
        deal(t, "2-2 6-4 0-0", -1); /* each round */
        turn(t, 0);
        legal(t, 0, "2-2");
    }
}

/* L-05: a lone 0-0 is a double; without any double the deal is refused, and repeated from a seed. */
static void L_05_without_a_double_the_deal_is_repeated(void **state)
{
    struct table *t = table_start("block hand=2");
    struct by_state fresh = *table_start("block hand=1")->s;
    int repeated = 0;

    (void)state;
    no_deal(t, "6-5 4-3 2-1 6-0", -1, BY_E_NO_DOUBLE);
    deal(t, "6-5 4-3 2-1 0-0", -1);
    turn(t, 1);
    legal(t, 1, "0-0");
    for (uint8_t i = 0; i < 40; i++) {
        struct by_seed seed = { { i } };
        by_tile deck[BY_MAX_TILES];
        int attempt = 0;

        t = table_start("block hand=1");
        same(by_table_deal_seeded(&t->m, &seed, -1, &t->ev), BY_OK);
        do
            by_seed_deck(&fresh, &seed, 1, (uint32_t)attempt++, deck);
        while (!by_is_double(deck[0]) && !by_is_double(deck[1]));
        repeated += attempt > 1;
        assert_memory_equal(t->s->deck, deck, 28);
        same(by_is_double(t->s->led), true);
        same(by_set_has(&t->s->hand[t->s->now.turn], t->s->led), true);
    }
    assert_true(repeated > 5);
}

static void L_06_the_lot_then_the_winner(void **state)
{
    static const char *const sheets[] = { "muggins:online", "allfives:online", "fiveup:online" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct table *t = table_start(with(sheets[i], "players=3 hand=2 draw=none"));

        no_deal(t, "", -1, BY_E_SEAT);
        no_deal(t, "", 3, BY_E_SEAT);
        deal(t, "6-6 6-5 4-4 4-3 6-1 1-1", 2);
        turn(t, 2);
        legal(t, 2, "1-1, 6-1");
        play(t, "2 6-1, 0 6-6@6-1, 1 pass, 2 1-1@1-6");
        same(t->s->end_seat, 2);
        no_deal(t, "", 0, BY_E_SEAT); /* no lot: the winner leads */
        deal(t, "6-6 2-2 4-4 1-0 3-3 5-1", -1);
        turn(t, 2);
        play(t, "2 3-3, 0 pass, 1 pass, 2 pass"); /* 16, 9 and 6: seat 2 again? no tie */
        same(t->s->end_seat, 2);
        deal(t, "6-6 5-1 4-4 4-2 3-3 5-5", -1);
        turn(t, 2);
    }
}

/* L-06, D-04: a blocked tie has no winner, so the lot decides again. */
static void L_06_without_a_winner_lot_again(void **state)
{
    struct table *t = table_new("muggins:online hand=2 draw=none", "6-6 4-1 3-2 0-0", 0);

    (void)state;
    play(t, "0 6-6, 1 pass, 0 pass");
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "0 0");
    no_deal(t, "", -1, BY_E_SEAT);
    deal(t, "6-6 4-1 3-2 0-0", 1);
    turn(t, 1);
    legal(t, 1, "0-0, 3-2");
}

/* L-06 in teams: the seat that went out leads; when blocked, the partner with fewer pips, then the lower seat. */
static void L_06_the_lead_in_teams(void **state)
{
    const char *rules = "allfives:online players=4 teams=on hand=2 draw=none";
    struct table *t = table_new(rules, "6-6 5-4 5-5 4-4 1-0 2-1 5-3 4-3", 0);

    (void)state;
    play(t, "0 6-6, 1 pass, 2 pass, 3 pass, 0 pass"); /* 9+4 against 18+15 */
    scores(t, "9 0 9 0");
    deal(t, "6-6 5-4 5-5 4-4 4-2 2-1 5-3 4-3", -1);
    turn(t, 2);
    legal(t, 2, "2-1, 4-2");
}

static void L_06_the_lead_in_teams_equal_and_out(void **state)
{
    const char *rules = "allfives:online players=4 teams=on hand=2 draw=none";
    struct table *t = table_new(rules, "6-6 5-4 5-5 4-4 4-2 2-1 5-3 4-3", 0);

    (void)state;
    play(t, "0 6-6, 1 pass, 2 pass, 3 pass, 0 pass"); /* 9 and 9 against 18+15 */
    deal(t, "", -1);
    turn(t, 0); /* the lower seat */
    t = table_new(rules, "6-6 5-4 5-5 4-4 6-2 2-1 5-3 4-3", 0);
    play(t, "0 6-6, 1 pass, 2 6-2@6-6, 3 pass, 0 pass, 1 pass, 2 2-1@2-6");
    same(t->s->end, BY_ENDED_OUT);
    deal(t, "", -1);
    turn(t, 2);
    rules = "allfives:online players=4 teams=on hand=2 draw=none bonus-to=lowest";
    t = table_new(rules, "6-6 6-2 3-1 2-1 5-5 5-4 1-1 1-0", 0);
    play(t, "0 6-6, 1 pass, 2 pass, 3 pass, 0 6-2@6-6"); /* out; but 19 against 7+3 */
    same(t->s->end, BY_ENDED_OUT);
    deal(t, "", -1);
    turn(t, 3); /* the team that scored: its partner with fewer pips */
}

static void L_06_the_lot_from_a_seed(void **state)
{
    struct table *t;
    int led[3] = { 0, 0, 0 };

    (void)state;
    for (uint8_t i = 0; i < 60; i++) {
        struct by_seed seed = { { 7, i } };
        int lot;

        t = table_start("muggins:online players=3");
        lot = by_seed_lot(t->s, &seed, 1);
        same(by_table_deal_seeded(&t->m, &seed, -1, &t->ev), BY_OK);
        turn(t, lot);
        led[lot]++;
    }
    assert_true(led[0] > 5 && led[1] > 5 && led[2] > 5);
}

static void L_07_a_tile_goes_where_its_number_matches(void **state)
{
    struct table *t = table_new("muggins:classic hand=4", "6-4 1-1 2-2 3-3 6-5 5-4 6-0 3-2", -1);

    (void)state;
    play(t, "0 6-4");
    legal(t, 1, "4-5@4-6, 6-0@6-4, 6-5@6-4");
    refuse(t, 1, "3-2");
    refuse(t, 1, "3-2@4-6");
    refuse(t, 1, "5-4@6-5");
    play(t, "1 4-5@4-6");
    legal(t, 0, "draw"); /* ends 6 and 5; 1-1, 2-2 and 3-3 do not fit */
    leave(t, 0);
    play(t, "0 pass");
    legal(t, 1, "6-0@6-4, 6-5@6-4, 5-6@5-4");
}

static void L_08_wild_blanks_match_everything(void **state)
{
    struct table *t = table_new("block hand=3 lead=seat", "5-0 6-6 1-1 6-0 4-3 2-2", -1);

    (void)state;
    play(t, "0 5-0");
    legal(t, 1, "2-2@0-5, 3-4@0-5, 4-3@0-5, 0-6@5-0, 0-6@0-5, 6-0@0-5");
    play(t, "1 0-6@5-0");
    legal(t, 0, "1-1@0-5, 6-6@0-5, 6-6@6-0");
    t = table_new("muggins:classic hand=3", "5-0 6-6 1-1 6-0 4-3 2-2", -1);
    play(t, "0 5-0");
    legal(t, 1, "0-6@0-5");
}

/* L-08: the double blank is wild on its own sides too, and goes on every number. */
static void L_08_the_double_blank(void **state)
{
    struct table *t = table_new("draw hand=3 lead=seat", "0-0 6-6 1-1 6-0 4-3 2-2", -1);

    (void)state;
    play(t, "0 0-0");
    legal(t, 1, "2-2@0-0, 3-4@0-0, 4-3@0-0, 0-6@0-0, 6-0@0-0");
    t = table_new("draw hand=2 lead=seat", "5-4 6-6 0-0 3-2", -1);
    play(t, "0 5-4");
    legal(t, 1, "0-0@5-4, 0-0@4-5");
}

/* L-08: a blank still counts 0. */
static void L_08_a_wild_blank_counts_nothing(void **state)
{
    struct table *t = table_new("muggins:basics hand=2 lead=seat", "5-0 6-6 6-0 4-3", -1);

    (void)state;
    play(t, "0 5-0");
    count(t, 5);
    scores(t, "1 0");
    play(t, "1 6-0@0-5");
    count(t, 5);
    scores(t, "1 1");
    t = table_new("muggins:basics hand=2 lead=seat", "5-0 6-6 6-0 4-3", -1);
    play(t, "0 5-0, 1 0-6@0-5");
    count(t, 11);
    scores(t, "1 0");
}

static void L_09_block_never_draws(void **state)
{
    struct table *t = table_new("block hand=2 lead=seat", "6-6 5-5 4-4 3-3", -1);

    (void)state;
    play(t, "0 6-6");
    boneyard(t, 24);
    drawable(t, 0);
    legal(t, 1, "pass");
    refuse(t, 1, "draw");
    play(t, "1 pass");
    hand(t, 1, "3-3 4-4");
    turn(t, 0);
}

static void L_10_draw_until_one_fits_and_play_it(void **state)
{
    static const char *const sheets[] = { "draw lead=seat",  "muggins:number",
                                          "muggins:classic", "muggins:basics lead=seat",
                                          "muggins:online",  "allfives:online",
                                          "fiveup:online" };

    (void)state;
    for (int i = 0; i < 7; i++) {
        struct table *t = table_new(with(sheets[i], "hand=2"), "6-6 5-5 4-4 3-3 2-2 6-1 1-1", 0);

        play(t, "0 6-6");
        legal(t, 1, "draw");
        refuse(t, 1, "pass");
        play(t, "1 draw");
        hand(t, 1, "2-2 3-3 4-4");
        turn(t, 1);
        legal(t, 1, "draw");
        play(t, "1 draw");
        legal(t, 1, "6-1@6-6");
        refuse(t, 1, "draw");
        refuse(t, 1, "pass");
        play(t, "1 6-1@6-6");
        turn(t, 0);
    }
}

static void L_10_who_can_neither_play_nor_draw_passes(void **state)
{
    struct table *t = table_new("muggins:classic hand=2", "6-6 5-5 4-4 3-3 2-2 1-1", -1);

    (void)state;
    play(t, "0 6-6");
    leave(t, 1);
    play(t, "1 draw");
    boneyard(t, 0);
    legal(t, 1, "pass");
    refuse(t, 1, "draw");
    play(t, "1 pass");
    turn(t, 0);
}

static void L_11_the_last_tiles_stay(void **state)
{
    struct table *t = table_new("draw hand=2 lead=seat", "6-6 5-5 4-4 3-3 2-2 1-1 6-1", -1);

    (void)state;
    play(t, "0 6-6");
    leave(t, 3);
    drawable(t, 1);
    play(t, "1 draw");
    boneyard(t, 2);
    legal(t, 1, "pass");
    t = table_new("muggins:basics players=3 hand=1 lead=seat", "6-6 5-5 4-4 3-3 2-2", 0);
    drawable(t, 24);
    t = table_new("muggins:classic hand=2", "", -1);
    drawable(t, 24);
    boneyard(t, 24);
}

static void L_11_reserve_by_sheet_and_players(void **state)
{
    static const char *const want[LINES][3] = { { NULL, NULL, NULL }, { "2", "1", "1" }, { "0", "0", "0" },
                                                { "0", "0", "0" },    { "2", "1", "1" }, { "0", "0", "0" },
                                                { "0", "0", "0" },    { "0", "0", "0" } };

    (void)state;
    for (int i = 1; i < LINES; i++) { /* Block draws nothing: its reserve has no effect */
        option(with(lines[i], "players=2"), BY_RESERVE, want[i][0]);
        option(with(lines[i], "players=3"), BY_RESERVE, want[i][1]);
        option(with(lines[i], "players=4"), BY_RESERVE, want[i][2]);
    }
    option("draw players=4 reserve=7", BY_RESERVE, "7");
}

/* L-05: in a later round too; the refused deal leaves the last round's end standing. */
static void L_05_later_rounds_need_a_double_too(void **state)
{
    struct table *t = table_new("block hand=1", "5-5 6-4", -1);

    (void)state;
    play(t, "0 5-5");
    no_deal(t, "6-5 4-3", -1, BY_E_NO_DOUBLE);
    ended(t, BY_ENDED_OUT, 0, "10 0");
    deal(t, "6-5 1-1", -1);
    turn(t, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(L_01_two_to_four_players_and_28_tiles),
        cmocka_unit_test(L_01_a_larger_set_changes_nothing_else),
        cmocka_unit_test(L_02_hand_sizes),
        cmocka_unit_test(L_03_teams_only_for_four),
        cmocka_unit_test(L_03_partners_sit_opposite),
        cmocka_unit_test(L_03_block_with_teams),
        cmocka_unit_test(L_04_the_lead_moves_clockwise),
        cmocka_unit_test(L_04_any_tile_may_be_led),
        cmocka_unit_test(L_05_the_highest_double_leads),
        cmocka_unit_test(L_05_without_a_double_the_deal_is_repeated),
        cmocka_unit_test(L_06_the_lot_then_the_winner),
        cmocka_unit_test(L_06_without_a_winner_lot_again),
        cmocka_unit_test(L_06_the_lead_in_teams),
        cmocka_unit_test(L_06_the_lead_in_teams_equal_and_out),
        cmocka_unit_test(L_06_the_lot_from_a_seed),
        cmocka_unit_test(L_07_a_tile_goes_where_its_number_matches),
        cmocka_unit_test(L_08_wild_blanks_match_everything),
        cmocka_unit_test(L_08_the_double_blank),
        cmocka_unit_test(L_08_a_wild_blank_counts_nothing),
        cmocka_unit_test(L_09_block_never_draws),
        cmocka_unit_test(L_10_draw_until_one_fits_and_play_it),
        cmocka_unit_test(L_10_who_can_neither_play_nor_draw_passes),
        cmocka_unit_test(L_11_the_last_tiles_stay),
        cmocka_unit_test(L_11_reserve_by_sheet_and_players),
        cmocka_unit_test(L_05_later_rounds_need_a_double_too),
    };

    return cmocka_run_group_tests_name("line: basics", tests, NULL, NULL);
}
