/* SPDX-License-Identifier: MIT */
/* games.h: plays one pairing on one deal: the same tiles with the seats swapped or rotated. */
#ifndef BY_ARENA_GAMES_H
#define BY_ARENA_GAMES_H

#include "arena.h"

struct by_floor; /* the memory and the running programs that a process uses to play games */
struct by_floor *by_floor_new(const struct by_arena *a);
void by_floor_free(struct by_floor *f);

/* Plays an item. Returns false if stopped before the end. */
bool by_item_play(struct by_floor *f, int64_t item, struct by_result_of_item *out);

#endif
