/* SPDX-License-Identifier: MIT */
/* setup.h: everything needed before the first deal: the rules and who sits where. The command line, the start screen
 * and a saved game each make a setup; session.h plays it. */
#ifndef BY_TUI_START_SETUP_H
#define BY_TUI_START_SETUP_H

#include "boneyard/bot.h"

#define BY_NAME_TEXT 24 /* bytes of a sanitized UTF-8 name including the terminating NUL */

struct by_sitter {
    const struct by_bot *bot; /* NULL: a person at this keyboard */
    char name[BY_NAME_TEXT];  /* "": "You", a compass direction or the seat's number */
};

struct by_setup {
    struct by_config rules;
    struct by_sitter seat[BY_SEATS];
};

#endif
