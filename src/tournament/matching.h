/* SPDX-License-Identifier: MIT */
/* matching.h: pairs an even number of contestants at minimum total cost. */
#ifndef BY_TOURNAMENT_MATCHING_H
#define BY_TOURNAMENT_MATCHING_H

#include <stdint.h>

#define BY_MOST_PAIRED 130
#define BY_COST_LIMIT ((int64_t)1 << 50) /* costs are at least 0 and below this */

/* Finds a perfect matching of least cost. cost[i * n + k] is the cost of pairing i with k and equals cost[k * n + i]; n
 * is even, at least 2 and at most BY_MOST_PAIRED. Sets mate[i] to the partner of i. */
void by_match_pairs(int n, const int64_t *cost, int *mate);

#endif
