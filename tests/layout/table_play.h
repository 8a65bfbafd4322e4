/* SPDX-License-Identifier: MIT */
/* table_play.h: rounds for the property suite. */
#ifndef LAYOUT_TABLE_PLAY_H
#define LAYOUT_TABLE_PLAY_H

/* rulesets.c of the contract suite names its matches `struct table`; here a table is a place. */
#include "table.h"

/* Plays some rounds; size NULL: by lot.  False after a failure. */
bool layout_play(const char *rules, uint64_t seed, int rounds, const int32_t size[2]);

/* Plays tables of a game, all presets and numbers of players, until so many positions were looked at. */
void layout_many(const char *game, uint64_t positions);

/* One round in which everybody may lay whatever does not lie yet; returns how many tiles lie at its end. */
int layout_fill(const char *rules, uint64_t seed, int32_t width, int32_t height);

/* Lays out a view made by hand; with one tile more than the last, compares them.  `all`: looks at everything. */
bool layout_next(const char *what, const struct by_view *v, int32_t width, int32_t height, bool all);

/* table_large.c: 190 tiles. */
void layout_largest(bool trains);

#endif
