/* SPDX-License-Identifier: MIT */
/* common.c: C-01 to C-11. */
#include "table.h"

static void C_01_sets_of_dominoes(void **state)
{
    static const int sizes[][2] = { { 6, 28 }, { 9, 55 }, { 12, 91 }, { 15, 136 }, { 18, 190 } };
    static const char *const castle[] = { "castlerock:classic set=6", "castlerock:classic set=9",
                                          "castlerock:classic set=12", "castlerock:classic set=15",
                                          "castlerock:classic set=18" };
    bool seen[BY_MAX_TILES] = { false };

    (void)state;
    for (int i = 0; i < 5; i++) {
        same(by_set_tiles(sizes[i][0]), sizes[i][1]);
        same(by_deck_tiles(table_start(castle[i])->s), sizes[i][1]);
    }
    for (int a = 0; a <= 18; a++)
        for (int b = 0; b <= a; b++) { /* one tile for each unordered pair */
            by_tile t = by_tile_of(a, b);

            same(by_tile_of(b, a), t);
            same(by_high(t), a);
            same(by_low(t), b);
            same(by_is_double(t), a == b);
            same(seen[t], false);
            same(t < by_set_tiles(a), true);
            seen[t] = true;
        }
    same(by_pips(tile("0-0")), 0); /* 0 is the blank */
    same(by_pips(tile("18-17")), 35);
}

static void C_02_clockwise(void **state)
{
    struct table *t = table_new("muggins:classic players=4 hand=2", "6-6 5-5 6-1 4-4 6-2 3-3 6-3 2-2", 2);

    (void)state;
    turn(t, 2);
    play(t, "2 6-2");
    turn(t, 3);
    play(t, "3 6-3@6-2");
    turn(t, 0);
    leave(t, 0);
    play(t, "0 pass");
    turn(t, 1);
    play(t, "1 pass");
    turn(t, 2);
}

static void C_03_hands_and_boneyard_in_order(void **state)
{
    struct table *t = table_new("muggins:classic players=3 hand=2", "6-6 1-0 5-5 4-1 3-3 2-0 4-4 3-1 6-5", -1);

    (void)state;
    hand(t, 0, "1-0 6-6");
    hand(t, 1, "4-1 5-5");
    hand(t, 2, "2-0 3-3");
    boneyard(t, 22);
    play(t, "0 6-6, 1 draw");
    hand(t, 1, "4-1 4-4 5-5");
    play(t, "1 draw");
    hand(t, 1, "3-1 4-1 4-4 5-5");
    play(t, "1 draw");
    hand(t, 1, "3-1 4-1 4-4 5-5 6-5");
    boneyard(t, 19);
}

/* C-03: a deck has each tile of the round once. */
static void C_03_whole_decks_only(void **state)
{
    struct table *t = table_start("muggins:classic");
    by_tile deck[BY_MAX_TILES];

    (void)state;
    no_deal(t, "6-6 6-6", -1, BY_E_DECK);
    for (int i = 0; i < 28; i++)
        deck[i] = (by_tile)i;
    same(by_table_deal(&t->m, deck, 27, -1, NULL), BY_E_DECK);
    deck[3] = 28;
    same(by_table_deal(&t->m, deck, 28, -1, NULL), BY_E_DECK);
    deck[3] = BY_NO_TILE;
    same(by_table_deal(&t->m, deck, 28, -1, NULL), BY_E_DECK);
    deck[3] = 3;
    same(by_table_deal(&t->m, deck, 28, -1, NULL), BY_OK);
    same(by_table_deal(&t->m, deck, 28, -1, NULL), BY_E_PHASE);
}

