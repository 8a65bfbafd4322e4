/* SPDX-License-Identifier: MIT */
/* tally.c: compares the tally of a real table with the engine in random rounds of every preset.  It also tests the
 * worked examples of the rules, and the seats that may lead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "boneyard/tally.h"
#include "boneyard/text.h"
#include "planted.h"

static struct by_state s;
static struct by_tally t;
static struct by_rng rng;
static by_move list[BY_MOVES];
static int rounds_seen, blocked_seen, games_seen, points_seen, tied_seen;

static void begin(const char *rules)
{
    struct by_config c;
    struct by_fault f;

    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s: %s", rules, f.text);
    by_start(&s, &c);
    by_tally_start(&t, &c);
}

/* Everything that players would read on their score sheet. */
static bool same(void)
{
    int rule, seat = by_tally_leads(&t, &rule);

    if (memcmp(s.score, t.sheet.score, sizeof s.score) != 0 || memcmp(s.gain, t.sheet.gain, sizeof s.gain) != 0
        || s.now.phase != t.sheet.now.phase || s.round != t.sheet.round || by_winners(&s) != by_winners(&t.sheet))
        return false;
    if (s.now.phase == BY_GAME_OVER)
        return true;
    if (s.now.phase == BY_PLAYING)
        return s.lead == seat && (s.centre == t.sheet.centre || s.hub);
    return s.end == t.sheet.end && s.end_seat == t.sheet.end_seat && s.winner == t.sheet.winner
        && by_lead_rule(&s) == rule && by_deck_lacks(&s) == by_deck_lacks(&t.sheet)
        && (rule == BY_LEAD_SEAT) == (seat >= 0);
}

/* The tiles left after the round; `fault` spoils them like a wrong tally. */
static bool settle(int fault)
{
    struct by_left left[BY_SEATS];
    struct by_set row = { { 0, 0, 0 } };
    int seat = s.end == BY_ENDED_OUT ? s.end_seat : BY_NO_SEAT;

    for (int i = 0; i < s.players; i++)
        by_left_count(&s.hand[i], &left[i]);
    for (int i = 0; s.family == BY_CASTLE && i < s.now.laid; i++)
        by_set_add(&row, s.row[i]);
    if (s.family == BY_CASTLE)
        by_left_count(&row, &left[0]);
    if (s.end == BY_ENDED_BLOCKED) {
        blocked_seen++;
        tied_seen += by_tally_tied(&t, left) != 0;
    }
    if (fault == 1)
        left[s.players - 1].pips = (int16_t)(left[s.players - 1].pips + 5);
    if (fault == 2)
        left[0].blank = !left[0].blank;
    rounds_seen++;
    return by_tally_round(&t, s.end, seat, left) == BY_OK;
}

/* Plays one random match both ways; returns the number of differences. */
static int play_match(const char *rules, uint64_t seed, int fault)
{
    struct by_seed deal = { { (uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16) } };
    struct by_events ev;
    int wrong = 0;

    begin(rules);
    for (int round = 0; s.now.phase != BY_GAME_OVER && round < 25; round++) {
        assert_int_equal(by_deal_seeded(&s, &deal, -1, NULL), BY_OK);
        if (by_tally_leads(&t, &(int){ 0 }) < 0)
            by_tally_said(&t, s.lead);
        if (by_tally_leads(&t, &(int){ 0 }) != s.lead)
            return wrong + 1;
        while (s.now.phase == BY_PLAYING) {
            uint32_t actors = by_actors(&s);
            int seat = (int)by_rng_below(&rng, s.players), n;

            while ((actors >> seat & 1) == 0)
                seat = (seat + 1) % s.players;
            n = by_moves(&s, seat, list);
            assert_int_equal(by_play(&s, seat, list[by_rng_below(&rng, (uint32_t)n)], &ev, NULL), BY_OK);
            for (int i = 0; i < ev.n; i++)
                if (ev.at[i].kind == BY_EV_SCORE) {
                    if (by_tally_points(&t, ev.at[i].seat, ev.at[i].points) != BY_OK)
                        return wrong + 1;
                    points_seen++;
                    if (s.end == BY_NOT_ENDED)
                        wrong += !same();
                }
        }
        if (s.end != BY_NOT_ENDED && !settle(fault))
            return wrong + 1;
        wrong += !same();
    }
    games_seen += s.now.phase == BY_GAME_OVER;
    return wrong;
}

