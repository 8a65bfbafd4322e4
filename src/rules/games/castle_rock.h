/* SPDX-License-Identifier: MIT */
/* castle_rock.h: what the table with real tiles shares with Castle Rock. */
#ifndef BY_RULES_GAMES_CASTLE_ROCK_H
#define BY_RULES_GAMES_CASTLE_ROCK_H

#include "author.h"

/* Ends a round in which these pips were left. */
void by_castle_settle(struct by_state *s, bool clear, int32_t pips, struct by_step_out *out);

#endif
