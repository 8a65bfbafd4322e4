/* SPDX-License-Identifier: MIT */
/* stats.h: computes the statistics of a result. The formulas and their sources are in docs/arena.md. */
#ifndef BY_ARENA_STATS_H
#define BY_ARENA_STATS_H

#include <stdint.h>

/* A value and its 95 % interval; if the interval is symmetric, `half` is half its width. */
struct by_range {
    double mid, low, high, half;
};

/* Returns the mean of n numbers, each divided by `of`, from their sum and the sum of their squares. With fewer than two
 * numbers, the interval is infinite. */
struct by_range by_mean_range(int64_t n, int64_t sum, int64_t squares, double of);

/* Returns the share k / n with its Wilson interval. */
struct by_range by_share_range(int64_t k, int64_t n);

/* Sums over n deals, each of which has two numbers, a and b. The function by_ratio_range estimates the ratio of their
 * means by the delta method. */
struct by_pair_sums {
    int64_t n, a, b, aa, bb, ab;
};
struct by_range by_ratio_range(const struct by_pair_sums *s);

/* Returns the difference between the means of a / ka and b / kb. */
struct by_range by_difference_range(const struct by_pair_sums *s, double ka, double kb);

/* Convert between Elo and scores on the logistic scale, where 400 points mean odds of ten to one. Scores of 0 and 1
 * give infinite Elo. */
double by_score_of_elo(double elo);
double by_elo_of_score(double score);

/* Returns the generalised log-likelihood ratio of mean score s1 against s0, both in (0, 1), when hist[i] items scored i
 * / (totals - 1). */
double by_llr(const int64_t *hist, int totals, double s0, double s1);

/* Returns the bound of the sequential test for error rates of 5 %: s1 is accepted at this LLR, and s0 at its
 * negative. */
double by_llr_bound(void);

/* Elo ratings of `bots` bots by maximum likelihood (Bradley and Terry), with the first bot at 0. Pairing p of
 * `pairings` is one[p] against two[p]. Over `n` deals, score[p] is the sum of pairing p's scores (0..1 per deal), and
 * cross[p * pairings + q] is the sum of p's score times q's score on each deal. */
struct by_round_robin {
    int bots, pairings;
    const uint8_t *one, *two;
    double n;
    const double *score, *cross;
};
void by_ratings(const struct by_round_robin *r, struct by_range *out);

#endif
