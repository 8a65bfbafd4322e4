/* SPDX-License-Identifier: MIT */
/* lines.h: reads the lines of a tournament. Private to this folder. */
#ifndef BY_TOURNAMENT_LINES_H
#define BY_TOURNAMENT_LINES_H

#include "tournament.h"
#include "util/lines.h"

#define BY_TOURNAMENT_FIRST "boneyard tournament 1"
#define BY_TOURNAMENT_LINE 4000 /* maximum length of a line in bytes */

/* Reads the lines of the header. On error returns false and sets a fault. */
bool by_tournament_head(struct by_tournament *t, struct by_lines *in, struct by_fault *f);

/* Applies a line to the state. On error returns false, sets a fault, and may leave the state partly changed. */
bool by_tournament_apply(struct by_tournament *t, const char *line, struct by_fault *f);

/* Returns whether all players in the last round have a seat in it. */
bool by_tournament_whole(const struct by_tournament *t);

#endif
