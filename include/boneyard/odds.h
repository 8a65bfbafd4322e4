/* SPDX-License-Identifier: MIT */
/* boneyard/odds.h: computes the probability that each unseen tile is in each hand, given the information available to
 * one seat.
 *
 * The calculation uses only a view and the history, and treats every deck order consistent with them as equally likely.
 * It ignores the other players' preferences: these odds follow from the rules alone.
 *
 * If there are few enough arrangements of the unseen tiles, all are counted.  Otherwise the probabilities for
 * individual tiles are still exact in nearly all cases, and those for numbers are estimated by sampling.  The result
 * indicates which are exact.
 */
#ifndef BONEYARD_ODDS_H
#define BONEYARD_ODDS_H

#include "boneyard/deal.h"
#include "boneyard/past.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_ODDS_YARD BY_SEATS /* the index of the row for the boneyard */
#define BY_ODDS_ONE 1000000u  /* certainty; 0 means impossible (sampling yields neither) */

struct by_odds {
    struct by_set unseen; /* tiles that the seat cannot see */
    bool exact_tiles, exact_numbers;
    uint32_t worlds;                           /* the number of arrangements if all were counted, otherwise 0 */
    uint32_t samples;                          /* the number of samples taken, or 0 */
    bool loose;                                /* part of the history could not be used, so some worlds may be
                                                * impossible */
    uint32_t tile[BY_SEATS + 1][BY_MAX_TILES]; /* the probability that the hand or boneyard holds the tile, in
                                                * millionths */
    uint32_t number[BY_SEATS + 1][BY_NUMBERS]; /* the probability that the hand or boneyard holds a tile with the
                                                * number */
};

/* Calculates the odds from a seat's view (never the referee's).  If `past` is NULL, only hand sizes are known.
 * `memory` is scratch memory, aligned for any type.  A megabyte is plenty; with much less, sampling starts sooner.  If
 * `samples` is 0, 20,000 samples are taken.  The rows of the seat itself and of unused seats are 0. */
void by_odds_of(const struct by_view *view, const struct by_past *past, struct by_rng *rng, void *memory, size_t size,
                uint32_t samples, struct by_odds *out);

/* A placement of the hidden tiles that the seat cannot rule out. */
struct by_odds_world {
    struct by_set hand[BY_SEATS];
    by_tile boneyard[BY_MAX_TILES]; /* view->boneyard tiles, front first */
};

/* Samples n such worlds, each with a probability proportional to the number of deck orders that lead to it.  The other
 * arguments are those of by_odds_of.  Worlds can be passed to by_state_of (view.h). */
void by_odds_worlds(const struct by_view *view, const struct by_past *past, struct by_rng *rng, void *memory,
                    size_t size, int n, struct by_odds_world out[]);

#ifdef __cplusplus
}
#endif

#endif
