/* SPDX-License-Identifier: MIT */
/* talk.h: the dialogue of the sentence mode: what is told, what is asked, which words it understands. */
#ifndef BY_TUI_TALK_H
#define BY_TUI_TALK_H

#include "tui/plain/plain.h"
#include "session.h"
#include "util/lines.h"

/* The game and the state of its dialogue. */
struct by_talk {
    struct by_session *s;
    struct by_lines *in;
    bool terminal, quit;
    bool warned;      /* leaving would lose the game, and the person was warned */
    int seat;         /* whose choice it is, or who listens: BY_NO_SEAT nobody in particular */
    bool choice;      /* it is that seat's choice now: `list` has its n moves */
    struct by_view v; /* of that seat */
    struct by_telling t;
    by_move list[BY_MOVES];
    int n;
    int held;            /* sentences about draws that by_talk_tell has not printed yet */
    int last;            /* hot seat: who had the keyboard last, -1 nobody yet */
    int heard[BY_SEATS]; /* hot seat: how many sentences of the log each seat has heard */
    uint32_t claims;     /* the round in which claiming was explained */
};

/* Makes the view of a seat, or of nobody. */
void by_talk_look(struct by_talk *g, int seat, bool choice);

/* Prints wrapped sentences; empty ones are left out. */
void by_talk_say(const char *words);

/* Prints the newest n sentences of the log; waits with a draw that may not be the last in a row. */
void by_talk_tell(struct by_talk *g, int n);

/* Asks, and reads a trimmed answer. Returns false at end of input, which ends the game. */
bool by_talk_ask(struct by_talk *g, const char *question, char **words);

enum by_typed { BY_TYPED_OTHER, BY_TYPED_DONE, BY_TYPED_CHANGED };

/* Handles a command ("hand", "rules", "quit" ...): done; done, and the table has changed or the game is left; or not a
 * command. */
enum by_typed by_talk_command(struct by_talk *g, const char *words);

#endif
