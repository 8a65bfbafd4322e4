/* SPDX-License-Identifier: MIT */
/* session.h: a game in progress for a front end in the terminal: who sits where, whose decision is next, the log in
 * sentences, undo, hints, saving.
 *
 * The sentence mode and the full screen differ in how they display and ask; everything else is here. The state of the
 * match stays inside: a front end only gets the views of seats at this keyboard and the spectator's view.
 *
 * A front end repeatedly does what by_session_next says (boneyard/table.h): by_session_step deals, and plays the moves
 * of bots and those without a choice; by_session_play plays a person's choice or call, and by_session_let_go declines a
 * call; by_session_step after a round deals the next; by_session_rematch starts another game.
 *
 * Each of these calls returns the number of sentences it has added to the end of the log.
 *
 * AUDIENCE. With one person at the keyboard, sentences address that seat as "you". With several (hot seat) the log
 * contains only what everyone may hear, and uses everyone's name; only the hand of by_session_next's seat may be shown.
 */
#ifndef BY_TUI_SESSION_H
#define BY_TUI_SESSION_H

#include "boneyard/table.h"
#include "boneyard/words.h"
#include "tui/start/setup.h"

/* One sentence of the log. */
struct by_line_said {
    char *text;
    uint32_t round, move; /* the round, and the number of moves before the sentence; a deal is move 0 */
    uint8_t kind, seat;   /* the event's: enum by_event_kind; BY_NO_SEAT: everyone's */
    by_move what;         /* BY_EV_MOVE: the move */
};

struct by_session;

/* Starts a new game with nothing dealt yet; the same seed gives the same game. Free with by_session_free. */
struct by_session *by_session_new(const struct by_setup *setup, const struct by_seed *seed);
void by_session_free(struct by_session *s); /* s may be NULL */

/* A summary of a record, made without resuming it. */
struct by_saved {
    struct by_setup setup; /* seats named bot:LEVEL are bots again, the others people */
    bool over;
    uint32_t round;
    int32_t score[BY_SEATS];
};

/* Reads a record; on error returns false and a fault with the line (BY_E_IO and line 0: the file cannot be opened). */
bool by_session_peek(const char *path, struct by_saved *out, struct by_fault *f);

/* Resumes a record; `setup` comes from by_session_peek, but bots may replace people or vice versa. On error returns
 * NULL and a fault as above. */
struct by_session *by_session_load(const char *path, const struct by_setup *setup, const struct by_seed *seed,
                                   struct by_fault *f);

/* ---- Playing ------------------------------------------------------------------------------- */

/* Returns what is next; a bot's call is BY_NEXT_BOT. */
struct by_next by_session_next(const struct by_session *s);

/* Returns whether by_session_step can proceed without a person. */
static inline bool by_session_steps(struct by_next n)
{
    return n.kind == BY_NEXT_DEAL || n.kind == BY_NEXT_BOT || n.kind == BY_NEXT_FORCED;
}

/* Makes one move for a bot, or one without a choice; or deals next. */
int by_session_step(struct by_session *s);

/* Lists the legal moves of the deciding seat (BY_NEXT_CHOICE, BY_NEXT_CALL). */
int by_session_moves(const struct by_session *s, int seat, by_move list[BY_MOVES]);

/* Plays one of those moves. Returns -1 if it is not legal. */
int by_session_play(struct by_session *s, int seat, by_move m);

/* Declines the seat's chance to call. */
void by_session_let_go(struct by_session *s, int seat);

/* Parses a typed move (N-07); if it is invalid, puts the reason in f, as a sanitized sentence. */
by_err by_session_read(const struct by_session *s, int seat, const char *words, by_move *out, struct by_fault *f);

/* Goes back to a person's last choice, across deals if need be. Returns false if there is none. */
bool by_session_undo(struct by_session *s);

/* Starts another game with the same seats and rules, from the next seed. Discards the old game even if not over. */
void by_session_rematch(struct by_session *s);

/* Returns the best move for a person's choice, and a sentence about it. */
by_move by_session_hint(struct by_session *s, int seat, char *text, size_t size);

/* ---- Views and log ------------------------------------------------------------------------- */

/* Makes the view of a person's seat; for BY_NO_SEAT, of what everyone sees. */
void by_session_view(const struct by_session *s, int seat, struct by_view *out);

const struct by_config *by_session_rules(const struct by_session *s);
const struct by_bot *by_session_bot(const struct by_session *s, int seat); /* NULL: a person */
const char *const *by_session_names(const struct by_session *s);           /* one displayable name per seat */
int by_session_people(const struct by_session *s);                         /* how many people play */
int by_session_you(const struct by_session *s);                            /* the seat of the only person, or -1 */

/* Returns the index in by_view.laid (Castle Rock: in the row) of the newest tile, or -1. */
int by_session_last(const struct by_session *s);

int by_session_lines(const struct by_session *s);
const struct by_line_said *by_session_line(const struct by_session *s, int i); /* borrowed until the next call */

/* Writes the sentence of line i, looking no further than line `end`; consecutive draws by one seat form one sentence.
 * Returns how many lines it covers. */
int by_session_said(const struct by_session *s, int i, int end, char *out, size_t size);

/* Writes the sentences from line `from` up to line `end`, with spaces between them. */
void by_session_tell(const struct by_session *s, int from, int end, struct by_text *out);

/* The finished rounds, counted from 0. */
int by_session_results(const struct by_session *s);
const struct by_result *by_session_result(const struct by_session *s, int i);

/* Returns how many milliseconds a person has played so far (Castle Rock is timed, R-07); -1 if only bots play. */
int64_t by_session_elapsed(const struct by_session *s);

/* ---- Saving -------------------------------------------------------------------------------- */

/* Saves the game in this file from now on, at each decision by a person and each deal. The path is copied; NULL: do not
 * save. */
void by_session_keep(struct by_session *s, const char *path);
const char *by_session_kept(const struct by_session *s); /* the path, or NULL */

/* Saves now; returns false on failure. */
bool by_session_save(struct by_session *s);
bool by_session_save_as(const struct by_session *s, const char *path); /* sets errno on failure */

/* Returns, once, a sentence about a failed save, or about the first save to succeed after that; otherwise NULL. */
const char *by_session_trouble(struct by_session *s);
bool by_session_lost(const struct by_session *s); /* the latest state could not be saved */

#endif
