/* SPDX-License-Identifier: MIT */
/* certify.h: proves that a position has one clearly best move (boneyard/puzzle.h). */
#ifndef CERTIFY_H
#define CERTIFY_H

#include "boneyard/bot.h"
#include "boneyard/puzzle.h"

#define CERTIFY_SEARCHES 3
#define CERTIFY_TIMES 10 /* factor for the budget of `expert` */

/* Groups the n legal moves of the seat to move: group[i] is the first move that leads to the same table as move i.
 * Returns the number of groups. */
int certify_groups(const struct by_state *s, const by_move *moves, int n, int *group);

/* Returns how far the best group must lead, in thousandths of the unit of the values. */
int32_t certify_margin(const struct by_view *v, bool exact);

/* Returns the lead of the best group over the others, and its first move in *best. */
int32_t certify_lead(const int32_t *values, const int *group, int n, int *best);

/* Sets the values, the proof and the best move for the position on the table.  The caller sets `rules`, `seed` and
 * `choice`.  Tries the exact proof first.  Returns false if no move is clearly best. */
bool certify(const struct by_table *t, struct by_puzzle *out);

/* Returns the moves that look best at a glance, as bits: those that score most now or, if none scores, those with the
 * most pips. */
uint64_t certify_obvious(const struct by_view *v, const by_move *moves, int n);

#endif
