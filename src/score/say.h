/* SPDX-License-Identifier: MIT */
/* say.h: describes the effect of an entry in sentences. */
#ifndef BY_SCORE_SAY_H
#define BY_SCORE_SAY_H

#include "score.h"

/* Describes the game: "Mexican Train, sheet number: 13 rounds, the lowest total wins." */
void by_score_title(const struct by_score *s, struct by_text *out);

/* Describes the effect of an entry and names the next leader or the winner, one sentence per line. */
void by_score_say(const struct by_score *s, int at, FILE *out);

/* Writes "Anna 45, Ben 30": in seat order, each team once. */
void by_score_totals(const struct by_score *s, struct by_text *out);

/* Announces the next round, as in "Round 4 of 10: Ben leads, 6-6 goes in the middle.", or the winners. */
void by_score_next(const struct by_score *s, struct by_text *out);

/* by_score_sides returns the number of sides: players, or teams identified by their lower seat. Each side has a column
 * headed by its names: "Anna", "Anna and Cara". */
int by_score_sides(const struct by_score *s);
void by_score_side(const struct by_score *s, int side, struct by_text *out);

/* Returns the double for a round, counted from 1, or BY_NO_TILE. */
by_tile by_score_double(const struct by_score *s, int round);

#endif
