/* SPDX-License-Identifier: MIT */
/* hand.h: keeps the hand in its owner's order, and finds where its tiles fit. */
#ifndef BY_TUI_FULL_HAND_H
#define BY_TUI_FULL_HAND_H

#include "full.h"

/* Updates the view, the hands, the moves and the places where tiles fit. */
void by_full_look(struct by_full *f);
void by_full_aim(struct by_full *f);                   /* after a cursor move, finds where the tile under the cursor
                                                        * fits */
by_tile by_full_tile(const struct by_full *f);         /* returns the tile under the cursor, or BY_NO_TILE */
bool by_full_fits(const struct by_full *f, by_tile t); /* whether a legal move lays or removes that tile */
bool by_full_has(const struct by_full *f, int kind);   /* whether there is a legal move of that kind */
void by_full_arrange(struct by_full *f);

#endif
