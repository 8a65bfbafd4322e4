/* SPDX-License-Identifier: MIT */
/* records.h: saves each game of a run as a record (docs/protocol.md) in a folder. */
#ifndef BY_ARENA_RECORDS_H
#define BY_ARENA_RECORDS_H

#include "arena.h"

/* Creates the folder, or checks that it is empty. If a run is being resumed, the folder may contain records. */
bool by_records_open(const char *folder, bool resumes, struct by_fault *f);

/* The games of one item. Games are written only when the item is complete, so a stopped run leaves no partial games. */
struct by_records;
struct by_records *by_records_new(const struct by_arena *a);
void by_records_free(struct by_records *r); /* accepts NULL, as do the functions below */

void by_records_clear(struct by_records *r); /* discards the item's games */
void by_records_begin(struct by_records *r, const char *const *names, const struct by_seed *seed);
void by_records_deal(struct by_records *r, int lead);
void by_records_play(struct by_records *r, int seat, by_move m);

/* Writes the item's games as new files. If a file already exists or cannot be written, removes the files written so
 * far, prints an error and returns false. */
bool by_records_write(struct by_records *r, int64_t item);

#endif
