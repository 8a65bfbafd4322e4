/* SPDX-License-Identifier: MIT */
/* game.h: plays a game in sentences, for pipes, screen readers and any kind of terminal. */
#ifndef BY_TUI_GAME_H
#define BY_TUI_GAME_H

#include <signal.h>

#include "session.h"
#include "util/lines.h"

/* Set by Ctrl-C, which saves and ends the game. */
extern volatile sig_atomic_t by_game_stop;

/* Plays until the game ends or the person quits. Returns the exit status. */
int by_game_run(struct by_session *s, struct by_lines *in, bool terminal);

#endif
