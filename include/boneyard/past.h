/* boneyard/past.h: what has been said and done in a round so far, as everybody at the table saw it.
 *
 * A view (view.h) is the table as it lies; the past is how it came to lie so.  Both are public but for the
 * seat's own hand, and together they are all that a seat may know (C-09).  Bots infer from it who can
 * hold what: a player who passed or drew had nothing that fitted.
 *
 * THE ORDER OF ACQUISITION.  A hand is what was dealt, then what was drawn, one entry at a time.  `lacked`
 * speaks of the hand as it was when the move was made, before its own draw:
 *
 *     draw, lacked, fits F     no tile the seat then held is in F; if its next entry is no play, the
 *                              tile it drew is not in F either (L-10, T-08, F-08)
 *     pass, lacked, fits F     no tile the seat then held is in F
 */
#ifndef BONEYARD_PAST_H
#define BONEYARD_PAST_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_heard {
    by_move move;
    uint8_t seat;                       /* who */
    uint8_t to, tiles;                  /* who got how many tiles from the boneyard by it; BY_NO_SEAT, 0 */
    bool lacked;                        /* the rules say: the seat then held none of `fits` */
    struct by_set fits;                 /* the tiles the seat could have laid then, had it held them,
                                           whatever else it holds; Castle Rock: what it took out */
};

struct by_past {
    const struct by_heard *at;          /* borrowed; oldest first */
    int n;
    struct by_set undealt;              /* tiles that no hand was dealt (L-05, T-04: a higher double) */
};

/* What everybody hears of a move that is about to be played in `before`, a legal one; `tiles` and `to`
 * are filled in as the undo record of the move has them. */
void by_hear_move(const struct by_state *before, int seat, by_move m, const struct by_undo *undo, struct by_heard *out);

/* by_past.undealt for the round that is being played; empty until the first tile lies. */
struct by_set by_undealt(const struct by_state *s);

#ifdef __cplusplus
}
#endif

#endif
