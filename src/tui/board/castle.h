/* SPDX-License-Identifier: MIT */
/* castle.h: draws the row of Castle Rock. */
#ifndef BY_TUI_BOARD_CASTLE_H
#define BY_TUI_BOARD_CASTLE_H

#include "draw.h"

void by_board_castle(struct by_board *b);

#endif