/* C-03: shuffled before every round, in full, and the same for the same seed. */
static void C_03_shuffled_before_every_round(void **state)
{
    struct table *t = table_start("castlerock:classic set=18");
    struct by_seed seed = { { 1, 2, 3 } };
    by_tile one[BY_MAX_TILES], two[BY_MAX_TILES], again[BY_MAX_TILES];
    struct by_set all = { { 0, 0, 0 } };
    int moved = 0;

    (void)state;
    same(by_seed_deck(t->s, &seed, 1, 0, one), 190);
    same(by_seed_deck(t->s, &seed, 2, 0, two), 190);
    same(by_seed_deck(t->s, &seed, 1, 0, again), 190);
    for (int i = 0; i < 190; i++) {
        by_set_add(&all, one[i]);
        moved += one[i] != two[i];
    }
    same(by_set_count(&all), 190);
    assert_true(moved > 150);
    assert_memory_equal(one, again, 190);
}

static void C_04_matching_halves_touch(void **state)
{
    struct table *t = table_new("muggins:classic hand=3", "6-4 1-1 2-2 5-4 4-4 5-3", -1);

    (void)state;
    play(t, "0 6-4");
    legal(t, 1, "4-4@4-6, 4-5@4-6");
    refuse(t, 1, "5-3");
    refuse(t, 1, "5-3@6-4");
    refuse(t, 1, "4-5@6-4 ");
    play(t, "1 4-4@4-6"); /* across the line: both its sides bear a 4 */
    same(t->s->laid[1].tile, tile("4-4"));
    same(t->s->laid[1].on, 0);
    count(t, 14);
}

