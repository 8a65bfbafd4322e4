/* SPDX-License-Identifier: MIT */
/* boneyard/past.h: records the public history of a round so far.
 *
 * A view (view.h) shows the current table; the history lists the moves that led to it.  Both are public except for the
 * seat's own hand.  Together they contain everything a seat may know (C-09).  Bots use them to infer hidden hands: a
 * player who passed or drew had no tile that fitted.
 *
 * ORDER OF ACQUISITION. A hand consists of the tiles dealt, followed by the tiles drawn, entry by entry.  `lacked`
 * refers to the hand at the time of the move, before that move's own draw:
 *
 *     draw, lacked, fits F     no tile the seat then held is in F; unless its next entry is a play,
 *                              the drawn tile is not in F either (L-10, T-08, F-08)
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
    uint8_t seat;       /* the acting seat */
    uint8_t to, tiles;  /* the seat that took tiles from the boneyard, or BY_NO_SEAT, and their number */
    bool lacked;        /* the rules imply that the seat held none of `fits` */
    struct by_set fits; /* the tiles that the seat could have laid if it had held them; in Castle Rock, the tiles
                         * removed */
};

struct by_past {
    const struct by_heard *at; /* borrowed; oldest first */
    int n;
    struct by_set undealt; /* tiles known not to have been dealt to any hand (higher doubles: L-05, T-04) */
};

/* Sets *out to the public part of a legal move in the state `before`.  `tiles` and `to` come from the move's
 * undo record. */
void by_hear_move(const struct by_state *before, int seat, by_move m, const struct by_undo *undo, struct by_heard *out);

/* Returns by_past.undealt for the current round; it is empty until the first tile is laid. */
struct by_set by_undealt(const struct by_state *s);

#ifdef __cplusplus
}
#endif

#endif
