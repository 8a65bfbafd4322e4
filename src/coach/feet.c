/* SPDX-License-Identifier: MIT */
/* feet.c: defines the coach's settings for Chickenfoot; its reasons are in hands.c. */
#include "look.h"

/* Returns four times the search count of `expert` in src/bots/feet, or 4.8 times where it plays rounds out. */
static uint32_t steps(const struct by_view *v)
{
    (void)v;
    return 4800;
}

extern const struct by_coach_family by_coach_family_feet;
const struct by_coach_family by_coach_family_feet = { .unit = BY_UNIT_POINTS, .scale = 1, .steps = steps };
