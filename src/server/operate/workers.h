/* SPDX-License-Identifier: MIT */
/* workers.h: runs background jobs on threads, usually of low priority (SCHED_IDLE).
 *
 * The loop never waits for these threads, since a thread preempted while holding a lock may hold it for a long time.
 * Lock-free lists pass jobs to and from the loop. */
#ifndef BY_SERVER_OPERATE_WORKERS_H
#define BY_SERVER_OPERATE_WORKERS_H

#include "server/net/loop.h"

struct by_workers;
struct by_work {
    struct by_work *next;
}; /* must be the first member of a job */

/* Does the work on a worker thread. *own is the thread's own data: NULL at first, and freed (with `leave`) when the
 * thread ends. */
typedef void by_do_work(void *data, struct by_work *e, void **own);
/* Called on the loop's thread when the job is done. Ownership returns to the caller. */
typedef void by_on_work(void *data, struct by_work *e);

struct by_workers_setup {
    int threads, most; /* `most` is the maximum number of queued jobs */
    bool normal;       /* the threads run at normal priority, for jobs that wait rather than compute */
    by_do_work *work;
    void (*leave)(void *own); /* frees the thread's own data; NULL: free() */
    by_on_work *done;
    by_on_work *drop; /* on shutdown, receives each job that will not run or whose result is discarded */
    void *data;
};

struct by_workers *by_workers_new(struct by_loop *l, const struct by_workers_setup *s);
void by_workers_free(struct by_workers *all); /* waits for running jobs */

/* Queues a job. Call on the loop's thread. If the queue is full or there are no threads, returns false and the caller
 * keeps the job. */
bool by_workers_ask(struct by_workers *all, struct by_work *e);
/* Reports a job that another thread has completed. Thread-safe. */
void by_workers_finish(struct by_workers *all, struct by_work *e);

#endif
