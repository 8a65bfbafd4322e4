/* SPDX-License-Identifier: MIT */
/* feet_playouts.c: checks that the bots' playouts of Chickenfoot (src/bots/feet/policy.h, net.h) end as rounds do. */
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
        struct by_feet_known known = { 0 };
        int laid = 0, held = 0;

        deal_round(i / 2, &c, &s, &f);
        if (i % 2 == 0)
            by_feet_playout(&f, taste, &r, &any);
        else
            assert_false(by_feet_net_ahead(&f, &known, 0, 1000, 80, &r, &any));
        for (int n = 0; n <= c.opt[BY_SET]; n++)
            laid += f.toes[n];
        for (int k = 0; k < f.players; k++)
            held += f.have[k][BY_NUMBERS];
        assert_int_not_equal(f.end, BY_NOT_ENDED);
        assert_true(f.taken <= f.stock && held <= s.deck_tiles && laid <= s.deck_tiles - held);
        assert_true(f.end != BY_ENDED_OUT || f.have[f.turn][BY_NUMBERS] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
