/* SPDX-License-Identifier: MIT */
/* stats.c: computes the statistics of a result. The formulas and their sources are in docs/arena.md. */
#include "stats.h"

#include <math.h>
#include <string.h>

#include "arena.h"

#define Z95 1.959963984540054 /* the 97.5th percentile of the normal distribution */

/* Returns the 97.5th percentile of Student's t, from series 26.7.5 in Abramowitz and Stegun, "Handbook of Mathematical
 * Functions". Where the series is too inaccurate, uses table 26.10 of that book. */
static double t95(double freedom)
{
    static const double first[] = { 12.706, 4.303, 3.182, 2.776 };
    double z = Z95, zz = z * z, v = freedom;

    if (freedom < 5)
        return first[freedom < 2 ? 0 : (int)freedom - 1];

    return z + z * (zz + 1) / (4 * v) + z * ((5 * zz + 16) * zz + 3) / (96 * v * v)
        + z * (((3 * zz + 19) * zz + 17) * zz - 15) / (384 * v * v * v);
}

/* Returns the 95 % interval around the mean of n numbers; `variance` is the variance of that mean. */
static struct by_range around(double mid, double variance, double n)
{
    double half = t95(n - 1) * sqrt(variance > 0 ? variance : 0);

    return (struct by_range){ mid, mid - half, mid + half, half };
}

static struct by_range unknown(double mid) { return (struct by_range){ mid, -INFINITY, INFINITY, INFINITY }; }

/* Returns the covariance of two variables, computed from exact sums. */
static double covariance(int64_t n, int64_t a, int64_t b, int64_t ab)
{
    return ((double)ab - (double)a * (double)b / (double)n) / (double)(n - 1);
}

struct by_range by_mean_range(int64_t n, int64_t sum, int64_t squares, double of)
{
    double mid = n > 0 ? (double)sum / (double)n / of : 0;

    if (n < 2)
        return unknown(mid);
    return around(mid, covariance(n, sum, sum, squares) / (of * of) / (double)n, (double)n);
}

struct by_range by_share_range(int64_t k, int64_t n)
{
    double p = n > 0 ? (double)k / (double)n : 0, m = (double)n, zz = Z95 * Z95, centre, half;

    if (n == 0)
        return (struct by_range){ 0, 0, 1, 1 };
    centre = (p + zz / (2 * m)) / (1 + zz / m);
    half = Z95 / (1 + zz / m) * sqrt(p * (1 - p) / m + zz / (4 * m * m));
    return (struct by_range){ p, centre - half, centre + half, half };
}

struct by_range by_ratio_range(const struct by_pair_sums *s)
{
    double r = s->b != 0 ? (double)s->a / (double)s->b : 0, mean = (double)s->b / (double)(s->n > 0 ? s->n : 1);
    double spread;

    if (s->n < 2 || s->b == 0)
        return unknown(r);
    spread = covariance(s->n, s->a, s->a, s->aa) - 2 * r * covariance(s->n, s->a, s->b, s->ab)
        + r * r * covariance(s->n, s->b, s->b, s->bb);
    return around(r, spread / (mean * mean) / (double)s->n, (double)s->n);
}

struct by_range by_difference_range(const struct by_pair_sums *s, double ka, double kb)
{
    double mid, spread;

    if (s->n == 0)
        return unknown(0);
    mid = (double)s->a / ka / (double)s->n - (double)s->b / kb / (double)s->n;
    if (s->n < 2)
        return unknown(mid);
    spread = covariance(s->n, s->a, s->a, s->aa) / (ka * ka) - 2 * covariance(s->n, s->a, s->b, s->ab) / (ka * kb)
        + covariance(s->n, s->b, s->b, s->bb) / (kb * kb);
    return around(mid, spread / (double)s->n, (double)s->n);
}

double by_score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double by_elo_of_score(double score)
{
    if (score <= 0 || score >= 1)
        return score <= 0 ? -INFINITY : INFINITY;
    return 400 * log10(score / (1 - score));
}

double by_llr_bound(void) { return log(0.95 / 0.05); }

/* Finds the most likely distribution with mean s, given these frequencies. Divides frequency i by 1 + x (score i - s),
 * with x chosen so that the mean is s. Since the sum falls as x grows, bisection finds x. */
