/* SPDX-License-Identifier: MIT */
/* castle_solve.c: compares the solver for Castle Rock with a known order with a search without memory that uses the
 * engine's own rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/castle.h"
#include "boneyard/text.h"

/* The same search with a part of the key omitted, under other names. */
#define by_castle_solve spoilt_solve
#define by_castle_of_view spoilt_of_view
#define by_castle_certify spoilt_certify
static int spoilt;
#define CASTLE_KEY_FAULT spoilt
void spoilt_solve(const struct by_castle_deal *d, uint32_t limit, struct by_budget *budget, void *memory, size_t size,
                  struct by_castle_answer *out);
void spoilt_of_view(const struct by_view *v, const by_tile *order, struct by_castle_deal *out);
bool spoilt_certify(const struct by_config *rules, struct by_seed *seed, uint32_t tries, uint32_t limit, void *memory,
                    size_t size, struct by_castle_answer *out);
#include "../../src/bots/castle/solve.c"
#undef by_castle_solve
#undef by_castle_of_view
#undef by_castle_certify

#define MEMORY ((size_t)16 << 20)

static void *memory;

static int set_up(void **state)
{
    (void)state;
    memory = malloc(MEMORY);
    return memory == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

/* Finds the fewest tiles, then the fewest pips, over all lines that the engine allows.  Returns false after `steps`. */
static bool every_line(struct by_state *s, int *best, long *steps)
{
    by_move list[BY_MOVES];
    int n;

    if (s->now.phase != BY_PLAYING) {
        int left = s->now.laid * 1000 + s->gain[0];

        if (left < *best)
            *best = left;
        return true;
    }
    n = by_moves(s, 0, list);
    for (int i = 0; i < n; i++) {
        struct by_undo undo;

        if (--*steps < 0)
            return false;
        assert_int_equal(by_play(s, 0, list[i], NULL, &undo), BY_OK);
        if (!every_line(s, best, steps))
            return false;
        by_back(s, 0, list[i], &undo);
    }
    return true;
}

/* A round played at random until at most `tiles` are in the row and the boneyard together. */
static void some_state(struct by_rng *rng, bool once, int set, int tiles, struct by_state *s)
{
    char text[64];
    struct by_config rules;
    struct by_fault fault;
    by_move list[BY_MOVES];
    by_tile deck[BY_MAX_TILES];

    snprintf(text, sizeof text, "castlerock:classic set=%d removals=%s", set, once ? "once" : "forced");
    assert_int_equal(by_config_parse(text, &rules, &fault), BY_OK);
    do {
        by_start(s, &rules);
        for (int i = 0; i < by_deck_tiles(s); i++)
            deck[i] = (by_tile)i;
        by_rng_shuffle(rng, deck, by_deck_tiles(s));
        assert_int_equal(by_deal(s, deck, by_deck_tiles(s), -1, NULL), BY_OK);
        while (s->now.phase == BY_PLAYING && s->now.laid + s->deck_tiles - s->now.taken > tiles) {
            int n = by_moves(s, 0, list);

            by_play(s, 0, list[by_rng_below(rng, (uint32_t)n)], NULL, NULL);
        }
    } while (s->now.phase != BY_PLAYING);
}

static void deal_of(const struct by_state *s, struct by_castle_deal *d)
{
    struct by_view v;

    by_view_of(s, NULL, 0, &v);
    by_castle_of_view(&v, s->deck + s->now.taken, d);
}

/* The line is legal and ends as the answer says. */
static void assert_line(const struct by_state *from, const struct by_castle_answer *a)
{
    struct by_state s = *from;

    for (int i = 0; i < a->moves; i++)
        assert_int_equal(by_play(&s, 0, a->line[i], NULL, NULL), BY_OK);
    assert_true(s.now.phase != BY_PLAYING);
    assert_int_equal(s.now.laid, a->left);
    assert_int_equal(s.gain[0], a->pips);
    assert_int_equal(s.end == BY_ENDED_OUT, a->left == 0);
}

/* Compares `solve` with every line on `cases` positions and returns the number of differences. */
static int differences(void (*solve)(const struct by_castle_deal *, uint32_t, struct by_budget *, void *, size_t,
                                     struct by_castle_answer *),
                       bool once, int cases, bool lines)
{
    struct by_rng rng;
    int different = 0, cleared = 0;

    by_rng_init(&rng, once ? 31 : 13);
    for (int k = 0; k < cases;) {
        struct by_state s, copy;
        struct by_castle_deal d;
        struct by_castle_answer a;
        int best = 1000000;
        long steps = 200000;

        some_state(&rng, once, 6, 12 + (int)by_rng_below(&rng, 8), &s);
        copy = s;
        if (!every_line(&copy, &best, &steps))
            continue;
        k++;
        cleared += best == 0;
        deal_of(&s, &d);
        memset(memory, k, 1 << 16); /* the previous contents must not matter */
        solve(&d, 0, NULL, memory, MEMORY, &a);
        assert_true(a.decided);
        different += a.left * 1000 + a.pips != best;
        if (lines)
            assert_line(&s, &a);
    }
    assert_true(cleared > cases / 50);
    return different;
}

static void as_every_line_with_removals_forced(void **state)
{
    (void)state;
    assert_int_equal(differences(by_castle_solve, false, 1000, true), 0);
}

static void as_every_line_with_removals_once(void **state)
{
    (void)state;
    assert_int_equal(differences(by_castle_solve, true, 1000, true), 0);
}

/* The planted faults: the key lacks the free draw, a part of the number drawn, or a place. */
static void a_spoilt_key_is_noticed(void **state)
{
    (void)state;
    spoilt = 1;
    assert_true(differences(spoilt_solve, true, 1000, false) > 0);
    spoilt = 2;
    assert_true(differences(spoilt_solve, true, 1000, false) > 0);
    spoilt = 3;
    assert_true(differences(spoilt_solve, false, 1000, false) > 0);
    spoilt = 0;
    assert_int_equal(differences(spoilt_solve, true, 1000, true), 0);
}

/* Checks whole deals of every set: the line is legal, and an answer cut short by the limit claims nothing. */
static void whole_deals_of_every_set(void **state)
{
    struct by_rng rng;

    (void)state;
    by_rng_init(&rng, 5);
    for (int k = 0; k < 40; k++) {
        int set = 6 + k % 5 * 3;
        struct by_state s;
        struct by_castle_deal d;
        struct by_castle_answer a, b;

        some_state(&rng, k & 1, set, BY_MAX_TILES, &s);
        deal_of(&s, &d);
        assert_int_equal(d.tiles, by_set_tiles(set));
        by_castle_solve(&d, 20000, NULL, memory, MEMORY, &a);
        assert_line(&s, &a);
        assert_true(a.states <= 20000 && (a.decided || a.states == 20000));
        memset(memory, 0xa5, MEMORY);
        by_castle_solve(&d, 20000, NULL, memory, MEMORY, &b);
        assert_memory_equal(&a, &b, sizeof a);
        if (set == 6)
            assert_true(a.decided);
        by_castle_solve(&d, 0, NULL, memory, 20000, &b); /* room for no more than 1,536 positions */
        assert_true(b.states == a.states || !b.decided);
        assert_true(b.states <= 1536 || b.states == a.states);
    }
}

static void deals_are_certified(void **state)
{
    struct by_config rules;
    struct by_fault fault;
    struct by_seed seed;

    (void)state;
    assert_int_equal(by_config_parse("castlerock:number", &rules, &fault), BY_OK);
    assert_true(by_seed_read("1ff", &seed));
    for (int k = 0; k < 50; k++) {
        struct by_castle_answer a;
        struct by_state s;

        assert_true(by_castle_certify(&rules, &seed, 1000, 0, memory, MEMORY, &a));
        by_start(&s, &rules);
        assert_int_equal(by_deal_seeded(&s, &seed, -1, NULL), BY_OK);
        assert_int_equal(a.left, 0);
        assert_line(&s, &a);
        seed.bytes[31]++;
    }
    assert_false(by_castle_certify(&rules, &seed, 0, 0, memory, MEMORY, &(struct by_castle_answer){ 0 }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_every_line_with_removals_forced),
        cmocka_unit_test(as_every_line_with_removals_once),
        cmocka_unit_test(a_spoilt_key_is_noticed),
        cmocka_unit_test(whole_deals_of_every_set),
        cmocka_unit_test(deals_are_certified),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
