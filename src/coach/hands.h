/* SPDX-License-Identifier: MIT */
/* hands.h: reasons based on hands and open numbers: line games, Chickenfoot, and what all games share. */
#ifndef BY_COACH_HANDS_H
#define BY_COACH_HANDS_H

#include "look.h"

/* Tests whether a reason holds for the move. Fills everything except the id; the strength stays 0 if it does not hold.
 */
void by_hand_reason(const struct look *l, int id, struct by_reason *r);

#endif
