/* SPDX-License-Identifier: MIT */
/* line.c: compares the small model of the line games (model_line.h) with the rules: every round is played in both, and
 * moves, ends and gains must agree.  Each rule of the model is then broken in turn, and the comparison must detect
 * it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/model_line.h"

static const char *const presets[] = { "block:basics",   "draw:basics",    "muggins:number",  "muggins:classic",
                                       "muggins:basics", "muggins:online", "allfives:online", "fiveup:online" };

static const char *one_of(struct by_rng *r, const char *const *words, uint32_t n) { return words[by_rng_below(r, n)]; }

/* A preset with random options. */
static void draw_rules(struct by_rng *r, struct by_config *c)
{
    static const char *const free_options[] = { "",
                                                "",
                                                " draw=none",
                                                " draw=one",
                                                " draw=until",
                                                " blanks=wild",
                                                " blanks=suit",
                                                " spinner=none",
                                                " spinner=first",
                                                " spinner=all",
                                                " lead=seat next-lead=rotate",
                                                " lead=double next-lead=double",
                                                " blocked=opponents",
                                                " blocked=difference",
                                                " tie=none",
                                                " tie=single",
                                                " end=once",
                                                " end=round",
                                                " target=8",
                                                " target=30",
                                                " reserve=0",
                                                " reserve=3",
                                                " reserve=28",
                                                " hand=2",
                                                " hand=6",
                                                " hand=7" };
    static const char *const fives_options[] = { "",
                                                 "",
                                                 " play-unit=1",
                                                 " play-unit=5",
                                                 " bonus-unit=1",
                                                 " bonus-unit=5",
                                                 " bonus-of=all",
                                                 " bonus-of=opponents",
                                                 " bonus-to=lowest",
                                                 " bonus-to=out",
                                                 " call=on" };
    char text[BY_CONFIG_TEXT];
    int at;

    do {
        const char *preset = one_of(r, presets, 8);

        at = sprintf(text, "%s players=%u", preset, 2 + by_rng_below(r, 3));
        if (strstr(text, "players=4") != NULL)
            at += sprintf(text + at, " teams=%s", by_rng_below(r, 2) != 0 ? "on" : "off");
        for (int i = 0; i < 3; i++)
            at += sprintf(text + at, "%s", one_of(r, free_options, 26));
        if (preset[0] != 'b' && preset[0] != 'd')
            for (int i = 0; i < 2; i++)
                at += sprintf(text + at, "%s", one_of(r, fives_options, 11));
    } while (by_config_parse(text, c, NULL) != BY_OK);
}

static void imagine(const struct by_state *s, struct by_line_rules *rules, struct by_line_model *out)
{
    struct by_view v;
    uint32_t hand[4] = { 0, 0, 0, 0 };

    by_view_of(s, NULL, BY_REFEREE, &v);
    for (int i = 0; i < s->players; i++)
        hand[i] = (uint32_t)v.hand[i].w[0];
    by_line_rules_of(&v, rules);
    by_line_of(&v, hand, v.deck, out);
}

/* The moves of the rules, with scoring plays only as claimed. */
static int claimed_moves(const struct by_state *s, by_move *out)
{
    static by_move list[BY_MOVES];
    int n = by_moves(s, s->now.turn, list), kept = 0;

    for (int i = 0; i < n; i++) {
        bool bare = true;

        for (int k = 0; k < n; k++)
            bare &= list[k] == list[i] || (list[k] & 0xffffff) != list[i];
        if (bare)
            out[kept++] = list[i];
    }
    return kept;
}

static bool same_moves(const struct by_state *s, const by_move *theirs, int n, const struct by_line_rules *rules,
                       const struct by_line_model *w)
{
    by_move mine[BY_LINE_MOVES];

    if (by_line_moves(rules, w, mine) != n)
        return false;
    for (int i = 0; i < n; i++) {
        bool found = mine[i] == theirs[i];

        for (int k = 0; rules->call && k < n; k++) /* claims are in a different order */
            found |= mine[k] == theirs[i];
        if (!found)
            return false;
        if (by_move_claim(theirs[i]) > 0 && by_line_points(rules, w, theirs[i]) != by_move_claim(theirs[i]))
            return false;
    }
    return w->turn == s->now.turn;
}

static bool same_state(const struct by_state *s, const int32_t *before, const struct by_line_model *w)
{
    bool over = s->now.phase != BY_PLAYING;

    if ((w->end != 0) != over || (over && s->end != (w->end == BY_LINE_TARGET ? BY_NOT_ENDED : w->end)))
        return false;
    for (int i = 0; i < s->players; i++)
        if (s->score[i] - before[i] != w->won[i] || (uint32_t)s->hand[i].w[0] != w->hand[i])
            return false;
    if (s->end != BY_NOT_ENDED) /* L-18, L-21, L-22: the seat that took the bonus */
        for (int i = 0; i < s->players; i++)
            if (s->gain[i] > 0 && w->winner != (s->rules.opt[BY_TEAMS] == BY_ON ? (i & 1) : i))
                return false;
    return true;
}

