/* SPDX-License-Identifier: MIT */
/* rating.c: rates players by the results of matches (rating.h). */
#include "rating.h"

#include <string.h>

#include "boneyard/bot.h"
#include "bots/real.h"
#include "planted.h"

#define MU 25.0
#define SIGMA (25.0 / 3)
#define BETA (25.0 / 6)  /* the standard deviation of a player's performance in one match */
#define TAU (25.0 / 300) /* added to sigma before each match, so that ratings can keep up with players who improve */
#define LEAST 1e-4       /* the smallest factor applied to a variance */
#define POINTS 29.48118  /* points per unit of mu: 400 / (ln 10 * sqrt(2) * BETA) */
#define MIDDLE 1500
#define Z95 1.959963984540054 /* the 97.5th percentile of the normal distribution */
#define NARROW 200            /* a rating is provisional if half its interval is wider than this, in points */

/* A side of a match: the sums of its players' means and variances. */
struct side {
    double mu, variance;
    int rank, players;
    double weight;     /* e to the power mu/c, relative to the strongest side */
    double left;       /* the total weight of the sides that finished no better, including this one */
    int tied;          /* number of sides with this rank */
    double gain, loss; /* the change in the mean, and the relative decrease in variance */
};

static const int16_t anchors[BY_FAMILIES][BY_BOTS] = {
#define BY_ANCHOR(family, bot, points) [BY_##family][BY_BOT_##bot] = (points),
#include "anchors.def"
#undef BY_ANCHOR
};

struct by_rating by_rating_new(void) { return (struct by_rating){ .mu = MU, .sigma = SIGMA }; }

bool by_rating_anchor(enum by_family_id family, const char *bot, struct by_rating *out)
{
    const struct by_bot *found = by_bot_find(false, bot);

    if (found == NULL)
        return false;
    found = found->level != NULL ? found->level : found; /* styles cost hardly any strength (docs/strength.md) */
    for (int i = 0; i < BY_BOTS; i++)
        if (by_bots[i] == found && anchors[family][i] != 0) {
            *out = (struct by_rating){ .mu = MU + (anchors[family][i] - MIDDLE) / POINTS, .fixed = true };
            return true;
        }
    return false;
}

double by_rating_points(const struct by_rating *r) { return MIDDLE + (r->mu - MU) * POINTS; }
double by_rating_half(const struct by_rating *r) { return Z95 * r->sigma * POINTS; }
bool by_rating_provisional(const struct by_rating *r) { return !r->fixed && by_rating_half(r) > NARROW; }

/* Returns a player's variance in this match. A match does not change a player with a variance of 0. */
static double variance_of(const struct by_rating *r)
{
    return r->fixed && !BY_PLANTED(603) ? 0 : r->sigma * r->sigma + (BY_PLANTED(602) ? 0 : TAU * TAU);
}

/* Adds up the sides. Returns false if the match is invalid. */
static bool add_up(const struct by_match *m, struct side *side)
{
    if (m->players < 2 || m->players > BY_SEATS || m->sides < 2 || m->sides > m->players)
        return false;
    for (int i = 0; i < m->players; i++) {
        if (m->side[i] < 0 || m->side[i] >= m->sides)
            return false;
        for (int k = 0; k < i; k++)
            if (m->rating[k] == m->rating[i])
                return false;
        side[m->side[i]].mu += m->rating[i]->mu;
        side[m->side[i]].variance += variance_of(m->rating[i]);
        side[m->side[i]].players++;
    }
    for (int i = 0; i < m->sides; i++) {
        if (side[i].players == 0)
            return false;
        side[i].rank = m->rank[i];
    }
    return true;
}

/* Computes the weights. Only the ratios of weights matter, so the strongest side gets 1, and no sum overflows. */
static void weigh(struct side *side, int sides, double c)
{
    double most = side[0].mu;

    for (int i = 1; i < sides; i++)
        most = side[i].mu > most ? side[i].mu : most;
    for (int i = 0; i < sides; i++)
        side[i].weight = by_exp_full((side[i].mu - most) / c);
    for (int i = 0; i < sides; i++)
        for (int q = 0; q < sides; q++) {
            side[i].left += side[q].rank >= side[i].rank ? side[q].weight : 0;
            side[i].tied += side[q].rank == side[i].rank;
        }
}

/* Adds up the ranking steps in which side i was still in contention. */
static void judge(struct side *side, int sides, int i, double c)
{
    struct side *s = &side[i];
    double gain = 0, loss = 0;

    for (int q = 0; q < sides; q++) {
        double p = side[q].left > 0 ? s->weight / side[q].left : 0; /* the probability of winning this step */

        if (side[q].rank > s->rank)
            continue;
        gain += ((q == i ? 1 : 0) - p) / (BY_PLANTED(601) ? 1 : side[q].tied);
        loss += p * (1 - p) / (BY_PLANTED(601) ? 1 : side[q].tied);
    }
    s->gain = gain / c;
    s->loss = loss / (c * c);
}

bool by_rating_match(const struct by_match *m)
{
    struct side side[BY_SEATS];
    double c = 0;

    memset(side, 0, sizeof side);
    if (!add_up(m, side))
        return false;
    for (int i = 0; i < m->sides; i++)
        c += side[i].variance + BETA * BETA;
    c = by_sqrt(c);
    weigh(side, m->sides, c);
    for (int i = 0; i < m->sides; i++)
        judge(side, m->sides, i, c);
    for (int i = 0; i < m->players; i++) {
        struct by_rating *r = m->rating[i];
        const struct side *s = &side[m->side[i]];
        double variance = variance_of(r), kept = 1 - variance * s->loss;

        r->mu += variance * s->gain;
        r->sigma = by_sqrt(variance) * by_sqrt(kept > LEAST ? kept : LEAST);
        if (r->sigma > SIGMA) /* a rating never becomes less certain than a newcomer's, even after many uninformative
                               * matches */
            r->sigma = SIGMA;
    }
    return true;
}
