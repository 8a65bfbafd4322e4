/* SPDX-License-Identifier: MIT */
/* feet_playouts.c: checks that the bots' playouts of Chickenfoot (src/bots/feet/policy.h, net.h) end as rounds do, and
 * that the network's ratings depend only on what the seat may know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bots/feet/search.h"

static const char *const presets[] = { "chickenfoot:number",
                                       "chickenfoot:number players=2",
                                       "chickenfoot:number players=6 blank-penalty=0",
                                       "chickenfoot:number players=5 set=12",
                                       "chickenfoot:classic players=8 set=15",
                                       "chickenfoot:classic players=16",
                                       "chickenfoot:number players=3 hand=2",
                                       "chickenfoot:number players=5 hand=10",
                                       "chickenfoot:classic players=11 set=18" };

static void deal_round(int i, struct by_config *c, struct by_state *s, struct by_feet *f)
{
    struct by_seed deal = { { (uint8_t)i, (uint8_t)(i >> 8), 6 } };
    struct by_view v;

    assert_int_equal(by_config_parse(presets[i % 9], c, NULL), BY_OK);
    by_start(s, c);
    assert_int_equal(by_deal_seeded(s, &deal, -1, NULL), BY_OK);
    by_view_of(s, NULL, BY_REFEREE, &v);
    by_feet_of(&v, v.hand, v.deck, f);
}

/* A playout ends as the rules would, with every tile accounted for. */
static void playouts_end(void **state)
{
    const struct by_feet_taste *taste[BY_SEATS];
    struct by_rng r;

    (void)state;
    by_rng_init(&r, 11);
    for (int i = 0; i < BY_SEATS; i++)
        taste[i] = i % 2 == 0 ? &by_feet_tuned : &by_feet_heavy;
    for (int i = 0; i < 600; i++) {
        struct by_config c;
        struct by_state s;
        struct by_feet f;
        struct by_budget any = by_budget_of(0);
        int laid = 0, held = 0;

        deal_round(i / 2, &c, &s, &f);
        if (i % 2 == 0)
            by_feet_playout(&f, taste, &r, &any);
        else
            by_feet_net_playout(&f, 80, &r, &any);
        for (int n = 0; n <= c.opt[BY_SET]; n++)
            laid += f.toes[n];
        for (int k = 0; k < f.players; k++)
            held += f.have[k][BY_NUMBERS];
        assert_int_not_equal(f.end, BY_NOT_ENDED);
        assert_true(f.taken <= f.stock && held <= s.deck_tiles && laid <= s.deck_tiles - held);
        assert_true(f.end != BY_ENDED_OUT || f.have[f.turn][BY_NUMBERS] == 0);
    }
}

/* The network without its shortcuts: sums the rows one unit at a time. */
static int rating_of(const struct by_feet *f, int number, int across)
{
    uint16_t fact[BY_FEET_FACTS], of_play[BY_FEET_PLAY_FACTS];
    const uint32_t held = by_feet_facts(f, fact);
    int32_t sum = 0;

    for (int n = 0; n <= f->set; n++)
        assert_int_equal(held >> n & 1, by_set_has(&f->hand[f->turn], by_tile_of(n, n)));
    by_feet_play_facts(f, held, number, across, of_play);
    for (int j = 0; j < BY_FEET_UNITS; j++) {
        int32_t unit = 0;

        for (int k = 0; k < BY_FEET_FACTS; k++) {
            assert_in_range(fact[k], 0, BY_FEET_PIPS - 1);
            unit += by_feet_net.row[fact[k]][j];
        }
        for (int k = 0; k < BY_FEET_PLAY_FACTS; k++) {
            assert_in_range(of_play[k], BY_FEET_PIPS, BY_FEET_ROWS - 1);
            unit += by_feet_net.row[of_play[k]][j];
        }
        assert_in_range(unit + 32768, 0, 65535);
        if (j == BY_FEET_UNITS - 1)
            sum += unit * BY_FEET_UNIT;
        sum += unit > 0 ? unit * by_feet_net.out[j] : 0;
    }
    return sum / BY_FEET_UNIT;
}

/* Every play of random rounds is rated as by the plain sum, and alike if the other hands are unknown. */
static void ratings_are_sums_of_rows(void **state)
{
    int rated = 0, different = 0;
    struct by_rng r;

    (void)state;
    by_rng_init(&r, 12);
    for (int i = 0; i < 90; i++) {
        struct by_config c;
        struct by_state s;
        struct by_feet f;

        deal_round(i, &c, &s, &f);
        while (f.end == BY_NOT_ENDED) {
            by_move moves[BY_MOVES];
            const int n = by_feet_moves(&f, moves);
            struct by_feet blind = f;
            struct by_feet_look look, same;
            int first = 0;

            for (int k = 0; k < f.players; k++)
                if (k != f.turn) {
                    const uint8_t tiles = f.have[k][BY_NUMBERS];

                    memset(&blind.hand[k], 0, sizeof blind.hand[k]);
                    memset(blind.have[k], 0, sizeof blind.have[k]);
                    blind.have[k][BY_NUMBERS] = tiles;
                }
            by_feet_look(&f, &look);
            by_feet_look(&blind, &same);
            for (int k = 0; k < n && by_move_kind(moves[k]) == BY_LAY; k++) {
                const int number = by_move_place(moves[k]), across = by_across(by_move_tile(moves[k]), number);
                const int found = by_feet_rate(&f, &look, number, across);

                assert_int_equal(found, rating_of(&f, number, across));
                assert_int_equal(found, by_feet_rate(&blind, &same, number, across));
                first = k == 0 ? found : first;
                different += found != first;
                rated++;
            }
            by_feet_random(&f, &r);
        }
    }
    assert_true(rated > 10000 && different > rated / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_end),
        cmocka_unit_test(ratings_are_sums_of_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
