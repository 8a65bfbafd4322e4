/* plain.h: the table and the hand as lines of text, for terminals of any kind and for pipes.
 * Made from views only. */
#ifndef BY_TUI_PLAIN_H
#define BY_TUI_PLAIN_H

#include <stdio.h>

#include "boneyard/bot.h"

/* Layout, hands, boneyard and scores.  `names` has a name a seat; `you` is the seat addressed as
 * "you", or -1.  A referee's view shows all hands. */
void by_plain_table(FILE *out, const struct by_view *v, const char *const names[], int you);

/* The own hand in the order of N-08; tiles that one of the n moves lays are marked with '*'. */
void by_plain_hand(FILE *out, const struct by_view *v, const by_move *list, int n);

/* The legal moves, numbered from 1. */
void by_plain_moves(FILE *out, const struct by_view *v, const by_move *list, int n);

#endif
