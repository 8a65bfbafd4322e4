/* start_form.h: the form behind the start screen, without a screen: which fields there are, what they hold, what is
 * wrong with it.
 *
 * Games, sheets, options and levels come from the tables of the core (games.def, options.def, bots.def) and are
 * written nowhere else.  A value that the rules refuse stays in the form with by_config_parse's sentence beside it;
 * what leaves the form (by_form_done) is legal.  Every sheet keeps its own changes while others are looked at.
 */
#ifndef BY_TUI_START_FORM_H
#define BY_TUI_START_FORM_H

#include "setup.h"

enum by_field_kind {
    BY_FIELD_KEPT,                      /* the kept game */
    BY_FIELD_GAME,                      /* at: its place in by_games */
    BY_FIELD_SHEET,
    BY_FIELD_SEAT,                      /* at: the seat */
    BY_FIELD_OPTION,                    /* at: enum by_option_id */
    BY_FIELD_DEAL
};

struct by_field { uint8_t kind, at; };

#define BY_FORM_FIELDS (3 + BY_GAMES + BY_SEATS + BY_OPTIONS)
#define BY_FORM_SHEETS 8                /* sheets of a game at most */
#define BY_FORM_WORDS 1024              /* bytes of the rule string as given, legal or not */
#define BY_FORM_LINE 2048               /* bytes of by_form_print */

struct by_form {
    const char *kept;                   /* borrowed; a line about the kept game, or NULL */
    int game, sheet;
    struct { uint32_t mask; int32_t value[BY_OPTIONS]; } given[BY_GAMES][BY_FORM_SHEETS];    /* what was changed */
    int32_t players;                    /* how many the person wants to be, whatever the game; 0: not said */
    struct by_sitter seat[BY_SEATS];
    struct by_config rules;             /* the legal rules nearest to the form; those of the form if it is legal */
    struct by_fault fault;              /* why the form is not legal; err is BY_OK if it is */
    struct by_field changed;            /* where the last change was made: beside it the sentence stands */
    struct by_field typing;             /* the number that is being typed; kind BY_FIELD_DEAL: none */
};

/* The first game by its first sheet, you and bots of medium level. */
void by_form_init(struct by_form *f, const char *kept);

/* The fields in the order of the screen: the kept game, games, sheet, players, seats, options, the button.  Returns
 * how many. */
int by_form_fields(const struct by_form *f, struct by_field out[BY_FORM_FIELDS]);

int by_form_sheets(int game);
const char *by_form_sheet(const struct by_form *f);                 /* the name of the chosen sheet */
int by_form_players(const struct by_form *f);                       /* seats, 1 to BY_SEATS */
int32_t by_form_value(const struct by_form *f, int option);         /* as it stands, legal or not */

/* What a kind of game is like, the heading above those that share it ("Count as you go"). */
const char *by_form_group(int game);

/* How sheets of the game differ: the options in which any do, with this one's values. */
void by_form_differs(int game, int sheet, char *out, size_t size);

/* Chooses. */
void by_form_choose(struct by_form *f, int game, int sheet);
void by_form_set(struct by_form *f, int option, int32_t value);
void by_form_sit(struct by_form *f, int seat, const struct by_bot *bot);       /* NULL: a person */
void by_form_name(struct by_form *f, int seat, const char *name);             /* made harmless */

/* The n-th value of an option that is a list of them; false past the last. */
bool by_form_nth(const struct by_form *f, int option, int n, int32_t *out);

/* The n-th level that may be chosen, from 0; NULL past the last. */
const struct by_bot *by_form_level(int n);

/* One value on (by is 1) or back (-1); lists go round, numbers stay in their range, larger ones go by tens.  False
 * where a field has no values. */
bool by_form_step(struct by_form *f, struct by_field at, int by);

/* A digit typed into a number, or '\b' to erase one: the first replaces what stood there.  False where none is
 * taken. */
bool by_form_type(struct by_form *f, struct by_field at, uint32_t sign);

/* Typing is over: the next digit replaces the number again. */
void by_form_rest(struct by_form *f);

/* The rule string: canonical where the form is legal, else the words given. */
void by_form_words(const struct by_form *f, char out[BY_FORM_WORDS]);

/* What the field means, with the paragraphs of the rules that depend on it; lines end with '\n'. */
void by_form_help(const struct by_form *f, struct by_field at, char *out, size_t size);

/* The table as chosen; false while the form is not legal. */
bool by_form_done(const struct by_form *f, struct by_setup *out);

/* The choice as one line without its end, and back.  Reading is false, and has changed nothing, where the line is
 * not one that by_form_print could have written. */
void by_form_print(const struct by_form *f, char out[BY_FORM_LINE]);
bool by_form_read(struct by_form *f, const char *line);

#endif
