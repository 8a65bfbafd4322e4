/* SPDX-License-Identifier: MIT */
/* line_search.c: compares imagined worlds of line games with a full enumeration, and their weights with a plain
 * recomputation.  It also checks that the levels' answers are legal, have values and do not depend on the contents of
 * the memory.  Planted faults: passes that are ignored, and a move model other than the one used for the weights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/table.h"
#include "bots/line/infer.h"
#include "bots/line/rollout.h"
#include "bots/real.h"

static struct by_step steps[600];
static struct by_heard heard[600];
static by_move list[BY_MOVES];

/* Plays a round at random until at most `hidden` tiles are hidden from a seat with a choice.  Returns false if the
 * round ends before. */
static bool play_until(struct by_table *m, const char *rules, int i, int hidden, struct by_rng *r)
{
    struct by_seed deal = { { 0x51, (uint8_t)i, (uint8_t)(i >> 8) } };
    struct by_config c;

    assert_int_equal(by_config_parse(rules, &c, NULL), BY_OK);
    by_table_init(m, &c, steps, 600);
    assert_int_equal(by_table_deal_seeded(m, &deal, -1, NULL), BY_OK);
    while (m->state.now.phase == BY_PLAYING) {
        const int turn = m->state.now.turn, n = by_moves(&m->state, turn, list);

        if (n > 1 && 28 - m->state.now.laid - by_set_count(&m->state.hand[turn]) <= hidden)
            return true;
        assert_int_equal(by_table_play(m, turn, list[by_rng_below(r, (uint32_t)n)], NULL), BY_OK);
    }
    return false;
}

/* ---- Worlds ----------------------------------------------------------------------------------- */

enum { MOST = 300 };
struct tally {
    uint64_t key[MOST];
    double ways[MOST], found[MOST], all;
    int n;
};

/* A world as a number: three bits for the owner of each hidden tile. */
static uint64_t key_of(const struct by_line_guess *g)
{
    uint64_t key = 0;
    int at[28] = { 0 };

    for (int i = 0; i < g->n; i++)
        at[g->at[i]] = g->whose[i] + 1;
    for (uint32_t k = g->hidden; k != 0; k &= k - 1)
        key = key * 6 + (uint64_t)at[__builtin_ctz(k)];
    return key;
}

static int find(struct tally *t, uint64_t key)
{
    for (int i = 0; i < t->n; i++)
        if (t->key[i] == key)
            return i;
    return -1;
}

/* Finds every distribution of the hidden tiles over the hands and the boneyard that no pass contradicts (in Block,
 * nothing else can).  Keys are as in key_of. */
static void enumerate(const struct by_view *v, const uint32_t *barred, uint32_t hidden, int room[5], uint64_t key,
                      struct tally *t)
{
    if (t->n >= MOST - 1)
        return;
    if (hidden == 0) {
        t->key[t->n] = key;
        t->ways[t->n++] = 1;
        t->all++;
        return;
    }
    for (int who = 0; who < 5; who++)
        if (room[who] > 0 && (barred[who] >> __builtin_ctz(hidden) & 1) == 0) {
            room[who]--;
            enumerate(v, barred, hidden & (hidden - 1), room, key * 6 + (uint64_t)who + 1, t);
            room[who]++;
        }
}

static void count_worlds(const struct by_view *v, const struct by_past *past, uint32_t hidden, struct tally *t)
{
    uint32_t barred[5] = { 0, 0, 0, 0, 0 };
    int room[5] = { 0, 0, 0, 0, v->boneyard };

    for (int i = 0; i < v->players; i++) {
        room[i] = i == v->seat ? 0 : v->count[i];
        barred[i] = (uint32_t)past->undealt.w[0];
    }
    for (int e = 0; e < past->n; e++)
        if (past->at[e].lacked)
            barred[past->at[e].seat] |= (uint32_t)past->at[e].fits.w[0];
    enumerate(v, barred, hidden, room, 0, t);
}

/* Chi-square of samples against the enumeration, as standard deviations above the mean. */
static double distance(struct by_line_guess *g, struct tally *t, struct by_rng *r)
{
    const int samples = 6000;
    double chi = 0, free = -1;

    for (int i = 0; i < samples; i++) {
        int at;

        by_line_stir(g, r, 16 * g->n);
        at = find(t, key_of(g));
        if (at < 0)
            return 1e9; /* an impossible world */
        t->found[at]++;
    }
    for (int i = 0; i < t->n; i++) {
        const double want = samples * t->ways[i] / t->all, off = t->found[i] - want;

        if (want < 5)
            continue;
        chi += off * off / want;
        free++;
    }
    return free < 1 ? 0 : (chi - free) / by_sqrt(2 * free);
}

