/* SPDX-License-Identifier: MIT */
/* talk.h: conducts the dialogue in sentence mode: its output, its questions and its commands. */
#ifndef BY_TUI_TALK_H
#define BY_TUI_TALK_H

#include "tui/plain/plain.h"
#include "session.h"
#include "util/lines.h"

/* A game and the state of its dialogue. */
struct by_talk {
    struct by_session *s;
    struct by_lines *in;
    bool terminal, quit;
    bool warned;      /* whether the person has been warned that leaving would lose the game */
    bool lost;        /* whether the last message about saving reported a failure */
    int seat;         /* the seat that chooses or listens; BY_NO_SEAT for no particular seat */
    bool choice;      /* whether `seat` must choose now, from the n moves in `list` */
    struct by_view v; /* that seat's view */
    struct by_telling t;
    by_move list[BY_MOVES];
    int n;
    int held;            /* number of sentences about draws that by_talk_tell has not printed yet */
    int last;            /* hot seat: the seat that last had the keyboard, or -1 */
    int heard[BY_SEATS]; /* hot seat: the number of log sentences that each seat has heard */
    uint32_t claims;     /* the round in which claims were explained */
};

/* Makes the view of a seat or, for BY_NO_SEAT, the spectators' view. */
void by_talk_look(struct by_talk *g, int seat, bool choice);

/* Prints wrapped sentences; skips empty ones. */
void by_talk_say(const char *words);

/* Prints a sentence from the catalogue in the same way. */
void by_talk_put(const char *id, const struct by_part *parts);

/* Prints the newest n sentences of the log, but delays a draw if further draws by the same seat may follow. */
void by_talk_tell(struct by_talk *g, int n);

/* Asks and reads a trimmed answer. Returns false at the end of the input, which ends the game. */
bool by_talk_ask(struct by_talk *g, const char *question, char **words);

enum by_typed { BY_TYPED_OTHER, BY_TYPED_DONE, BY_TYPED_CHANGED };

/* Handles a command ("hand", "rules", "quit" ...). The result states whether the command was carried out, changed the
 * table, ended the game, or is unknown. */
enum by_typed by_talk_command(struct by_talk *g, const char *words);

#endif
