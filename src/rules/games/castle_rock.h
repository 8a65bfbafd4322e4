/* SPDX-License-Identifier: MIT */
/* castle_rock.h: ends a round of Castle Rock, in the game and at tables with real tiles. */
#ifndef BY_RULES_GAMES_CASTLE_ROCK_H
#define BY_RULES_GAMES_CASTLE_ROCK_H

#include "author.h"

/* Ends a round with this many pips left. */
void by_castle_settle(struct by_state *s, bool clear, int32_t pips, struct by_step_out *out);

#endif