/* Plays one round in both; `fault` breaks a rule of the model.  False: they differ. */
static bool one_round(struct by_state *s, struct by_rng *r, void (*fault)(struct by_line_rules *))
{
    struct by_line_rules rules;
    struct by_line_model w;
    by_move list[BY_LINE_MOVES];
    int32_t before[4];

    memcpy(before, s->score, sizeof before);
    imagine(s, &rules, &w);
    if (fault != NULL)
        fault(&rules);
    while (s->now.phase == BY_PLAYING) {
        int n = claimed_moves(s, list);
        by_move m = list[by_rng_below(r, (uint32_t)n)];

        if (!same_moves(s, list, n, &rules, &w))
            return false;
        assert_int_equal(by_play(s, s->now.turn, m, NULL, NULL), BY_OK);
        by_line_play(&rules, &w, m);
        if (!same_state(s, before, &w))
            return false;
        if (s->now.phase == BY_PLAYING && fault == NULL && by_rng_below(r, 8) == 0) {
            memcpy(before, s->score, sizeof before); /* a view from mid-round works equally well */
            imagine(s, &rules, &w);
        }
    }
    return true;
}

static bool rounds_agree(uint64_t seed, int matches, void (*fault)(struct by_line_rules *))
{
    struct by_config c;
    struct by_state s;
    struct by_rng r;

    by_rng_init(&r, seed);
    for (int i = 0; i < matches; i++) {
        struct by_seed deal = { { (uint8_t)i, (uint8_t)(i >> 8), (uint8_t)seed } };

        draw_rules(&r, &c);
        by_start(&s, &c);
        for (int round = 0; round < 3 && s.now.phase != BY_GAME_OVER; round++) {
            assert_int_equal(by_deal_seeded(&s, &deal, -1, NULL), BY_OK);
            if (!one_round(&s, &r, fault))
                return false;
        }
    }
    return true;
}

static void model_and_rules_agree(void **state)
{
    (void)state;
    assert_true(rounds_agree(1, getenv("BONEYARD_LONG") != NULL ? 400000 : 20000, NULL));
}

static void f_all(struct by_line_rules *r) { r->all = !r->all; }
static void f_first(struct by_line_rules *r) { r->first = !r->first; }
static void f_one(struct by_line_rules *r) { r->draws_one = !r->draws_one; }
static void f_once(struct by_line_rules *r) { r->once = !r->once; }
static void f_bonus_all(struct by_line_rules *r) { r->bonus_all = !r->bonus_all; }
static void f_lowest(struct by_line_rules *r) { r->bonus_lowest = !r->bonus_lowest; }
static void f_difference(struct by_line_rules *r) { r->difference = !r->difference; }
static void f_single(struct by_line_rules *r) { r->single = !r->single; }
static void f_call(struct by_line_rules *r) { r->call = !r->call; }
static void f_target(struct by_line_rules *r) { r->target++; }
static void f_unit(struct by_line_rules *r) { r->bonus_unit = 3; }
static void f_fits(struct by_line_rules *r) { r->fits[0] ^= 1u << 5; }
static void f_low(struct by_line_rules *r) { r->with_low[3] &= ~(1u << 6); }

static void planted_differences_are_noticed(void **state)
{
    static void (*const faults[])(struct by_line_rules *) = { f_all,    f_first,      f_one,    f_once, f_bonus_all,
                                                              f_lowest, f_difference, f_single, f_call, f_target,
                                                              f_unit,   f_fits,       f_low };

    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if (rounds_agree(1, 20000, faults[i]))
            fail_msg("fault %zu is not noticed", i);
}

/* by_line_random plays only legal moves, and each of them. */
static void random_moves_are_legal(void **state)
{
    struct by_config c;
    struct by_state s;
    struct by_rng r;

    (void)state;
    by_rng_init(&r, 7);
    for (int i = 0; i < 3000; i++) {
        struct by_seed deal = { { (uint8_t)i, (uint8_t)(i >> 8), 9 } };
        struct by_line_rules rules;
        struct by_line_model w, copy;
        by_move list[BY_LINE_MOVES];

        draw_rules(&r, &c);
        by_start(&s, &c);
        assert_int_equal(by_deal_seeded(&s, &deal, -1, NULL), BY_OK);
        imagine(&s, &rules, &w);
        while (w.end == 0) {
            int n = by_line_moves(&rules, &w, list), seen = 0;
            by_move m;

            for (int k = 0; k < n * 40 && i % 50 == 0; k++) {
                copy = w;
                m = by_line_random(&rules, &copy, &r) & 0xffffff;
                for (int j = 0; j < n; j++)
                    if ((list[j] & 0xffffff) == m)
                        list[j] |= (by_move)1 << 31;
            }
            for (int j = 0; j < n; j++)
                seen += list[j] >> 31 != 0;
            assert_true(i % 50 != 0 || seen == n);
            by_line_random(&rules, &w, &r);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(model_and_rules_agree),
        cmocka_unit_test(planted_differences_are_noticed),
        cmocka_unit_test(random_moves_are_legal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
