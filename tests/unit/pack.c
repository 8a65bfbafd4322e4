/* SPDX-License-Identifier: MIT */
/* pack.c: tests views as bytes (pack.h).  Every view in random games of all sheets is unpacked unchanged, its length
 * reveals nothing hidden, a state made from it plays like the real one, and invalid bytes are refused or harmless. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boneyard/layout.h"
#include "boneyard/table.h"
#include "boneyard/pack.h"
#include "boneyard/why.h"

static struct by_rng rng;
static struct by_table match;
static struct by_step steps[4096];
static const struct by_result *last;

static int below(int n) { return (int)by_rng_below(&rng, (uint32_t)n); }

/* Swaps two tiles that the seat cannot see. */
static void exchange(struct by_state *s, int seat)
{
    by_tile tiles[BY_MAX_TILES];
    int n = 0, a, b;

    for (int t = 0; t < BY_MAX_TILES; t++)
        for (int k = 0; k < s->players; k++)
            if (k != seat && t != s->led && by_set_has(&s->hand[k], (by_tile)t))
                tiles[n++] = (by_tile)t;
    for (int i = s->now.taken; i < s->deck_tiles; i++)
        tiles[n++] = s->deck[i];
    if (n < 2)
        return;
    a = tiles[below(n)];
    b = tiles[below(n)];
    for (int k = 0; k < s->players && a != b; k++)
        if (by_set_has(&s->hand[k], (by_tile)a) != by_set_has(&s->hand[k], (by_tile)b)) {
            s->hand[k].w[a >> 6] ^= (uint64_t)1 << (a & 63);
            s->hand[k].w[b >> 6] ^= (uint64_t)1 << (b & 63);
        }
    for (int i = s->now.taken; i < s->deck_tiles && a != b; i++)
        s->deck[i] = (by_tile)(s->deck[i] == a ? b : s->deck[i] == b ? a : s->deck[i]);
}

/* Uses a view as a page does; must not crash. */
static void use(const struct by_view *v)
{
    static struct by_layout layout;
    static struct by_rows rows;
    static by_move list[BY_MOVES];
    static struct by_state s;
    char words[4096];
    struct by_text t = by_text_on(words, sizeof words);
    struct by_view again;
    int n;

    by_state_seen(v, &s);
    by_view_of(&s, &v->last, v->seat, &again);
    n = by_moves(&s, v->seat, list);
    by_layout_make(&again, 0, 0, &layout);
    by_rows_make(&again, &rows);
    by_what(&again, list, n, &t);
    for (int i = 0; i < n; i++)
        by_move_print(list[i], v->family, words);
}

static void spoil(const uint8_t *bytes, size_t n)
{
    uint8_t other[BY_PACKED], back[BY_PACKED];
    struct by_view v;
    size_t left = n;

    memcpy(other, bytes, n);
    for (int k = 1 + below(3); k > 0; k--)
        other[below(4) == 0 ? below((int)n) : below(160) % (int)n] = (uint8_t)(below(3) == 0 ? below(256) : below(8));
    if (below(8) == 0)
        left = (size_t)below((int)n);
    if (!by_view_unpack(other, left, &v))
        return;
    assert_int_equal(by_view_pack(&v, back), left); /* accepted bytes have one canonical form */
    assert_memory_equal(back, other, left);
    use(&v);
}

static void look(int seat)
{
    static by_move list[BY_MOVES], seen[BY_MOVES];
    static struct by_state s;
    uint8_t bytes[BY_PACKED], others[BY_PACKED];
    struct by_view v, back, other;
    size_t n;

    by_view_of(&match.state, last, seat, &v);
    n = by_view_pack(&v, bytes);
    assert_in_range(n, 1, BY_PACKED);
    assert_true(by_view_unpack(bytes, n, &back));
    assert_memory_equal(&v, &back, sizeof v);
    by_state_seen(&back, &s);
    by_view_of(&s, last, seat, &other);
    assert_memory_equal(&v, &other, sizeof v);
    if (seat != BY_NO_SEAT) {
        int moves = by_moves(&match.state, seat, list);

        assert_int_equal(by_moves(&s, seat, seen), moves);
        assert_memory_equal(list, seen, (size_t)moves * sizeof *list);
    }
    s = match.state;
    if (match.state.round > 0) {
        exchange(&s, seat);
        by_view_of(&s, last, seat, &other);
        assert_int_equal(by_view_pack(&other, others), n);
        assert_memory_equal(bytes, others, n);
        for (int i = 0; i < 3; i++) /* a world in which the seat itself holds other tiles */
            exchange(&s, BY_NO_SEAT);
        by_view_of(&s, last, seat, &other);
        assert_int_equal(by_view_pack(&other, others), n);
    }
    if (below(4) == 0)
        spoil(bytes, n);
}

