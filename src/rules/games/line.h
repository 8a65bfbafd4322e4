/* SPDX-License-Identifier: MIT */
/* line.h: shared by the two files of the line games. */
#ifndef BY_LINE_H
#define BY_LINE_H

#include "author.h"
#include "boneyard/terms.h"

/* Tells whether the game scores fives in play (the Muggins family). */
static inline bool by_line_fives(const struct by_state *s) { return by_rule(s, BY_PLAY_UNIT) != 0; }

/* Adds points scored in play; returns true if that ended the game (L-24). */
bool by_line_score(struct by_state *s, int seat, int points, struct by_step_out *out);

/* L-22: returns the seats whose lowest single tile decides a blocked round with these pips left, or 0. */
uint32_t by_line_tied(const struct by_state *s, const struct by_left left[]);

/* L-17 to L-22: returns who takes the bonus of a round that ended like this, and how it is made up. */
void by_line_sum(const struct by_state *s, const struct by_left left[], int end, int seat, struct by_sum *out);

/* Ends the round: `end` is enum by_ending, out_seat the seat that went out or BY_NO_SEAT. */
void by_line_finish(struct by_state *s, int end, int out_seat, struct by_step_out *out);

/* The same from what the seats have left, with or without hands. */
void by_line_settle(struct by_state *s, int end, int out_seat, const struct by_left left[], struct by_step_out *out);

#endif
