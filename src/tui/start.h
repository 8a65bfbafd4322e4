/* start.h: before a game: what is played, by which sheet, who sits where; as a screen and as questions. */
#ifndef BY_TUI_START_H
#define BY_TUI_START_H

#include "look.h"
#include "setup.h"
#include "util/lines.h"

enum by_start_end {
    BY_START_LEAVE,                     /* nothing was chosen, or the input ended */
    BY_START_NEW,                       /* *out is a table to be dealt; its rules are legal */
    BY_START_KEPT                       /* the kept game goes on */
};

/* The start screen, on a screen that is open (screen.h).  `kept` is a line about the game that is kept ("Muggins,
 * round 3: You 45, North 30"), or NULL.  It begins with what was chosen the last time. */
enum by_start_end by_start_run(const char *kept, const struct by_look *look, struct by_setup *out);

/* The same as questions in sentences, for `--plain` and pipes. */
enum by_start_end by_start_ask(struct by_lines *in, const char *kept, struct by_setup *out);

#endif
