/* SPDX-License-Identifier: MIT */
/* belief_odd.c: the belief at its limits: known numbers of deals, no past, views and pasts that contradict
 * themselves (relaxed, never a crash or a loop), tables of sixteen, sets below double-6, the referee's view. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/belief/worlds.h"
#include "bots/belief/sample.h"
#include "bots/belief/count.h"
#include "belief_test.h"
#include "planted.h"

static unsigned char memory[8 << 20];
static struct by_bot_memory fresh(void) { return (struct by_bot_memory){ memory, memory + sizeof memory }; }
static int failed;

#define CHECK(what) \
    do { \
        if (!(what)) \
            fail(__LINE__, #what); \
    } while (0)

static void fail(int line, const char *what)
{
    if (failed++ < 20)
        fprintf(stderr, "%s:%d: %s\n", __FILE__, line, what);
}

static void play(struct played *p, const char *rules, int set, int hand, uint64_t seed, int steps)
{
    struct table_rules text = { rules, set, hand };
    struct by_config config;
    struct by_rng rng;

    if (!rules_of(&text, &config))
        abort();
    by_rng_init(&rng, seed);
    play_random(p, &config, &rng, steps);
    watch_as(p, p->state[p->n].now.turn);
}

/* Each player has as many tiles as the view says, no tile occurs twice, and the boneyard is complete. */
static void check_sizes(struct by_belief *b, const struct by_view *v, struct by_rng *rng, bool whole)
{
    struct by_set hand[BY_SEATS], all = { { 0, 0, 0 } };
    by_tile yard[BY_MAX_TILES + BY_SEATS];
    int n = 0;

    for (int k = 0; k < 20; k++) {
        memset(&all, 0, sizeof all);
        n = 0;
        by_belief_sample(b, rng, hand, yard);
        for (int i = 0; i < v->players; i++) {
            CHECK(!whole || by_set_count(&hand[i]) == v->count[i]);
            n += by_set_count(&hand[i]);
            all = by_set_or(all, hand[i]);
        }
        for (int i = 0; i < v->boneyard; i++)
            if (yard[i] < BY_MAX_TILES) {
                by_set_add(&all, yard[i]);
                n++;
            }
        CHECK(n == by_set_count(&all));
    }
}

/* Numbers from the literature: how many hands of Block the other players can hold, with and without a past. */
static void known_numbers(struct by_rng *rng)
{
    static struct played p;
    static struct by_belief b;
    static double chance[BY_YARD + 1][BY_MAX_TILES];
    struct by_bot_memory room = fresh();

    play(&p, "block lead=seat next-lead=rotate", 0, 0, 1, 0);
    by_belief_of(&p.view[0], &p.past, &room, 0, &b);
    CHECK(by_belief_count(&b) == 116280); /* C(21, 7) */
    play(&p, "block players=4 hand=7 lead=seat next-lead=rotate", 0, 0, 2, 0);
    by_belief_of(&p.view[0], NULL, &room, 0, &b);
    CHECK(by_belief_count(&b) == 399072960); /* 21! / 7!^3 */
    CHECK(by_belief_marginals(&b, room, rng, 1, chance));
    for (int t = 0; t < 28; t++)
        CHECK(fabs(chance[p.watch][t] - by_set_has(&p.view[0].hand[p.watch], (by_tile)t)) < 1e-12
              && (chance[p.watch][t] > 0 || fabs(chance[(p.watch + 1) % 4][t] - 1.0 / 3) < 1e-12));
    play(&p, "chickenfoot", 0, 0, 3, 0); /* 43! / (11!^3 10!): above 2^64 */
    by_belief_of(&p.view[0], &p.past, &room, 0, &b);
    CHECK(fabs(by_belief_count(&b) / 2.617679572197698e23 - 1) < 1e-12);
    play(&p, "chickenfoot players=2", 0, 10, 3, 0); /* C(44, 10) */
    by_belief_of(&p.view[0], &p.past, &room, 0, &b);
    CHECK(by_belief_count(&b) == 2481256778);
    play(&p, "chickenfoot players=3", 0, 12, 3, 0); /* 42! / (12!^2 18!) */
    by_belief_of(&p.view[0], &p.past, &room, 0, &b);
    CHECK(fabs(by_belief_count(&b) / 956452192070083800. - 1) < 1e-12);
}