static const char *const line_options[] = { "",
                                            "bonus-of=all",
                                            "bonus-to=lowest",
                                            "call=on",
                                            "end=round target=60",
                                            "blocked=difference",
                                            "tie=single",
                                            "bonus-unit=5 tie=single",
                                            "target=30",
                                            "next-lead=winner lead=lot",
                                            "next-lead=rotate lead=double",
                                            "bonus-of=all bonus-to=lowest blocked=difference" };
static const char *const train_options[] = { "", "knock=on penalty=fifty", "infractions=penalise penalty=fifty" };

/* Makes a random rule string of a preset; false if the options conflict. */
static bool some_rules(int game, int preset, int round, char *out, size_t size)
{
    const struct by_preset *p = &by_games[game]->presets[preset];
    int family = by_games[game]->family, players = p->fewest + round % (p->most - p->fewest + 1);
    const char *option = "";
    struct by_config c;

    if (family == BY_LINE)
        option = line_options[round / 3 % 12];
    if (family == BY_TRAINS)
        option = train_options[round % 3];
    snprintf(out, size, "%s:%s", by_games[game]->key, p->sheet);
    if (family != BY_CASTLE)
        snprintf(out + strlen(out), size - strlen(out), " players=%d %s", players, option);
    if (family == BY_LINE && players == 4 && round % 2 == 0)
        strncat(out, " teams=on", size - strlen(out) - 1);
    if (family == BY_CASTLE)
        strncat(out, " rounds=3", size - strlen(out) - 1);
    return by_config_parse(out, &c, NULL) == BY_OK;
}

static int every_preset(int rounds, int fault)
{
    char rules[BY_CONFIG_TEXT];
    int wrong = 0;

    for (int g = 0; g < BY_GAMES; g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++)
            for (int i = 0; i < rounds; i++) {
                int seed = i * 16 + p, here = 0;

                if (some_rules(g, p, i, rules, sizeof rules))
                    here = play_match(rules, (uint64_t)seed, fault);

                if (here > 0 && fault == 0)
                    fail_msg("%s, seed %d: the tally is not the engine's", rules, seed);
                wrong += here;
            }
    return wrong;
}

static void the_engine_agrees(void **state)
{
    (void)state;
    every_preset(getenv("BONEYARD_LONG") != NULL ? 3600 : 180, 0);
    print_message("%d games, %d rounds, %d blocked, %d tied, %d scores in play\n", games_seen, rounds_seen,
                  blocked_seen, tied_seen, points_seen);
    assert_true(rounds_seen > 2000 && blocked_seen > 200 && games_seen > 200 && tied_seen > 10);
}

static void spoilt_hands_are_noticed(void **state)
{
    (void)state;
    assert_true(every_preset(6, 1) > 100);
    assert_true(play_match("chickenfoot:number", 1, 2) > 0); /* F-10: the seat with 0-0 */
}

/* ---- The worked examples ------------------------------------------------------------------ */

/* Ends a round; gives the seat that went out (-1: blocked), and the pips of each seat. */
static void end(const char *rules, int out, int a, int b, int c, int d)
{
    const int pips[4] = { a, b, c, d };
    struct by_left left[BY_SEATS] = { { 0 } };

    begin(rules);
    for (int i = 0; i < 4; i++)
        left[i] = (struct by_left){ (int16_t)pips[i], BY_LOWEST_NONE, false };
    assert_int_equal(by_tally_round(&t, out < 0 ? BY_ENDED_BLOCKED : BY_ENDED_OUT, out < 0 ? BY_NO_SEAT : out, left),
                     BY_OK);
}

