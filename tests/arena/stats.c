/* SPDX-License-Identifier: MIT */
/* stats.c: tests the arena's statistics against published numbers, closed forms, and coverage: how often an interval
 * contains a known truth. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/arena.h"
#include "arena/stats.h"

static int failures;

static void near(double got, double want, double within, const char *what)
{
    if (!(fabs(got - want) <= within)) {
        printf("FAILED: %s: %.9g, and not %.9g\n", what, got, want);
        failures++;
    }
}

static void truth(bool t, const char *what)
{
    if (!t) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

/* 4, 6, 5, 7, 5, 3: mean 5, variance 2, and t of 5 degrees of freedom is 2.570582. */
static void means(void)
{
    struct by_range x = by_mean_range(6, 30, 160, 1);

    near(x.mid, 5, 1e-12, "the mean");
    near(x.half, 2.570582 * sqrt(2.0 / 6), 5e-3, "half its interval");
    near(by_mean_range(6, 30, 160, 10).half, x.half / 10, 1e-12, "the same in other units");
    x = by_mean_range(10001, 50000, 300000, 10);
    near(x.half, 1.960201 * sqrt((300000 - 50000.0 * 50000 / 10001) / 10000 / 10001) / 10, 1e-7, "many numbers");
    near(by_mean_range(2, 4, 10, 1).half, 12.706, 1e-2, "two numbers, 1 and 3");
    near(by_mean_range(5, 10, 30, 1).half, 2.776 * sqrt(2.5 / 5), 1e-2, "five numbers, 0 to 4");
    truth(isinf(by_mean_range(1, 3, 9, 1).half), "one number says nothing about the spread");
    near(by_mean_range(5, 10, 20, 4).half, 0, 0, "five equal numbers");
}

/* R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
 * (1998), table I, method 3. */
static void shares(void)
{
    static const struct {
        int k, n;
        double low, high;
    } table[] = {
        { 81, 263, 0.2553, 0.3662 },
        { 15, 148, 0.0624, 0.1605 },
        { 0, 20, 0, 0.1611 },
        { 1, 29, 0.0061, 0.1718 },
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct by_range x = by_share_range(table[i].k, table[i].n);

        near(x.low, table[i].low, 5e-5, "a share from below");
        near(x.high, table[i].high, 5e-5, "a share from above");
    }
}

static void scale(void)
{
    near(by_score_of_elo(0), 0.5, 1e-15, "no difference");
    near(by_score_of_elo(400), 10.0 / 11, 1e-12, "400 points are ten to one");
    near(by_score_of_elo(5), 0.50719508, 1e-8, "five points");
    near(by_elo_of_score(0.75), 190.848501888, 1e-6, "three to one");
    near(by_elo_of_score(by_score_of_elo(-123)), -123, 1e-9, "there and back");
    truth(isinf(by_elo_of_score(1)) && by_elo_of_score(0) < 0, "all or nothing");
    near(by_llr_bound(), 2.94443898, 1e-8, "the bound for errors of 5 %");
}

/* With two results the ratio is Wald's: A. Wald, "Sequential Analysis" (1947). */
static void two_results(void)
{
    int64_t hist[2] = { 43, 57 };

    near(by_llr(hist, 2, 0.5, 0.6), 57 * log(0.6 / 0.5) + 43 * log(0.4 / 0.5), 1e-6, "wins and losses");
}

/* The log likelihood of the best distribution over 0, 1/2, 1 with mean s: p1 = p0 + 2s - 1, and the
 * derivative by p0 is a quadratic equation. */
static double best_of_three(const int64_t *n, double s)
{
    double k = 2 * s - 1, all = (double)(n[0] + n[1] + n[2]);
    /* n0/a + n2/(a+k) = 2 n1/(1-k-2a) */
    double a2 = -2 * all, a1 = (double)n[0] * (1 - 3 * k) + (double)n[2] * (1 - k) - 2 * (double)n[1] * k;
    double a0 = (double)n[0] * k * (1 - k), root = sqrt(a1 * a1 - 4 * a2 * a0);

    for (int sign = -1; sign <= 1; sign += 2) {
        double a = (-a1 + sign * root) / (2 * a2), b = a + k, c = 1 - a - b;

        if (a > 0 && b > 0 && c > 0)
            return (double)n[0] * log(a) + (double)n[1] * log(c) + (double)n[2] * log(b);
    }
    return NAN;
}

static void three_results(void)
{
    static const int64_t cases[][3] = { { 100, 50, 120 }, { 10, 200, 30 }, { 300, 5, 280 }, { 40, 1, 90 } };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double want = best_of_three(cases[i], 0.53) - best_of_three(cases[i], 0.5);

        near(by_llr(cases[i], 3, 0.5, 0.53), want, 1e-6, "wins, ties and losses");
        near(by_llr(cases[i], 3, 0.53, 0.5), -want, 1e-6, "the other way round");
    }
}

/* Five results, against the approximation by the variance, which is good for hypotheses close together:
 * n (s1 - s0) (2 mean - s0 - s1) / (2 variance). */
static void five_results(void)
{
    int64_t hist[5] = { 900, 1800, 4100, 2000, 1200 }, n = 0;
    double mean = 0, square = 0, s0 = by_score_of_elo(0), s1 = by_score_of_elo(5);

    for (int i = 0; i < 5; i++) {
        n += hist[i];
        mean += (double)hist[i] * i / 4;
        square += (double)hist[i] * i * i / 16;
    }
    mean /= (double)n;
    square = square / (double)n - mean * mean;
    near(by_llr(hist, 5, s0, s1), (double)n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * square), 0.1, "pairs of games");
}

/* ---- Coverage ------------------------------------------------------------------------------ */

