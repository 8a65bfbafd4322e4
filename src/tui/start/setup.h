/* SPDX-License-Identifier: MIT */
/* setup.h: declares the settings needed for a first deal: the rules and the seats. The command line, the start screen
 * and saved games all produce a setup, which session.h plays. */
#ifndef BY_TUI_START_SETUP_H
#define BY_TUI_START_SETUP_H

#include "boneyard/bot.h"
#include "wire/names.h"
#include "wire/record.h"

#define BY_NAME_TEXT 24 /* bytes of a sanitized UTF-8 name including the terminating NUL */

struct by_sitter {
    const struct by_bot *bot; /* NULL for a person at this keyboard */
    char name[BY_NAME_TEXT];  /* "" if none given (wire/names.h) */
};

struct by_setup {
    struct by_config rules;
    struct by_sitter seat[BY_SEATS];
};

/* The seats' labels in a record (wire/names.h). */
struct by_labels {
    char label[BY_SEATS][BY_NAME_TEXT + 8];
    const char *at[BY_SEATS]; /* into `label` */
};

/* Labels the seats. A person without a name is labelled "you" if alone, otherwise "". */
void by_setup_label(const struct by_setup *s, struct by_labels *out);

/* Reverses by_setup_label for the labels of a record. Unknown bots become medium ones. */
void by_setup_read(const struct by_record *r, struct by_setup *out);

/* Names the players. */
void by_setup_names(const struct by_setup *s, struct by_names *out);

#endif
