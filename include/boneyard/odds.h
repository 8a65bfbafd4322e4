/* boneyard/odds.h: who can hold what, as far as a seat can know.
 *
 * From a view and the past alone: every order of the deck that the table would have seen in just this way is as
 * likely as any other.  What the others might have preferred to lay is not weighed; so these are the odds of the
 * rules and not of the players.
 *
 * Where there are not too many ways for the unseen tiles to lie, all are counted; else the chances of single
 * tiles are still exact (or nearly always), and those of numbers come from samples.  The answer says which.
 */
#ifndef BONEYARD_ODDS_H
#define BONEYARD_ODDS_H

#include "boneyard/deal.h"
#include "boneyard/past.h"
#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_ODDS_YARD BY_SEATS           /* the boneyard among the rows */
#define BY_ODDS_ONE 1000000u            /* certainty; 0 is impossible.  What is only sampled is neither */

struct by_odds {
    struct by_set unseen;               /* the tiles that the seat cannot see */
    bool exact_tiles, exact_numbers;
    uint32_t worlds;                    /* ways in which they may lie, where all were counted; else 0 */
    uint32_t samples;                   /* where something was sampled */
    bool loose;                         /* the past was not understood in full: some worlds are too many */
    uint32_t tile[BY_SEATS + 1][BY_MAX_TILES];  /* the chance that it lies there, in millionths */
    uint32_t number[BY_SEATS + 1][BY_NUMBERS];  /* the chance that at least one tile with it lies there */
};

/* What the view's seat can know (never the referee's view).  `past` may be NULL: then hands are known by their sizes
 * only.  `memory` is for the call, aligned for any type; a megabyte is plenty, and with much less it samples
 * sooner.  samples: 0 for 20,000.  The rows of the own seat and of seats that do not play are 0. */
void by_odds_of(const struct by_view *view, const struct by_past *past, struct by_rng *rng, void *memory, size_t size,
                uint32_t samples, struct by_odds *out);

#ifdef __cplusplus
}
#endif

#endif
