/* SPDX-License-Identifier: MIT */
/* round.h: ends rounds and games, and undoes the steps of a move. */
#ifndef BY_RULES_ROUND_H
#define BY_RULES_ROUND_H

#include "author.h"

/* Adds points to a seat's side and reports the event (C-11). Call at most once per move. */
void by_add_score(struct by_state *s, int seat, int points, struct by_step_out *out);

void by_unlay_tile(struct by_state *s, int seat);

void by_reopen_place(struct by_state *s, int at, int laid, int number);

/* Ends the round: sets phase, `end` and `end_seat` and reports the event. Gains must have been added. */
void by_end_round(struct by_state *s, int end, int seat, struct by_step_out *out);
void by_end_game(struct by_state *s, struct by_step_out *out);

/* Adds the pips left in each hand (F-10, T-15), ends the round, and ends the game after the last round. */
void by_end_low_round(struct by_state *s, int end, int seat, struct by_step_out *out);

/* by_left_all counts the pips left in all hands; by_low_settle ends a round from these counts alone, for tables with
 * real tiles (tally.h). */
void by_left_all(const struct by_state *s, struct by_left left[BY_SEATS]);
void by_low_settle(struct by_state *s, int end, int seat, const struct by_left left[], struct by_step_out *out);

#endif
