/* SPDX-License-Identifier: MIT */
/* saves.h: the saved games of this user, and the best results of Castle Rock.
 *
 * Each game played at a terminal without --save has its own file in $XDG_STATE_HOME/boneyard/games or
 * ~/.local/state/boneyard/games. Unfinished games and the newest BY_SAVES_FINISHED finished ones are kept. The two
 * files of version 0.1, game.jsonl and earlier.jsonl in the parent folder, are listed with them. */
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
    time_t when;     /* time of the last change */
    bool over;
};

struct by_saves {
    struct by_save *at; /* newest first */
    int n;
};

/* Lists the unfinished or the finished games; clear with by_saves_clear. */
void by_saves_list(struct by_saves *l, bool over);
void by_saves_clear(struct by_saves *l);

/* Describes one game as the list does; returns false if the file is not a game. */
bool by_saves_about(const char *path, char *about, size_t size, bool *over);

/* Builds the path for a new game and removes the oldest finished games beyond the limit. Returns false if no path is
 * available. */
bool by_saves_place(const struct by_config *rules, char *path, size_t size);

/* Runs `boneyard games --saved`: prints all of them; returns the exit status. */
int by_saves_print(void);

/* Sets `path` to the unfinished game to resume, asking which one if there are several. Returns the number of unfinished
 * games, 0 with a sentence on standard error, or -1 if the input ends. */
int by_saves_ask(struct by_lines *in, char path[BY_SAVES_PATH]);

/* Ends a session and deletes its file in that folder if no person has made a move. */
void by_saves_end(struct by_session *s);

/* Starts another game like by_session_rematch, in its own file. */
void by_saves_rematch(struct by_session *s);

/* Returns whether a game may be written to a file: it is new, empty, not a regular file, or `own` (may be NULL). */
bool by_saves_free(const char *own, const char *path);

#endif
