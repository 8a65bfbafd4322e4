/* SPDX-License-Identifier: MIT */
/* ratings.c: tests the ratings against the npm package openskill, by simulation, and with bad input. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planted.h"
#include "rating/ledger.h"

static int failures;

static void truth(bool t, const char *what)
{
    if (!t) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

static uint32_t state;

/* Xorshift, as in openskill.mjs. */
static uint32_t next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* ---- Against openskill ---- */

#define POOL 200
#define MATCHES 10000

/* Makes the next match, as openskill.mjs does. */
static void draw_match(struct by_match *m, struct by_rating *pool)
{
    *m = (struct by_match){ .sides = 2 + (int)(next() % 7) };
    for (int i = 0; i < m->sides; i++) {
        int last = m->players + 1 + (int)(next() % (8 / (uint32_t)m->sides));

        while (m->players < last) {
            struct by_rating *who = &pool[next() % POOL];
            bool taken = false;

            for (int k = 0; k < m->players; k++)
                taken = taken || m->rating[k] == who;
            if (taken)
                continue;
            m->side[m->players] = i;
            m->rating[m->players++] = who;
        }
        m->rank[i] = 1 + (int)(next() % (uint32_t)m->sides);
    }
}

static void against_openskill(const char *oracle)
{
    struct by_rating pool[POOL];
    struct by_match m;
    FILE *in = fopen(oracle, "r");
    int match = 0, lines = 0;
    double worst = 0;
    char line[100];

    if (in == NULL) {
        truth(false, "openskill.txt is there");
        return;
    }
    state = 20261122;
    for (int i = 0; i < POOL; i++)
        pool[i] = by_rating_new();
    while (fgets(line, sizeof line, in) != NULL) {
        char *at = line;
        long upto = strtol(at, &at, 10), who = strtol(at, &at, 10);
        double mu = strtod(at, &at), sigma = strtod(at, &at);

        for (; match < upto && match < MATCHES; match++) {
            draw_match(&m, pool);
            truth(by_rating_match(&m), "a match of openskill is rated");
        }
        truth(who >= 0 && who < POOL && *at == '\n', "a line of openskill.txt");
        worst = fmax(worst, fmax(fabs(pool[who % POOL].mu - mu), fabs(pool[who % POOL].sigma - sigma)));
        lines++;
    }
    fclose(in);
    printf("openskill: %d matches, %d ratings, largest difference %.2g\n", match, lines, worst);
    truth(match == MATCHES && lines > POOL, "all matches of openskill");
    truth(worst < 1e-9, "the ratings of openskill, to 1e-9");
}

/* ---- Simulation ---- */

#define PEOPLE 2000
#define EACH 50

static double uniform(void) { return (next() + 0.5) / 4294967296.0; }
static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

static int by_value(const void *a, const void *b)
{
    const double *x = *(const double *const *)a, *y = *(const double *const *)b;

    return (*x > *y) - (*x < *y);
}

/* Sets rank[i] to the position of value[i] among n, from 0. */
static void rank_all(const double *value, double *rank, int n)
{
    const double *at[PEOPLE];

    for (int i = 0; i < n; i++)
        at[i] = &value[i];
    qsort(at, (size_t)n, sizeof *at, by_value);
    for (int i = 0; i < n; i++)
        rank[at[i] - value] = i;
}

/* Spearman's correlation of two lists without ties. */
static double correlation(const double *a, const double *b, int n)
{
    static double ra[PEOPLE], rb[PEOPLE];
    double sum = 0;

    rank_all(a, ra, n);
    rank_all(b, rb, n);
    for (int i = 0; i < n; i++)
        sum += (ra[i] - rb[i]) * (ra[i] - rb[i]);
    return 1 - 6 * sum / ((double)n * ((double)n * n - 1));
}

/* Ranks the sides of a match by their strength and their luck, which has the distribution of the model. */
static void play(struct by_match *m, const struct by_rating *pool, const double *strength)
{
    double worth[BY_SEATS] = { 0 };

    for (int i = 0; i < m->players; i++)
        worth[m->side[i]] += strength[m->rating[i] - pool];
    for (int i = 0; i < m->sides; i++)
        worth[i] -= sqrt(m->sides) * 25.0 / 6 * log(-log(uniform()));
    for (int i = 0; i < m->sides; i++) {
        m->rank[i] = 1;
        for (int k = 0; k < m->sides; k++)
            m->rank[i] += worth[k] > worth[i];
    }
}

/* Plays one round for everyone: tables of `players`, in sides of `team`. */
static void play_round(struct by_rating *pool, const double *strength, int players, int team)
{
    static int order[PEOPLE];

    for (int i = 0; i < PEOPLE; i++) {
        int k = (int)(next() % (uint32_t)(i + 1));

        order[i] = order[k];
        order[k] = i;
    }
    for (int at = 0; at + players <= PEOPLE; at += players) {
        struct by_match m = { .players = players, .sides = players / team };

        for (int i = 0; i < players; i++) {
            m.side[i] = i / team;
            m.rating[i] = &pool[order[at + i]];
        }
        play(&m, pool, strength);
        truth(by_rating_match(&m), "a simulated match is rated");
    }
}

