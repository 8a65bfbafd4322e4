/* SPDX-License-Identifier: MIT */
/* chance.c: gets randomness and time from the system. */
#include "chance.h"

#include <time.h>

#include "crypto.h"
#include "random.h"

struct by_seed by_chance(void)
{
    struct by_seed seed = { { 0 } };

    by_random(seed.bytes, sizeof seed.bytes);
    return seed;
}

static int64_t nanoseconds(clockid_t clock)
{
    struct timespec t = { 0, 0 };

    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t by_now_ns(void) { return nanoseconds(CLOCK_MONOTONIC); }
int64_t by_now_ms(void) { return nanoseconds(CLOCK_MONOTONIC) / 1000000; }
int64_t by_cpu_ns(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

double by_calibrate(double best)
{
    const int steps = 5000000;
    struct by_rng r;
    uint64_t sum = 0;

    by_rng_init(&r, 1);
    for (int k = 0; k < 10; k++) {
        int64_t start = by_cpu_ns();

        for (int i = 0; i < steps; i++)
            sum += by_rng_below(&r, 28);
        double ns = (double)(by_cpu_ns() - start) / steps;

        best = ns < best ? ns : best;
    }
    return sum == 0 ? 1 : best;
}

void by_date(char out[24])
{
    time_t now = time(NULL);
    struct tm parts;

    gmtime_r(&now, &parts);
    strftime(out, 24, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

void by_seed_next(struct by_seed *seed)
{
    for (int i = 31; i >= 0 && ++seed->bytes[i] == 0; i--)
        continue;
}
