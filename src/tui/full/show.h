/* SPDX-License-Identifier: MIT */
/* show.h: draws the screen: bar, event, seats, table, ends, turn, hand, keys, and a panel if there is space. */
#ifndef BY_TUI_FULL_SHOW_H
#define BY_TUI_FULL_SHOW_H

#include "full.h"

void by_full_show(struct by_full *f);
const char *by_full_called(const struct by_full *f, int seat); /* the seat's name, or "You" */

/* Returns the width of the longest name, but at least `least` and at most 17 columns. */
int by_full_name_width(const struct by_full *f, int least);

/* Truncates or pads a string to a width. A negative width aligns the string to the right. Returns `out`. */
#define BY_FIT_TEXT 256
const char *by_full_fit(const char *words, int width, char out[BY_FIT_TEXT]);

#endif
