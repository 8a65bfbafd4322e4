/* SPDX-License-Identifier: MIT */
/* record.h: a match with its record: written as it is played, and checked event by event when read back
 * (docs/protocol.md).
 *
 * The record is an array of JSON events with the header first: the contents of a file, and the engine's answer to
 * `record`. Reading replays it from the deals and the moves alone; everything else must match exactly what follows from
 * them. A record with any error is rejected as a whole. */
#ifndef BY_WIRE_RECORD_H
#define BY_WIRE_RECORD_H

#include <stdio.h>

#include "boneyard/table.h"
#include "events.h"

struct by_record {
    struct by_table table; /* keeps all rounds; allocates memory as it grows */
    struct by_seed seed;   /* for decks and lots that are not given */
    by_json *lines;        /* the header, then every event */
    int64_t started;       /* milliseconds of a monotonic clock, or -1: no "t" is written */
    int64_t offset;        /* milliseconds already played in a resumed game */
};

/* Makes a table for these rules. `names` has one name per player, or is NULL for "seat 0" and so on; `date` may be
 * NULL. Free with by_record_free. */
struct by_record *by_record_new(const struct by_config *rules, const char *const *names, const char *date,
                                const struct by_seed *seed);
void by_record_free(struct by_record *t); /* accepts NULL */

/* Deals the next round: from `deck` if it is not NULL, else from the seed; `lead` or -1, as in by_deal. Where a lot
 * decides and no lead is given, it is drawn from the seed. */
by_err by_record_deal(struct by_record *t, const by_tile *deck, int tiles, int lead, struct by_events *ev);

/* Plays a move (as by_table_play_text) and writes its events into the record. */
by_err by_record_play(struct by_record *t, int seat, const char *text, size_t n, struct by_events *ev);

/* Explain why by_deal or by_table_play_text failed with `err`, and return it: which tile is missing, twice or not of
 * this round, whose turn it is, the phase. */
by_err by_explain_deal(const struct by_state *s, const by_tile *deck, int tiles, by_err err, struct by_fault *f);
by_err by_explain_play(const struct by_state *s, int seat, by_err err, struct by_fault *f);

/* Takes back the last move of this round, and its events. */
by_err by_record_undo(struct by_record *t);

/* Goes back to before the last choice of t->table.people, over deals if need be, and takes back its events. */
by_err by_record_undo_choice(struct by_record *t);

/* Writes the record, one event a line; false with errno set if something could not be written. */
bool by_record_write(const struct by_record *t, const char *path);

/* The name of a seat as the header has it; borrowed. */
const char *by_record_name(const struct by_record *t, int seat);

/* Told about each deal and move as it is read: the table as it then is, the referee's view of it, and
 * the events.  What follows in the file may still turn out wrong. */
typedef void by_record_reader(void *context, const struct by_record *t, const struct by_view *v,
                              const struct by_events *ev);

/* Reads a whole record.  Yours: by_record_free.  NULL and a fault with the line otherwise. `reader`
 * may be NULL. */
struct by_record *by_record_read(FILE *in, by_record_reader *reader, void *context, struct by_fault *f);

#endif