static void L_19_rounding(void **state)
{
    static const int worked[][2] = { { 5, 1 }, { 7, 1 }, { 8, 2 }, { 12, 2 }, { 18, 4 } };

    (void)state;
    for (size_t i = 0; i < sizeof worked / sizeof worked[0]; i++) {
        end("muggins:online", 0, 0, worked[i][0], 0, 0);
        assert_int_equal(t.sheet.score[0], worked[i][1]);
        end("allfives:online", 1, worked[i][0], 0, 0, 0);
        assert_int_equal(t.sheet.score[1], worked[i][1]);
        end("muggins:basics", 0, 0, worked[i][0], 0, 0);
        assert_int_equal(t.sheet.score[0], worked[i][1]);
        end("muggins:number", 0, 0, worked[i][0], 0, 0); /* in pips */
        assert_int_equal(t.sheet.score[0], worked[i][1] * 5);
    }
    end("muggins:number players=3", 0, 0, 3, 4, 0); /* D-03: 3 + 4 = 7 scores 5; each for itself would be 10 */
    assert_int_equal(t.sheet.score[0], 5);
}

static void L_16_L_26_counts(void **state)
{
    (void)state;
    begin("muggins:number");
    assert_int_equal(by_tally_worth(&t, 15), 15); /* 6+0+4+5 */
    assert_int_equal(by_tally_worth(&t, 13), 0);  /* 6+0+4+3 */
    assert_int_equal(by_tally_worth(&t, 5), 5);   /* 1 and 4 */
    begin("fiveup:online");
    assert_int_equal(by_tally_worth(&t, 15), 3); /* 6-6 and 3 */
    begin("block:basics");
    assert_int_equal(by_tally_worth(&t, 15), 0);
}

static void L_17_to_L_22_who_takes_what(void **state)
{
    struct by_left left[BY_SEATS] = { { 12, 3, false }, { 12, 5, false }, { 20, 1, false }, { 30, 9, false } };

    (void)state;
    end("block:basics players=3", 2, 11, 17, 0, 0); /* L-21: unrounded */
    assert_int_equal(t.sheet.score[2], 28);
    end("block:basics players=3", -1, 11, 17, 9, 0); /* the others' less its own */
    assert_int_equal(t.sheet.score[2], 19);
    end("muggins:number players=4 teams=on", 0, 0, 10, 30, 4); /* L-17: the partner's 30 do not count */
    assert_int_equal(t.sheet.score[0], 15);
    assert_int_equal(t.sheet.score[2], 15);                    /* C-11 */
    end("muggins:online players=4 teams=on", 0, 0, 10, 30, 5); /* L-20: all hands */
    assert_int_equal(t.sheet.score[0], 9);
    end("muggins:basics players=4 teams=on", 0, 0, 3, 30, 2); /* L-17: the lower team, although 0 went out */
    assert_int_equal(t.sheet.score[1], 6);
    assert_int_equal(t.sheet.score[0], 0);
    end("muggins:number players=3", -1, 8, 8, 20, 0); /* D-04: a tie scores nothing */
    assert_int_equal(t.sheet.score[0] + t.sheet.score[1] + t.sheet.score[2], 0);
    begin("draw:basics players=4"); /* L-22: the lowest single tile */
    assert_int_equal(by_tally_tied(&t, left), 3);
    by_tally_round(&t, BY_ENDED_BLOCKED, BY_NO_SEAT, left);
    assert_int_equal(t.sheet.score[0], 12 + 20 + 30 - 12);
    begin("draw:basics players=4");
    left[1].lowest = 3;
    by_tally_round(&t, BY_ENDED_BLOCKED, BY_NO_SEAT, left);
    assert_int_equal(t.sheet.score[0] + t.sheet.score[1], 0);
}

static void L_24_the_end(void **state)
{
    struct by_left left[BY_SEATS] = { { 0 }, { 30, 3, false } };

    (void)state;
    begin("muggins:number target=20"); /* at once, without a bonus */
    assert_int_equal(by_tally_points(&t, 0, 20), BY_OK);
    assert_int_equal(by_winners(&t.sheet), 1);
    assert_int_equal(by_tally_round(&t, BY_ENDED_OUT, 0, left), BY_E_PHASE);
    assert_int_equal(by_tally_points(&t, 1, 5), BY_E_PHASE);
    begin("muggins:online target=20"); /* at the end of the round */
    by_tally_points(&t, 0, 20);
    by_tally_points(&t, 1, 25);
    assert_int_equal(t.sheet.now.phase, BY_PLAYING);
    left[1].pips = 25;
    by_tally_round(&t, BY_ENDED_OUT, 0, left); /* 25 : 25, another round */
    assert_int_equal(t.sheet.now.phase, BY_ROUND_OVER);
    by_tally_round(&t, BY_ENDED_OUT, 0, left);
    assert_int_equal(by_winners(&t.sheet), 1);
}

