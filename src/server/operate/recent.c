/* SPDX-License-Identifier: MIT */
/* recent.c: see recent.h. */
#include "recent.h"

#include <string.h>

#include "util/chance.h"

enum { SECONDS = 60, MINUTES = 5, MINUTE = 60 };

static struct {
    int64_t began, ticks; /* the time of the first tick in nanoseconds, and the number of ticks */
    int64_t counted[SECONDS][BY_METRICS];
    int64_t at[SECONDS]; /* in nanoseconds */
    uint64_t steps[MINUTES][BY_TIMES_N][BY_TIMES_STEPS];
} seen; /* one per process, like the counters themselves */

void by_recent_tick(void)
{
    int i = (int)(seen.ticks % SECONDS), minute = (int)(seen.ticks / MINUTE % MINUTES);

    if (seen.ticks == 0)
        seen.began = by_now_ns();
    seen.at[i] = by_now_ns();
    for (int k = 0; k < BY_METRICS; k++)
        seen.counted[i][k] = by_metric_now((enum by_metric)k);
    for (int k = 0; k < BY_TIMES_N && seen.ticks % MINUTE == 0; k++)
        by_times_now((enum by_times)k, seen.steps[minute][k]);
    seen.ticks++;
}

int64_t by_recent_uptime(void) { return seen.ticks == 0 ? 0 : (by_now_ns() - seen.began) / 1000000000; }

/* Returns the index of the oldest of `most` samples taken at intervals of `every` ticks. */
static int oldest(int most, int every)
{
    int64_t n = (seen.ticks + every - 1) / every;

    return n <= most ? 0 : (int)(n % most);
}

double by_recent_rate(enum by_metric which)
{
    int i = oldest(SECONDS, 1);
    double seconds = (double)(by_now_ns() - seen.at[i]) / 1e9;

    return seen.ticks == 0 || seconds <= 0 ? 0 : (double)(by_metric_now(which) - seen.counted[i][which]) / seconds;
}

int64_t by_recent_part(enum by_times which, double part)
{
    uint64_t now[BY_TIMES_STEPS], all = 0, sum = 0;
    int i = oldest(MINUTES, MINUTE);

    by_times_now(which, now);
    for (int k = 0; k < BY_TIMES_STEPS; k++) {
        now[k] -= seen.steps[i][which][k];
        all += now[k];
    }
    for (int k = 0; k < BY_TIMES_STEPS && all > 0; k++) {
        sum += now[k];
        if ((double)sum >= part * (double)all)
            return k == BY_TIMES_STEPS - 1 ? -1 : by_times_bound(k);
    }
    return 0;
}
