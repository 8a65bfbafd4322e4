/* SPDX-License-Identifier: MIT */
/* open.h: solves line games with open hands, using a search (open_search.c) and the value of a round's end
 * (open_end.c). */
#ifndef BY_BOTS_SOLVE_OPEN_H
#define BY_BOTS_SOLVE_OPEN_H

#include "solve.h"

/* Returns the value of the round's end for side 0 (L-17 to L-22). The seat that went out is passed as `out`, or -1 if
 * none did. */
int by_open_end(const struct by_open_ask *a, int out);

/* Returns the numbers of a layout that can be played on. */
uint32_t by_open_numbers(uint64_t table);

int by_open_search(struct by_open_ask *a, struct by_solve_spot at, int alpha, int beta);

/* Returns the value of a play for the side that makes it, including the points it scores. The value is exact only
 * within the window. */
int by_open_play(struct by_open_ask *a, struct by_solve_spot at, uint32_t play, int alpha, int beta);

#endif