static void corrupt(struct played *p, struct by_rng *rng)
{
    struct by_view *v = &p->view[p->n];

    for (int k = 1 + (int)by_rng_below(rng, 3); k > 0; k--) {
        struct by_heard *h = p->n > 0 ? &p->heard[by_rng_below(rng, (uint32_t)p->n)] : NULL;

        switch (by_rng_below(rng, 9)) {
        case 0: v->count[by_rng_below(rng, v->players)] = (uint8_t)by_rng_below(rng, 40); break;
        case 1: v->boneyard = (uint8_t)by_rng_below(rng, 60); break;
        case 2: p->past.n = p->n > 0 ? (int)by_rng_below(rng, (uint32_t)p->n) : 0; break;
        case 3:
            if (h != NULL)
                h->seat = (uint8_t)by_rng_below(rng, 20);
            break;
        case 4:
            if (h != NULL) {
                h->lacked = true;
                h->fits = by_set_or(h->fits, by_suit[by_rng_below(rng, 7)]);
            }
            break;
        case 5:
            if (h != NULL) {
                h->tiles = (uint8_t)by_rng_below(rng, 5);
                h->to = (uint8_t)by_rng_below(rng, 6);
            }
            break;
        case 6:
            if (h != NULL)
                h->move = (by_move)by_rng_next(rng);
            break;
        case 7: p->past.undealt = by_suit[by_rng_below(rng, 7)]; break;
        default: v->hand[v->seat] = by_suit[by_rng_below(rng, 7)]; break;
        }
    }
}

static bool visit(void *data, const struct by_set hand[], const struct by_set *yard, double weight)
{
    (void)hand;
    (void)yard;
    *(double *)data += weight;
    return true;
}

/* Worlds are produced even if the view and the past contradict each other. */
static void contradictions(struct by_rng *rng, int n)
{
    static const char *const rules[] = { "block players=3",
                                         "draw players=4",
                                         "chickenfoot players=3",
                                         "mexicantrain:classic players=4",
                                         "mexicantrain:hub",
                                         "castlerock",
                                         "chickenfoot:classic players=16 set=18" };
    static struct played p;
    static struct by_belief b;
    static double chance[BY_YARD + 1][BY_MAX_TILES];
    int loose = 0;

    for (int k = 0; k < n; k++) {
        struct by_bot_memory room = fresh();
        bool whole = k % 4 == 0;
        double sum = 0;

        play(&p, rules[k % 7], 0, 0, (uint64_t)k, (int)by_rng_below(rng, 60));
        if (!whole)
            corrupt(&p, rng);
        by_belief_of(&p.view[p.n], k % 8 == 0 ? NULL : &p.past, &room, 0, &b);
        /* Castle Rock without its past: which tiles were removed? */
        CHECK(!whole || !b.loose || (k % 8 == 0 && p.view[p.n].family == BY_CASTLE));
        loose += b.loose;
        check_sizes(&b, &p.view[p.n], rng, whole);
        by_belief_marginals(&b, room, rng, 10, chance);
        by_belief_enumerate(&b, room, 50, visit, &sum);
    }
    CHECK(loose > n / 10);
}

/* Large games use the chain where the table would be too large, and still respect the past. */
static void big_tables(struct by_rng *rng)
{
    static const char *const rules[] = { "mexicantrain:classic players=16 set=18",
                                         "chickenfoot:classic players=12 set=15", "mexicantrain players=8 set=12",
                                         "mexicantrain:classic players=2 set=18 hand=2" };
    static struct played p;
    static struct by_belief b;
    int chains = 0;

    for (int k = 0; k < 40; k++) {
        struct by_bot_memory room = fresh();
        struct by_set hand[BY_SEATS];

        play(&p, rules[k % 4], 0, 0, (uint64_t)k + 100, 40 + 8 * k);
        by_belief_of(&p.view[p.n], &p.past, &room, 0, &b);
        CHECK(!b.loose);
        chains += b.way == BY_BELIEF_CHAIN;
        check_sizes(&b, &p.view[p.n], rng, true);
        for (int i = 0; i < 20; i++) {
            by_belief_sample(&b, rng, hand, NULL);
            for (int e = p.n; e-- > 0;) {
                int last = p.n;

                while (last-- > e && p.to[last] != p.seat[e])
                    ;
                if (p.heard[e].lacked && p.seat[e] != p.watch && last < e) /* nothing has been added since */
                    CHECK(!by_set_meets(&hand[p.seat[e]], &p.heard[e].fits));
            }
        }
    }
    CHECK(chains > 5);
}

/* After hundreds of draws, batches are merged, but every seat and the boneyard still have theirs. */
static void many_draws(struct by_rng *rng)
{
    static struct played p;
    static struct by_belief b;
    int merged = 0;

    for (uint64_t k = 0; k < 12; k++) {
        struct by_bot_memory room = fresh();

        play(&p, "mexicantrain:classic players=3 set=18 hand=9", 0, 0, k, MOST_STEPS);
        by_belief_of(&p.view[p.n], &p.past, &room, 0, &b);
        merged += b.loose && b.batches > p.view[p.n].players;
        check_sizes(&b, &p.view[p.n], rng, true);
    }
    CHECK(merged > 0);
}

