/* line.h: what the two files of the line games share. */
#ifndef BY_LINE_H
#define BY_LINE_H

#include "author.h"

/* Does the game score fives in play (the Muggins family)? */
static inline bool by_line_fives(const struct by_state *s) { return by_rule(s, BY_PLAY_UNIT) != 0; }

/* Adds points scored in play; true: that has ended the game (L-24). */
bool by_line_score(struct by_state *s, int seat, int points, struct by_step_out *out);

/* L-22: the seats whose lowest single tile decides a blocked round with this left, or 0. */
uint32_t by_line_tied(const struct by_state *s, const struct by_left left[]);

/* The round is over: `end` is enum by_ending, out_seat who went out or BY_NO_SEAT. */
void by_line_finish(struct by_state *s, int end, int out_seat, struct by_step_out *out);

/* The same from what the seats have left, hands or not. */
void by_line_settle(struct by_state *s, int end, int out_seat, const struct by_left left[], struct by_step_out *out);

#endif