static struct by_rng rng;

static int dice(int sides) { return (int)by_rng_below(&rng, (uint32_t)sides); }

static void coverage(void)
{
    int mean = 0, ratio = 0, difference = 0, tries = 4000;

    by_rng_init(&rng, 9);
    for (int t = 0; t < tries; t++) {
        struct by_pair_sums s = { .n = 60 };

        for (int i = 0; i < 60; i++) { /* a and b go together; their means are 15 and 20 */
            int both = dice(11), a = both + 5 + dice(11), b = both + 10 + dice(11);

            s.a += a;
            s.b += b;
            s.aa += a * a;
            s.bb += b * b;
            s.ab += a * b;
        }
        struct by_range m = by_mean_range(s.n, s.a, s.aa, 1), r = by_ratio_range(&s), d = by_difference_range(&s, 1, 2);

        mean += m.low <= 15 && 15 <= m.high;
        ratio += r.low <= 0.75 && 0.75 <= r.high;
        difference += d.low <= 5 && 5 <= d.high;
    }
    near(mean / (double)tries, 0.95, 0.012, "intervals of a mean hold the truth");
    near(ratio / (double)tries, 0.95, 0.012, "intervals of a ratio hold the truth");
    near(difference / (double)tries, 0.95, 0.012, "intervals of a difference hold the truth");
}

/* Of the shares of 200 with p = 0.3, weighed by their exact chances, 94.66 % lie where the interval holds 0.3. */
static void coverage_of_shares(void)
{
    double chance = pow(0.7, 200), held = 0;

    for (int k = 0; k <= 200; k++) {
        struct by_range x = by_share_range(k, 200);

        held += x.low <= 0.3 && 0.3 <= x.high ? chance : 0;
        chance *= (200.0 - k) / (k + 1) * 0.3 / 0.7;
    }
    near(held, 0.94663369, 1e-6, "intervals of a share hold the truth");
}

/* Wald's guarantee: if the lower hypothesis is true, the higher one is accepted in at most about one run in twenty, and
 * vice versa; a test that always or never stops would fail here. */
static double accepted(double chance_of_win, int runs, double s0, double s1)
{
    int higher = 0, decided = 0;

    for (int t = 0; t < runs; t++) {
        int64_t hist[5] = { 0 };
        double llr = 0;

        for (int i = 1; i <= 4000 && fabs(llr) < by_llr_bound(); i++) {
            int score = 0;

            for (int game = 0; game < 2; game++) /* a tenth of the games is tied */
                score += dice(10) == 0 ? 1 : dice(10000) < chance_of_win * 10000 ? 2 : 0;
            hist[score]++;
            if (i % 4 == 0)
                llr = by_llr(hist, 5, s0, s1);
        }
        decided += fabs(llr) >= by_llr_bound();
        higher += llr >= by_llr_bound();
    }
    truth(decided == runs, "every run is decided");
    return higher / (double)runs;
}

static void errors_of_the_test(void)
{
    double wrong, right;

    by_rng_init(&rng, 21);
    wrong = accepted(0.5, 500, 0.5, 0.55);
    right = accepted(0.5 + 0.05 / 0.9, 500, 0.5, 0.55);
    near(wrong, 0.045, 0.025, "the higher one is accepted by mistake");
    near(right, 0.955, 0.025, "the higher one is accepted where it is true");
}

/* ---- Ratings ------------------------------------------------------------------------------- */

static void ratings(void)
{
    static const uint8_t one[] = { 0, 0, 1 }, two[] = { 1, 2, 2 };
    static const double true_elo[] = { 0, 100, -50 };
    int held = 0, tries = 1000;

    for (int t = 0; t < tries; t++) {
        double score[3] = { 0 }, cross[9] = { 0 };
        struct by_round_robin r = { 3, 3, one, two, 400, score, cross };
        struct by_range out[3];

        for (int i = 0; i < 400; i++) { /* on an easy deal, every first bot scores more */
            double x[3], luck = dice(2) == 0 ? 0.15 : -0.15;

            for (int p = 0; p < 3; p++) {
                double want = by_score_of_elo(true_elo[one[p]] - true_elo[two[p]]) + luck;

                x[p] = dice(1000000) < want * 1000000;
                score[p] += x[p];
            }
            for (int p = 0; p < 9; p++)
                cross[p] += x[p / 3] * x[p % 3];
        }
        by_ratings(&r, out);
        held += out[1].low <= 100 && 100 <= out[1].high;
        held += out[2].low <= -50 && -50 <= out[2].high;
        if (t == 0)
            near(out[0].mid, 0, 0, "the first one is the anchor");
    }
    near(held / (double)(2 * tries), 0.95, 0.015, "intervals of ratings hold the truth");
}

/* With two bots, the rating is that of the score plus half a tie. */
static void rating_of_two(void)
{
    static const uint8_t one[] = { 1 }, two[] = { 0 };
    double score[] = { 70 }, cross[] = { 60 };
    struct by_range out[2];

    by_ratings(&(struct by_round_robin){ 2, 1, one, two, 100, score, cross }, out);
    near(out[1].mid, by_elo_of_score(70.5 / 101), 1e-6, "a rating of two");
    score[0] = cross[0] = 100;
    by_ratings(&(struct by_round_robin){ 2, 1, one, two, 100, score, cross }, out);
    near(out[1].mid, by_elo_of_score(100.5 / 101), 1e-6, "who always wins has a rating too");
}

int main(void)
{
    means();
    shares();
    scale();
    two_results();
    three_results();
    five_results();
    coverage();
    coverage_of_shares();
    errors_of_the_test();
    ratings();
    rating_of_two();
    printf("arena statistics: %d failed\n", failures);
    return failures > 0;
}
