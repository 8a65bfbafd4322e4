/* SPDX-License-Identifier: MIT */
/* play.h: turns a tile and a place into a move: choosing, claiming, announcing, and typing moves. */
#ifndef BY_TUI_FULL_PLAY_H
#define BY_TUI_FULL_PLAY_H

#include "full.h"

void by_full_play(struct by_full *f, by_move m);
void by_full_words(struct by_full *f, const char *words); /* plays a move given as text, or shows why it is invalid */
void by_full_back(struct by_full *f);                     /* clears the choice and the typed text */
void by_full_to(struct by_full *f, int at);               /* moves the cursor to place number `at` for the tile */
void by_full_choose(struct by_full *f);                   /* chooses the tile under the cursor */
void by_full_lay(struct by_full *f);                      /* lays the tile at the place under the cursor */
void by_full_say(struct by_full *f, bool announced);      /* lays the tile with the typed claim or the announcement */
void by_full_enter(struct by_full *f);

#endif
