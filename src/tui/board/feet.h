/* SPDX-License-Identifier: MIT */
/* feet.h: draws Chickenfoot as a tree, for boards on which the picture would be too small to read. */
#ifndef BY_TUI_BOARD_FEET_H
#define BY_TUI_BOARD_FEET_H

#include "draw.h"

/* Draws the whole tree in the largest form that fits. Returns false and draws nothing if no form fits. */
bool by_board_feet(struct by_board *b);

#endif
