/* SPDX-License-Identifier: MIT */
/* recent.h: computes recent values of the counters in metrics.h: rates during the last minute, and delays during the
 * last five minutes. Call these functions only on the loop's thread. */
#ifndef BY_SERVER_OPERATE_RECENT_H
#define BY_SERVER_OPERATE_RECENT_H

#include "metrics.h"

void by_recent_tick(void);      /* call once a second */
int64_t by_recent_uptime(void); /* seconds since the first tick */

/* Returns a counter's rate of increase per second. */
double by_recent_rate(enum by_metric which);

/* Returns a percentile of the times as the upper bound of its bucket, in microseconds; `part` is 0.99 for the 99th
 * percentile. Returns 0 if no times were counted, and -1 if the percentile is above the last bound. */
int64_t by_recent_part(enum by_times which, double part);

#endif
