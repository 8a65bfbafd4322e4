/* SPDX-License-Identifier: MIT */
/* metrics.c: keeps counters and prints them as text. */
#include "metrics.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum {
    STEPS = BY_TIMES_STEPS - 1,
    FIRST_MICROS = 64
}; /* histogram buckets: up to 64 us, up to 128 us, ..., and
                                                         * above */

static _Atomic int64_t numbers[BY_METRICS];
static _Atomic uint64_t refusals[BY_REFUSED_BY_RULES + 1];
static struct {
    _Atomic uint64_t steps[STEPS + 1], micros;
} times[BY_TIMES_N];

static const struct {
    const char *kind, *name, *label, *words;
} metrics[BY_METRICS] = {
#define COUNTER "counter"
#define GAUGE "gauge"
#define BY_METRIC(id, kind, name, label, words) { kind, name, label, words },
#define BY_TIMES(id, name, words)
#include "metrics.def"
#undef BY_METRIC
#undef BY_TIMES
};
static const struct {
    const char *name, *words;
} histograms[BY_TIMES_N] = {
#define BY_METRIC(id, kind, name, label, words)
#define BY_TIMES(id, name, words) { name, words },
#include "metrics.def"
#undef BY_METRIC
#undef BY_TIMES
};

void by_metric_add(enum by_metric which, int64_t n) { atomic_fetch_add(&numbers[which], n); }
void by_metric_set(enum by_metric which, int64_t n) { atomic_store(&numbers[which], n); }
int64_t by_metric_now(enum by_metric which) { return atomic_load(&numbers[which]); }

void by_metric_refused(enum by_refusal why)
{
    if (why <= BY_REFUSED_BY_RULES)
        atomic_fetch_add(&refusals[why], 1);
}

void by_times_add(enum by_times which, int64_t nanoseconds)
{
    uint64_t micros = nanoseconds < 0 ? 0 : (uint64_t)nanoseconds / 1000;
    int i = 0;

    while (i < STEPS && micros >= (uint64_t)FIRST_MICROS << i)
        i++;
    atomic_fetch_add(&times[which].steps[i], 1);
    atomic_fetch_add(&times[which].micros, micros);
}

uint64_t by_metric_refusals(enum by_refusal why) { return atomic_load(&refusals[why]); }
const char *by_metric_label(enum by_metric which) { return metrics[which].label; }
int64_t by_times_bound(int step) { return (int64_t)FIRST_MICROS << step; }

void by_times_now(enum by_times which, uint64_t out[BY_TIMES_STEPS])
{
    for (int i = 0; i < BY_TIMES_STEPS; i++)
        out[i] = atomic_load(&times[which].steps[i]);
}

static void put_head(FILE *out, const char *name, const char *kind, const char *words)
{
    fprintf(out, "# HELP boneyard_%s %s\n# TYPE boneyard_%s %s\n", name, words, name, kind);
}

/* Writes a histogram; `more` is the number of values above the last bucket. */
static void put_times(FILE *out, const char *name, const char *words, const uint64_t *steps, uint64_t more,
                      double seconds)
{
    uint64_t sum = 0;

    put_head(out, name, "histogram", words);
    for (int i = 0; i < STEPS; i++) {
        sum += steps[i];
        fprintf(out, "boneyard_%s_bucket{le=\"%.6f\"} %llu\n", name, (double)((uint64_t)FIRST_MICROS << i) / 1e6,
                (unsigned long long)sum);
    }
    sum += more;
    fprintf(out, "boneyard_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)sum);
    fprintf(out, "boneyard_%s_sum %.6f\n", name, seconds);
    fprintf(out, "boneyard_%s_count %llu\n", name, (unsigned long long)sum);
}

static void put_store(FILE *out, const struct by_store_numbers *s)
{
    const struct {
        const char *name, *kind, *words;
        uint64_t n;
    } all[] = {
        { "commits_total", "counter", "commits to the disk", s->commits },
        { "batches_total", "counter", "batches in these commits", s->batches },
        { "entries_total", "counter", "journal entries saved", s->entries },
        { "batches_refused_total", "counter", "refused batches", s->refused },
        { "batches_unknown_total", "counter", "batches whose outcome is unknown", s->unknown },
        { "batches_waiting", "gauge", "batches waiting to be written", s->waiting },
    };
    uint64_t steps[STEPS]; /* the store's counts are already cumulative */

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        put_head(out, all[i].name, all[i].kind, all[i].words);
        fprintf(out, "boneyard_%s %llu\n", all[i].name, (unsigned long long)all[i].n);
    }
    for (int i = 0; i < STEPS; i++)
        steps[i] = s->micros[i] - (i > 0 ? s->micros[i - 1] : 0);
    put_times(out, "commit_seconds", "how long a commit takes", steps, s->commits - s->micros[STEPS - 1],
              (double)s->micros_sum / 1e6);
}

/* Refusals by the rules share one label, since their codes could reveal something about a hand. */
static void put_refusals(FILE *out)
{
    static const struct by_fault none;
    char code[BY_CODE_ROOM];

    put_head(out, "refusals_total", "counter", "requests refused, by reason");
    for (int i = 0; i < BY_REFUSALS; i++)
        fprintf(out, "boneyard_refusals_total{reason=\"%s\"} %llu\n", by_refusal_code((enum by_refusal)i, &none, code),
                (unsigned long long)atomic_load(&refusals[i]));
    fprintf(out, "boneyard_refusals_total{reason=\"rules\"} %llu\n",
            (unsigned long long)atomic_load(&refusals[BY_REFUSED_BY_RULES]));
}

char *by_metrics_text(const struct by_store_numbers *store, size_t *n)
{
    char *all = NULL;
    FILE *out = by_sure(open_memstream(&all, n));

    for (int i = 0; i < BY_METRICS; i++) {
        const char *label = metrics[i].label;

        if (i == 0 || strcmp(metrics[i].name, metrics[i - 1].name) != 0)
            put_head(out, metrics[i].name, metrics[i].kind, metrics[i].words);
        fprintf(out, "boneyard_%s%s%s%s %lld\n", metrics[i].name, *label != '\0' ? "{" : "", label,
                *label != '\0' ? "}" : "", (long long)by_metric_now((enum by_metric)i));
    }
    for (int i = 0; i < BY_TIMES_N; i++) {
        uint64_t steps[STEPS];

        for (int j = 0; j < STEPS; j++)
            steps[j] = atomic_load(&times[i].steps[j]);
        put_times(out, histograms[i].name, histograms[i].words, steps, atomic_load(&times[i].steps[STEPS]),
                  (double)atomic_load(&times[i].micros) / 1e6);
    }
    put_refusals(out);
    if (store != NULL)
        put_store(out, store);
    fclose(out);
    return by_sure(all);
}
