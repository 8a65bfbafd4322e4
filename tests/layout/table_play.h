/* SPDX-License-Identifier: MIT */
/* table_play.h: rounds for the property suite. */
#ifndef LAYOUT_TABLE_PLAY_H
#define LAYOUT_TABLE_PLAY_H

/* rulesets.c of the contract suite calls its matches `struct table`; here, a table is a place. */
#include "table.h"

/* Plays some rounds.  A size of NULL means a random size.  Returns false after a failure. */
bool layout_play(const char *rules, uint64_t seed, int rounds, const int32_t size[2]);

/* Plays tables of a game, all presets and numbers of players, until this many positions have been checked. */
void layout_many(const char *game, uint64_t positions);

/* Plays a round in which every seat may lay any tile not yet on the table.  Returns how many tiles have been laid at
 * its end. */
int layout_fill(const char *rules, uint64_t seed, int32_t width, int32_t height);

/* Lays out a handmade view.  If it has one tile more than the last one, compares the two.  With `all`, checks
 * everything. */
bool layout_next(const char *what, const struct by_view *v, int32_t width, int32_t height, bool all);

/* table_large.c: 190 tiles. */
void layout_largest(bool trains);

#endif
