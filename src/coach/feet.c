/* SPDX-License-Identifier: MIT */
/* feet.c: the coach's settings for Chickenfoot; its reasons are in hands.c. */
#include "look.h"

/* src/bots/feet/think.c */
static uint32_t steps(const struct by_view *v)
{
    (void)v;
    return 4800;
}

extern const struct by_coach_family by_coach_family_feet;
const struct by_coach_family by_coach_family_feet = { .unit = BY_UNIT_POINTS, .scale = 1, .steps = steps };
