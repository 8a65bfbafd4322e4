/* SPDX-License-Identifier: MIT */
/* castle_levels.c: checks that in Castle Rock the levels do not know the order, give repeatable answers and make moves
 * that are certain to win. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/bot.h"
#include "boneyard/table.h"

#define LOG 512

static void *memory;

static int set_up(void **state)
{
    (void)state;
    memory = malloc(BY_BOT_MEMORY);
    return memory == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

struct answer {
    int move;
    int32_t values[256];
};

/* A bot's answer in this match; its memory is filled with `rubbish` first. */
static void ask(const struct by_bot *bot, const struct by_table *m, uint32_t count, int rubbish, struct answer *a)
{
    static struct by_heard heard[LOG];
    static by_move list[BY_MOVES];
    struct by_past past;
    struct by_view v;
    struct by_rng rng;
    struct by_question q = { .view = &v,
                             .past = &past,
                             .moves = list,
                             .rng = &rng,
                             .memory = memory,
                             .size = BY_BOT_MEMORY,
                             .count = count,
                             .values = a->values };

    memset(a, 0, sizeof *a);
    memset(memory, rubbish, 1 << 14);
    by_rng_init(&rng, 4711);
    by_table_view(m, 0, &v);
    by_table_past(m, heard, &past);
    q.n = by_moves(&m->state, 0, list);
    assert_in_range(q.n, 1, 256);
    a->move = bot->choose(&q);
    assert_in_range(a->move, 0, q.n - 1);
}

static void begin(struct by_table *m, struct by_step *log, const char *text, uint64_t seed)
{
    struct by_config rules;
    struct by_fault fault;
    struct by_rng rng;
    by_tile deck[BY_MAX_TILES];

    assert_int_equal(by_config_parse(text, &rules, &fault), BY_OK);
    by_table_init(m, &rules, log, LOG);
    for (int i = 0; i < by_deck_tiles(&m->state); i++)
        deck[i] = (by_tile)i;
    by_rng_init(&rng, seed);
    by_rng_shuffle(&rng, deck, by_deck_tiles(&m->state));
    assert_int_equal(by_table_deal(m, deck, by_deck_tiles(&m->state), -1, NULL), BY_OK);
}

static const char *const tables[] = { "castlerock:number", "castlerock:number removals=once",
                                      "castlerock:classic set=18 removals=once" };

/* A bot that sees the next tile would answer differently; `peek` plays such a bot, to show that this is detected. */
static int changes(const struct by_bot *bot, const char *text, bool peek)
{
    static struct by_step log[LOG];
    struct by_table m;
    struct by_rng dice;
    by_move list[BY_MOVES];
    int changed = 0, asked = 0;

    by_rng_init(&dice, 9);
    for (uint64_t seed = 1; seed < 12; seed++) {
        begin(&m, log, text, seed);
        while (m.state.now.phase == BY_PLAYING && m.moves + 1 < LOG) {
            int n = by_moves(&m.state, 0, list);
            struct answer a, b;

            if (n > 1 && n < 200 && asked++ < 30) {
                struct by_table other = m;

                by_rng_shuffle(&dice, other.state.deck + m.state.now.taken, m.state.deck_tiles - m.state.now.taken);
                ask(bot, &m, 3, 0, &a);
                ask(bot, &other, 3, 0xa5, &b);
                if (peek) {
                    a.move += m.state.deck[m.state.now.taken];
                    b.move += other.state.deck[other.state.now.taken];
                }
                changed += memcmp(&a, &b, sizeof a) != 0;
            }
            assert_int_equal(by_table_play(&m, 0, list[by_rng_below(&dice, (uint32_t)n)], NULL), BY_OK);
        }
    }
    assert_true(asked > 20);
    return changed;
}

static void no_level_knows_the_order(void **state)
{
    (void)state;
    for (int level = BY_BOT_random; level <= BY_BOT_expert; level++)
        for (int t = 0; t < (int)(sizeof tables / sizeof tables[0]); t++)
            assert_int_equal(changes(by_bots[level], tables[t], false), 0);
    assert_true(changes(by_bots[BY_BOT_expert], tables[0], true) > 0);
}

/* When nothing is left to draw, the levels must find the best move of an exhaustive search. */
static int best_end(struct by_state *s)
{
    by_move list[BY_MOVES];
    int n, best = 1000000;

    if (s->now.phase != BY_PLAYING)
        return s->now.laid * 1000 + s->gain[0];
    n = by_moves(s, 0, list);
    for (int i = 0; i < n; i++) {
        struct by_undo undo;
        int end;

        by_play(s, 0, list[i], NULL, &undo);
        end = best_end(s);
        by_back(s, 0, list[i], &undo);
        best = end < best ? end : best;
    }
    return best;
}

static void ends_are_found(void **state)
{
    static struct by_step log[LOG];
    by_move list[BY_MOVES];
    struct by_rng dice;
    int asked = 0;

    (void)state;
    by_rng_init(&dice, 3);
    for (uint64_t seed = 1; asked < 60; seed++) {
        struct by_table m;

        begin(&m, log, tables[seed & 1], seed);
        while (m.state.now.phase == BY_PLAYING) {
            int n = by_moves(&m.state, 0, list), before, pick = (int)by_rng_below(&dice, (uint32_t)n);
            struct answer a;

            if (n > 1 && m.state.now.taken == m.state.deck_tiles) {
                before = best_end(&m.state);
                ask(by_bots[BY_BOT_hard], &m, 0, 1, &a);
                pick = a.move;
                assert_int_equal(by_table_play(&m, 0, list[pick], NULL), BY_OK);
                assert_int_equal(best_end(&m.state), before);
                asked++;
                continue;
            }
            assert_int_equal(by_table_play(&m, 0, list[pick], NULL), BY_OK);
        }
    }
}

/* Greedy: three at once before one, the leftmost first.  Several places to choose from arise only where removals
 * may be left, so the moves are random ones. */
static void greedy_takes_three_from_the_left(void **state)
{
    static struct by_step log[LOG];
    by_move list[BY_MOVES];
    struct by_rng dice;
    int several = 0;

    (void)state;
    by_rng_init(&dice, 8);
    for (uint64_t seed = 1; seed < 200; seed++) {
        struct by_table m;

        begin(&m, log, tables[1], seed);
        while (m.state.now.phase == BY_PLAYING) {
            int n = by_moves(&m.state, 0, list), want = -1, threes = 0;
            struct answer a;

            ask(by_bots[BY_BOT_greedy], &m, 0, 1, &a);
            for (int i = 0; i < n; i++)
                threes += by_move_kind(list[i]) == BY_TAKE3;
            for (int at = 0; at < m.state.now.laid && want < 0; at++)
                for (int i = 0; i < n; i++)
                    if (by_move_kind(list[i]) == (threes > 0 ? BY_TAKE3 : BY_TAKE)
                        && by_move_tile(list[i]) == m.state.row[at])
                        want = i;
            assert_int_equal(a.move, want < 0 ? 0 : want);
            for (int i = 0; i < want; i++) /* not just the first in the list */
                several += by_move_kind(list[i]) == by_move_kind(list[want]);
            assert_int_equal(by_table_play(&m, 0, list[by_rng_below(&dice, (uint32_t)n)], NULL), BY_OK);
        }
    }
    assert_true(several > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_level_knows_the_order),
        cmocka_unit_test(ends_are_found),
        cmocka_unit_test(greedy_takes_three_from_the_left),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
