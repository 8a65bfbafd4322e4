/* SPDX-License-Identifier: MIT */
/* feet_worlds.c: tests Chickenfoot's guesses of the hidden tiles (src/bots/feet/worlds.h), and the levels that use
 * them.  Guesses without inference are compared with the exact chances of belief.h; guesses that ignore the past are
 * shown to fail.  The levels answer the same question in the same way regardless of the contents of their memory, value
 * free toes of one number equally, and work with little memory (F-05 to F-08). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/table.h"
#include "bots/belief/count.h"
#include "bots/feet/search.h"

#define ROOM 400

static struct by_step steps[ROOM];
static struct by_heard heard[ROOM];
static _Alignas(64) unsigned char memory[BY_BOT_MEMORY];
static by_move list[BY_MOVES];

/* A table in mid-round, after `moves` random moves; false if the round is over. */
static bool table(struct by_table *m, const char *rules, int deal, int moves, const char *bot)
{
    struct by_seed seed = { { (uint8_t)deal, 77 } };
    struct by_config c;
    struct by_rng r;

    by_rng_init(&r, (uint64_t)deal);
    assert_int_equal(by_config_parse(rules, &c, NULL), BY_OK);
    by_table_init(m, &c, steps, ROOM);
    assert_int_equal(by_table_deal_seeded(m, &seed, -1, NULL), BY_OK);
    while (moves-- > 0 && m->state.now.phase == BY_PLAYING) {
        int n = by_moves(&m->state, m->state.now.turn, list);
        struct by_view v;
        struct by_question q = { .view = &v, .moves = list, .n = n, .rng = &r };

        by_table_view(m, m->state.now.turn, &v);
        by_table_play(m, m->state.now.turn, list[n == 1 ? 0 : by_bot_find(true, bot)->choose(&q)], NULL);
    }
    return m->state.now.phase == BY_PLAYING;
}

static void ask(const struct by_table *m, struct by_view *v, struct by_past *past, struct by_rng *r,
                struct by_question *q)
{
    by_rng_init(r, 99);
    by_table_view(m, m->state.now.turn, v);
    by_table_past(m, heard, past);
    *q = (struct by_question){ .view = v, .past = past, .moves = list, .rng = r };
    q->memory = memory;
    q->size = sizeof memory;
    q->n = by_moves(&m->state, v->seat, list);
}

/* The mean difference between the frequency with which guesses give a tile to an owner and the exact chance. */
static double off(const struct by_question *q, double (*exact)[BY_MAX_TILES])
{
    static struct by_feet_worlds w;
    static double share[BY_SEATS + 1][BY_MAX_TILES];
    const int fresh = 60, each = 20;
    struct by_budget any = by_budget_of(0);
    double sum = 0;

    memset(share, 0, sizeof share);
    for (int i = 0; i < fresh; i++) {
        by_feet_imagine(&w, q, false, q->rng, &any);
        for (int k = 0; k < each; k++) {
            by_feet_walk(&w, 1, q->rng);
            for (int s = 0; s < w.slots; s++) {
                int owner = w.seat[w.group[s]];

                share[owner == w.players ? BY_YARD : owner][w.tile[s]] += 1.0 / (fresh * each);
            }
        }
    }
    for (int s = 0; s < w.slots; s++)
        for (int o = 0; o <= q->view->players; o++) {
            int owner = o == q->view->players ? BY_YARD : o;
            double d = share[owner][w.tile[s]] - exact[owner][w.tile[s]];

            sum += d < 0 ? -d : d;
        }
    return w.slots == 0 ? 0 : sum / (w.slots * q->view->players);
}

static void guesses_are_as_likely_as_they_should_be(void **state)
{
    static double exact[BY_YARD + 1][BY_MAX_TILES];
    static struct by_belief belief;
    double with = 0, without = 0;
    int states = 0;

    (void)state;
    for (int deal = 0; states < 100; deal++) {
        struct by_table m;
        struct by_view v;
        struct by_past past;
        struct by_rng r;
        struct by_question q;
        struct by_bot_memory room;
        double mean;

        if (!table(&m, deal % 2 == 0 ? "chickenfoot players=3 hand=5" : "chickenfoot", deal, 10 + deal % 40, "random"))
            continue;
        ask(&m, &v, &past, &r, &q);
        room = by_room_of(&q);
        by_belief_of(&v, &past, &room, 0, &belief);
        memset(exact, 0, sizeof exact);
        if (!by_belief_marginals(&belief, room, &r, 0, exact))
            continue;
        mean = off(&q, exact);
        assert_true(mean < 0.06);
        with += mean;
        q.past = NULL;
        without += off(&q, exact);
        states++;
    }
    assert_true(with / states < 0.015);
    assert_true(without / states > 0.03); /* a bot that ignores the past would be detected */
}

