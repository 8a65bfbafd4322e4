/* SPDX-License-Identifier: MIT */
/* budget.c: checks a search's steps, deadline and stop flag (boneyard/budget.h). */
#include "boneyard/budget.h"

#define STEP_NS 40 /* approximate time of a step */

/* Schedules the next check of the clock and the stop flag. Without a clock or a stop flag, the check is due at the last
 * step. */
static void look_again(struct by_budget *b)
{
    uint64_t left = b->most - b->steps;

    b->look = b->most;
    if ((b->clock != NULL || b->stop != NULL) && left > BY_BUDGET_LOOK)
        b->look = b->steps + BY_BUDGET_LOOK;
}

struct by_budget by_budget_of(uint64_t steps)
{
    struct by_budget b = { .most = steps == 0 ? UINT64_MAX : steps };

    b.look = b.most;
    return b;
}

void by_budget_until(struct by_budget *b, int64_t (*clock)(void), uint32_t ms)
{
    b->clock = clock;
    b->until = clock() + (int64_t)ms * 1000000;
    if (b->look != 0)
        look_again(b);
}

bool by_budget_check(struct by_budget *b)
{
    if (b->look == 0 || b->steps >= b->most || (b->clock != NULL && b->clock() >= b->until)
        || (b->stop != NULL && by_stop_is_set(b->stop))) {
        b->look = 0;
        return false;
    }
    look_again(b);
    return true;
}

uint64_t by_budget_left(const struct by_budget *b)
{
    uint64_t left = b->look == 0 || b->steps >= b->most ? 0 : b->most - b->steps;
    int64_t ns = b->clock == NULL || left == 0 ? INT64_MAX : b->until - b->clock();

    if (ns <= 0)
        return 0;
    return (uint64_t)ns / STEP_NS < left ? (uint64_t)ns / STEP_NS : left;
}

void by_budget_inside(struct by_budget *b, const struct by_budget *whole)
{
    const uint64_t left = whole->look == 0 || whole->steps >= whole->most ? 0 : whole->most - whole->steps;

    if (left < b->most)
        b->most = left;
    if (whole->clock != NULL && (b->clock == NULL || whole->until < b->until)) {
        b->clock = whole->clock;
        b->until = whole->until;
    }
    b->stop = b->stop != NULL ? b->stop : whole->stop;
    by_budget_check(b);
}

struct by_budget by_budget_part(const struct by_budget *b, uint64_t steps)
{
    struct by_budget part = *b;

    if (steps < b->most - b->steps)
        part.most = b->steps + steps;
    if (part.look > part.most)
        part.look = part.most;
    return part;
}

struct by_budget by_budget_half(const struct by_budget *b)
{
    struct by_budget half = b->most <= b->steps ? *b : by_budget_part(b, (b->most - b->steps) / 2);

    if (half.clock != NULL)
        half.until -= (half.until - half.clock()) / 2;
    return half;
}

void by_budget_join(struct by_budget *b, const struct by_budget *part)
{
    b->steps = part->steps;
    if (b->look != 0)
        by_budget_check(b);
}