/* Returns the worst value of many states; with `deaf`, the sampler knows of no passes or draws. */
static double worst(bool deaf, int *states)
{
    static const char *const rules[] = { "block players=3 hand=7", "block players=4 teams=on hand=7",
                                         "block players=4 hand=7 blanks=suit" };
    static struct tally t;
    struct by_table m;
    struct by_rng r;
    double most = -9, off;

    by_rng_init(&r, 77);
    *states = 0;
    for (int i = 0; i < 180; i++) {
        struct by_line_guess g;
        struct by_past past;
        struct by_view v;

        if (!play_until(&m, rules[i % 3], i, 8, &r))
            continue;
        by_table_view(&m, m.state.now.turn, &v);
        by_table_past(&m, heard, &past);
        by_line_guess_of(&v, &past, &r, &g);
        assert_true(g.known);
        t.n = 0;
        t.all = 0;
        memset(t.found, 0, sizeof t.found);
        memset(t.ways, 0, sizeof t.ways);
        count_worlds(&v, &past, g.hidden, &t);
        if (t.n < 2 || t.n >= MOST - 1)
            continue;
        for (int k = 0; deaf && k < past.n; k++)
            heard[k].lacked = false;
        if (deaf)
            by_line_guess_of(&v, &past, &r, &g);
        off = distance(&g, &t, &r);
        most = off > most ? off : most;
        ++*states;
    }
    return most;
}

static void worlds_are_uniform(void **state)
{
    int states;
    double most = worst(false, &states);

    (void)state;
    print_message("%d states, the worst %.1f standard deviations off\n", states, most);
    assert_true(states >= 30);
    assert_true(most < 8); /* an impossible world counts as 1e9 */
    assert_true(worst(true, &states) > 1000);
}

/* ---- Weights ---------------------------------------------------------------------------------- */

/* Returns the weight of the world in g, computed by replaying the round with its tiles. */
static double plain_weight(const struct by_table *m, const struct by_line_rules *r, const struct by_line_guess *g,
                           const struct by_past *past)
{
    struct by_state s = m->state;
    struct by_line_seen t;
    double weight = 1;
    int at = 0;

    by_line_seen_start(r, (uint32_t)past->undealt.w[0], &t);
    for (int i = past->n - 1; i >= 0; i--) /* back to the deal, with its hands */
        by_back(&s, m->log[i].seat, m->log[i].move, &m->log[i].undo);
    for (int i = 0; i < s.players; i++)
        for (int k = 0; k < s.rules.opt[BY_HAND] && i != g->seat; k++, at++) {
            if (k == 0)
                memset(&s.hand[i], 0, sizeof s.hand[i]);
            by_set_add(&s.hand[i], g->at[at]);
        }
    for (int e = 0; e < past->n; e++) {
        const int seat = past->at[e].seat;
        struct by_line_rules rules;
        struct by_line_model w;
        struct by_view v;
        by_move moves[BY_LINE_MOVES];
        float logit[BY_LINE_MOVES], most = -1e9f;
        uint32_t hand[4] = { 0, 0, 0, 0 };
        double sum = 0, made = 0;
        int n;

        by_view_of(&s, NULL, BY_REFEREE, &v);
        for (int i = 0; i < s.players; i++)
            hand[i] = (uint32_t)v.hand[i].w[0];
        by_line_rules_of(&v, &rules);
        by_line_of(&v, hand, NULL, &w);
        n = by_line_moves(&rules, &w, moves);
        by_line_logits(&rules, &w, &t, moves, n, logit);
        for (int i = 0; i < n; i++)
            most = logit[i] > most ? logit[i] : most;
        for (int i = 0; i < n; i++) {
            sum += by_exp((double)(logit[i] - most));
            made = moves[i] == past->at[e].move ? by_exp((double)(logit[i] - most)) : made;
        }
        if (seat != g->seat && n > 1)
            weight *= 0.9 * made / sum + 0.1 / n;
        by_line_see(&rules, &w, past->at[e].move, &t);
        assert_int_equal(by_play(&s, seat, past->at[e].move, NULL, NULL), BY_OK);
    }
    return weight;
}

