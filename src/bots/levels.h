/* SPDX-License-Identifier: MIT */
/* levels.h: what the levels know. Not public. */
#ifndef BY_LEVELS_H
#define BY_LEVELS_H

#include "boneyard/view.h"

/* Returns whether the levels know the game of a view, and do not play it greedily. */
bool by_levels_know(const struct by_view *v);

#endif
