/* session.h: a running game for a front end in the terminal: who sits where, whose decision is next, what has
 * happened in sentences, undo, hint, saving.
 *
 * The sentence mode and the full screen differ in how they show and ask; everything else is here.  The state
 * of the match stays inside: a front end gets views of seats at this keyboard, and the view of nobody.
 *
 * A front end does, over and over, what by_session_due says:
 *
 *     BY_DUE_STEP    somebody else's decision, or one that leaves no choice: by_session_step plays one move
 *     BY_DUE_ROUND   the round is over: show it; by_session_step deals the next one
 *     BY_DUE_MOVE    a person's choice: by_session_play with one of by_session_moves
 *     BY_DUE_CALL    a person may call: by_session_play with BY_CALL_MOVE, or by_session_let_go
 *     BY_DUE_OVER    the game is over: by_session_rematch, or leave
 *
 * Each of these calls returns how many sentences it has added to the log; the newest stand at its end.
 *
 * WHO HEARS WHAT.  With one person at the keyboard sentences are made for that seat, "you".  With several (hot
 * seat) the log is what everybody may hear, with everybody's name; whose hand may be shown is by_session_due's seat.
 */
#ifndef BY_TUI_SESSION_H
#define BY_TUI_SESSION_H

#include "boneyard/view.h"
#include "setup.h"

enum by_due_kind { BY_DUE_STEP, BY_DUE_ROUND, BY_DUE_MOVE, BY_DUE_CALL, BY_DUE_OVER };

/* What comes next.  seat: whose decision it is, BY_NO_SEAT between rounds and at the end. */
struct by_due {
    enum by_due_kind kind;
    int seat;
    bool forced;                        /* BY_DUE_STEP of a person: there is no choice */
};

/* One sentence of the log. */
struct by_line_said {
    char *text;
    uint32_t round, move;               /* after how many moves of which round it was said; a deal is move 0 */
    uint8_t kind, seat;                 /* of the event: enum by_event_kind, BY_NO_SEAT for everybody's */
    by_move what;                       /* BY_EV_MOVE: the move */
};

struct by_session;

/* A new game, nothing dealt yet; the same seed makes the same game.  Yours: by_session_free. */
struct by_session *by_session_new(const struct by_setup *setup, const struct by_seed *seed);
void by_session_free(struct by_session *s);     /* NULL is fine */

/* What a record says without going on with it. */
struct by_saved {
    struct by_setup setup;              /* seats called bot:LEVEL are bots again, the others persons */
    bool over;
    uint32_t round;
    int32_t score[BY_SEATS];
};

/* Reads a record; false and a fault with the line (BY_E_IO and line 0: it cannot be opened). */
bool by_session_peek(const char *path, struct by_saved *out, struct by_fault *f);

/* Goes on with a record; `setup` from by_session_peek, where bots may take the place of persons or the other way
 * round.  NULL and a fault as above. */
struct by_session *by_session_load(const char *path, const struct by_setup *setup, const struct by_seed *seed,
                                   struct by_fault *f);

/* ---- Playing ------------------------------------------------------------------------------- */

struct by_due by_session_due(const struct by_session *s);

/* One move of a bot, or one without a choice; or the next deal. */
int by_session_step(struct by_session *s);

/* The legal moves of a seat whose decision it is (BY_DUE_MOVE, BY_DUE_CALL). */
int by_session_moves(const struct by_session *s, int seat, by_move list[BY_MOVES]);

/* Plays one of them.  -1: it is none. */
int by_session_play(struct by_session *s, int seat, by_move m);

/* The seat lets the window pass in which it could call. */
void by_session_let_go(struct by_session *s, int seat);

/* What was typed as a move (N-07), or the reason why it is none: a sentence in f, safe to be shown. */
by_err by_session_read(const struct by_session *s, int seat, const char *words, by_move *out, struct by_fault *f);

/* Back to the last choice of a person, over deals if need be.  False: there is none. */
bool by_session_undo(struct by_session *s);

/* The same seats play the same rules again, from the next seed.  BY_DUE_OVER or not, the old game is gone. */
void by_session_rematch(struct by_session *s);

/* The best move of a person's choice, and a sentence about it. */
by_move by_session_hint(struct by_session *s, int seat, char *text, size_t size);

/* ---- Looking ------------------------------------------------------------------------------- */

/* A view: of a person's seat, or BY_NO_SEAT for what everybody sees. */
void by_session_view(const struct by_session *s, int seat, struct by_view *out);

const struct by_config *by_session_rules(const struct by_session *s);
const struct by_bot *by_session_bot(const struct by_session *s, int seat);      /* NULL: a person */
const char *const *by_session_names(const struct by_session *s);       /* a name a seat; safe to be shown */
int by_session_people(const struct by_session *s);              /* how many persons play */
int by_session_you(const struct by_session *s);                 /* the seat of the only person, or -1 */

/* The place in by_view.laid (Castle Rock: in the row) of the tile that came last, or -1. */
int by_session_last(const struct by_session *s);

int by_session_lines(const struct by_session *s);
const struct by_line_said *by_session_line(const struct by_session *s, int i);  /* borrowed until the next call */

/* The rounds that have ended, from 0. */
int by_session_results(const struct by_session *s);
const struct by_result *by_session_result(const struct by_session *s, int i);

/* Milliseconds played by a person so far (Castle Rock plays against the clock, R-07); -1 when bots play all. */
int64_t by_session_elapsed(const struct by_session *s);

/* ---- Keeping ------------------------------------------------------------------------------- */

/* From now on the game is kept in this file, at every decision of a person and at each deal.  The path is
 * copied; NULL: nowhere.  A rematch is kept in its place. */
void by_session_keep(struct by_session *s, const char *path);
const char *by_session_kept(const struct by_session *s);        /* the path, or NULL */

/* Keeps it now; false: it could not be. */
bool by_session_save(struct by_session *s);
bool by_session_save_as(const struct by_session *s, const char *path);  /* errno says why not */

/* Why the last try to keep the game failed, as a sentence, once; NULL: it did not, or has been said. */
const char *by_session_trouble(struct by_session *s);
bool by_session_lost(const struct by_session *s);               /* the newest state could not be kept */

/* The file for games that nobody has named a file for, with its folders made: $XDG_STATE_HOME/boneyard/game.jsonl
 * or below ~/.local/state.  False: there is no such place. */
bool by_session_place(char *path, size_t size);

#endif
