/* SPDX-License-Identifier: MIT */
/* pair.h: pairs the next round.
 *
 * Chooses the round with the lowest cost. The criteria are, in order of priority:
 *
 *     1. no one has the same partner twice (rotating partners)
 *     2. no one meets an opponent again, or has a second bye
 *     3. Swiss: contestants at a table, and its sides, have nearly equal points; a bye goes to a contestant with
 *        few points. Round robin: the pairs of the standard schedule
 *     4. the lot
 *
 * A second repeat counts four times as much as the first, and so does a second bye. Tables of two are paired exactly
 * (matching.h), tables of three and four by local search. With up to 12 contestants, the search finds the least cost
 * (tests/tournament/pairing.c); with more, it may not. If the contestants do not divide evenly into tables, singles
 * also use tables of three or four; in the other formats, some contestants have a bye. */
#ifndef BY_TOURNAMENT_PAIR_H
#define BY_TOURNAMENT_PAIR_H

#include "tournament.h"

/* Pairs the next round and adds its lines. If no round can be paired, sets a fault and changes nothing. */
bool by_tournament_pair(struct by_tournament *t, struct by_fault *f);

/* Returns the cost that a round would have as the tournament's next one. */
int64_t by_pairing_cost(const struct by_tournament *t, const struct by_tournament_round *r);

/* Returns the number of pairs of contestants that meet again in a round (counted from 0), as opponents or as
 * partners. */
int by_pairing_repeats(const struct by_tournament *t, int round);

#endif
