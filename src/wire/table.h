/* table.h: a match with its record, for programs that run or replay one.
 *
 * The record is an array of JSON events as protocol.md has them, the header first: what is written
 * to a file, what the engine's `record` answers, and what undo takes events from.
 */
#ifndef BY_WIRE_TABLE_H
#define BY_WIRE_TABLE_H

#include "boneyard/match.h"
#include "wire.h"

struct by_table {
    struct by_match match;
    struct by_step *log;                /* the match's log; grows by itself */
    struct by_seed seed;                /* for decks and lots that are not given */
    by_json *record;                    /* the header, then every event */
    int64_t started;                    /* milliseconds of a steady clock, or -1: no "t" is written */
    int64_t offset;                     /* milliseconds on the clock of a game that goes on */
};

/* A table for these rules; `names` has one name a player, or is NULL for "seat 0" and so on;
 * `date` may be NULL.  Yours: by_table_free. */
struct by_table *by_table_new(const struct by_config *rules, const char *const *names, const char *date,
                              const struct by_seed *seed);
void by_table_free(struct by_table *t);         /* NULL is fine */

/* Deals the next round: from `deck` if it is not NULL, else from the seed; `lead` or -1, as by_deal.
 * Where a lot decides and no lead is given, the lot is drawn from the seed. */
by_err by_table_deal(struct by_table *t, const by_tile *deck, int tiles, int lead, struct by_events *ev);

/* Plays a move (as by_match_play) and writes its events into the record. */
by_err by_table_play(struct by_table *t, int seat, const char *text, size_t n, struct by_events *ev);

/* Takes back the last move of this round, and its events. */
by_err by_table_undo(struct by_table *t);

/* Takes back the deal of this round and the end of the one before it: the table then stands before
 * the last move of that round.  BY_E_NO_UNDO in round one.  Plays the record again. */
by_err by_table_undo_round(struct by_table *t);

/* Writes the record, one event a line; false with errno set if something could not be written. */
bool by_table_write(const struct by_table *t, const char *path);

/* The name of a seat as the header has it; borrowed. */
const char *by_table_name(const struct by_table *t, int seat);

#endif
