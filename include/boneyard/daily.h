/* SPDX-License-Identifier: MIT */
/* boneyard/daily.h: derives the Castle Rock, train and puzzle of each day from the date alone.
 *
 * A day is the number of days since 1970-01-01 in the proleptic Gregorian calendar, UTC.  All players get the same deal
 * without contacting a server, and any program that implements docs/daily.md computes the same deal.
 *
 * SEEDS.  The seed of a daily is its name and the date in ASCII (castle 2026-11-22), padded with zero bytes.  The
 * generators in deal.h then produce everything else.
 *
 * A result counts for the day on which the player started the game.  No function here reads a clock.
 */
#ifndef BONEYARD_DAILY_H
#define BONEYARD_DAILY_H

#include "boneyard/bot.h"
#include "boneyard/castle.h"
#include "boneyard/train.h"

#ifdef __cplusplus
extern "C" {
#endif

enum by_daily { BY_DAILY_CASTLE, BY_DAILY_TRAIN, BY_DAILY_PUZZLE, BY_DAILIES };
extern const char *const by_daily_names[BY_DAILIES]; /* "castle", "train", "puzzle"; static; do not free */

/* ---- Days ----------------------------------------------------------------------------------- */

#define BY_DAY_FIRST (-719162) /* 0001-01-01 */
#define BY_DAY_LAST 2932896    /* 9999-12-31 */
#define BY_DAY_TEXT 11         /* size of a printed date in bytes, including its NUL */

/* Parses a date such as "2026-11-22".  Returns false if the date does not exist. */
bool by_day_read(const char *text, int32_t *day);

/* Prints a day between BY_DAY_FIRST and BY_DAY_LAST. */
void by_day_print(int32_t day, char out[BY_DAY_TEXT]);

/* Converts a time in seconds since 1970-01-01T00:00:00Z to a day between BY_DAY_FIRST and BY_DAY_LAST. */
int32_t by_day_of(int64_t seconds);

/* ---- Dailies -------------------------------------------------------------------------------- */

/* Sets *seed to the seed of a daily. */
void by_daily_seed(enum by_daily what, int32_t day, struct by_seed *seed);

/* Sets *rules and *seed to the day's Castle Rock deal, which can always be cleared.  `memory` is BY_BOT_MEMORY bytes of
 * scratch memory, aligned for any type.  Returns the smallest known number of moves needed to clear the deal. */
int by_daily_castle(int32_t day, struct by_config *rules, struct by_seed *seed, void *memory);

/* The train of the day.  The task is to find the heaviest train that starts at the engine, a double, with tiles from
 * the hand. */
#define BY_DAILY_HAND 15
struct by_daily_train {
    by_tile engine;
    struct by_set hand; /* BY_DAILY_HAND tiles of a double-9 set, without the engine */
    struct by_train best;
};
void by_daily_train_of(int32_t day, struct by_daily_train *out);

/* Returns the index of the puzzle of the day among n puzzles (n >= 1).  Each puzzle comes up once every n days. */
int by_daily_puzzle(int32_t day, int n);

/* ---- Laying a train -------------------------------------------------------------------------- */

/* Checks a train of n tiles, the engine first.  Returns its open number, or -1 if a tile does not join the one before
 * it.  On success, sets *view (may be NULL) to a view of the train that can be laid out (layout.h). */
int by_train_view(const by_tile *tiles, int n, struct by_view *view);

#ifdef __cplusplus
}
#endif

#endif