/* C-05: a player who can play must play, in every game. */
static void C_05_who_can_play_must_play(void **state)
{
    static const struct {
        const char *rules, *deck, *only;
    } games[] = {
        { "block hand=2 lead=seat", "6-5 1-1", "1-1, 6-5" },
        { "draw hand=2 lead=seat", "6-5 1-1", "1-1, 6-5" },
        { "muggins:number hand=2", "6-5 1-1", "1-1, 6-5" },
        { "chickenfoot players=2 hand=2", "9-5 1-1", "9-5@9-9" },
        { "mexicantrain players=2 set=9 hand=2", "9-5 1-1", "9-5@t0, 9-5@m" },
        { "mexicantrain:classic players=2 set=9 hand=2", "9-5 1-1", "9-5@t0, 9-5@m" },
        { "mexicantrain:hub players=2 hand=2", "9-9 1-0", "9-9@hub" },
        { "castlerock", "6-5 3-2 5-1", "take 3-2" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct table *t = table_new(games[i].rules, games[i].deck, -1);

        legal(t, 0, games[i].only);
        refuse(t, 0, "draw");
        refuse(t, 0, "pass");
    }
}

/* C-06: the rules have no undo; the referee's undo is outside the rules. */
static void C_06_a_tile_laid_is_laid(void **state)
{
    struct table *t = table_new("muggins:classic hand=2", "6-4 1-1 6-5 5-5", -1);

    (void)state;
    play(t, "0 6-4");
    refuse_as(t, 0, "6-4", BY_E_TURN);
    refuse_as(t, 0, "1-1", BY_E_TURN);
    legal(t, 0, "");
    legal(t, 1, "6-5@6-4");
    same(by_table_undo(&t->m), BY_OK); /* the referee's tool */
    hand(t, 0, "1-1 6-4");
    same(by_table_undo(&t->m), BY_E_NO_UNDO);
}

static void C_07_out(void **state)
{
    struct table *t = table_new("block hand=2 lead=seat", "6-6 6-1 5-4 4-3", -1);

    (void)state;
    play(t, "0 6-6, 1 pass, 0 6-1@6-6");
    ended(t, BY_ENDED_OUT, 0, "16 0");
}

/* C-07: blocked after as many idle turns in a row as players; a laid tile resets the count. */
static void C_07_blocked(void **state)
{
    struct table *t = table_new("block players=3 hand=2 lead=seat", "6-6 5-5 6-1 4-4 3-3 2-2", -1);

    (void)state;
    play(t, "0 6-6, 1 6-1@6-6, 2 pass, 0 pass");
    turn(t, 1);
    play(t, "1 pass");
    ended(t, BY_ENDED_BLOCKED, 1, "0 12 0");
    t = table_new("block players=3 hand=2 lead=seat", "6-6 5-5 4-4 3-3 6-1 2-2", -1);
    play(t, "0 6-6, 1 pass, 2 6-1@6-6, 0 pass, 1 pass");
    turn(t, 2);
    play(t, "2 pass");
    ended(t, BY_ENDED_BLOCKED, 2, "0 0 20");
}

/* C-07: checked at the end of each turn; a turn that drew the last tile in vain counts. */
static void C_07_the_last_tile_drawn_in_vain(void **state)
{
    const char *rules = "muggins:classic players=3 hand=2 draw=one", *deck = "6-6 5-5 4-4 3-3 4-3 2-2 1-1 2-1";
    struct table *t = table_new(rules, deck, -1);

    (void)state;
    leave(t, 1);
    play(t, "0 6-6, 1 draw, 2 pass");
    turn(t, 0);
    play(t, "0 pass");
    same(t->s->end, BY_ENDED_BLOCKED);
    t = table_new(rules, deck, -1);
    leave(t, 2);
    play(t, "0 6-6, 1 draw, 2 draw, 0 pass"); /* the first draw left one: it does not count */
    turn(t, 1);
    play(t, "1 pass");
    same(t->s->end, BY_ENDED_BLOCKED);
    t = table_new("muggins:classic players=2 hand=2", deck, -1);
    leave(t, 1);
    play(t, "0 6-6, 1 draw, 1 pass"); /* draw=until: the same */
    turn(t, 0);
    play(t, "0 pass");
    same(t->s->end, BY_ENDED_BLOCKED);
}

static void C_08_the_count_of_a_hand(void **state)
{
    struct table *t = table_new("block hand=4 lead=seat", "6-6 5-4 1-0 3-3 2-2 4-3 5-5 2-1", -1);

    (void)state;
    same(by_set_pips(&t->s->hand[0]), 28);
    same(by_set_pips(&t->s->hand[1]), 24);
    same(by_set_count(&t->s->hand[1]), 4);
}

/* C-09: two games that differ only in tiles hidden from seat 0 look the same to it. */
static void hidden(const char *rules, const char *a, const char *b, const char *moves)
{
    struct table *ta = table_new(rules, a, -1), *tb = table_new(rules, b, -1);
    char move[256];

    same_view(ta, tb, 0);
    for (const char *at = moves; *at != '\0'; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        size_t n = strcspn(at, ",");

        memcpy(move, at, n);
        move[n] = '\0';
        play(ta, move);
        play(tb, move);
        same_view(ta, tb, 0);
        other_view(ta, tb, 1);
        other_view(ta, tb, BY_REFEREE);
    }
}

static void C_09_what_a_seat_may_know(void **state)
{
    (void)state;
    hidden("muggins:classic players=3 hand=2", "6-6 6-1 5-5 6-2 4-4 3-3 1-1 2-1", "6-6 6-1 5-4 6-2 4-3 3-1 5-1 5-2",
           "0 6-6,1 6-2@6-6,2 draw,2 draw");
    hidden("muggins:classic players=2 hand=2 call=on", "6-4 6-1 5-5 4-2 4-4", "6-4 6-1 3-3 4-2 2-2", "0 6-4,1 4-2@4-6");
    hidden("chickenfoot players=2 set=9 hand=2", "9-8 6-1 5-5 4-2 4-4", "9-8 6-1 3-3 4-2 2-2", "0 9-8,1 draw");
    hidden("chickenfoot players=2 set=9 hand=2", "9-8 6-1 5-5 4-2 9-1", "9-8 6-1 3-3 4-2 9-2", "0 9-8,1 draw");
    hidden("mexicantrain players=2 set=9 hand=2", "9-8 6-1 5-5 4-2 4-4", "9-8 6-1 3-3 4-2 2-2", "0 9-8@m,1 draw");
    hidden("mexicantrain players=2 set=9 hand=2", "9-8 6-1 5-5 4-2 9-1", "9-8 6-1 3-3 4-2 9-2", "0 9-8@m,1 draw");
    hidden("mexicantrain players=2 set=9 hand=2 infractions=penalise penalty=tile", "9-8 6-1 9-5 4-2 9-1 1-0",
           "9-8 6-1 9-5 4-3 3-1 0-0", "0 9-8@m,1 draw");
    hidden("mexicantrain:hub players=2 hand=3", "12-12 6-1 12-1 8-5 4-2 3-3", "12-12 6-1 12-1 8-4 4-3 2-2",
           "0 12-12@hub,0 12-1@t0");
}

static void C_09_in_mid_turn_after_an_infraction(void **state)
{
    struct table *a = table_new("mexicantrain players=2 set=9 hand=2 infractions=penalise", "9-8 6-1 9-5 4-2 9-1", -1);
    struct table *b = table_new("mexicantrain players=2 set=9 hand=2 infractions=penalise", "9-8 6-1 9-5 4-2 3-1", -1);

    (void)state;
    play(a, "0 9-8@m, 1 draw");
    play(b, "0 9-8@m, 1 draw");
    same_view(a, b, 0); /* seat 0 sees no more than a draw */
    a = table_new("castlerock", "6-4 3-1 2-0 5-5 4-4", -1);
    b = table_new("castlerock", "6-4 3-1 2-0 5-5 3-3", -1);
    same_view(a, b, 0);
    play(a, "0 draw");
    play(b, "0 draw");
    same_view(a, b, 0); /* the boneyard's order is hidden from the player too */
    other_view(a, b, BY_REFEREE);
}

/* C-09: public facts are shown: counts, scores, calls, and the hands of a finished round. */
static void C_09_what_is_public(void **state)
{
    struct table *t = table_new("muggins:classic players=3 hand=2 call=on", "6-4 6-1 5-5 4-2 4-4 2-1", -1);
    static struct by_view v;

    (void)state;
    play(t, "0 6-4");
    by_table_view(&t->m, 2, &v);
    same(v.actors, 6);
    same(v.count[0], 1);
    same(v.count[1], 2);
    same(v.boneyard, 22);
    same(v.now.turn, 1);
    same(v.known, 4);
    same(by_set_empty(&v.hand[0]), true);
    same(by_set_has(&v.hand[2], tile("4-4")), true);
    same(v.last.round, 0);
    play(t, "1 4-2@4-6, 2 2-1@2-4, 0 1-6@1-2");
    same(t->s->end, BY_ENDED_OUT);
    by_table_view(&t->m, 2, &v);
    same(v.last.round, 1);
    same(v.last.end, BY_ENDED_OUT);
    same(v.last.seat, 0);
    same(by_set_has(&v.last.hand[1], tile("5-5")), true);
    same(by_set_count(&v.last.hand[1]), 1);
    same(v.last.gain[0], t->s->gain[0]);
    same(by_set_empty(&v.hand[1]), true);
    same(v.score[0], t->s->score[0]);
}

/* C-09: draws are public without their faces. */
static void C_09_draws_are_heard_without_their_tiles(void **state)
{
    struct table *t = table_new("muggins:classic hand=2", "6-6 5-5 4-4 3-3 2-2", -1);
    struct by_event e;

    (void)state;
    play(t, "0 6-6, 1 draw");
    e = t->ev.at[0];
    same(e.tiles, 1);
    same(e.drawn[0], tile("2-2"));
    same(by_hear(e, BY_LINE, 1).drawn[0], tile("2-2"));
    same(by_hear(e, BY_LINE, BY_REFEREE).drawn[0], tile("2-2"));
    t = table_new("chickenfoot players=2 hand=1", "8-7 8-6 5-5", -1);
    play(t, "0 draw");
    same(t->ev.at[0].drawn[0], tile("5-5"));
    t = table_new("mexicantrain players=2 set=9 hand=1", "8-7 8-6 5-5", -1);
    play(t, "0 draw");
    same(t->ev.at[0].drawn[0], tile("5-5"));
    for (int family = BY_LINE; family <= BY_TRAINS; family++) {
        struct by_event heard = by_hear(e, family, 0);

        same(heard.tiles, 1);
        for (int i = 0; i < 3; i++)
            same(heard.drawn[i], BY_NO_TILE);
    }
}

/* C-10: with draw=one, a vain draw ends the turn; elsewhere `pass` is the only move and must be made. */
static void C_10_forced_steps(void **state)
{
    struct table *t = table_new("muggins:classic draw=one hand=2", "6-6 5-5 4-4 3-3 2-2 6-1", -1);

    (void)state;
    play(t, "0 6-6, 1 draw");
    turn(t, 0);
    legal(t, 0, "draw");
    play(t, "0 draw");
    turn(t, 0); /* 6-1 fits and has to be laid */
    legal(t, 0, "6-1@6-6");
    refuse(t, 0, "pass");
    t = table_new("muggins:classic hand=2", "6-6 5-5 4-4 3-3 2-2 6-1", -1);
    leave(t, 1);
    play(t, "0 6-6, 1 draw");
    turn(t, 1);
    legal(t, 1, "pass");
    t = table_new("chickenfoot players=2 set=9 hand=2", "8-7 8-6 7-6 5-5 4-4", -1);
    play(t, "0 draw");
    turn(t, 1);
    leave(t, 0);
    legal(t, 1, "pass");
    t = table_new("mexicantrain players=2 set=9 hand=2", "8-7 8-6 7-6 5-5 4-4", -1);
    play(t, "0 draw");
    turn(t, 1);
    markers(t, "0");
}

static void C_11_teams_share_scores_and_wins(void **state)
{
    struct table *t = table_new("muggins:number players=4 hand=2 target=20", "1-1 6-5 5-4 3-1 6-4 2-2 3-3 6-1", 2);

    (void)state;
    play(t, "2 6-4");
    scores(t, "10 0 10 0");
    play(t, "3 6-1@6-4"); /* 1 and 4: five */
    scores(t, "10 5 10 5");
    play(t, "0 1-1@1-6, 1 5-4@4-6"); /* 2+4 = 6; 2+5 = 7 */
    scores(t, "10 5 10 5");
}

static void C_11_gains_and_winners(void **state)
{
    struct table *t = table_new("block players=4 teams=on hand=1 lead=seat target=14", "1-1 6-1 4-4 5-2", -1);

    (void)state;
    play(t, "0 1-1");
    ended_all(t, BY_ENDED_OUT, 0, "14 0 14 0");
    scores(t, "14 0 14 0");
    winners(t, "0 2");
    t = table_new("block players=4 teams=on hand=1 lead=seat target=14", "6-1 1-1 5-2 4-4", 1);
    play(t, "1 1-1");
    winners(t, "1 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C_01_sets_of_dominoes),
        cmocka_unit_test(C_02_clockwise),
        cmocka_unit_test(C_03_hands_and_boneyard_in_order),
        cmocka_unit_test(C_03_whole_decks_only),
        cmocka_unit_test(C_03_shuffled_before_every_round),
        cmocka_unit_test(C_04_matching_halves_touch),
        cmocka_unit_test(C_05_who_can_play_must_play),
        cmocka_unit_test(C_06_a_tile_laid_is_laid),
        cmocka_unit_test(C_07_out),
        cmocka_unit_test(C_07_blocked),
        cmocka_unit_test(C_07_the_last_tile_drawn_in_vain),
        cmocka_unit_test(C_08_the_count_of_a_hand),
        cmocka_unit_test(C_09_what_a_seat_may_know),
        cmocka_unit_test(C_09_in_mid_turn_after_an_infraction),
        cmocka_unit_test(C_09_what_is_public),
        cmocka_unit_test(C_09_draws_are_heard_without_their_tiles),
        cmocka_unit_test(C_10_forced_steps),
        cmocka_unit_test(C_11_teams_share_scores_and_wins),
        cmocka_unit_test(C_11_gains_and_winners),
    };

    return cmocka_run_group_tests_name("common", tests, NULL, NULL);
}
