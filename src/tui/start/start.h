/* SPDX-License-Identifier: MIT */
/* start.h: lets the user choose the game, the sheet and the seats, on a screen or in a dialogue. */
#ifndef BY_TUI_START_START_H
#define BY_TUI_START_START_H

#include "tui/look.h"
#include "form.h"
#include "util/lines.h"

enum by_start_end {
    BY_START_LEAVE, /* no game was chosen, or the input ended */
    BY_START_NEW,   /* *out is a table ready to deal, with legal rules */
    BY_START_KEPT   /* resume the saved game */
};

/* Runs the start screen, starting from the previous choice, on an open screen (screen.h). `kept` is a line about the
 * saved game ("Muggins, round 3: You 45, North 30"), or NULL. */
enum by_start_end by_start_run(const char *kept, const struct by_look *look, struct by_setup *out);

/* Does the same in a dialogue, for `--plain` and pipes. */
enum by_start_end by_start_ask(struct by_lines *in, const char *kept, struct by_setup *out);

/* Store and read the previous choice, in the file $XDG_STATE_HOME/boneyard/setup. Reading returns false if the file is
 * missing or invalid; a failed write is ignored, since nothing is lost. */
void by_start_remember(const struct by_form *f);
bool by_start_recall(char line[BY_FORM_LINE]);

#endif
