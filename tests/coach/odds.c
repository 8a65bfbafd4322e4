/* SPDX-License-Identifier: MIT */
/* odds.c: compares the chances of boneyard/odds.h with every deck that would have looked the same, found by dealing
 * it and playing the moves again (tests/bots/belief_brute.c).  With -DBY_FAULTS, a broken belief must be detected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/belief_test.h"
#include "boneyard/odds.h"
#include "planted.h"

static const struct table_rules tables[] = {
    { "block:basics players=3", 0, 0 }, { "block:basics", 0, 0 },  { "draw:basics", 0, 0 },
    { "muggins:number", 0, 0 },         { "fiveup:online", 0, 0 }, { "draw:basics players=3", 0, 8 },
};

#define LITTLE 31700

static struct played p;
static struct worlds real;
static struct by_odds odds;
static unsigned char memory[4 << 20];
static bool quiet;
static long states, compared, off, sampled;

static void compare(uint32_t got, double wanted, bool exact, const char *what, int owner, int which)
{
    double d = got / (double)BY_ODDS_ONE - wanted;

    compared++;
    if (exact ? d < 2e-6 && d > -2e-6 && (got == 0) == (wanted < 1e-12) && (got == BY_ODDS_ONE) == (wanted > 1 - 1e-12)
              : d < 0.03 && d > -0.03)
        return;
    if (off++ < 10 && !quiet)
        printf("%s %d at %d: %.6f, should be %.6f\n", what, which, owner, got / (double)BY_ODDS_ONE, wanted);
}

/* Returns the share of decks in which an owner (the number of hands means the boneyard) has the tile, or a tile of the
 * suit. */
static double part(int owner, const struct by_set *wanted)
{
    double sum = 0;

    for (int i = 0; i < real.n; i++) {
        struct by_set in = odds.unseen;

        if (owner < BY_SEATS)
            in = real.at[i].hand[owner];
        for (int k = 0; owner == BY_ODDS_YARD && k < p.view[p.n].players; k++)
            for (struct by_set left = real.at[i].hand[k]; !by_set_empty(&left);)
                by_set_drop(&in, by_set_take(&left));
        sum += by_set_meets(&in, wanted) ? (double)real.at[i].orders : 0;
    }
    return sum / (double)real.orders;
}

static void check(bool past, struct by_rng *rng)
{
    const struct by_view *v = &p.view[p.n];

    /* With little memory, not all worlds can be counted, so the function samples. */
    by_odds_of(v, past ? &p.past : NULL, rng, memory, states % 4 == 3 ? LITTLE : sizeof memory, 4000, &odds);
    states++;
    sampled += odds.samples > 0;
    for (int owner = 0; owner <= BY_ODDS_YARD; owner++) {
        if (owner == v->seat || (owner >= v->players && owner < BY_ODDS_YARD))
            continue;
        for (struct by_set left = odds.unseen; !by_set_empty(&left);) {
            by_tile t = by_set_take(&left);
            struct by_set one = { { 0, 0, 0 } };

            by_set_add(&one, t);
            compare(odds.tile[owner][t], part(owner, &one), odds.exact_tiles, "tile", owner, t);
        }
        for (int k = 0; k <= 6; k++)
            compare(odds.number[owner][k], part(owner, &by_suit[k]), odds.exact_numbers, "number", owner, k);
    }
}

static void check_all(int wanted, bool past)
{
    struct by_rng rng;

    by_rng_init(&rng, 4);
    states = compared = off = sampled = 0;
    for (int tries = 0; states < wanted && tries < 400 * wanted; tries++) {
        struct by_config rules;

        if (!rules_of(&tables[tries % (int)(sizeof tables / sizeof tables[0])], &rules))
            abort();
        play_random(&p, &rules, &rng, 4 + (int)by_rng_below(&rng, 30));
        if (p.state[p.n].now.phase != BY_PLAYING)
            continue;
        watch_as(&p, p.state[p.n].now.turn);
        if (brute_force(&p, 100000, &real) && real.n > 1)
            check(past, &rng);
    }
}

#ifdef BY_FAULTS

int main(void)
{
    static const int faults[] = { 201, 206, 208 };
    int missed = 0;

    quiet = true;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        by_planted = faults[i];
        check_all(60, true);
        printf("fault %d: %ld of %ld chances off\n", by_planted, off, compared);
        missed += off == 0;
    }
    by_planted = 0;
    check_all(20, false);
    printf("without the past: %ld of %ld chances off\n", off, compared);
    return missed + (off == 0);
}

#else

int main(void)
{
    check_all(getenv("BONEYARD_LONG") != NULL ? 2000 : 100, true);
    printf("%ld positions, %ld of them sampled: %ld of %ld chances off\n", states, sampled, off, compared);
    return off != 0 || states < 90 || sampled < 10;
}

#endif
