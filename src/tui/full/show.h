/* SPDX-License-Identifier: MIT */
/* show.h: the screen: bar, event, seats, table, ends, turn, hand, keys; a panel where there is room. */
#ifndef BY_TUI_FULL_SHOW_H
#define BY_TUI_FULL_SHOW_H

#include "full.h"

void by_full_show(struct by_full *f);
const char *by_full_called(const struct by_full *f, int seat);                 /* the name, or You */
void by_full_name(const struct by_full *f, int seat, int width, char out[64]); /* filled up; below 0: to the right */

#endif
