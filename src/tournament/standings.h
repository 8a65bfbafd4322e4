/* SPDX-License-Identifier: MIT */
/* standings.h: who is where in a tournament.
 *
 * A table is worth 12 points for each place that a contestant leaves behind, divided evenly: 12 and 0 for two sides,
 * 12, 6, 0 for three, 12, 8, 4, 0 for four; equal scores share. A bye is a win in the Swiss system, and nothing where
 * everybody meets everybody, because everybody has as many. Equal points are separated by the tournament's tie-breaks:
 *
 *     opponents   for each match the mean of the opponents' points, added; a bye counts one's own points
 *     difference  for each match the score less the mean of the table's, added, in twelfths; where the lowest score
 *                 wins, the other way round
 *     wins        matches won, alone or shared; a bye is none */
#ifndef BY_TOURNAMENT_STANDINGS_H
#define BY_TOURNAMENT_STANDINGS_H

#include "tournament.h"

struct by_position {
    int contestant, place; /* from 1; who is equal in everything shares a place */
    int points, played, byes;
    int64_t tie[BY_TIES]; /* opponents and difference in twelfths */
};

/* Computes the points of one table for each of its contestants. */
void by_seating_points(const struct by_tournament *t, const struct by_seating *s, int points[BY_AT_TABLE]);

/* Fills in a place for every contestant, best first. Those who withdrew keep their place. Returns how many. */
int by_tournament_standings(const struct by_tournament *t, struct by_position out[BY_MOST_CONTESTANTS]);

#endif