static void look_around(void)
{
    last = match.last.round > 0 ? &match.last : NULL;
    for (int k = 0; k < match.state.players; k++)
        look(k);
    look(BY_NO_SEAT);
}

static void play(const struct by_config *rules, int rounds)
{
    static by_move list[BY_MOVES];
    struct by_seed seed = { { 0 } };

    by_table_init(&match, rules, steps, 4096);
    look_around();
    for (int i = 0; i < 8; i++)
        seed.bytes[i] = (uint8_t)below(256);
    while (rounds-- > 0 && match.state.now.phase != BY_GAME_OVER) {
        if (by_table_deal_seeded(&match, &seed, -1, NULL) != BY_OK)
            return;
        look_around();
        while (match.state.now.phase == BY_PLAYING) {
            uint32_t actors = by_actors(&match.state);
            int seat = below(match.state.players), n;

            if ((actors >> seat & 1) == 0 || (n = by_moves(&match.state, seat, list)) == 0)
                continue;
            assert_int_equal(by_table_play(&match, seat, list[below(n)], NULL), BY_OK);
            if (match.state.now.phase != BY_PLAYING || below(match.state.players > 4 ? 6 : 2) == 0)
                look_around();
        }
    }
}

static void test_all_sheets(void **state)
{
    static const char *const more[] = { "draw:basics draw=one",
                                        "muggins:classic players=4 teams=on call=on",
                                        "fiveup:online call=on target=61",
                                        "mexicantrain:classic infractions=penalise penalty=tile",
                                        "mexicantrain:number knock=on double=may",
                                        "mexicantrain:number knock=on penalty=skip infractions=penalise",
                                        "castlerock:number rounds=3",
                                        "chickenfoot:classic players=7 set=12" };
    struct by_config rules;

    (void)state;
    for (int game = 0; game < BY_GAMES; game++)
        for (int preset = 0; by_games[game]->presets[preset].sheet != NULL; preset++) {
            by_config_preset(game, preset, &rules);
            play(&rules, 3);
            play(&rules, 40);
        }
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        struct by_fault f = { .err = BY_OK };

        if (by_config_parse(more[i], &rules, &f) != BY_OK)
            fail_msg("%s: %s", more[i], f.text);
        play(&rules, 4);
    }
}

static void test_refused(void **state)
{
    struct by_config rules;
    uint8_t bytes[BY_PACKED + 1];
    struct by_view v;
    size_t n;

    (void)state;
    by_config_preset(BY_GAME_muggins, 0, &rules);
    play(&rules, 1);
    by_view_of(&match.state, NULL, BY_REFEREE, &v);
    assert_int_equal(by_view_pack(&v, bytes), 0);
    by_view_of(&match.state, &match.last, 1, &v);
    n = by_view_pack(&v, bytes);
    for (size_t i = 0; i < n; i++)
        assert_false(by_view_unpack(bytes, i, &v));
    bytes[n] = 0;
    assert_false(by_view_unpack(bytes, n + 1, &v));
    bytes[0]++;
    assert_false(by_view_unpack(bytes, n, &v));
    assert_false(by_view_unpack(bytes, 0, &v));
    memset(bytes, 255, sizeof bytes);
    assert_false(by_view_unpack(bytes, BY_PACKED, &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_all_sheets), cmocka_unit_test(test_refused) };

    by_rng_init(&rng, 20261121);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
