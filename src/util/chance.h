/* SPDX-License-Identifier: MIT */
/* chance.h: gets randomness and time from the system. */
#ifndef BY_UTIL_CHANCE_H
#define BY_UTIL_CHANCE_H

#include <stdint.h>

#include "boneyard/deal.h"

/* Returns a fresh seed from the system's generator. Exits with an error if the system has none. */
struct by_seed by_chance(void);

/* Returns the monotonic time in milliseconds. */
int64_t by_now_ms(void);

/* Returns the monotonic time in nanoseconds. */
int64_t by_now_ns(void);

/* Returns the nanoseconds of processor time used by this process. */
int64_t by_cpu_ns(void);

/* Returns the processor time, in nanoseconds, of one step of a fixed loop (a random number below 28), so that timings
 * from different machines can be compared. Takes the minimum of ten runs and `best`. */
double by_calibrate(double best);

/* Writes the current time, such as "2026-11-21T10:00:00Z", with a terminating NUL. */
void by_date(char out[24]);

/* Makes the next seed by adding 1 to this one, read as a 256-bit number. */
void by_seed_next(struct by_seed *seed);

#endif
