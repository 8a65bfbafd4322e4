/* SPDX-License-Identifier: MIT */
/* form.h: manages the form behind the start screen, independently of any display: its fields, their values, and any
 * errors.
 *
 * Games, sheets, options and levels come only from the core's tables (games.def, options.def, bots.def). A value that
 * the rules refuse remains in the form, with by_config_parse's sentence next to it, but by_form_done returns only legal
 * settings. Each sheet keeps its own changes while other sheets are shown. */
#ifndef BY_TUI_START_FORM_H
#define BY_TUI_START_FORM_H

#include "boneyard/text.h"
#include "setup.h"

enum by_form_field_kind {
    BY_FIELD_KEPT, /* the saved game */
    BY_FIELD_GAME, /* `at`: the index in by_games */
    BY_FIELD_SHEET,
    BY_FIELD_SEAT,   /* `at`: the seat */
    BY_FIELD_OPTION, /* `at`: enum by_option_id */
    BY_FIELD_DEAL
};

struct by_form_field {
    uint8_t kind, at;
};

#define BY_FORM_FIELDS (3 + BY_GAMES + BY_SEATS + BY_OPTIONS)
#define BY_FORM_SHEETS 8   /* maximum number of sheets per game */
#define BY_FORM_WORDS 1024 /* bytes of the rule string as entered, legal or not */
#define BY_FORM_LINE 2048  /* maximum number of bytes written by by_form_print */
#define BY_FORM_SAID 120   /* bytes for a value in words */

struct by_form {
    const char *kept; /* borrowed; a line about the saved game, or NULL */
    int game, sheet;
    struct {
        uint32_t mask;
        int32_t value[BY_OPTIONS];
    } given[BY_GAMES][BY_FORM_SHEETS]; /* the changes to each sheet */
    int32_t players;                   /* the preferred number of players, in every game; 0 if not chosen */
    struct by_sitter seat[BY_SEATS];
    struct by_config rules;       /* the form's rules if they are legal, otherwise the nearest legal ones */
    struct by_fault fault;        /* the reason why the form is not legal; fault.err is BY_OK if it is */
    struct by_form_field changed; /* the field that was changed last; the error appears next to it */
    struct by_form_field typing;  /* the field into which a number is being typed; kind BY_FIELD_DEAL if none */
};

/* Starts with the first sheet of the first game, one person, and medium bots. */
void by_form_init(struct by_form *f, const char *kept);

/* Lists the fields in screen order: the saved game, games, sheet, players, seats, options, and the button. Returns
 * their number. */
int by_form_fields(const struct by_form *f, struct by_form_field out[BY_FORM_FIELDS]);

int by_form_sheets(int game);
const char *by_form_sheet(const struct by_form *f);         /* the name of the chosen sheet */
int by_form_players(const struct by_form *f);               /* number of seats, 1 to BY_SEATS */
int32_t by_form_value(const struct by_form *f, int option); /* the current value, legal or not */

/* Describes a kind of game, for the heading above its games ("Count as you go"). */
const char *by_form_group(int game);

/* Describes a sheet of the game: "Five tiles each. The first double opens four ways. The first to 250 wins." */
const char *by_form_sheet_about(int game, int sheet);

/* by_form_label returns the name of an option; by_form_said writes one of its values in words. */
const char *by_form_label(int option);
void by_form_said(int option, int32_t value, char out[BY_FORM_SAID]);

/* Appends a description of an option, and the range of a number. */
void by_form_about(const struct by_form *f, int option, struct by_text *t);

/* Chooses a game and sheet. */
void by_form_choose(struct by_form *f, int game, int sheet);
void by_form_set(struct by_form *f, int option, int32_t value);
void by_form_sit(struct by_form *f, int seat, const struct by_bot *bot); /* NULL for a person */
void by_form_name(struct by_form *f, int seat, const char *name);        /* sanitized */

/* Gets the n-th value of an option that has a list; returns false past the last. */
bool by_form_nth(const struct by_form *f, int option, int n, int32_t *out);

/* Returns the n-th selectable level, from 0, or NULL past the last. */
const struct by_bot *by_form_level(int n);

/* Steps a value forward if `by` is 1, or back if it is -1. Lists wrap around, numbers stay in range, and large numbers
 * step by tens. Returns false if the field has no values. */
bool by_form_step(struct by_form *f, struct by_form_field at, int by);

/* Types a digit into a number, or erases one with '\b'. The first digit replaces the old number. Returns false if the
 * field takes no digits. */
bool by_form_type(struct by_form *f, struct by_form_field at, uint32_t sign);

/* Ends typing: the next digit starts a new number. */
void by_form_rest(struct by_form *f);

/* Writes the rule string: the canonical one if the form is legal, otherwise the one entered. */
void by_form_words(const struct by_form *f, char out[BY_FORM_WORDS]);

/* Explains a field, with the paragraphs of the rules that depend on it; lines end with '\n'. */
void by_form_help(const struct by_form *f, struct by_form_field at, char *out, size_t size);

/* Sets *out to the chosen table. Returns false if the form is not legal. */
bool by_form_done(const struct by_form *f, struct by_setup *out);

/* Convert the choice to a line without a newline, and back. Reading a line that by_form_print could not have written
 * returns false and changes nothing. */
void by_form_print(const struct by_form *f, char out[BY_FORM_LINE]);
bool by_form_read(struct by_form *f, const char *line);

#endif
