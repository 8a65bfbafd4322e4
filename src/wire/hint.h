/* hint.h: the best move and why, for somebody who asks at the table. */
#ifndef BY_WIRE_HINT_H
#define BY_WIRE_HINT_H

#include "ask.h"

/* Asks `expert` with a steady count budget, so that the same position gives the same hint, and writes one or
 * two sentences (boneyard/coach.h; BY_HINT_TEXT bytes are enough).  `names` has a name a seat, fit to be shown;
 * the seat is addressed as "you".  Returns the move that is meant, or BY_NO_MOVE (and an empty text) when the
 * seat may not act.  Takes some milliseconds. */
by_move by_hint(struct by_asker *a, const struct by_match *m, int seat, const char *const names[], char *out,
                size_t size);

#endif
