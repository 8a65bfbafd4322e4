/* SPDX-License-Identifier: MIT */
/* boneyard/train.h: finds the best train in a hand, exactly.
 *
 * A train starts at a number, and each tile joins the one before it.  It is therefore a walk in a graph: numbers are
 * vertices, tiles are edges, and doubles are loops.  The best train is the heaviest walk from the start that uses no
 * edge twice.  The edges that such a walk omits must repair the parity of every vertex (Euler), so they form a T-join.
 * The lightest T-join (shortest paths, then a matching of the odd vertices; Edmonds and Johnson, "Matching, Euler tours
 * and the Chinese postman", 1973) bounds every train from above.  If the remaining edges are connected, they form a
 * train, and the bound is exact.  If a component is cut off, either one of the edges to it must be kept or the whole
 * component must be dropped.  Branch and bound makes this choice, rarely in more than a few steps for a hand of
 * dominoes.
 *
 * Two trains at once (the player's own and the Mexican Train) are one such walk from the end of the first, through
 * both starts, to the end of the second.  The same search with two free ends solves them exactly.
 *
 * A DOUBLE AT THE END of a train must be followed by another tile, so the caller can assign a cost to ending on one.
 * If a double can be laid earlier, it is laid there.
 *
 * These functions allocate no memory and keep no state; a call needs about 20 KB of stack.
 */
#ifndef BONEYARD_TRAIN_H
#define BONEYARD_TRAIN_H

#include "boneyard/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The value of a train: pips * pip + tiles * tile, minus last_double if the train ends on a double. (A final double
 * worth less than that is left out.) `pip` and `tile` are 0 to 4096 and not both 0; `last_double` is 0 to 16384. */
struct by_wish {
    int32_t pip, tile, last_double;
};

/* Two common choices: most pips, with tiles as the tie-break, and most tiles, with pips as the tie-break. */
#define BY_WISH_HEAVIEST ((struct by_wish){ 256, 1, 0 })
#define BY_WISH_LONGEST ((struct by_wish){ 1, 4096, 0 })

struct by_train {
    uint8_t n, from, end; /* the number of tiles, and the open numbers at the start and the end */
    bool exact;           /* whether the train is proved optimal; false only if `most` stopped the search */
    uint32_t nodes;       /* the number of bounds computed */
    int32_t pips, value;
    by_tile tile[BY_MAX_TILES]; /* in order of play, heavier tiles first where possible */
};

/* Finds the best train that starts at `from` (0 to 18) with tiles from the hand.  `most` limits the search to that many
 * bounds, each of which takes a few microseconds; 0 means as many as the proof needs. */
void by_train_best(const struct by_set *hand, int from, const struct by_wish *wish, uint32_t most,
                   struct by_train *out);

/* Finds the best two trains that share no tile, out[0] from `own` and out[1] from `other`, maximising the sum of their
 * values.  If both start at the same number, out[0] is the heavier.  `exact` and `nodes` cover both together. */
void by_train_split(const struct by_set *hand, int own, int other, const struct by_wish *wish, uint32_t most,
                    struct by_train out[2]);

#ifdef __cplusplus
}
#endif

#endif
