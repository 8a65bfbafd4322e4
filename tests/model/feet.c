/* SPDX-License-Identifier: MIT */
/* feet.c: the small model of Chickenfoot (model_feet.h) beside the rules, F-05 to F-10: whole
 * rounds are played in both, and plays, draws, ends and costs have to agree.  The model is then broken in one place
 * after another, to show that the comparison detects it. */
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

static void imagine(const struct by_state *s, struct by_view *v, struct by_feet *f)
{
    by_view_of(s, NULL, BY_REFEREE, v);
    by_feet_of(v, v->hand, v->deck, f);
}

/* The plays of the model as a table of bits: [number][across]. */
static void model_plays(const struct by_feet *f, by_tile only, uint32_t plays[BY_NUMBERS])
{
    for (int n = 0; n < BY_NUMBERS; n++) {
        plays[n] = (by_feet_open(f) >> n & 1) != 0 ? f->hand[f->turn].row[n] : 0;
        if (only != BY_NO_TILE) {
            if (by_high(only) == n)
                plays[n] &= (uint32_t)1 << by_low(only);
            else if (by_low(only) == n)
                plays[n] &= (uint32_t)1 << by_high(only);
            else
                plays[n] = 0;
        }
    }
}

static bool same_plays(const struct by_state *s, const by_move *list, int n, const struct by_feet *f, by_tile only)
{
    uint32_t mine[BY_NUMBERS], theirs[BY_NUMBERS] = { 0 };

    if (f->turn != s->now.turn)
        return false;
    model_plays(f, only, mine);
    for (int i = 0; i < n; i++)
        if (by_move_kind(list[i]) == BY_LAY) {
            struct by_feet_play p = by_feet_play_of(list[i]);

            theirs[p.number] |= (uint32_t)1 << p.across;
        }
    if (by_feet_able(f, &f->hand[f->turn]) != (by_move_kind(list[0]) == BY_LAY))
        return false;
    return memcmp(mine, theirs, sizeof mine) == 0;
}

static bool same_hands(const struct by_state *s, const struct by_feet *f)
{
    for (int i = 0; i < s->players; i++) {
        struct by_feet_hand h;

        memset(&h, 0, sizeof h);
        for (struct by_set left = s->hand[i]; !by_set_empty(&left);)
            by_feet_give(&h, by_set_take(&left));
        if (memcmp(&h, &f->hand[i], sizeof h) != 0)
            return false;
        if (s->now.phase != BY_PLAYING && s->gain[i] != by_feet_cost(f, i))
            return false;
    }
    return (s->now.phase != BY_PLAYING) == (f->end != BY_NOT_ENDED) && s->end == f->end;
}

static bool same_table(const struct by_state *s, const struct by_feet *f)
{
    struct by_view v;
    struct by_feet fresh;

    imagine(s, &v, &fresh);
    return memcmp(fresh.toes, f->toes, sizeof f->toes) == 0 && fresh.open == f->open && fresh.must == f->must
        && memcmp(fresh.unlaid, f->unlaid, sizeof f->unlaid) == 0 && (f->must == BY_FEET_NONE || fresh.left == f->left)
        && fresh.idle == f->idle;
}

/* Plays one round in both and returns false if they differ; `bend` breaks the model after each move. */
static bool one_round(struct by_state *s, struct by_rng *r, void (*bend)(struct by_feet *))
{
    static by_move list[BY_MOVES];
    struct by_view v;
    struct by_feet f;
    by_tile drawn = BY_NO_TILE;

    imagine(s, &v, &f);
    while (s->now.phase == BY_PLAYING) {
        int n = by_moves(s, s->now.turn, list);
        by_move m = list[by_rng_below(r, (uint32_t)n)];

        if (!same_plays(s, list, n, &f, drawn))
            return false;
        assert_int_equal(by_play(s, s->now.turn, m, NULL, NULL), BY_OK);
        if (by_move_kind(m) == BY_LAY) {
            by_feet_lay(&f, by_feet_play_of(m).number, by_feet_play_of(m).across);
            drawn = BY_NO_TILE;
        } else {
            drawn = by_feet_draw(&f);
        }
        if (bend != NULL)
            bend(&f);
        if (!same_hands(s, &f) || (s->now.phase == BY_PLAYING && !same_table(s, &f)))
            return false;
    }
    return true;
}

