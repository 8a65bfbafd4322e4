/* SPDX-License-Identifier: MIT */
/* trains.c: tests the bots in Mexican Train: moves that they must never make, and the moves of `greedy`. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/bot.h"
#include "boneyard/deal.h"
#include "boneyard/train.h"

#define HEARD 4000

static _Alignas(64) unsigned char memory[2][BY_BOT_MEMORY];

struct table {
    struct by_state s;
    struct by_heard heard[HEARD];
    int n;
    struct by_rng rng;
};

static void deal(struct table *t, const char *rules, uint64_t seed)
{
    struct by_config c;
    by_tile deck[BY_MAX_TILES];
    int tiles;

    assert_int_equal(by_config_parse(rules, &c, NULL), BY_OK);
    by_rng_init(&t->rng, seed);
    by_start(&t->s, &c);
    tiles = by_deck_tiles(&t->s);
    for (int i = 0, k = 0; i < tiles; k++)
        if (k != by_deck_lacks(&t->s))
            deck[i++] = (by_tile)k;
    do
        by_rng_shuffle(&t->rng, deck, tiles);
    while (by_deal(&t->s, deck, tiles, -1, NULL) == BY_E_NO_DOUBLE);
    t->n = 0;
}

/* Asks twice with different memory contents: the answer and all values must be the same. */
static int ask(struct table *t, const struct by_bot *bot, int seat, const by_move *moves, int n)
{
    static int32_t values[2][BY_MOVES];
    struct by_past past = { t->heard, t->n, by_undealt(&t->s) };
    struct by_rng rng[2] = { t->rng, t->rng };
    struct by_view v;
    int at[2];

    by_view_of(&t->s, NULL, seat, &v);
    for (int i = 0; i < 2; i++) {
        struct by_question q = { .view = &v,
                                 .past = &past,
                                 .moves = moves,
                                 .n = n,
                                 .rng = &rng[i],
                                 .memory = memory[i],
                                 .size = BY_BOT_MEMORY,
                                 .count = 12,
                                 .values = values[i] };

        memset(memory[i], i == 0 ? 0xa5 : 0x11, 1 << 17);
        at[i] = bot->choose(&q);
    }
    assert_int_equal(at[0], at[1]);
    assert_memory_equal(values[0], values[1], sizeof values[0][0] * (size_t)n);
    assert_memory_equal(&rng[0], &rng[1], sizeof rng[0]);
    t->rng = rng[0];
    assert_in_range(at[0], 0, n - 1);
    for (int i = 0; i < n; i++)
        assert_true(values[0][i] <= values[0][at[0]]);
    return at[0];
}

static void play(struct table *t, int seat, by_move m)
{
    struct by_state before = t->s;
    struct by_undo undo;

    assert_int_equal(by_play(&t->s, seat, m, NULL, &undo), BY_OK);
    assert_true(t->n < HEARD);
    by_hear_move(&before, seat, m, &undo, &t->heard[t->n++]);
}

/* T-16: bots announce the play that leaves one tile, and call an unannounced one; T-19: they never draw while a tile
 * fits. */
static int sins(const struct by_state *s, int seat, const by_move *moves, int n, by_move m)
{
    bool able = by_move_kind(moves[0]) == BY_LAY;
    int found = able && m == BY_DRAW_MOVE;

    found += s->rules.opt[BY_KNOCK] == BY_ON && by_move_kind(m) == BY_LAY && by_set_count(&s->hand[seat]) == 2
        && (m & BY_ANNOUNCED) == 0;
    found += moves[n - 1] == BY_CALL_MOVE && m != BY_CALL_MOVE;
    return found;
}

/* Plays one round with the bot in seat 0 and random bots elsewhere; returns the bot's mistakes. */
static int round_of(struct table *t, const struct by_bot *bot)
{
    const struct by_bot *others = by_bot_find(false, "random");
    by_move moves[BY_MOVES];
    int found = 0;

    while (t->s.now.phase == BY_PLAYING) {
        int seat = t->s.now.turn, n, at;

        if ((by_actors(&t->s) & 1) != 0) /* also when only a call is possible */
            seat = 0;
        n = by_moves(&t->s, seat, moves);
        if (seat != 0) {
            at = ask(t, others, seat, moves, n);
        } else {
            at = ask(t, bot, seat, moves, n);
            found += sins(&t->s, seat, moves, n, moves[at]);
        }
        play(t, seat, moves[at]);
    }
    return found;
}

