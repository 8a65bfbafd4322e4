/* SPDX-License-Identifier: MIT */
/* record.h: keeps a match together with its record, which is written during play and checked event by event when read
 * back (docs/protocol.md).
 *
 * The record is an array of JSON events that starts with the header. It is stored in a file, one event per line, and is
 * the engine's answer to `record`. Reading replays the deals and moves, and all other events must match exactly what
 * follows from them. A record with any error is rejected as a whole. */
#ifndef BY_WIRE_RECORD_H
#define BY_WIRE_RECORD_H

#include <stdio.h>

#include "boneyard/table.h"
#include "events.h"
#include "names.h"

struct by_record {
    struct by_table table; /* stores all rounds and allocates memory as it grows */
    struct by_seed seed;   /* the source of decks and lots unless they are given */
    by_json *lines;        /* the header, then every event */
    int64_t started;       /* start time on the monotonic clock, in milliseconds; -1 to omit "t" */
    int64_t offset;        /* milliseconds already played in a resumed game */
};

/* Creates a table for these rules. `names` has one name per player, or is NULL for "seat 0" and so on. `date` may be
 * NULL. Free the table with by_record_free. */
struct by_record *by_record_new(const struct by_config *rules, const char *const *names, const char *date,
                                const struct by_seed *seed);
void by_record_free(struct by_record *t); /* accepts NULL */

/* Deals the next round from `deck`, or from the seed if `deck` is NULL. `lead` is a seat or -1, as in by_deal. If the
 * lead is decided by lot and not given, it is drawn from the seed. */
by_err by_record_deal(struct by_record *t, const by_tile *deck, int tiles, int lead, struct by_events *ev);

/* Plays a move (as by_table_play_text) and writes its events into the record. */
by_err by_record_play(struct by_record *t, int seat, const char *text, size_t n, struct by_events *ev);

/* Explain why by_deal or by_table_play_text failed with `err`, and return `err`. The fault names a tile that is
 * missing, duplicated or not in this round, the seat that was given, the seat to move, or the phase. */
by_err by_explain_deal(const struct by_state *s, const by_tile *deck, int tiles, by_err err, struct by_fault *f);
by_err by_explain_play(const struct by_state *s, int64_t seat, by_err err, struct by_fault *f);

/* Undoes the last move of this round and removes its events. */
by_err by_record_undo(struct by_record *t);

/* Returns to the state before the last choice by one of t->table.people, across deals if necessary, and removes later
 * events. */
by_err by_record_undo_choice(struct by_record *t);

/* Writes the record, one event per line. Returns false with errno set on a write error. `lock` is as in
 * by_keep_locked. */
bool by_record_write(const struct by_record *t, const char *path, int *lock);

/* Returns the time that the game has taken so far in milliseconds, if it is timed. */
int64_t by_record_elapsed(const struct by_record *t);

/* Writes the record as a new file. If the file exists (EEXIST) or the write fails, no file is created or changed. */
bool by_record_write_new(const struct by_record *t, const char *path);

/* Returns a seat's label from the header; borrowed. */
const char *by_record_name(const struct by_record *t, int seat);

/* Names the players of a record (names.h). */
void by_record_names(const struct by_record *t, struct by_names *out);

/* Called for each deal and move as it is read, with the table at that point, the referee's view of it, and the events.
 * Errors may still follow later in the file. */
typedef void by_record_reader(void *context, const struct by_record *t, const struct by_view *v,
                              const struct by_events *ev);

/* Reads a whole record, to be freed with by_record_free. On an error, returns NULL and sets a fault with the line
 * number. `reader` may be NULL. */
struct by_record *by_record_read(FILE *in, by_record_reader *reader, void *context, struct by_fault *f);

/* Reads the first `lines` lines of a record that is damaged after them, and adds the events that follow from the last
 * move. Returns NULL if one of these lines is also invalid. */
struct by_record *by_record_read_part(FILE *in, int lines, by_record_reader *reader, void *context);

/* Rereads a record from its own lines. Free the result with by_record_free. */
struct by_record *by_record_again(const struct by_record *t, by_record_reader *reader, void *context);

#endif