static double tilt(const double *share, int totals, double s)
{
    double low = -1 / (1 - s), high = 1 / s;

    for (int step = 0; step < 60; step++) {
        double x = (low + high) / 2, sum = 0;

        for (int i = 0; i < totals; i++) {
            double off = (double)i / (totals - 1) - s;

            sum += share[i] * off / (1 + x * off);
        }
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double by_llr(const int64_t *hist, int totals, double s0, double s1)
{
    double share[BY_TOTALS], all = 0, llr = 0, x0, x1;

    for (int i = 0; i < totals; i++) { /* gives a small weight to results that have not occurred yet */
        share[i] = hist[i] > 0 ? (double)hist[i] : 1e-3;
        all += share[i];
    }
    for (int i = 0; i < totals; i++)
        share[i] /= all;
    x0 = tilt(share, totals, s0);
    x1 = tilt(share, totals, s1);
    for (int i = 0; i < totals; i++) {
        double a = (double)i / (totals - 1);

        llr += share[i] * all * log((1 + x0 * (a - s0)) / (1 + x1 * (a - s1)));
    }
    return llr;
}

/* ---- Ratings ------------------------------------------------------------------------------ */

struct square {
    int n;
    double at[BY_ENTRANTS][BY_ENTRANTS];
};

/* Inverts a matrix by Gauss-Jordan elimination with full pivoting. A singular matrix gives zeros. */
static struct square inverse(struct square m)
{
    struct square out = { .n = m.n };

    for (int i = 0; i < m.n; i++)
        out.at[i][i] = 1;
    for (int c = 0; c < m.n; c++) {
        int best = c;
        double pivot;

        for (int r = c + 1; r < m.n; r++)
            if (fabs(m.at[r][c]) > fabs(m.at[best][c]))
                best = r;
        pivot = m.at[best][c];
        if (fabs(pivot) < 1e-12)
            return (struct square){ .n = m.n };
        for (int k = 0; k < m.n; k++) {
            double a = m.at[best][k], b = out.at[best][k];

            m.at[best][k] = m.at[c][k];
            out.at[best][k] = out.at[c][k];
            m.at[c][k] = a / pivot;
            out.at[c][k] = b / pivot;
        }
        for (int r = 0; r < m.n; r++) {
            double by = m.at[r][c];

            for (int k = 0; r != c && k < m.n; k++) {
                m.at[r][k] -= by * m.at[c][k];
                out.at[r][k] -= by * out.at[c][k];
            }
        }
    }
    return out;
}

/* Adds v times (e_one - e_two)(e_three - e_four)' without the first bot's row and column. */
static void add(struct square *m, int one, int two, int three, int four, double v)
{
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            int i = (a == 0 ? one : two) - 1, k = (b == 0 ? three : four) - 1;

            if (i >= 0 && k >= 0)
                m->at[i][k] += (a == b ? v : -v);
        }
}

static double chance(const struct by_round_robin *r, const double *rating, int p)
{
    return 1 / (1 + exp(rating[r->two[p]] - rating[r->one[p]]));
}

/* Takes one Newton step and returns its size. */
static double newton(const struct by_round_robin *r, double *rating, struct square *back)
{
    struct square h = { .n = r->bots - 1 };
    double slope[BY_ENTRANTS] = { 0 }, far = 0;

    for (int p = 0; p < r->pairings; p++) {
        double s = chance(r, rating, p), n = r->n + 1, off = r->score[p] + 0.5 - n * s;

        slope[r->one[p]] += off;
        slope[r->two[p]] -= off;
        add(&h, r->one[p], r->two[p], r->one[p], r->two[p], n * s * (1 - s));
    }
    *back = inverse(h);
    for (int i = 0; i < h.n; i++) {
        double step = 0;

        for (int k = 0; k < h.n; k++)
            step += back->at[i][k] * slope[k + 1];
        step = step > 1 ? 1 : step < -1 ? -1 : step;
        rating[i + 1] += step;
        far += fabs(step);
    }
    return far;
}

void by_ratings(const struct by_round_robin *r, struct by_range *out)
{
    double rating[BY_ENTRANTS] = { 0 }, scale = 400 / log(10);
    struct square back, spread = { .n = r->bots - 1 };

    for (int i = 0; i < 200 && newton(r, rating, &back) > 1e-12; i++)
        ;
    for (int p = 0; p < r->pairings; p++)
        for (int q = 0; q < r->pairings; q++) {
            double sp = chance(r, rating, p), sq = chance(r, rating, q);

            add(&spread, r->one[p], r->two[p], r->one[q], r->two[q],
                r->cross[p * r->pairings + q] - sq * r->score[p] - sp * r->score[q] + r->n * sp * sq);
        }
    out[0] = (struct by_range){ 0, 0, 0, 0 };
    for (int i = 0; i < spread.n; i++) {
        double variance = 0;

        for (int k = 0; k < spread.n; k++)
            for (int l = 0; l < spread.n; l++)
                variance += back.at[i][k] * spread.at[k][l] * back.at[l][i];
        rating[i + 1] *= scale;
        out[i + 1] = r->n < 2 ? unknown(rating[i + 1]) : around(rating[i + 1], variance * scale * scale, r->n);
    }
}
