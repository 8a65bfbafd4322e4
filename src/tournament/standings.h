/* SPDX-License-Identifier: MIT */
/* standings.h: computes the standings of a tournament.
 *
 * The winner of a table gets 12 points and the last side none, with the places between spaced evenly: 12-0, 12-6-0 or
 * 12-8-4-0. Sides with equal scores share their points. A bye counts as a win in the Swiss system and as nothing in a
 * round robin, where everyone has the same number of byes. Equal points are separated by the tournament's tie-breaks:
 *
 *     opponents   for each match the mean of the opponents' points, added; a bye counts the contestant's own points
 *     difference  for each match the score minus the table's mean, added, in twelfths; negated if low scores win
 *     wins matches won, alone or shared; a bye does not count */
#ifndef BY_TOURNAMENT_STANDINGS_H
#define BY_TOURNAMENT_STANDINGS_H

#include "tournament.h"

struct by_position {
    int contestant, place; /* from 1; contestants who are equal in all respects share a place */
    int points, played, byes;
    int64_t tie[BY_TIES]; /* opponents and difference in twelfths */
};

/* Computes the points of one table for each of its contestants. */
void by_seating_points(const struct by_tournament *t, const struct by_seating *s, int points[BY_AT_TABLE]);

/* Fills in a place for every contestant, best first. Contestants who withdrew keep their place. Returns the number of
 * places. */
int by_tournament_standings(const struct by_tournament *t, struct by_position out[BY_MOST_CONTESTANTS]);

#endif
