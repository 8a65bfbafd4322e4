/* SPDX-License-Identifier: MIT */
/* show.h: the screen: bar, event, seats, table, ends, turn, hand, keys; a panel where there is room. */
#ifndef BY_TUI_FULL_SHOW_H
#define BY_TUI_FULL_SHOW_H

#include "full.h"

void by_full_show(struct by_full *f);
const char *by_full_called(const struct by_full *f, int seat); /* the name, or You */

/* Cuts words to a width and fills them up; below 0: aligned to the right. Returns out. */
#define BY_FIT_TEXT 256
const char *by_full_fit(const char *words, int width, char out[BY_FIT_TEXT]);

#endif