static void weights_are_products_of_choices(void **state)
{
    static struct by_line_pool pool;
    static struct by_line_world worlds[2 * 32];
    static float upto[32];
    struct by_table m;
    struct by_rng r;
    int compared = 0, missed = 0;

    (void)state;
    by_rng_init(&r, 5);
    for (int i = 0; i < 60; i++) {
        struct by_line_guess g;
        struct by_line_rules rules;
        struct by_line_seen t;
        struct by_past past;
        struct by_budget any = by_budget_of(0);
        struct by_view v;

        if (!play_until(&m, i % 2 == 0 ? "block players=4 teams=on hand=7" : "block players=3 blanks=suit", i, 14, &r))
            continue;
        by_table_view(&m, m.state.now.turn, &v);
        by_table_past(&m, heard, &past);
        by_line_rules_of(&v, &rules);
        by_line_guess_of(&v, &past, &r, &g);
        pool.world = worlds;
        pool.upto = upto;
        by_line_pool_start(&rules, &v, &past, &g, &t, &pool);
        by_line_pool_fill(&rules, &g, &r, &pool, 32, &any);
        assert_true(pool.effective >= 0.99f && pool.effective <= 32.01f);
        for (int k = 0; k < 8; k++) {
            double want;

            memcpy(g.at, pool.world[k].at, sizeof g.at);
            want = plain_weight(&m, &rules, &g, &past);
            compared++;
            missed += (double)pool.world[k].weight > 1.25 * want || (double)pool.world[k].weight < 0.8 * want;
        }
    }
    print_message("%d weights, %d off\n", compared, missed);
    assert_true(compared > 200);
    assert_int_equal(missed, 0);
}

/* Without draws, each world is a single deal, so its weight in the list of all deals is that of its choices. */
static void listed_deals_have_these_weights(void **state)
{
    static struct by_line_pool pool;
    static struct by_line_world worlds[64];
    static float upto[64];
    struct by_table m;
    struct by_rng r;
    int compared = 0, missed = 0;

    (void)state;
    by_rng_init(&r, 6);
    pool.world = worlds;
    pool.upto = upto;
    for (int i = 0; i < 100; i++) {
        struct by_line_guess g;
        struct by_line_rules rules;
        struct by_line_seen t;
        struct by_past past;
        struct by_budget any = by_budget_of(0);
        struct by_view v;

        if (!play_until(&m, "block players=4 teams=on hand=7", i, 6, &r))
            continue;
        by_table_view(&m, m.state.now.turn, &v);
        by_table_past(&m, heard, &past);
        by_line_rules_of(&v, &rules);
        by_line_guess_of(&v, &past, &r, &g);
        by_line_pool_start(&rules, &v, &past, &g, &t, &pool);
        if (!by_line_pool_every(&rules, &g, &pool, 64, true, &any))
            continue;
        for (int k = 0; k < pool.n && k < 8; k++) {
            double want;

            memcpy(g.at, worlds[k].at, sizeof g.at);
            want = plain_weight(&m, &rules, &g, &past);
            compared++;
            missed += (double)worlds[k].weight > 1.25 * want || (double)worlds[k].weight < 0.8 * want;
        }
    }
    print_message("%d weights, %d off\n", compared, missed);
    assert_true(compared > 100);
    assert_int_equal(missed, 0);
}

/* The fast version of the model chooses the same move as the slow one (where nothing is scored: gifts are omitted).
 * With another table of owners (`wrong`), it does not. */
