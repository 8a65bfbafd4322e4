/* SPDX-License-Identifier: MIT */
/* family.h: declares the differences between families in the terminal. families/NAME.c defines the members of each
 * family. */
#ifndef BY_TUI_FAMILY_H
#define BY_TUI_FAMILY_H

#include <stdio.h>

#include "boneyard/view.h"
#include "boneyard/words.h"

struct by_board;
struct by_telling;

struct by_tui_family {
    void (*draw)(struct by_board *b); /* draws the table on the full screen */
    /* prints the table in lines of text */
    void (*print)(FILE *out, const struct by_view *v, const char *const names[]);
    void (*ends)(struct by_text *t, const struct by_telling *by); /* describes the open ends in sentences */
};

extern const struct by_tui_family *const by_tui_families[BY_FAMILIES]; /* in the order of families.def */

#endif
