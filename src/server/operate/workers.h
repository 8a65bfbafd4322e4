/* SPDX-License-Identifier: MIT */
/* workers.h: work that must not delay others, on low-priority threads (SCHED_IDLE).
 *
 * The loop never waits for such a thread: a thread that is preempted while it holds a lock may keep it for long. So
 * data passes to and from the loop through lock-free lists. */
#ifndef BY_SERVER_OPERATE_WORKERS_H
#define BY_SERVER_OPERATE_WORKERS_H

#include "server/net/loop.h"

struct by_workers;
struct by_work {
    struct by_work *next;
}; /* the first member of a job */

/* Does the work on a worker thread. *own is NULL at first and then the thread's own data; freed when it ends. */
typedef void by_do_work(void *data, struct by_work *e, void **own);
/* On the loop: the job is done; ownership returns to the caller. */
typedef void by_on_work(void *data, struct by_work *e);

struct by_workers_setup {
    int threads, most; /* maximum number of queued jobs */
    by_do_work *work;
    by_on_work *done;
    by_on_work *drop; /* on shutdown: jobs that will not run or whose result is dropped */
    void *data;
};

struct by_workers *by_workers_new(struct by_loop *l, const struct by_workers_setup *s);
void by_workers_free(struct by_workers *all); /* waits for running jobs */

/* Queues a job; call on the loop. Returns false if the queue is full or there are no threads; the job stays the
 * caller's. */
bool by_workers_ask(struct by_workers *all, struct by_work *e);
/* Thread-safe: reports a job that was done elsewhere. */
void by_workers_finish(struct by_workers *all, struct by_work *e);

#endif
