/* SPDX-License-Identifier: MIT */
/* open.c: tests bots that cheat. Every world that they imagine is the real deal; `cheat` clears a Castle Rock whenever
 * the solver does. With the other hands hidden, the same view must not always give the real deal, so that the tests
 * would detect a sampler that ignores its view. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/castle.h"
#include "bots/belief/sample.h"
#include "bots/feet/worlds.h"
#include "bots/line/two.h"
#include "bots/line/worlds.h"
#include "positions.h"

enum { DEALS = 20 };

static struct position p;
static _Alignas(64) unsigned char memory[BY_BOT_MEMORY];

static bool same(const struct by_set *a, const struct by_set *b, int n)
{
    return memcmp(a, b, sizeof *a * (size_t)n) == 0;
}

/* Samples a world as the family does. `hand` starts with the hands in the view. */
static void imagine(const struct by_question *q, struct by_set *hand)
{
    const struct by_view *v = q->view;
    struct by_bot_memory room = by_room_of(q);
    struct by_budget b = by_budget_of(0);

    if (by_families[v->family]->toes) {
        static struct by_feet_worlds w;

        assert_true(by_feet_imagine(&w, q, true, q->rng, &b));
        by_feet_walk(&w, 4, q->rng);
        for (int i = 0; i < w.slots; i++)
            if (w.seat[w.group[i]] < v->players)
                by_set_add(&hand[w.seat[w.group[i]]], w.tile[i]);
    } else if (by_families[v->family]->line) {
        static struct by_line_guess g;
        static struct by_line_model w;

        by_line_guess_of(v, q->past, q->rng, &g);
        by_line_stir(&g, q->rng, 100);
        by_line_put(&g, &w);
        for (int i = 0; i < v->players; i++)
            hand[i].w[0] = w.hand[i];
    } else {
        static struct by_belief belief;

        by_belief_of(v, q->past, &room, 0, &belief);
        by_belief_sample(&belief, q->rng, hand, NULL);
    }
}

/* Returns the number of imagined worlds that were the real deal. */
static int true_deals(const char *rules, bool open)
{
    struct by_rng rng;
    int n = 0;

    by_rng_init(&rng, 19);
    for (int i = 0; i < DEALS; i++) {
        struct by_set hand[BY_SEATS] = { { { 0, 0, 0 } } };
        struct by_question q = { .ms = 0 };
        int seat;

        position_of(rules, (uint64_t)i, memory, &p);
        fill_question(&q, &p, &rng, memory);
        seat = p.view.seat;
        if (open)
            by_table_view(&p.table, BY_REFEREE, &p.view);
        p.view.seat = (uint8_t)seat;
        hand[seat] = p.view.hand[seat];
        imagine(&q, hand);
        n += same(hand, p.table.state.hand, p.view.players);
    }
    return n;
}

static void open_views_leave_nothing_to_guess(void **state)
{
    static const char *const rules[] = { "block players=4 teams=on hand=7", "draw", "allfives:online",
                                         "mexicantrain:number", "chickenfoot:number" };

    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(true_deals(rules[i], true), DEALS);
        assert_int_equal(true_deals(rules[i], false), 0);
    }
}

static void block_for_two_solves_the_true_hand(void **state)
{
    struct by_rng rng;

    (void)state;
    by_rng_init(&rng, 19);
    for (int i = 0; i < DEALS; i++) {
        struct by_question q = { .ms = 0 };
        struct by_two_world w[4];
        struct by_budget b = by_budget_of(0);
        struct by_bot_memory room;
        static struct by_two t;
        uint8_t seat;

        position_of("block:basics lead=seat", (uint64_t)i, memory, &p);
        fill_question(&q, &p, &rng, memory);
        seat = p.view.seat;
        by_table_view(&p.table, BY_REFEREE, &p.view);
        p.view.seat = seat;
        room = by_room_of(&q);
        assert_true(by_two_of(&q, &room, &t));
        assert_int_equal(by_two_worlds(&t, 1, t.own, 4, true, &room, &b, w), 1);
        assert_int_equal(w[0].hand, by_ranked(t.solver, (uint32_t)p.table.state.hand[1 - seat].w[0]));
    }
}

static void cheat_clears_what_can_be_cleared(void **state)
{
    const struct by_bot *cheat = by_bot_find(true, "cheat");
    struct by_rng rng;
    int cleared = 0;

    (void)state;
    by_rng_init(&rng, 19);
    for (int i = 0; i < DEALS; i++) {
        struct by_question q = { .ms = 0 };
        struct by_castle_deal d;
        struct by_castle_answer a;

        position_of("castlerock:number", (uint64_t)i, memory, &p);
        by_table_view(&p.table, BY_REFEREE, &p.view);
        by_castle_of_view(&p.view, p.view.deck, &d);
        by_castle_solve(&d, 0, NULL, memory, sizeof memory, &a);
        while (p.table.state.now.phase == BY_PLAYING) {
            fill_question(&q, &p, &rng, memory);
            by_table_view(&p.table, BY_REFEREE, &p.view);
            q.n = by_moves(&p.table.state, 0, p.moves);
            assert_int_equal(by_table_play(&p.table, 0, p.moves[q.n == 1 ? 0 : cheat->choose(&q)], NULL), BY_OK);
        }
        by_table_view(&p.table, BY_REFEREE, &p.view);
        assert_int_equal(p.view.now.laid, a.left);
        cleared += a.left == 0;
    }
    assert_in_range(cleared, 1, DEALS - 1);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_views_leave_nothing_to_guess),
        cmocka_unit_test(block_for_two_solves_the_true_hand),
        cmocka_unit_test(cheat_clears_what_can_be_cleared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
