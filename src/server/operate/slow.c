/* SPDX-License-Identifier: MIT */
/* slow.c: see slow.h. */
#include "slow.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "util/chance.h"

enum { HOUR = 3600000, SHORT = 1000 }; /* HOUR is in milliseconds, SHORT in microseconds */

static struct by_slow slowest[BY_SLOW_KINDS][BY_SLOW_MOST]; /* the slot is free if `what` is NULL */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool gone(const struct by_slow *s, int64_t now) { return s->what == NULL || s->at + HOUR < now; }

void by_slow_note(enum by_slow_kind kind, const char *what, const char *of, int64_t micros)
{
    struct by_slow *all = slowest[kind];
    int64_t now = by_now_ms();
    int least = 0;

    if (micros < SHORT)
        return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < BY_SLOW_MOST && !gone(&all[least], now); i++)
        if (gone(&all[i], now) || all[i].micros < all[least].micros)
            least = i;
    if (gone(&all[least], now) || all[least].micros < micros)
        all[least] = (struct by_slow){ what, of, micros, now };
    pthread_mutex_unlock(&lock);
}

static int by_time(const void *a, const void *b)
{
    const struct by_slow *x = a, *y = b;

    return (x->micros < y->micros) - (x->micros > y->micros);
}

int by_slow_list(enum by_slow_kind kind, struct by_slow out[BY_SLOW_MOST])
{
    int64_t now = by_now_ms();
    int n = 0;

    pthread_mutex_lock(&lock);
    for (int i = 0; i < BY_SLOW_MOST; i++)
        if (!gone(&slowest[kind][i], now))
            out[n++] = slowest[kind][i];
    pthread_mutex_unlock(&lock);
    qsort(out, (size_t)n, sizeof *out, by_time);
    return n;
}