static bool rounds_agree(int matches, void (*bend)(struct by_feet *))
{
    struct by_rng r;

    by_rng_init(&r, 3);
    for (int i = 0; i < matches; i++) {
        struct by_seed deal = { { (uint8_t)i, (uint8_t)(i >> 8), 5 } };
        struct by_config c;
        struct by_state s;

        assert_int_equal(by_config_parse(presets[i % 9], &c, NULL), BY_OK);
        by_start(&s, &c);
        for (int round = 0; round < 10; round++) {
            assert_int_equal(by_deal_seeded(&s, &deal, -1, NULL), BY_OK);
            if (!one_round(&s, &r, bend))
                return false;
        }
    }
    return true;
}

/* F-05, F-06, F-07, F-08, F-09, F-10 */
static void model_and_rules_agree(void **state)
{
    (void)state;
    assert_true(rounds_agree(getenv("BONEYARD_LONG") != NULL ? 20000 : 500, NULL));
}

static void two_toes(struct by_feet *f) { f->left = f->must != BY_FEET_NONE && f->left == 3 ? 2 : f->left; }
static void no_foot(struct by_feet *f) { f->must = f->left == 3 ? BY_FEET_NONE : f->must; }
static void lost_toe(struct by_feet *f) { f->toes[5] = f->toes[5] > 1 ? 1 : f->toes[5]; }
static void open_nine(struct by_feet *f) { f->open |= f->must == BY_FEET_NONE ? (uint32_t)1 << 9 : 0; }
static void patient(struct by_feet *f) { f->idle = f->idle > 1 ? 1 : f->idle; }
static void miscount(struct by_feet *f) { f->unlaid[3] = f->unlaid[3] == 1 ? 2 : f->unlaid[3]; }
static void cheap(struct by_feet *f) { f->blank = 0; }
static void thief(struct by_feet *f) { f->taken = f->taken == 2 ? 3 : f->taken; }

static void bent_models_are_noticed(void **state)
{
    static void (*const bends[])(struct by_feet *) = { two_toes, no_foot,  lost_toe, open_nine,
                                                       patient,  miscount, cheap,    thief };

    (void)state;
    for (size_t i = 0; i < sizeof bends / sizeof bends[0]; i++)
        if (rounds_agree(500, bends[i]))
            fail_msg("bend %zu is not noticed", i);
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
    for (int i = 0; i < 300; i++) {
        struct by_seed deal = { { (uint8_t)i, (uint8_t)(i >> 8), 6 } };
        struct by_config c;
        struct by_state s;
        struct by_view v;
        struct by_feet f;
        struct by_budget any = by_budget_of(0);
        int laid = 0, held = 0;

        assert_int_equal(by_config_parse(presets[i % 9], &c, NULL), BY_OK);
        by_start(&s, &c);
        assert_int_equal(by_deal_seeded(&s, &deal, -1, NULL), BY_OK);
        imagine(&s, &v, &f);
        by_feet_playout(&f, taste, &r, &any);
        for (int n = 0; n <= c.opt[BY_SET]; n++)
            laid += f.toes[n];
        for (int k = 0; k < f.players; k++)
            held += f.hand[k].count;
        assert_int_not_equal(f.end, BY_NOT_ENDED);
        assert_true(f.taken <= f.stock && held <= s.deck_tiles && laid <= s.deck_tiles - held);
        assert_true(f.end != BY_ENDED_OUT || f.hand[f.turn].count == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_and_rules_agree),
        cmocka_unit_test(bent_models_are_noticed),
        cmocka_unit_test(playouts_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
