/* SPDX-License-Identifier: MIT */
/* compare.h: finds reasons that compare two moves and hold for only one of them. */
#ifndef BY_COACH_COMPARE_H
#define BY_COACH_COMPARE_H

#include "look.h"

/* Tests whether a comparative reason favours `a`'s move over `b`'s. Sets all fields except the id; the strength is 0 if
 * the reason does not favour `a`'s move. */
void by_compare_reason(const struct look *a, const struct look *b, int id, struct by_reason *r);

#endif
