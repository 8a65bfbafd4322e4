/* SPDX-License-Identifier: MIT */
/* boneyard/budget.h: how long a search may think, and how to stop it.
 *
 * Every search and solver counts its work in one budget and ends when the budget is spent: when its steps are used
 * up, when its time is over, or when another thread sets its stop flag.  It then returns the best answer found so
 * far and says, where there is a difference, that the answer is not exact.
 *
 * STEPS.  A step is roughly the work of one position of the Block solver, 30 to 50 ns on the machine of
 * docs/speed.md.  Larger pieces of work count as several steps.  Two runs with the same steps give the same answer.
 *
 * TIME AND FLAG are looked at every BY_BUDGET_LOOK steps, so a search ends a few tens of microseconds after the
 * deadline, or after the flag was set.
 */
#ifndef BONEYARD_BUDGET_H
#define BONEYARD_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A flag that stops searches.  Any thread, or a signal handler, may set it while others read it.  Clear it before
 * the next search. */
struct by_stop {
    int set; /* use the functions below */
};

static inline void by_stop_set(struct by_stop *s) { __atomic_store_n(&s->set, 1, __ATOMIC_RELAXED); }
static inline void by_stop_clear(struct by_stop *s) { __atomic_store_n(&s->set, 0, __ATOMIC_RELAXED); }
static inline bool by_stop_is_set(const struct by_stop *s) { return __atomic_load_n(&s->set, __ATOMIC_RELAXED) != 0; }

#define BY_BUDGET_LOOK 512 /* steps */

/* Start with by_budget_of; the other members are for the functions below. */
struct by_budget {
    uint64_t steps, most;       /* steps used; steps allowed */
    uint64_t look;              /* at this many steps something must be checked; 0: spent */
    int64_t (*clock)(void);     /* nanoseconds from any origin; NULL: no deadline */
    int64_t until;              /* the deadline */
    const struct by_stop *stop; /* NULL: cannot be stopped */
};

/* Returns a budget of this many steps (0: any number), without deadline or flag. */
struct by_budget by_budget_of(uint64_t steps);

/* Adds a deadline `ms` milliseconds from now. */
void by_budget_until(struct by_budget *b, int64_t (*clock)(void), uint32_t ms);

/* Compares steps, clock and flag with what is allowed.  Returns false if the budget is spent; it then stays spent. */
bool by_budget_check(struct by_budget *b);

/* Counts steps.  Returns false if the budget is spent. */
static inline bool by_budget_step(struct by_budget *b, uint64_t steps)
{
    b->steps += steps;
    return b->steps < b->look || by_budget_check(b);
}

static inline bool by_budget_spent(const struct by_budget *b) { return b->look == 0; }

/* Returns about how many steps are left, whichever ends first: the steps or the time. */
uint64_t by_budget_left(const struct by_budget *b);

/* Returns a part of a budget, with at most so many steps (and, for by_budget_half, half of the steps and of the time
 * that are left).  Use it instead of the whole and then give it to by_budget_join, which counts its steps in the
 * whole. */
struct by_budget by_budget_part(const struct by_budget *b, uint64_t steps);
struct by_budget by_budget_half(const struct by_budget *b);
void by_budget_join(struct by_budget *b, const struct by_budget *part);

#ifdef __cplusplus
}
#endif

#endif
