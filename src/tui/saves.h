/* SPDX-License-Identifier: MIT */
/* saves.h: the saved games of this user, and the best results of Castle Rock.
 *
 * Each game that is played at a terminal without --save has a file of its own in $XDG_STATE_HOME/boneyard/games or
 * ~/.local/state/boneyard/games. Unfinished games stay; of the finished ones the newest BY_SAVES_FINISHED stay. The two
 * files of version 0.1, game.jsonl and earlier.jsonl in the folder above, are listed with them. */
#ifndef BY_TUI_SAVES_H
#define BY_TUI_SAVES_H

#include <time.h>

#include "session.h"
#include "util/lines.h"

#define BY_SAVES_PATH 1024
#define BY_SAVES_FINISHED 50

struct by_save {
    char path[BY_SAVES_PATH];
    char about[400]; /* "Muggins, round 3: You 45, North 30" */
    time_t when;     /* of the last change */
    bool over;
};

struct by_saves {
    struct by_save *at; /* the newest first */
    int n;
};

/* Lists the unfinished or the finished games; clear with by_saves_clear. */
void by_saves_list(struct by_saves *l, bool over);
void by_saves_clear(struct by_saves *l);

/* Describes one game as in the list; returns false if the file is not a game. */
bool by_saves_about(const char *path, char *about, size_t size, bool *over);

/* Builds the path for a new game and removes finished games above the limit. Returns false if there is no place. */
bool by_saves_place(const struct by_config *rules, char *path, size_t size);

/* Carries out `boneyard games --saved`: prints all of them; returns the exit status. */
int by_saves_print(void);

/* Asks which unfinished game goes on, if there are several, and gives its path. Returns how many there are, 0 with a
 * sentence on standard error, or -1 if the input ends. */
int by_saves_ask(struct by_lines *in, char path[BY_SAVES_PATH]);

/* Ends a session: forgets a game in that folder in which nobody has made a move. */
void by_saves_end(struct by_session *s);

/* Starts again as by_session_rematch, in a file of its own. */
void by_saves_rematch(struct by_session *s);

/* Tells whether a game may be written to a file: it is new, empty, not a regular file, or the game's own (or NULL). */
bool by_saves_free(const char *own, const char *path);

#endif