static void simulate(int players, int team, double spread, double least, double holds)
{
    static struct by_rating pool[PEOPLE];
    static double strength[PEOPLE], mu[PEOPLE];
    int within = 0, provisional = 0;
    double widths = 0, found;

    state = 4711;
    for (int i = 0; i < PEOPLE; i++) {
        pool[i] = by_rating_new();
        strength[i] = 25 + spread * normal();
    }
    for (int round = 0; round < EACH; round++)
        play_round(pool, strength, players, team);
    for (int i = 0; i < PEOPLE; i++) {
        mu[i] = pool[i].mu;
        within += fabs(mu[i] - strength[i]) <= 1.959963984540054 * pool[i].sigma;
        provisional += by_rating_provisional(&pool[i]);
        widths += by_rating_half(&pool[i]);
    }
    found = correlation(mu, strength, PEOPLE);
    printf("%d at a table in sides of %d, spread %.1f: rank correlation %.4f, intervals that hold %.1f %%, mean ±%.0f, "
           "provisional %.1f %%\n",
           players, team, spread, found, 100.0 * within / PEOPLE, widths / PEOPLE, 100.0 * provisional / PEOPLE);
    truth(found > least, "the order of known strengths is found");
    truth(within >= holds * PEOPLE, "the intervals hold");
}

/* ---- Extremes and bad input ---- */

static bool sound(const struct by_rating *r) { return isfinite(r->mu) && isfinite(r->sigma) && r->sigma > 0; }

/* A million matches: one player beats the other in every one, a third always loses to a bot. */
static void a_million(void)
{
    struct by_rating winner = by_rating_new(), loser = winner, third = winner, bot;
    struct by_match m = { .players = 2, .sides = 2, .side = { 0, 1 }, .rank = { 1, 2 }, .rating = { &winner, &loser } };
    struct by_match n = { .players = 2, .sides = 2, .side = { 0, 1 }, .rank = { 2, 1 }, .rating = { &third, &bot } };
    double before;

    truth(by_rating_anchor((enum by_family_id)0, "hard", &bot), "a bot has an anchor");
    before = bot.mu;
    for (int i = 0; i < 1000000; i++)
        if (!by_rating_match(&m) || !by_rating_match(&n))
            failures++;
    printf("after a million matches: %.0f ±%.0f beats %.0f ±%.0f; %.0f ±%.0f loses to a bot of %.0f\n",
           by_rating_points(&winner), by_rating_half(&winner), by_rating_points(&loser), by_rating_half(&loser),
           by_rating_points(&third), by_rating_half(&third), by_rating_points(&bot));
    truth(sound(&winner) && sound(&loser) && sound(&third), "a million matches overflow nothing");
    truth(winner.mu > loser.mu && winner.mu < 1000 && loser.mu > -1000, "a million wins stay within reason");
    truth(bot.mu == before && !by_rating_provisional(&bot), "an anchor does not move");
}

/* The most extreme ratings that a match can have are still rated. */
static void far_apart(void)
{
    for (int i = 0; i < 20; i++) {
        double mu = 1 << i;
        struct by_rating a = { .mu = mu, .sigma = 1 }, b = { .mu = -mu, .sigma = 1 }, c = by_rating_new();
        struct by_match m = {
            .players = 3, .sides = 3, .side = { 0, 1, 2 }, .rank = { 3, 1, 2 }, .rating = { &a, &b, &c }
        };

        truth(by_rating_match(&m) && sound(&a) && sound(&b) && sound(&c), "ratings far apart");
        truth(b.mu >= -mu && a.mu <= mu, "the surprise counts in the right direction");
    }
}

static void refusals(void)
{
    struct by_rating a = by_rating_new(), b = a, c = a, bot;
    const struct by_match good = {
        .players = 3, .sides = 2, .side = { 0, 0, 1 }, .rank = { 1, 2 }, .rating = { &a, &b, &c }
    };
    struct by_match bad[6];

    for (int i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].sides = 1;
    bad[1].sides = 3; /* a side without a player */
    bad[2].side[1] = 2;
    bad[3].rating[2] = &a;
    bad[4].players = BY_SEATS + 1;
    bad[5].side[0] = -1;
    for (int i = 0; i < 6; i++)
        truth(!by_rating_match(&bad[i]), "an impossible match is refused");
    truth(a.mu == 25 && b.mu == 25 && c.mu == 25 && a.sigma == c.sigma, "a refused match changes nothing");
    truth(by_rating_match(&good) && a.mu > 25 && c.mu < 25, "the same match without the faults");
    truth(!by_rating_anchor((enum by_family_id)0, "nobody", &bot), "an unknown bot has no anchor");
    truth(!by_rating_anchor((enum by_family_id)0, "heaviest", &bot), "a baseline has no anchor");
}

int main(int argc, char **argv)
{
#ifdef PLANTED
    by_planted = PLANTED;
#endif
    against_openskill(argc > 1 ? argv[1] : "");
    for (int wide = 0; wide < 2; wide++)
        for (int players = 2; players <= 4; players++) {
            simulate(players, 1, 25.0 / (wide ? 3 : 6), wide ? 0.95 : 0.88, 0.92);
            if (players == 4)
                simulate(players, 2, 25.0 / (wide ? 3 : 6), wide ? 0.93 : 0.86, 0.9);
        }
    a_million();
    far_apart();
    refusals();
    printf("ratings: %s\n", failures == 0 ? "fine" : "failed");
    return failures > 0;
}
