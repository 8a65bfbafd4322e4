/* SPDX-License-Identifier: MIT */
/* terms.c: tests the sum of a bonus in worked examples and in random rounds, the sides and targets of presets, and the
 * next leader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "boneyard/terms.h"
#include "boneyard/text.h"
#include "planted.h"

static struct by_config rules_of(const char *text)
{
    struct by_config c;
    struct by_fault f;

    if (by_config_parse(text, &c, &f) != BY_OK)
        fail_msg("%s: %s", text, f.text);
    return c;
}

/* A round that ended with one tile left in each hand. */
static struct by_sum sum_of(const char *rules, int end, int seat, const by_tile tile[4])
{
    struct by_config c = rules_of(rules);
    struct by_result r = { .end = (uint8_t)end, .seat = (uint8_t)seat, .round = 1 };
    struct by_sum sum;

    for (int i = 0; i < 4; i++)
        if (tile[i] != BY_NO_TILE)
            by_set_add(&r.hand[i], tile[i]);
    assert_true(by_sum_of(&c, &r, &sum));
    return sum;
}

static void examples(void **state)
{
    const by_tile out[4] = { BY_NO_TILE, by_tile_of(6, 6), by_tile_of(4, 3), by_tile_of(6, 1) };
    const by_tile stuck[4] = { by_tile_of(1, 0), by_tile_of(6, 6), by_tile_of(4, 3), by_tile_of(6, 1) };
    const by_tile equal[4] = { by_tile_of(1, 0), by_tile_of(1, 0), by_tile_of(4, 3), by_tile_of(6, 1) };
    struct by_sum s = sum_of("muggins:classic players=4", BY_ENDED_OUT, 0, out);

    (void)state;
    assert_int_equal(s.takers, 1); /* L-17, L-19: 26 is 25 to the nearest five */
    assert_int_equal(s.sum, 26);
    assert_int_equal(s.rounded, 25);
    assert_int_equal(s.points, 25);
    s = sum_of("allfives:online players=4", BY_ENDED_BLOCKED, 0, stuck);
    assert_int_equal(s.sum, 27); /* L-20: its own pip counts too */
    assert_int_equal(s.points, 5);
    s = sum_of("block:basics players=4", BY_ENDED_BLOCKED, 0, stuck);
    assert_int_equal(s.sum, 25); /* L-21: 26 less its own 1, not rounded */
    assert_int_equal(s.share[s.n - 1].less, 1);
    assert_int_equal(s.points, 25);
    s = sum_of("muggins:classic players=4", BY_ENDED_BLOCKED, BY_NO_SEAT, equal);
    assert_int_equal(s.takers, 0); /* D-04 */
    assert_int_equal(s.tied, 3);
    s = sum_of("muggins:number players=4 teams=on", BY_ENDED_BLOCKED, 0, stuck);
    assert_int_equal(s.takers, 5); /* L-03: 1 + 7 are fewer than 12 + 7 */
    assert_int_equal(s.points, 20);
}

static void terms(void **state)
{
    struct by_config c = rules_of("muggins:number players=4 teams=on");
    struct by_terms t;

    (void)state;
    by_terms_of(&c, &t);
    assert_int_equal(t.side[1], 10);
    assert_int_equal(t.target, 250);
    assert_int_equal(t.step, 5);
    assert_false(t.low || t.claims || t.knocks || t.penalises);
    assert_true(t.draws);
    c = rules_of("allfives:online call=on");
    by_terms_of(&c, &t);
    assert_int_equal(t.step, 1);
    assert_true(t.claims);
    c = rules_of("mexicantrain:number players=4 knock=on");
    by_terms_of(&c, &t);
    assert_true(t.low && t.knocks);
    assert_int_equal(t.target, 0);
    assert_int_equal(t.rounds, rules_of("mexicantrain:number players=4").opt[BY_ROUNDS]);
    assert_true(t.draws);
    c = rules_of("mexicantrain:number players=4 infractions=penalise");
    by_terms_of(&c, &t);
    assert_true(t.penalises);
    c = rules_of("block:basics");
    by_terms_of(&c, &t);
    assert_int_equal(t.step, 0);
    assert_false(t.draws);
    assert_int_equal(t.highest, 6);
    c = rules_of("fiveup:online set=9"); /* L-01 */
    by_terms_of(&c, &t);
    assert_int_equal(t.highest, 6);
    c = rules_of("chickenfoot:number set=9");
    by_terms_of(&c, &t);
    assert_int_equal(t.highest, 9);
    assert_int_equal(by_left_points(&c, by_tile_of(9, 8)), 17);
    assert_int_equal(by_left_points(&c, by_tile_of(0, 0)), 50); /* F-10 */
    c = rules_of("muggins:number");
    assert_int_equal(by_left_points(&c, by_tile_of(6, 5)), 0);
}