/* Returns the distance of the chances, estimated by this many samples of the chain, from the exact ones, in units of
 * their variance: the mean is one for samples that are correct and independent. */
static double mean_square(struct played *p, struct by_belief *exact, int steps, int samples, struct by_rng *rng)
{
    static double want[BY_YARD + 1][BY_MAX_TILES], got[BY_YARD + 1][BY_MAX_TILES];
    static struct by_belief chain;
    struct by_bot_memory none = { NULL, NULL }, room = { memory + (7 << 20), memory + sizeof memory };
    double sum = 0;
    int n = 0;

    if (!by_belief_marginals(exact, room, rng, 1, want))
        return -1;
    by_belief_of(&p->view[p->n], &p->past, &none, 0, &chain);
    chain.steps = steps > 0 ? steps : chain.steps;
    CHECK(chain.way == BY_BELIEF_CHAIN && !by_belief_marginals(&chain, none, rng, samples, got));
    for (int k = 0; k <= BY_YARD; k++)
        for (int t = 0; t < BY_MAX_TILES; t++)
            if (want[k][t] > 1e-6 && want[k][t] < 1 - 1e-6) {
                double off = got[k][t] - want[k][t];

                sum += off * off * samples / (want[k][t] * (1 - want[k][t]));
                n++;
            }
    return n > 0 ? sum / n : 1;
}

/* At full size, the chain cannot be compared with every deck, only with the table's chances. */
static void chain_mixes(struct by_rng *rng)
{
    static const char *const rules[] = { "draw players=4", "chickenfoot", "mexicantrain", "mexicantrain:hub" };
    static struct played p;
    static struct by_belief b;
    double good = 0, lazy = 0;
    int n = 0;

    for (int k = 0; n < 12 && k < 400; k++) {
        struct by_bot_memory room = { memory, memory + (7 << 20) };

        play(&p, rules[k % 4], 0, 0, (uint64_t)k + 500, 20 + k % 60);
        by_belief_of(&p.view[p.n], &p.past, &room, 7 << 20, &b);
        if (p.state[p.n].now.phase != BY_PLAYING || b.way != BY_BELIEF_TABLE)
            continue;
        good += mean_square(&p, &b, 0, 1000, rng);
        lazy += mean_square(&p, &b, 12, 1000, rng);
        n++;
    }
    CHECK(n == 12 && good / n > 0.8 && good / n < 1.25);
    CHECK(lazy / n > 2); /* too few exchanges are detected */
    printf("chances by the chain: mean square %.2f; with few exchanges %.2f\n", good / n, lazy / n);
}

/* A game of a research tool, with a view that hides nothing. */
static void odd_views(struct by_rng *rng)
{
    static struct played p;
    static struct by_belief b;
    struct by_bot_memory room = fresh();
    struct by_view v;
    struct by_set hand[BY_SEATS];
    by_tile yard[BY_MAX_TILES];

    memset(&v, 0, sizeof v);
    by_config_preset(BY_GAME_block, 0, &v.rules);
    v.rules.opt[BY_SET] = 3;
    v.players = 2;
    v.count[0] = v.count[1] = 3;
    v.boneyard = 4;
    v.led = v.centre = v.drawn = BY_NO_TILE;
    v.known = 1;
    for (int t = 0; t < 3; t++)
        by_set_add(&v.hand[0], (by_tile)t);
    by_belief_of(&v, NULL, &room, 0, &b);
    CHECK(!b.loose && by_belief_count(&b) == 35); /* C(7, 3) */
    check_sizes(&b, &v, rng, true);

    play(&p, "draw", 0, 0, 9, 6);
    watch_as(&p, BY_REFEREE);
    by_belief_of(&p.view[p.n], &p.past, &room, 0, &b);
    by_belief_sample(&b, rng, hand, yard);
    CHECK(by_belief_count(&b) == 1 && memcmp(hand, p.state[p.n].hand, 2 * sizeof *hand) == 0);
    CHECK(memcmp(yard, p.state[p.n].deck + p.state[p.n].now.taken, p.view[p.n].boneyard) == 0);
}

int main(void)
{
    struct by_rng rng;

#ifdef BY_FAULTS
    by_planted = 210;
#endif
    by_rng_init(&rng, 8);
    known_numbers(&rng);
    contradictions(&rng, getenv("BONEYARD_LONG") != NULL ? 20000 : 2000);
    big_tables(&rng);
    many_draws(&rng);
    chain_mixes(&rng);
    odd_views(&rng);
    printf("%d failed\n", failed);
    return failed > 0;
}