static void levels_answer_alike_from_any_memory(void **state)
{
    static const char *const rules[] = { "chickenfoot", "chickenfoot:classic players=16", "chickenfoot players=2" };
    static const char *const keys[] = { "easy", "medium", "hard", "expert" };
    static int32_t values[2][BY_MOVES];
    int choices = 0, changed = 0;

    (void)state;
    for (int deal = 0; deal < 36; deal++) {
        struct by_table m;
        struct by_view v;
        struct by_past past;
        struct by_rng r;
        struct by_question q;
        int at[2];

        if (!table(&m, rules[deal % 3], deal, deal, "greedy"))
            continue;
        ask(&m, &v, &past, &r, &q);
        for (int b = 0; b < 4 && q.n > 1; b++) {
            q.count = 60;
            for (int i = 0; i < 2; i++) {
                by_rng_init(&r, 5);
                memset(memory, i == 0 ? 0xaa : 0x55, sizeof memory);
                q.values = values[i];
                at[i] = by_bot_find(false, keys[b])->choose(&q);
            }
            assert_int_equal(at[0], at[1]);
            assert_memory_equal(values[0], values[1], sizeof values[0][0] * (size_t)q.n);
            for (int i = 0; i < q.n; i++)
                for (int k = 0; k < i; k++) {
                    struct by_feet_play x = by_feet_play_of(list[i]), y = by_feet_play_of(list[k]);

                    assert_true(values[0][at[0]] >= values[0][i]);
                    if (x.number == y.number && x.across == y.across)
                        assert_int_equal(values[0][i], values[0][k]);
                }
            by_rng_init(&r, 6);
            by_bot_find(false, keys[b])->choose(&q);
            choices += b != 1;
            changed += b != 1 && memcmp(values[0], values[1], sizeof values[0][0] * (size_t)q.n) != 0;
            for (q.size = 4096; q.size <= 65536; q.size *= 4) {
                at[0] = by_bot_find(false, keys[b])->choose(&q);
                assert_in_range(at[0], 0, q.n - 1);
            }
            q.size = sizeof memory;
        }
    }
    assert_true(choices > 60 && changed > choices / 2); /* randomness does change the values */
}

static int64_t looks;

/* A clock that advances a tenth of a millisecond at each reading. */
static int64_t slow_clock(void) { return ++looks * 100000; }

/* A time limit is respected: the clock is hardly read after it expires. A longer limit allows more readings. */
static void time_is_kept(void **state)
{
    static const char *const keys[] = { "hard", "expert" };

    (void)state;
    for (int b = 0; b < 2; b++)
        for (uint32_t ms = 1; ms <= 16; ms *= 4) {
            struct by_table m;
            struct by_view v;
            struct by_past past;
            struct by_rng r;
            struct by_question q;

            assert_true(table(&m, "chickenfoot:classic players=8 set=18", 3, 8, "greedy"));
            ask(&m, &v, &past, &r, &q);
            assert_true(q.n > 1);
            q.ms = ms;
            q.clock = slow_clock;
            looks = 0;
            by_bot_find(false, keys[b])->choose(&q);
            assert_in_range(looks, ms == 1 ? 2 : 10 * (ms / 4), 10 * ms + 12);
        }
}

/* A 0-0 left in hand costs 50: `easy` lays it as soon as it can, the others nearly always, unless it costs nothing to
 * hold (F-10). */
static void blanks_go_first(void **state)
{
    static const char *const keys[] = { "easy", "medium", "hard", "expert" };
    int seen = 0, laid = 0, free_laid = 0;

    (void)state;
    for (int deal = 0; deal < 4000 && seen < 20; deal++) {
        struct by_table m;
        struct by_view v;
        struct by_past past;
        struct by_rng r;
        struct by_question q;
        bool blank = false;

        if (!table(&m, "chickenfoot", deal, 8 + deal % 24, "greedy"))
            continue;
        ask(&m, &v, &past, &r, &q);
        for (int i = 0; i < q.n && q.n > 1; i++)
            blank |= by_move_kind(list[i]) == BY_LAY && by_move_tile(list[i]) == 0;
        for (int b = 0; b < 4 && blank; b++) {
            by_tile t = by_move_tile(list[by_bot_find(false, keys[b])->choose(&q)]);

            laid += t == 0;
            assert_true(b > 0 || t == 0);
        }
        v.rules.opt[BY_BLANK_PENALTY] = 0;
        free_laid += blank && by_move_tile(list[by_bot_find(false, keys[0])->choose(&q)]) == 0;
        seen += blank;
    }
    assert_int_equal(seen, 20);
    assert_true(laid > 60 && free_laid < 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guesses_are_as_likely_as_they_should_be),
        cmocka_unit_test(levels_answer_alike_from_any_memory),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(blanks_go_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
