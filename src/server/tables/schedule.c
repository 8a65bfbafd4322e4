/* SPDX-License-Identifier: MIT */
/* schedule.c: schedules the next step of each table, using a heap and one timer for the earliest step. */
#include <stdlib.h>

#include "queue.h"
#include "schedule.h"
#include "util/chance.h"
#include "util/memory.h"

static void put_at(struct by_hub *h, size_t i, struct live_table *t)
{
    h->heap[i] = t;
    t->place = i;
}

static void sift(struct by_hub *h, size_t i, struct live_table *t)
{
    for (; i > 1 && h->heap[i / 2]->wake > t->wake; i /= 2)
        put_at(h, i, h->heap[i / 2]);
    for (size_t child; (child = 2 * i) <= h->heap_n; i = child) {
        if (child < h->heap_n && h->heap[child + 1]->wake < h->heap[child]->wake)
            child++;
        if (h->heap[child]->wake >= t->wake)
            break;
        put_at(h, i, h->heap[child]);
    }
    put_at(h, i, t);
}

void by_schedule_drop(struct live_table *t)
{
    struct by_hub *h = t->hub;
    size_t i = t->place;
    struct live_table *last;

    t->wake = INT64_MAX;
    t->place = 0;
    if (i == 0)
        return;
    last = h->heap[h->heap_n--];
    if (last != t)
        sift(h, i, last);
}

/* Sets the timer to the earliest wake-up time, in whole milliseconds. A timer counted from now would let clients tell
 * exactly when a bot's answer arrived, from the order of the bot's move and a message in the same millisecond. */
static void set_timer(struct by_hub *h)
{
    if (h->heap_n > 0)
        by_timer_set_at(h->timer, h->heap[1]->wake);
}

void by_schedule_set(struct live_table *t, int64_t when)
{
    struct by_hub *h = t->hub;

    if (when == t->wake)
        return;
    by_schedule_drop(t);
    if (when != INT64_MAX) {
        if (h->heap_n + 2 > h->heap_room) {
            h->heap_room = h->heap_room == 0 ? 256 : 2 * h->heap_room;
            h->heap = by_sure(realloc(h->heap, h->heap_room * sizeof(struct live_table *)));
        }
        t->wake = when;
        sift(h, ++h->heap_n, t);
    }
    set_timer(h);
}

static void on_timer(void *data)
{
    struct by_hub *h = data;

    while (h->heap_n > 0 && h->heap[1]->wake <= by_now_ms()) {
        struct live_table *t = h->heap[1];

        by_schedule_drop(t);
        by_queue_step(t);
    }
    set_timer(h);
}

void by_schedule_start(struct by_hub *h) { h->timer = by_timer_new(h->loop, on_timer, h); }
