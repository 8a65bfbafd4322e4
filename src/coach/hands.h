/* SPDX-License-Identifier: MIT */
/* hands.h: finds reasons based on hands and open numbers, for line games and Chickenfoot, and reasons shared by all
 * games. */
#ifndef BY_COACH_HANDS_H
#define BY_COACH_HANDS_H

#include "look.h"

/* Tests whether a reason applies to the move. Sets all fields except the id; the strength is 0 if the reason does not
 * apply. */
void by_hand_reason(const struct look *l, int id, struct by_reason *r);

#endif
