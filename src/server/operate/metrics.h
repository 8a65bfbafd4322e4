/* SPDX-License-Identifier: MIT */
/* metrics.h: keeps the server's counters, for /metrics. Thread-safe. */
#ifndef BY_SERVER_OPERATE_METRICS_H
#define BY_SERVER_OPERATE_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "store/store.h"
#include "wire/messages.h"

enum by_metric {
#define BY_METRIC(id, kind, name, label, words) BY_METRIC_##id,
#define BY_TIMES(id, name, words)
#include "metrics.def"
#undef BY_METRIC
#undef BY_TIMES
    BY_METRICS
};
enum by_times {
#define BY_METRIC(id, kind, name, label, words)
#define BY_TIMES(id, name, words) BY_TIMES_##id,
#include "metrics.def"
#undef BY_METRIC
#undef BY_TIMES
    BY_TIMES_N
};

void by_metric_add(enum by_metric which, int64_t n);
void by_metric_set(enum by_metric which, int64_t n);
int64_t by_metric_now(enum by_metric which);
void by_metric_refused(enum by_refusal why); /* counts a refused request by its reason */
void by_times_add(enum by_times which, int64_t nanoseconds);

/* by_metric_refusals returns the number of requests refused for a reason, or by the rules (BY_REFUSED_BY_RULES).
 * by_metric_label returns a metric's label. */
uint64_t by_metric_refusals(enum by_refusal why);
const char *by_metric_label(enum by_metric which);

/* Copies the count of each histogram bucket. The last bucket is unbounded. */
enum { BY_TIMES_STEPS = 17 };
void by_times_now(enum by_times which, uint64_t out[BY_TIMES_STEPS]);
int64_t by_times_bound(int step); /* in microseconds */

/* Returns all metrics in the Prometheus text format 0.0.4; `store` may be NULL. The caller frees the text. */
char *by_metrics_text(const struct by_store_numbers *store, size_t *n);

#endif
