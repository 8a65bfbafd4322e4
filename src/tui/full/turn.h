/* SPDX-License-Identifier: MIT */
/* turn.h: draws the lines below the table: the open ends, and the seat to move. */
#ifndef BY_TUI_FULL_TURN_H
#define BY_TUI_FULL_TURN_H

#include "full.h"

void by_full_show_ends(struct by_full *f, int y);
void by_full_show_turn(struct by_full *f, int y);

#endif
