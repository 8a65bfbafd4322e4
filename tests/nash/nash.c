/* SPDX-License-Identifier: MIT */
/* nash.c: compares the small games with their known values, with the engine, and with broken strategies. */
#include "boneyard/model.h"
#include "nash/ask.h"
#include "nash/open.h"
#include "nash/walk.h"
#include "nash/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
/* */
#include <cmocka.h>

#define CLOSE(a, b, within) assert_true((a) - (b) < (within) && (b) - (a) < (within))

static const struct {
    int top, hand;
    uint64_t infosets;
    int iterations;
    double value, sampling;
    bool slow;
} games[] = {
    { 2, 2, 48, 10, 0.8111, -1, false },        { 2, 3, 326, 30, 0.7000, -1, false },
    { 3, 3, 6220, 70, 0.4787, 0.042, false },   { 3, 4, 49126, 120, 0.5020, 0.081, true },
    { 3, 5, 119472, 60, 0.6785, -1, true },     { 4, 3, 35805, 60, 0.4398, 0.035, false },
    { 4, 4, 1177600, 80, 0.3870, 0.060, true }, { 5, 3, 136975, 60, 0.4198, 0.026, true },
    { 6, 3, 412202, 40, 0.4171, 0.016, true },
};
#define GAMES (sizeof games / sizeof games[0])

static bool left_out(size_t i) { return games[i].slow && getenv("BONEYARD_LONG") == NULL; }

static double gap(struct by_nash *g) { return (by_nash_best(g, 0) + by_nash_best(g, 1)) / 2; }

static void values(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct by_nash g;

        if (left_out(i))
            continue;
        by_nash_init(&g, games[i].top, games[i].hand, true);
        assert_int_equal(g.infosets, games[i].infosets);
        for (int k = 1; k <= games[i].iterations; k++)
            for (int seat = 0; seat < 2; seat++)
                by_nash_learn(&g, seat, (float)k * (float)k);
        assert_true(gap(&g) < 1e-4);
        CLOSE(by_nash_value(&g, 0), games[i].value, 2e-4);
        CLOSE(by_nash_value(&g, 0) + by_nash_value(&g, 1), 0, 1e-5);
        if (games[i].top == 3 && games[i].hand == 3) { /* a broken lead is detected */
            for (int j = 0; j < by_nash_row(&g.node[0]); j++)
                g.sum[j] = 1e9f;
            assert_true(gap(&g) > 0.01);
        }
        by_nash_clear(&g);
    }
}

static void sampling(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct by_nash_player p = { .ask = by_nash_ask_sampling };
        struct by_nash g;

        if (games[i].sampling < 0 || left_out(i))
            continue;
        by_nash_init(&g, games[i].top, games[i].hand, false);
        assert_true(by_nash_ask(&g, &p));
        CLOSE(gap(&g), games[i].sampling, 0.0006);
        by_nash_clear(&g);
    }
}

/* The strongest level loses less than uniform sampling does, and reports the probabilities of its moves. */
static void expert(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAMES; i++) {
        struct by_nash_player p = { .ask = by_nash_ask_bot, .bot = by_bot_find(false, "expert"), .seed = 1 };
        struct by_nash g;

        if (games[i].sampling < 0 || left_out(i))
            continue;
        p.memory = malloc(BY_BOT_MEMORY);
        p.list = malloc(BY_MOVES * sizeof *p.list);
        by_nash_init(&g, games[i].top, games[i].hand, false);
        assert_true(by_nash_ask(&g, &p));
        assert_true(gap(&g) < games[i].sampling);
        by_nash_clear(&g);
        free(p.memory);
        free(p.list);
    }
}

/* ---- Against the engine -------------------------------------------------------------------- */

/* Returns the mean result of seat 0 if both play every move with the same probability. */
static double by_chance(const struct by_state *s)
{
    static by_move all[16][2][BY_MOVES];
    by_move *list = all[s->now.laid][s->now.idle > 0];
    double sum = 0;
    int n;

    if (s->now.phase != BY_PLAYING) {
        int lead = by_set_pips(&s->hand[1]) - by_set_pips(&s->hand[0]);

        if (s->end == BY_ENDED_OUT)
            return s->end_seat == 0 ? 1 : -1;
        return (lead > 0) - (lead < 0);
    }
    n = by_moves(s, s->now.turn, list);
    for (int i = 0; i < n; i++) {
        struct by_state next = *s;

        assert_int_equal(by_play(&next, s->now.turn, list[i], NULL, NULL), BY_OK);
        sum += by_chance(&next);
    }
    return sum / n;
}

/* Does the same in the compact model. */
static double by_chance_in_model(const struct by_model *m)
{
    by_move list[BY_NASH_TILES * 2];
    double sum = 0;
    int n;

    if (by_model_over(m))
        return m->of.line.now.winner == BY_NO_SEAT ? 0 : m->of.line.now.winner == 0 ? 1 : -1;
    n = by_model_moves(m, list);
    for (int i = 0; i < n; i++) {
        struct by_model next = *m;

        by_model_play(&next, list[i]);
        sum += by_chance_in_model(&next);
    }
    return sum / n;
}

