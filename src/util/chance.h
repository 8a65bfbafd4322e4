/* chance.h: randomness and time from the system. */
#ifndef BY_UTIL_CHANCE_H
#define BY_UTIL_CHANCE_H

#include <stdint.h>

#include "boneyard/deal.h"

/* A fresh seed from the system's generator; ends the program with a word if there is none. */
struct by_seed by_chance(void);

/* Milliseconds of a clock that never goes back. */
int64_t by_now_ms(void);

/* Nanoseconds of the same clock. */
int64_t by_now_ns(void);

/* Nanoseconds of processor time this process has used. */
int64_t by_cpu_ns(void);

/* Processor nanoseconds of one step of a fixed loop (a random number below 28): what timings are held against,
 * so that machines can be compared.  The least of ten tries and of `best`. */
double by_calibrate(double best);

/* "2026-11-21T10:00:00Z" and its final 0. */
void by_date(char out[24]);

#endif
