/* SPDX-License-Identifier: MIT */
/* picture.h: the table drawn with brackets, for replaying records (`boneyard replay`). */
#ifndef BY_TUI_BOARD_PICTURE_H
#define BY_TUI_BOARD_PICTURE_H

#include <stdio.h>

#include "boneyard/view.h"

/* Prints the layout, hands, boneyard and scores. `names` has one name per seat; `you` is the seat addressed as "you",
 * or -1. In a referee's view all hands are shown. */
void by_picture_table(FILE *out, const struct by_view *v, const char *const names[], int you);

#endif