static void F_10_T_17_low_games(void **state)
{
    struct by_left left[BY_SEATS] = { { 0 }, { 17, 0, true }, { 9, 4, false }, { 40, 9, false } };

    (void)state;
    begin("chickenfoot:number"); /* F-03, F-04, F-10 */
    by_tally_round(&t, BY_ENDED_OUT, 0, left);
    assert_int_equal(t.sheet.score[1], 67);
    assert_int_equal(by_tally_leads(&t, &(int){ 0 }), 1);
    assert_int_equal(by_deck_lacks(&t.sheet), by_tile_of(8, 8));
    begin("mexicantrain:number penalty=fifty knock=on");
    by_tally_points(&t, 3, 50); /* T-17 */
    by_tally_round(&t, BY_ENDED_OUT, 0, left);
    assert_int_equal(t.sheet.score[1], 17);
    assert_int_equal(t.sheet.score[3], 90);
    begin("mexicantrain:hub"); /* T-15: among equal totals, the seat that went out last wins */
    left[1] = (struct by_left){ 0, 0, true };
    by_tally_round(&t, BY_ENDED_OUT, 0, left);
    assert_int_equal(by_winners(&t.sheet), 1);
    begin("castlerock:number rounds=2"); /* the lowest sum counts */
    by_tally_round(&t, BY_ENDED_BLOCKED, BY_NO_SEAT, &left[2]);
    by_tally_round(&t, BY_ENDED_BLOCKED, BY_NO_SEAT, &left[3]);
    assert_int_equal(t.sheet.score[0], 9);
    assert_int_equal(by_winners(&t.sheet), 0);
}

static void who_may_be_said_to_lead(void **state)
{
    struct by_left left[BY_SEATS] = { { 0 }, { 17, 5, false }, { 9, 4, false } };
    int rule;

    (void)state;
    begin("muggins:number players=3"); /* L-04: another seat may begin */
    assert_int_equal(by_tally_leads(&t, &rule), 0);
    assert_int_equal(by_tally_said(&t, 3), BY_E_SEAT);
    assert_int_equal(by_tally_said(&t, 2), BY_OK);
    by_tally_round(&t, BY_ENDED_OUT, 0, left);
    assert_int_equal(by_tally_leads(&t, &rule), 0);
    assert_int_equal(by_tally_said(&t, 1), BY_E_SEAT); /* then the lead rotates */
    begin("muggins:online players=3");                 /* L-06 */
    assert_int_equal(by_tally_leads(&t, &rule), -1);
    assert_int_equal(rule, BY_LEAD_LOT);
    by_tally_round(&t, BY_ENDED_OUT, 2, left);
    assert_int_equal(by_tally_leads(&t, &rule), 2);
    begin("block:basics players=3"); /* L-05 */
    by_tally_round(&t, BY_ENDED_OUT, 2, left);
    assert_int_equal(by_tally_leads(&t, &rule), -1);
    assert_int_equal(rule, BY_LEAD_DOUBLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_agrees),
        cmocka_unit_test(spoilt_hands_are_noticed),
        cmocka_unit_test(L_19_rounding),
        cmocka_unit_test(L_16_L_26_counts),
        cmocka_unit_test(L_17_to_L_22_who_takes_what),
        cmocka_unit_test(L_24_the_end),
        cmocka_unit_test(F_10_T_17_low_games),
        cmocka_unit_test(who_may_be_said_to_lead),
    };

#ifdef PLANTED /* a fault of tests/faults: this program must fail */

    by_planted = PLANTED;
#endif
    by_rng_init(&rng, 4);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