static void begin(struct by_state *s, int hand)
{
    char text[] = "block:basics players=2 hand=0 lead=seat blanks=suit blocked=opponents tie=none target=1";
    struct by_config rules;
    struct by_fault f;

    *strchr(text, '0') = (char)('0' + hand);
    assert_int_equal(by_config_parse(text, &rules, &f), BY_OK);
    by_start(s, &rules);
}

/* Returns the mean over every deal of the double-2 set, or part of the double-3 set's. */
static double every_deal(int tiles)
{
    static struct by_view v;
    struct by_model m;
    double sum = 0, here;
    int deals = 0;

    for (uint32_t a = 0; a < 1u << tiles; a++)
        for (uint32_t b = 0; b < 1u << tiles; b++) {
            struct by_state s;
            by_tile deck[28];
            int n = 0;

            if (__builtin_popcount(a) != 3 || __builtin_popcount(b) != 3 || (a & b) != 0)
                continue;
            for (uint32_t t = a; t != 0; t &= t - 1)
                deck[n++] = (by_tile)__builtin_ctz(t);
            for (uint32_t t = b; t != 0; t &= t - 1)
                deck[n++] = (by_tile)__builtin_ctz(t);
            for (by_tile t = 0; t < 28; t++)
                if (((a | b) >> t & 1) == 0)
                    deck[n++] = t;
            begin(&s, 3);
            assert_int_equal(by_deal(&s, deck, 28, -1, NULL), BY_OK);
            here = by_chance(&s);
            by_view_of(&s, NULL, BY_REFEREE, &v);
            by_model_of(&v, v.hand, v.deck, &m);
            CLOSE(by_chance_in_model(&m), here, 1e-9);
            sum += here;
            deals++;
        }
    return sum / deals;
}

static void same_as_engine(void **state)
{
    (void)state;
    for (int top = 2; top <= 3; top++) {
        struct by_nash_player p = { .ask = by_nash_ask_bot, .bot = by_bot_find(true, "random") };
        struct by_nash g;

        p.memory = malloc(BY_BOT_MEMORY);
        p.list = malloc(BY_MOVES * sizeof *p.list);
        by_nash_init(&g, top, 3, false);
        assert_true(by_nash_ask(&g, &p));
        CLOSE(by_nash_value(&g, 0), every_deal(g.tiles), 1e-4);
        by_nash_clear(&g);
        free(p.memory);
        free(p.list);
    }
}

/* ---- The question as bots get it ------------------------------------------------------------ */

/* Plays a round of the real game, building each question again only from the path. */
static void round_again(uint64_t seed)
{
    struct by_nash g = { .top = 6, .hand = 7, .tiles = 28 };
    struct by_nash_step path[64];
    struct by_nash_node node = { .turn = 0 };
    struct by_heard heard[64], again[64];
    static by_move list[BY_MOVES], moves[BY_MOVES];
    struct by_view real, made;
    struct by_state s, before;
    struct by_past past;
    struct by_undo undo;
    struct by_rng rng;
    by_tile deck[28];
    int n = 0, count;

    by_rng_init(&rng, seed);
    for (by_tile t = 0; t < 28; t++)
        deck[t] = t;
    by_rng_shuffle(&rng, deck, 28);
    begin(&s, 7);
    assert_int_equal(by_deal(&s, deck, 28, -1, NULL), BY_OK);
    for (; s.now.phase == BY_PLAYING; n++) {
        int seat = s.now.turn, pick;
        struct by_nash_asked a = { &g,   &node, path, n, (uint32_t)s.hand[seat].w[0], (uint32_t)s.hand[1 - seat].w[0],
                                   NULL, 0 };

        node.turn = (uint8_t)seat;
        by_view_of(&s, NULL, seat, &real);
        count = by_moves(&s, seat, list);
        assert_int_equal(by_nash_question(&a, &made, again, &past, moves), count);
        made.rules = real.rules; /* `blocked` and `tie` differ from the sheet's defaults */
        assert_memory_equal(moves, list, sizeof *list * (size_t)count);
        assert_memory_equal(&made, &real, sizeof real);
        assert_int_equal(past.n, n);
        assert_memory_equal(again, heard, sizeof *heard * (size_t)n);
        pick = (int)by_rng_below(&rng, (uint32_t)count);
        path[n] = (struct by_nash_step){ (uint8_t)seat, BY_NO_TILE, BY_NO_TILE };
        if (by_move_kind(list[pick]) == BY_LAY) {
            path[n].tile = by_move_tile(list[pick]);
            path[n].on = (uint8_t)by_touching(path[n].tile, by_move_flip(list[pick]));
            for (pick = 0; by_move_tile(list[pick]) != path[n].tile
                 || by_touching(path[n].tile, by_move_flip(list[pick])) != path[n].on;)
                pick++; /* of two equal ends, the first */
        }
        before = s;
        assert_int_equal(by_play(&s, seat, list[pick], NULL, &undo), BY_OK);
        memset(&heard[n], 0, sizeof heard[n]);
        by_hear_move(&before, seat, list[pick], &undo, &heard[n]);
        heard[n].fits.w[0] &= 0xfffffff; /* the tiles of the set */
    }
}

static void questions(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++)
        round_again(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),         cmocka_unit_test(sampling),  cmocka_unit_test(expert),
        cmocka_unit_test(same_as_engine), cmocka_unit_test(questions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
