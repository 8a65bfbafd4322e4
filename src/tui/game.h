/* game.h: a game at one terminal: the table, who sits where, and how it talks. */
#ifndef BY_TUI_GAME_H
#define BY_TUI_GAME_H

#include <signal.h>

#include "boneyard/bot.h"
#include "util/lines.h"
#include "wire/ask.h"
#include "wire/table.h"

struct by_game_at {
    struct by_table *table;
    const struct by_bot *bot[BY_SEATS]; /* NULL: the person at the keyboard */
    char name[BY_SEATS][24];
    const char *names[BY_SEATS];        /* into `name` */
    int you;                            /* the person's seat, or -1: bots play all */
    struct by_rng rng[BY_SEATS];        /* one generator a bot */
    struct by_asker asker;
    struct by_lines in;
    const char *save;                   /* where the record goes, or NULL */
    bool save_failed, terminal, quit;
    bool loaded_over;                   /* the game that was loaded is over */
    uint8_t let_go;                     /* the window that the person has let pass, or BY_NO_SEAT */
};

/* Asks which game, which sheet and how many play; the rule string goes to `rules`.  False: the
 * input ended. */
bool by_choose_rules(struct by_lines *in, char rules[BY_CONFIG_TEXT]);

/* Set by Ctrl-C: the game is kept and ends. */
extern volatile sig_atomic_t by_game_stop;

/* Plays to the end, or until the person quits.  Returns the exit status. */
int by_game_run(struct by_game_at *g);

#endif
