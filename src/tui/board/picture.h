/* SPDX-License-Identifier: MIT */
/* picture.h: draws the table with brackets, for `boneyard replay`. */
#ifndef BY_TUI_BOARD_PICTURE_H
#define BY_TUI_BOARD_PICTURE_H

#include <stdio.h>

#include "boneyard/view.h"
#include "boneyard/words.h"

/* Prints the layout, hands, boneyard and scores. `names` has one name per seat; `you` is the seat addressed as "you",
 * or -1. For a referee's view, all hands are shown. */
void by_picture_table(FILE *out, const struct by_view *v, const char *const names[], int you);

/* ---- For the families (tui/family.h) ---- */

/* A line of output. A long line is broken between tiles and continued with an indent. */
struct by_picture_line {
    FILE *out;
    int column, indent;
};

struct by_picture_line by_picture_row(FILE *out, const char *label, int indent); /* prints the label */
void by_picture_put(struct by_picture_line *r, const char *words);
void by_picture_tile(struct by_picture_line *r, by_tile t, bool flip);
void by_picture_pad(struct by_text *t, int column); /* adds spaces up to a column */

/* Prints the tiles and the open ends of a game whose tiles form a tree or a line. */
void by_picture_rows(FILE *out, const struct by_view *v, const char *const names[]);

#endif
