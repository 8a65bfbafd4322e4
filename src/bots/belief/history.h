/* SPDX-License-Identifier: MIT */
/* history.h: derives tiles and their possible batches from a view and a history (belief.h). */
#ifndef BY_BOTS_BELIEF_HISTORY_H
#define BY_BOTS_BELIEF_HISTORY_H

#include "spread.h"

/* spread_by_sizes uses only sizes and always gives a usable result; it returns false if the sizes do not add up.
 * spread_by_past then adds the history; it returns false if that contradicts the view, and *s is then unusable. */
bool spread_by_sizes(struct spread *s, const struct by_view *v, const struct by_past *past);
bool spread_by_past(struct spread *s, const struct by_view *v, const struct by_past *past);

#endif