static const char *const tables[] = {
    "mexicantrain:number",
    "mexicantrain:classic",
    "mexicantrain:hub",
    "mexicantrain:hub players=7",
    "mexicantrain:number knock=on penalty=tile players=3",
    "mexicantrain:number double=satisfy two-doubles=off",
    "mexicantrain:classic knock=on infractions=penalise penalty=keep",
    "mexicantrain:classic knock=on infractions=penalise penalty=skip double=must",
    "mexicantrain:number knock=on infractions=penalise penalty=fifty two-doubles=off players=2 hand=15",
    "mexicantrain:classic set=18 players=16 infractions=penalise penalty=none",
};

static void levels_keep_the_rules(void **state)
{
    static const char *const levels[] = { "greedy", "easy", "medium", "hard", "expert" };
    static struct table t;
    int random = 0;

    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            for (int k = 0; k < 5; k++) {
                deal(&t, tables[i], seed);
                assert_int_equal(round_of(&t, by_bot_find(false, levels[k])), 0);
            }
            deal(&t, tables[i], seed);
            random += round_of(&t, by_bot_find(false, "random"));
        }
    assert_true(random > 0); /* the random bots make mistakes that the test can find */
}

/* At the start of a turn, if its own train is open, greedy lays the first tile of a best train. */
static int heads_missed(struct table *t, const struct by_bot *bot)
{
    struct by_wish wish = BY_WISH_HEAVIEST;
    by_move moves[BY_MOVES];
    int missed = 0;

    while (t->s.now.phase == BY_PLAYING) {
        int seat = t->s.now.turn, n = by_moves(&t->s, seat, moves), at = ask(t, bot, seat, moves, n);
        struct by_set rest = t->s.hand[seat];
        struct by_train before, after;
        by_tile tile = by_move_tile(moves[at]);
        int tail = t->s.tail[seat];
        bool open = false;

        for (int i = 0; i < n; i++)
            open |= by_move_kind(moves[i]) == BY_LAY && by_move_place(moves[i]) == seat;
        by_train_best(&rest, tail, &wish, 0, &before);
        if (open && n > 1 && t->s.now.stage == 0 && t->s.now.drew == 0) {
            after.value = -1000000;
            by_set_drop(&rest, tile);
            if (by_move_place(moves[at]) == seat)
                by_train_best(&rest, by_across(tile, tail), &wish, 0, &after);
            missed += after.value + by_pips(tile) * wish.pip + wish.tile != before.value;
        }
        play(t, seat, moves[at]);
    }
    return missed;
}

static void greedy_lays_the_planned_train(void **state)
{
    static struct table t;
    int others = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        deal(&t, "mexicantrain:number", seed);
        assert_int_equal(heads_missed(&t, by_bot_find(false, "greedy")), 0);
        deal(&t, "mexicantrain:number", seed);
        others += heads_missed(&t, by_bot_find(true, "heaviest"));
    }
    assert_true(others > 0);
}

/* A bot still plays with hardly any memory and without a past. */
static void little_memory(void **state)
{
    static struct table t;
    by_move moves[BY_MOVES];
    struct by_view v;
    int n;

    (void)state;
    deal(&t, "mexicantrain:number", 5);
    n = by_moves(&t.s, t.s.now.turn, moves);
    assert_true(n > 1);
    by_view_of(&t.s, NULL, t.s.now.turn, &v);
    for (size_t size = 0; size < 20000; size = size * 2 + 64)
        for (int k = 0; k < 2; k++) {
            struct by_question q = {
                .view = &v, .moves = moves, .n = n, .rng = &t.rng, .memory = memory[0], .size = size
            };

            assert_in_range(by_bot_find(false, k == 0 ? "expert" : "medium")->choose(&q), 0, n - 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_keep_the_rules),
        cmocka_unit_test(greedy_lays_the_planned_train),
        cmocka_unit_test(little_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
