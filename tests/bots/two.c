/* SPDX-License-Identifier: MIT */
/* two.c: tests two-player Block from inside: the hands that the past allows, and exact play where nothing is hidden. */
#include "bots/line/two.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
/* */
#include <cmocka.h>

static unsigned char memory[BY_BOT_MEMORY];
static struct by_budget any = { .most = UINT64_MAX, .look = UINT64_MAX };
static by_move list[BY_MOVES];

struct played {
    struct by_state s;
    struct by_heard heard[64];
    int n;
    struct by_rng rng;
};

static void begin(struct played *p, const char *rules, uint64_t seed)
{
    struct by_config c;
    struct by_fault f;
    by_tile deck[28];

    assert_int_equal(by_config_parse(rules, &c, &f), BY_OK);
    by_rng_init(&p->rng, seed);
    p->n = 0;
    by_start(&p->s, &c);
    for (by_tile t = 0; t < 28; t++)
        deck[t] = t;
    do
        by_rng_shuffle(&p->rng, deck, 28);
    while (by_deal(&p->s, deck, 28, -1, NULL) == BY_E_NO_DOUBLE);
}

static struct by_question ask(struct played *p, struct by_view *view, struct by_past *past)
{
    by_view_of(&p->s, NULL, p->s.now.turn, view);
    *past = (struct by_past){ p->heard, p->n, by_undealt(&p->s) };
    return (struct by_question){ .view = view,
                                 .past = past,
                                 .moves = list,
                                 .n = by_moves(&p->s, p->s.now.turn, list),
                                 .rng = &p->rng,
                                 .memory = memory,
                                 .size = sizeof memory };
}

static void play(struct played *p, by_move m)
{
    struct by_state before = p->s;
    struct by_undo undo;

    assert_int_equal(by_play(&p->s, before.now.turn, m, NULL, &undo), BY_OK);
    by_hear_move(&before, before.now.turn, m, &undo, &p->heard[p->n++]);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

/* Finds the hands that the other seat may hold by checking every set of unseen tiles against every pass. */
static int by_trying(const struct played *p, int seat, uint32_t unseen, int k)
{
    int found = 0;

    for (uint32_t h = unseen; h != 0; h = (h - 1) & unseen) {
        bool fine = __builtin_popcount(h) == k;

        for (int i = 0; fine && i < p->n; i++)
            fine = p->heard[i].seat != seat || !p->heard[i].lacked || (h & p->heard[i].fits.w[0]) == 0;
        found += fine;
    }
    return found;
}

static int worlds_of(const struct by_two *t, struct by_bot_memory *room, struct by_two_world *w, uint32_t truth)
{
    int n = by_two_worlds(t, 1, t->own, BY_TWO_POOL, true, room, &any, w), there = 0;
    double sum = 0;

    for (int i = 0; i < n; i++) {
        sum += (double)w[i].weight;
        there += w[i].hand == truth;
        assert_true(w[i].weight > 0);
    }
    assert_true(sum > 0.999 && sum < 1.001);
    assert_int_equal(there, 1);
    return n;
}

static void worlds(void **state)
{
    static struct by_two_world w[BY_TWO_POOL];
    int looked = 0, bound = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct played p;

        begin(&p, seed % 2 == 0 ? "block hand=6" : "block hand=6 blanks=suit lead=seat", seed);
        while (p.s.now.phase == BY_PLAYING) {
            struct by_view v;
            struct by_past past;
            struct by_question q = ask(&p, &v, &past);
            struct by_bot_memory room = by_room_of(&q);
            int seat = p.s.now.turn, k = v.count[1 - seat], n;
            uint32_t unseen = 0xfffffff & ~(uint32_t)(v.hand[seat].w[0] | past.undealt.w[0]);
            struct by_two t;

            for (int i = 0; i < v.now.laid; i++)
                unseen &= ~((uint32_t)1 << v.laid[i].tile);
            if (by_move_kind(list[0]) == BY_LAY && k <= 3 && __builtin_popcount(unseen) <= 18) {
                assert_true(by_two_of(&q, &room, &t));
                n = worlds_of(&t, &room, w, by_ranked(t.solver, (uint32_t)p.s.hand[1 - seat].w[0]));
                assert_int_equal(n, by_trying(&p, 1 - seat, unseen, k));
                looked++;
                t.barred[1] = by_ranked(t.solver, (uint32_t)past.undealt.w[0]); /* passes forgotten: noticed */
                bound += by_two_worlds(&t, 1, t.own, BY_TWO_POOL, false, &room, &any, w) != n;
            }
            play(&p, list[by_rng_below(&p.rng, (uint32_t)q.n)]);
        }
    }
    assert_true(looked > 50 && bound > 10);
}

/* ---- Nothing is hidden ------------------------------------------------------------------------ */

static int best_of(const int32_t *values, int n)
{
    int best = 0;

    for (int i = 1; i < n; i++)
        best = values[i] > values[best] ? i : best;
    return values[best];
}

static void open_end(void **state)
{
    static unsigned char table[BY_SOLVER_SIZE(4096)];
    int looked = 0, differ = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct played p;

        begin(&p, "block hand=14 blanks=suit lead=seat blocked=opponents tie=none target=1", seed);
        while (p.s.now.phase == BY_PLAYING) {
            struct by_view v;
            struct by_past past;
            struct by_question q = ask(&p, &v, &past);
            int seat = p.s.now.turn, at;

            at = (int)by_rng_below(&p.rng, (uint32_t)q.n);
            if (q.n > 1 && v.count[seat] < 9 && p.s.now.laid > 1) {
                struct by_block b = { .hand = { (uint32_t)p.s.hand[0].w[0], (uint32_t)p.s.hand[1].w[0] },
                                      .players = 2,
                                      .turn = (uint8_t)seat,
                                      .end = { v.place[0].number, v.place[v.now.places - 1].number } };
                struct by_solver *s = by_solver_init(table, sizeof table);
                int32_t values[64];
                int exact = by_block_solve(s, &b, BY_FOR_THE_ROUND);

                q.values = values;
                at = by_line_two(&q, BY_EXPERT, &any);
                assert_true(at >= 0);
                assert_int_equal(best_of(values, q.n), (exact + 1) * 500);
                assert_int_equal(values[at], best_of(values, q.n));
                for (int i = 0; i < q.n; i++)
                    differ += values[i] != values[at];
                looked++;
            }
            play(&p, list[at]);
        }
    }
    assert_true(looked > 30 && differ > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds),
        cmocka_unit_test(open_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
