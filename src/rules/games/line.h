/* line.h: what the two files of the line games share. */
#ifndef BY_LINE_H
#define BY_LINE_H

#include "author.h"

/* Does the game score fives in play (the Muggins family)? */
static inline bool by_line_fives(const struct by_state *s) { return by_rule(s, BY_PLAY_UNIT) != 0; }

/* The round is over: `end` is enum by_ending, out_seat who went out or BY_NO_SEAT. */
void by_line_finish(struct by_state *s, int end, int out_seat, struct by_step_out *out);

#endif
