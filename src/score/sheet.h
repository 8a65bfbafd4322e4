/* SPDX-License-Identifier: MIT */
/* sheet.h: the score sheet as text: one column per side, one line per round. */
#ifndef BY_SCORE_SHEET_H
#define BY_SCORE_SHEET_H

#include "score.h"

/* Returns the number of rows in a sheet: the rounds of the game, or those played plus some empty ones. */
int by_score_lines(const struct by_score *s);

/* Writes the sheet as text, `width` columns wide; `whole` adds rows for the rounds to come, and all entries. */
void by_score_sheet(const struct by_score *s, FILE *out, int width, bool whole);

#endif
