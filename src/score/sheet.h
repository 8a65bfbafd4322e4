/* SPDX-License-Identifier: MIT */
/* sheet.h: prints the score sheet as text, with one column per side and one line per round. */
#ifndef BY_SCORE_SHEET_H
#define BY_SCORE_SHEET_H

#include "score.h"

/* Returns the number of rows in a sheet: the rounds of the game, or the rounds played plus some empty rows. */
int by_score_lines(const struct by_score *s);

/* Writes the sheet as text, `width` columns wide. `whole` adds rows for the remaining rounds, and all entries. */
void by_score_sheet(const struct by_score *s, FILE *out, int width, bool whole);

#endif
