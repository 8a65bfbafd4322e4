/* SPDX-License-Identifier: MIT */
/* hint.h: gives a player the best move and the reason for it. */
#ifndef BY_WIRE_HINT_H
#define BY_WIRE_HINT_H

#include "ask.h"

/* Asks `expert` with a fixed count as its budget, so that the same position always gives the same hint, and writes one
 * or two sentences in the given language (boneyard/coach.h; BY_HINT_TEXT bytes suffice). `names` has one displayable
 * name per seat; the seat is addressed as "you". Returns the recommended move, or BY_NO_MOVE and an empty string if the
 * seat may not act. Takes a few milliseconds. */
by_move by_hint(struct by_asker *a, const struct by_table *m, int seat, const char *const names[], int language,
                char *out, size_t size);

#endif
