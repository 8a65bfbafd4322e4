/* SPDX-License-Identifier: MIT */
/* saves.h: manages this user's saved games.
 *
 * Each game played at a terminal without --save has its own file in $XDG_STATE_HOME/boneyard/games or
 * ~/.local/state/boneyard/games. Unfinished games and the newest BY_SAVES_FINISHED finished ones are kept. The two
 * files of version 0.1, game.jsonl and earlier.jsonl in the parent folder, are listed with the others. */
#ifndef BY_TUI_SAVES_H
#define BY_TUI_SAVES_H

#include <time.h>

#include "session.h"
#include "util/lines.h"

#define BY_SAVES_PATH 1024
#define BY_SAVES_FINISHED 50

/* The state of a saved game. */
enum by_save_kind {
    BY_SAVE_OPEN, /* unfinished */
    BY_SAVE_OVER,
    BY_SAVE_LOST /* the file is damaged from its first line on */
};

struct by_save {
    char path[BY_SAVES_PATH];
    char about[400]; /* "Muggins, round 3: You 45, North 30"; for a damaged file, includes the length of the readable
                      * part */
    time_t when;     /* time of the last change */
    enum by_save_kind kind;
    bool damaged;
};

struct by_saves {
    struct by_save *at; /* newest first */
    int n;
};

/* Lists the games of one kind; by_saves_clear frees the list. */
void by_saves_list(struct by_saves *l, enum by_save_kind kind);
void by_saves_clear(struct by_saves *l);

/* Describes the file of a saved game as in the list, setting all members except `path` and `when`. */
void by_saves_about(const char *path, struct by_save *out);

/* Builds the path for a new game, and removes the oldest finished games beyond the limit, except damaged ones. Returns
 * false if no path is available. */
bool by_saves_place(const struct by_config *rules, char *path, size_t size);

/* Runs `boneyard games --saved`: prints all saved games. Returns the exit status. */
int by_saves_print(void);

/* Sets `path` to the unfinished game to resume, after asking if there are several. Returns the number of unfinished
 * games, 0 after a message on standard error, or -1 if the input ends. */
int by_saves_ask(struct by_lines *in, char path[BY_SAVES_PATH]);

/* Ends a session. If no person has made a move, deletes the session's file from the folder of saved games. */
void by_saves_end(struct by_session *s);

/* Starts another game as by_session_rematch does, but in a separate file. */
void by_saves_rematch(struct by_session *s);

/* Returns whether a game may be written to a file: the file is new, empty, not a regular file, or `own` (may be NULL).
 */
bool by_saves_free(const char *own, const char *path);

#endif
