/* talk.h: the sentence mode's conversation: what is told, what is asked, which words are understood. */
#ifndef BY_TUI_TALK_H
#define BY_TUI_TALK_H

#include "plain.h"
#include "session.h"
#include "util/lines.h"

/* The game and how it is talked about. */
struct by_talk {
    struct by_session *s;
    struct by_lines *in;
    bool terminal, quit;
    bool warned;                        /* leaving would lose the game, and that has been said */
    int seat;                           /* whose choice it is, or whose ear: BY_NO_SEAT nobody's in particular */
    bool choice;                        /* it is that seat's choice now: `list` has its n moves */
    struct by_view v;                   /* of that seat */
    struct by_telling t;
    by_move list[BY_MOVES];
    int n;
    int last;                           /* hot seat: who had the keyboard last, -1 nobody yet */
    int heard[BY_SEATS];                /* hot seat: how many sentences of the log each has heard */
    uint32_t claims;                    /* the round in which how to claim has been said */
};

/* Looks at the table from a seat, or from nobody's. */
void by_talk_look(struct by_talk *g, int seat, bool choice);

/* Sentences, wrapped; empty ones are left out. */
void by_talk_say(const char *words);

/* The newest n sentences of the log. */
void by_talk_tell(const struct by_talk *g, int n);

/* Asks and reads an answer without the blanks around it.  False: the input has ended, and the game with it. */
bool by_talk_ask(struct by_talk *g, const char *question, char **words);

enum by_typed { BY_TYPED_OTHER, BY_TYPED_DONE, BY_TYPED_CHANGED };

/* One of the words of the game ("hand", "rules", "quit" ...): done; done, and the table has changed or the game is
 * left; or something else. */
enum by_typed by_talk_command(struct by_talk *g, const char *words);

#endif
