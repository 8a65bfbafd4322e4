/* SPDX-License-Identifier: MIT */
/* rating.h: rates players by their match results, for two or more players, alone or in teams.
 *
 * The method is Weng and Lin's for the Plackett-Luce model ("A Bayesian Approximation Method for Online Ranking", JMLR
 * 12, 2011, algorithm 4), with OpenSkill's constants, except that gamma is 1, which makes the intervals reliable and
 * lets them narrow sooner (docs/ratings.md). A player's strength is modelled as normal with mean mu and standard
 * deviation sigma. Each match first adds a little to sigma, because strength changes over time, and then updates both.
 * All arithmetic uses bots/real.h, so every machine computes the same digits.
 *
 * Players see points: 1500 for a newcomer, and a difference of 400 means odds of ten to one in a two-player match. */
#ifndef BY_RATING_H
#define BY_RATING_H

#include <stdbool.h>

#include "boneyard/family.h"
#include "boneyard/rules.h"

struct by_rating {
    double mu, sigma;
    bool fixed; /* an anchor, which matches do not change */
};

/* A match. Sides are numbered from 0, and each has at least one player. */
struct by_match {
    int players, sides;
    int side[BY_SEATS];                 /* the side of each player */
    int rank[BY_SEATS];                 /* the rank of each side: the lowest wins, and equal ranks mean a tie */
    struct by_rating *rating[BY_SEATS]; /* borrowed; by_rating_match changes them */
};

/* Returns a newcomer's rating. */
struct by_rating by_rating_new(void);

/* Gets a bot's fixed rating in a family, by its key ("hard", "mabel"). Returns false if the bot has no rating in that
 * family. */
bool by_rating_anchor(enum by_family_id family, const char *bot, struct by_rating *out);

/* Rates a match. Returns false and changes nothing if the match has fewer than two sides, a side without a player, or
 * the same rating twice. */
bool by_rating_match(const struct by_match *m);

/* Return the rating in points and half the width of its 95 % interval, respectively. */
double by_rating_points(const struct by_rating *r);
double by_rating_half(const struct by_rating *r);

/* Returns whether the interval is still too wide for the ladder. */
bool by_rating_provisional(const struct by_rating *r);

#endif
