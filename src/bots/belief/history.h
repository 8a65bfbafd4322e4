/* SPDX-License-Identifier: MIT */
/* history.h: derives tiles and their possible batches from a view and a history (belief.h). */
#ifndef BY_BOTS_BELIEF_HISTORY_H
#define BY_BOTS_BELIEF_HISTORY_H

#include "spread.h"

/* by_spread_sizes uses only sizes and always gives a usable result; it returns false if the sizes do not add up.
 * Then by_spread_past adds the history; if the history contradicts the view, it returns false and *s is unusable. */
bool by_spread_sizes(struct spread *s, const struct by_view *v, const struct by_past *past);
bool by_spread_past(struct spread *s, const struct by_view *v, const struct by_past *past);

#endif
