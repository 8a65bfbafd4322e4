/* setup.h: what has to be known before the first deal: the rules and who sits where.  The command line, the start
 * screen and a saved game make one; session.h plays it. */
#ifndef BY_TUI_SETUP_H
#define BY_TUI_SETUP_H

#include "boneyard/bot.h"

#define BY_NAME_TEXT 24                 /* bytes of a name with its final 0, UTF-8, made harmless */

struct by_sitter {
    const struct by_bot *bot;           /* NULL: a person at this keyboard */
    char name[BY_NAME_TEXT];            /* "" : You, or by the compass or the seat's number */
};

struct by_setup {
    struct by_config rules;
    struct by_sitter seat[BY_SEATS];
};

#endif