static int disagreements(bool wrong, int *decisions)
{
    static const char *const rules[] = { "block players=4 teams=on hand=7", "block players=3", "draw blanks=suit",
                                         "draw players=4" };
    static struct by_line_odds odds;
    struct by_table m;
    struct by_rng r;
    int off = 0;

    by_rng_init(&r, 8);
    by_line_odds_fill(&odds);
    *decisions = 0;
    for (int i = 0; i < 400; i++) {
        uint32_t hand[4] = { 0, 0, 0, 0 };
        struct by_line_rules rules_of;
        struct by_line_seen t;
        struct by_line_model w;
        struct by_view v;

        if (!play_until(&m, rules[i % 4], i, 28, &r))
            continue;
        by_table_view(&m, BY_REFEREE, &v);
        for (int k = 0; k < v.players; k++)
            hand[k] = (uint32_t)v.hand[k].w[0];
        by_line_rules_of(&v, &rules_of);
        by_line_of(&v, hand, v.deck, &w);
        by_line_table_of(&rules_of, &v, NULL, &t);
        while (w.end == 0) {
            by_move moves[BY_LINE_MOVES];
            float logit[BY_LINE_MOVES], most = -1e9f;
            struct by_line_model followed = w, best = w;
            struct by_line_seen mistaken = t;
            const int n = by_line_moves(&rules_of, &w, moves);
            float own = -1e9f;

            by_line_logits(&rules_of, &w, &t, moves, n, logit);
            mistaken.barred[(w.turn + 1) % rules_of.players] ^= wrong ? 0x3ffffu : 0;
            by_line_follow(&rules_of, &odds, &followed, &mistaken);
            for (int k = 0; k < n; k++) {
                best = w;
                by_line_play(&rules_of, &best, moves[k]);
                if (memcmp(&best, &followed, sizeof best) == 0)
                    own = logit[k];
                most = logit[k] > most ? logit[k] : most;
            }
            off += own < most - 0.001f;
            *decisions += n > 1;
            moves[0] = moves[by_rng_below(&r, (uint32_t)n)];
            by_line_see(&rules_of, &w, moves[0], &t);
            by_line_play(&rules_of, &w, moves[0]);
        }
    }
    return off;
}

static void playouts_follow_the_model(void **state)
{
    int decisions, off;

    (void)state;
    off = disagreements(false, &decisions);
    print_message("%d decisions, %d off\n", decisions, off);
    assert_true(decisions > 1000);
    assert_int_equal(off, 0);
    assert_true(disagreements(true, &decisions) > 20);
}

/* ---- Levels ----------------------------------------------------------------------------------- */

static int ask(const struct by_bot *bot, const struct by_table *m, unsigned rubbish, int32_t *values, uint64_t seed)
{
    static unsigned char *memory;
    struct by_past past;
    struct by_view v;
    struct by_rng r;
    struct by_question q = {
        .view = &v, .past = &past, .moves = list, .rng = &r, .size = BY_BOT_MEMORY, .count = 60, .values = values
    };

    if (memory == NULL)
        memory = malloc(BY_BOT_MEMORY);
    memset(memory, (int)rubbish, BY_BOT_MEMORY / 4);
    by_rng_init(&r, seed);
    q.memory = memory;
    q.n = by_moves(&m->state, m->state.now.turn, list);
    by_table_view(m, bot->peeks ? BY_REFEREE : m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    return bot->choose(&q);
}

static void levels_answer_alike_whatever_the_memory_holds(void **state)
{
    static const char *const rules[] = { "block players=4 teams=on",
                                         "block players=3",
                                         "draw players=4",
                                         "muggins:number",
                                         "muggins:classic call=on",
                                         "muggins:basics players=4 teams=on",
                                         "allfives players=3",
                                         "fiveup",
                                         "draw draw=one players=2 spinner=all" };
    static const char *const keys[] = { "easy", "medium", "hard", "expert", "ismcts-1k-plain", "cheat" };
    struct by_table m;
    struct by_rng r;

    (void)state;
    by_rng_init(&r, 3);
    for (int i = 0; i < 54; i++)
        for (int k = 0; k < 6; k++) {
            int32_t one[BY_LINE_MOVES], two[BY_LINE_MOVES];
            int a, b;

            if (!play_until(&m, rules[i % 9], i, 26 - i / 4, &r))
                continue;
            a = ask(by_bot_find(true, keys[k]), &m, 0, one, 9);
            b = ask(by_bot_find(true, keys[k]), &m, 0xa5, two, 9);
            assert_int_equal(a, b);
            assert_in_range(a, 0, by_moves(&m.state, m.state.now.turn, list) - 1);
            assert_memory_equal(one, two, sizeof one[0] * (size_t)by_moves(&m.state, m.state.now.turn, list));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_are_uniform),
        cmocka_unit_test(weights_are_products_of_choices),
        cmocka_unit_test(listed_deals_have_these_weights),
        cmocka_unit_test(playouts_follow_the_model),
        cmocka_unit_test(levels_answer_alike_whatever_the_memory_holds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
