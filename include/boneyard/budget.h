/* SPDX-License-Identifier: MIT */
/* boneyard/budget.h: limits how long a search may run, and stops it early on request.
 *
 * Every search and solver charges its work to a budget.  The search ends when the steps are used up, the time runs
 * out, or another thread sets the stop flag.  It then returns the best answer found so far and reports whether that
 * answer is exact.
 *
 * STEPS.  A step is roughly the work of examining one position in the Block solver, 30 to 50 ns on the machine
 * described in docs/speed.md.  Larger pieces of work count as several steps.  Two runs with the same number of steps
 * give the same answer.
 *
 * THE TIME AND THE FLAG are checked every BY_BUDGET_LOOK steps, so a search ends within a few tens of microseconds of
 * its deadline or of the flag being set.
 */
#ifndef BONEYARD_BUDGET_H
#define BONEYARD_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A flag that stops searches.  Any thread or signal handler may set the flag while other threads read it.  Clear it
 * before the next search. */
struct by_stop {
    int set; /* use the functions below */
};

static inline void by_stop_set(struct by_stop *s) { __atomic_store_n(&s->set, 1, __ATOMIC_RELAXED); }
static inline void by_stop_clear(struct by_stop *s) { __atomic_store_n(&s->set, 0, __ATOMIC_RELAXED); }
static inline bool by_stop_is_set(const struct by_stop *s) { return __atomic_load_n(&s->set, __ATOMIC_RELAXED) != 0; }

#define BY_BUDGET_LOOK 512 /* steps */

/* Initialise a budget with by_budget_of.  Only the functions below may access its members. */
struct by_budget {
    uint64_t steps, most;       /* steps used; steps allowed */
    uint64_t look;              /* the step count of the next check; 0 if the budget is spent */
    int64_t (*clock)(void);     /* returns nanoseconds since an arbitrary point in time; NULL for no deadline */
    int64_t until;              /* the deadline */
    const struct by_stop *stop; /* if not NULL, a flag that stops the search */
};

/* Returns a budget with this step limit (0 for unlimited) and without a deadline or stop flag. */
struct by_budget by_budget_of(uint64_t steps);

/* Adds a deadline `ms` milliseconds from now. */
void by_budget_until(struct by_budget *b, int64_t (*clock)(void), uint32_t ms);

/* Checks steps, clock and flag.  Returns false if the budget is spent; a spent budget stays spent. */
bool by_budget_check(struct by_budget *b);

/* Counts steps.  Returns false if the budget is spent. */
static inline bool by_budget_step(struct by_budget *b, uint64_t steps)
{
    b->steps += steps;
    return b->steps < b->look || by_budget_check(b);
}

static inline bool by_budget_spent(const struct by_budget *b) { return b->look == 0; }

/* Estimates the number of steps left before the step limit or the deadline. */
uint64_t by_budget_left(const struct by_budget *b);

/* Limits a budget to the steps and time left in another, and copies the other's stop flag if the budget has none.
 * Steps are not charged to the other budget automatically; charge them when the search ends. */
void by_budget_inside(struct by_budget *b, const struct by_budget *whole);

/* by_budget_part returns a part of a budget with at most `steps` steps; by_budget_half returns half of the remaining
 * steps and time.  Search with the part, then pass it to by_budget_join, which charges its steps to the whole. */
struct by_budget by_budget_part(const struct by_budget *b, uint64_t steps);
struct by_budget by_budget_half(const struct by_budget *b);
void by_budget_join(struct by_budget *b, const struct by_budget *part);

#ifdef __cplusplus
}
#endif

#endif
