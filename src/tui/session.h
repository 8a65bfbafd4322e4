/* SPDX-License-Identifier: MIT */
/* session.h: runs a game for a front end in the terminal: its seats, next decision, log of sentences, undo, hints and
 * saving.
 *
 * Sentence mode and the full screen differ only in their display and their prompts; this file implements everything
 * else. The match state is private: a front end gets only the views of the seats at this keyboard and the spectators'
 * view.
 *
 * A front end repeatedly handles the result of by_session_next (boneyard/table.h): by_session_step deals, and plays the
 * moves of bots and those without a choice; by_session_play plays a person's choice or call, and by_session_let_go
 * declines a call; by_session_step after a round deals the next; by_session_rematch starts another game.
 *
 * Each of these calls returns the number of sentences that it has added to the end of the log.
 *
 * AUDIENCE. With one person at the keyboard, sentences address that seat as "you". With several people (hot seat), the
 * log contains only public events and names every player, and only the hand of by_session_next's seat may be shown.
 */
#ifndef BY_TUI_SESSION_H
#define BY_TUI_SESSION_H

#include "boneyard/budget.h"
#include "boneyard/table.h"
#include "tui/log.h"
#include "tui/savefile.h"
#include "tui/start/setup.h"

struct by_session;
struct by_record;

/* Starts a new game, before its first deal; the same seed gives the same game. Free with by_session_free. */
struct by_session *by_session_new(const struct by_setup *setup, const struct by_seed *seed);
void by_session_free(struct by_session *s); /* s may be NULL */

/* Resumes a record; `setup` comes from by_savefile_peek, but bots may replace people or vice versa. With `keep`, a game
 * with people is saved in that file from now on, and is refused if the file is open in another program. A damaged file
 * is kept next to the new one, and the game continues from its readable part. On error returns NULL and a fault with
 * the line number; BY_E_IO and line 0 mean that the file cannot be opened. */
struct by_session *by_session_load(const char *path, bool keep, const struct by_setup *setup,
                                   const struct by_seed *seed, struct by_fault *f);

/* ---- Playing ------------------------------------------------------------------------------- */

/* Returns the next step. A bot's call counts as BY_NEXT_BOT. */
struct by_next by_session_next(const struct by_session *s);

/* Returns whether by_session_step can proceed without a person. */
static inline bool by_session_steps(struct by_next n)
{
    return n.kind == BY_NEXT_DEAL || n.kind == BY_NEXT_BOT || n.kind == BY_NEXT_FORCED;
}

/* Makes a bot's move or a forced move, or deals. Does nothing if a bot was stopped while thinking. */
int by_session_step(struct by_session *s);

/* A flag that stops bots and hints at once. Any thread or signal handler may set it; clear it before continuing. */
struct by_stop *by_session_stop(struct by_session *s);

/* Lists the legal moves of the deciding seat (BY_NEXT_CHOICE, BY_NEXT_CALL). */
int by_session_moves(const struct by_session *s, int seat, by_move list[BY_MOVES]);

/* Plays one of those moves. Returns -1 if the move is not legal. */
int by_session_play(struct by_session *s, int seat, by_move m);

/* Declines the seat's chance to call. */
void by_session_let_go(struct by_session *s, int seat);

/* Parses a typed move (N-07); if it is invalid, puts the reason in f, as a sanitized sentence. */
by_err by_session_read(const struct by_session *s, int seat, const char *words, by_move *out, struct by_fault *f);

/* Returns to the position before a person's last choice, across deals if necessary. Returns false if no such choice
 * exists. */
bool by_session_undo(struct by_session *s);

/* Starts another game with the same seats and rules, from the next seed. Discards the old game even if it is not
 * over. */
void by_session_rematch(struct by_session *s);

/* Returns the best move for a person's choice and a sentence about it, or BY_NO_MOVE if stopped. */
by_move by_session_hint(struct by_session *s, int seat, char *text, size_t size);

/* ---- Views and log ------------------------------------------------------------------------- */

/* Makes the view of a person's seat or, for BY_NO_SEAT, the spectators' view. */
void by_session_view(const struct by_session *s, int seat, struct by_view *out);

const struct by_config *by_session_rules(const struct by_session *s);
const struct by_bot *by_session_bot(const struct by_session *s, int seat); /* NULL for a person */
const char *const *by_session_names(const struct by_session *s);           /* one displayable name per seat */
int by_session_people(const struct by_session *s);                         /* the number of people who play */
int by_session_you(const struct by_session *s);                            /* the seat of the only person, or -1 */

/* Returns the index in by_view.laid (Castle Rock: in the row) of the newest tile, or -1. */
int by_session_last(const struct by_session *s);

const struct by_log *by_session_log(const struct by_session *s);

/* Return the number of finished rounds and the result of round i, counted from 0. */
int by_session_results(const struct by_session *s);
const struct by_result *by_session_result(const struct by_session *s, int i); /* NULL if there is none */

/* Returns the record of a finished game, for its review. */
const struct by_record *by_session_finished(const struct by_session *s);

/* Returns the number of milliseconds that a person has played so far (Castle Rock is timed, R-07), or -1 if only bots
 * play. */
int64_t by_session_elapsed(const struct by_session *s);

/* ---- Saving -------------------------------------------------------------------------------- */

/* Returns the file in which the game is saved at each deal and each decision by a person. */
struct by_savefile *by_session_file(struct by_session *s);

/* Saves now. Returns false on failure. */
bool by_session_save(struct by_session *s);
bool by_session_copy(struct by_session *s, const char *path); /* sets errno on failure */

#endif
