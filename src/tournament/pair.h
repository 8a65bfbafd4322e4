/* SPDX-License-Identifier: MIT */
/* pair.h: decides who meets whom in the next round.
 *
 * The round of the least cost is chosen. What counts, each only where the one before it is equal:
 *
 *     1. nobody has the same partner again (in rotating)
 *     2. nobody meets an opponent again, or has a second bye
 *     3. Swiss: those at a table have nearly equal points, and so have its sides; a bye goes to someone with few points
 *        all: the pairs of the usual table for a round robin
 *     4. the lot
 *
 * A second repeat counts four times as much as a first, and so does a second bye. Tables of two are paired exactly
 * (matching.h), tables of three and four by local search. With up to 12 contestants, the search finds the least cost
 * (tests/tournament/pairing.c); with more, it need not. If the number does not come out even, singles add tables of
 * three or four, and otherwise some have a bye. */
#ifndef BY_TOURNAMENT_PAIR_H
#define BY_TOURNAMENT_PAIR_H

#include "tournament.h"

/* Pairs the next round and adds its lines. If none can be paired, sets a sentence and changes nothing. */
bool by_tournament_pair(struct by_tournament *t, struct by_fault *f);

/* Returns the cost of a round, as the next one of a tournament. */
int64_t by_pairing_cost(const struct by_tournament *t, const struct by_tournament_round *r);

/* Returns how many pairs of contestants meet again in a round, counted from 0: as opponents or as partners. */
int by_pairing_repeats(const struct by_tournament *t, int round);

#endif