static struct by_rng rng;
static int sums_seen, leads_seen, costs_seen;

/* Checks that a seat paid for each tile left in its hand, if the game has no bonus. */
static void pays_for_tiles(const struct by_config *c, const struct by_result *last, int seat)
{
    int all = 0;

    for (int t = 0; t < BY_MAX_TILES; t++)
        if (by_set_has(&last->hand[seat], (by_tile)t))
            all += by_left_points(c, (by_tile)t);
    assert_int_equal(last->gain[seat], all);
    costs_seen += all > 0;
}

/* One random match: each round's gains equal its sum, and the predicted seat leads. */
static void match(const char *text, const struct by_seed *seed)
{
    static struct by_state s;
    static by_move list[BY_MOVES];
    static struct by_view v;
    struct by_config c = rules_of(text);
    struct by_result last;
    struct by_sum sum;
    int leads = -1;

    by_start(&s, &c);
    while (s.now.phase != BY_GAME_OVER && s.round < 12) {
        assert_int_equal(by_deal_seeded(&s, seed, -1, NULL), BY_OK);
        if (leads >= 0)
            assert_int_equal(s.lead, leads);
        while (s.now.phase == BY_PLAYING) {
            uint32_t n = (uint32_t)by_moves(&s, s.now.turn, list);

            by_play(&s, s.now.turn, list[by_rng_below(&rng, n)], NULL, NULL);
        }
        by_result_of(&s, &last);
        by_view_of(&s, &last, BY_REFEREE, &v);
        leads = by_next_lead(&v);
        leads_seen += leads >= 0;
        if (s.end == BY_NOT_ENDED || s.players == 1)
            continue;
        if (!by_sum_of(&c, &last, &sum)) {
            for (int i = 0; i < s.players; i++)
                pays_for_tiles(&c, &last, i);
            continue;
        }
        for (int i = 0; i < s.players; i++)
            assert_int_equal(last.gain[i], (sum.takers >> i & 1) != 0 ? sum.points : 0);
        sums_seen++;
    }
}

static void matches(void **state)
{
    static const char *const options[] = { "",
                                           " bonus-to=lowest",
                                           " bonus-of=all tie=single",
                                           " next-lead=winner",
                                           " blocked=difference next-lead=rotate",
                                           " players=4 teams=on" };
    char text[96];

    (void)state;
    by_rng_init(&rng, 7);
    for (int game = 0; game < BY_GAMES; game++)
        for (const struct by_preset *p = by_games[game]->presets; p->sheet != NULL; p++)
            for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
                struct by_seed seed = { { (uint8_t)game, (uint8_t)i, 1 } };
                struct by_config c;
                struct by_fault f;

                snprintf(text, sizeof text, "%s:%s%s", by_games[game]->key, p->sheet, options[i]);
                if (by_config_parse(text, &c, &f) == BY_OK)
                    match(text, &seed);
            }
    assert_true(sums_seen > 300 && leads_seen > 300 && costs_seen > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(examples), cmocka_unit_test(terms),
                                        cmocka_unit_test(matches) };

#ifdef BY_FAULTS

    by_planted = PLANTED;
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
