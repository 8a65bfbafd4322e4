/* boneyard/train.h: the best train in a hand, exactly.
 *
 * A train begins at a number and each tile joins the one before it, so it is a walk along tiles: numbers
 * are places, tiles are roads between two of them, a double is a loop at one.  The best train is the
 * heaviest walk from the start that takes no road twice.  What such a walk leaves out has to repair the
 * parity of every number (Euler): it is a T-join, and the lightest one (shortest paths, then a matching
 * of the odd numbers; Edmonds and Johnson, "Matching, Euler tours and the Chinese postman", 1973) bounds
 * every train from above.  If the rest hangs together, the bound is a train; if a piece falls off, one of
 * the roads to it must be kept or all of it is given up: branch and bound, which for hands of
 * dominoes hardly ever needs more than a few steps.
 *
 * Two trains side by side (the own and the Mexican Train) are one such walk from the end of the first,
 * through both starts, to the end of the second: the same search with two free ends, as exact.
 *
 * A DOUBLE AT THE END of a train wants another tile at the table, so ending on one can be made to cost
 * something.  A double that can be laid earlier is laid earlier.
 *
 * Nothing here allocates or keeps state; a call needs some 20 KB of stack.
 */
#ifndef BONEYARD_TRAIN_H
#define BONEYARD_TRAIN_H

#include "boneyard/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a train is worth: pips * pip + tiles * tile, less last_double if it ends on a double (which is then
 * left out if it is not worth that).  pip and tile 0 to 4096 and not both 0, last_double 0 to 16384. */
struct by_wish { int32_t pip, tile, last_double; };

/* The most pips, then the most tiles; and the other way round. */
#define BY_WISH_HEAVIEST ((struct by_wish){ 256, 1, 0 })
#define BY_WISH_LONGEST  ((struct by_wish){ 1, 4096, 0 })

struct by_train {
    uint8_t n, from, end;               /* tiles; the number before the first, the number behind the last */
    bool exact;                         /* proven the best; false only if `most` stopped the search */
    uint32_t nodes;                     /* bounds computed */
    int32_t pips, value;
    by_tile tile[BY_MAX_TILES];         /* in the order of laying; heavy ones early, where there is a choice */
};

/* The best train from `from` (0 to 18) with tiles of the hand.  most: bounds to compute at most, 0 for as
 * many as the proof takes. */
void by_train_best(const struct by_set *hand, int from, const struct by_wish *wish, uint32_t most,
                   struct by_train *out);

/* The best two trains that share no tile, out[0] from `own`, out[1] from `other`: the sum of their values
 * is the most there is.  From one number, out[0] is the heavier.  `exact` and `nodes` are those
 * of both together. */
void by_train_split(const struct by_set *hand, int own, int other, const struct by_wish *wish, uint32_t most,
                    struct by_train out[2]);

#ifdef __cplusplus
}
#endif

#endif
