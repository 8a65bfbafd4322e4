/* SPDX-License-Identifier: MIT */
/* levels.h: reports which games the levels can play. Not public. */
#ifndef BY_LEVELS_H
#define BY_LEVELS_H

#include "boneyard/view.h"

/* Returns whether the levels implement the view's game; if not, they play it greedily. */
bool by_levels_know(const struct by_view *v);

#endif
