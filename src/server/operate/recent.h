/* SPDX-License-Identifier: MIT */
/* recent.h: what the counters of metrics.h did lately: rates over the last minute, delays over the last five. Used on
 * the loop's thread only. */
#ifndef BY_SERVER_OPERATE_RECENT_H
#define BY_SERVER_OPERATE_RECENT_H

#include "metrics.h"

void by_recent_tick(void);      /* once a second */
int64_t by_recent_uptime(void); /* seconds since the first tick */

/* Returns a counter's growth per second. */
double by_recent_rate(enum by_metric which);

/* Returns the bound, in microseconds, below which this part of the times was: 0.99 for the 99th percentile. Returns 0
 * if none was counted, and -1 if it is above the last bound. */
int64_t by_recent_part(enum by_times which, double part);

#endif
