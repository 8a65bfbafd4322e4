/* SPDX-License-Identifier: MIT */
/* entrants.h: parses the bots on the command line and pairs them. */
#ifndef BY_ARENA_ENTRANTS_H
#define BY_ARENA_ENTRANTS_H

#include "arena.h"

/* Parses a bot from the command line: KEY or cmd:COMMAND, with options in between (docs/arena.md). */
bool by_entrant_read(const char *text, struct by_entrant *out, struct by_fault *f);

/* Pairs the entrants. The rules and the entrants must be set. Returns false if the entrants cannot play these rules. */
bool by_arena_pair(struct by_arena *a, struct by_fault *f);

#endif
