/* SPDX-License-Identifier: MIT */
/* best.h: stores the best results of Castle Rock: the fewest pips, then the shortest time.
 *
 * The file best.txt in $XDG_STATE_HOME/boneyard or ~/.local/state/boneyard has one line per result: pips, milliseconds,
 * date, rule string. The best BY_BEST_KEPT results are kept for each rule string. */
#ifndef BY_TUI_BEST_H
#define BY_TUI_BEST_H

#include "session.h"

#define BY_BEST_KEPT 10

struct by_best {
    int pips;
    long long ms;
    char date[12];
};

/* Adds a finished and saved one-player game, at most once, to the list for its rules. Returns the length of the list.
 * Sets *here to the index of this game, or -1. Returns 0 for any other game. */
int by_best_add(struct by_session *s, struct by_best list[BY_BEST_KEPT], int *here);

/* Writes one line of the list: "1. 12 pips in 3 min 5 s, 2026-11-22, this game". */
void by_best_put(const struct by_best list[], int i, int here, struct by_text *out);

#endif
