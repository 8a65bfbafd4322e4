/* SPDX-License-Identifier: MIT */
/* chance.h: randomness and time from the system. */
#ifndef BY_UTIL_CHANCE_H
#define BY_UTIL_CHANCE_H

#include <stdint.h>

#include "boneyard/deal.h"

/* Makes a fresh seed from the system's generator; exits with an error if there is none. */
struct by_seed by_chance(void);

/* Returns milliseconds of a monotonic clock. */
int64_t by_now_ms(void);

/* Returns nanoseconds of the same clock. */
int64_t by_now_ns(void);

/* Returns the nanoseconds of processor time used by this process. */
int64_t by_cpu_ns(void);

/* Returns the processor nanoseconds of one step of a fixed loop (a random number below 28), so that timings of
 * different machines can be compared. Takes the minimum of ten runs and `best`. */
double by_calibrate(double best);

/* "2026-11-21T10:00:00Z" and the terminating NUL. */
void by_date(char out[24]);

#endif
