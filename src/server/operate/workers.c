/* SPDX-License-Identifier: MIT */
/* workers.c: runs jobs on threads (workers.h). */
#include "workers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "util/memory.h"

enum { THREADS_MOST = 16 };
enum { IDLE_CLASS = 5 }; /* declared only with _GNU_SOURCE on Linux */

struct by_workers {
    struct by_workers_setup setup;
    pthread_t thread[THREADS_MOST];
    int threads, more;                     /* `more` is an eventfd that each job increments */
    _Atomic(struct by_work *) asked, done; /* newest first */
    pthread_mutex_t lock;                  /* used only by the worker threads; protects `first` */
    struct by_work *first;                 /* oldest first */
    atomic_int waiting;
    atomic_bool stop;
    struct by_wake *wake;
};

static void push(_Atomic(struct by_work *) *to, struct by_work *e)
{
    e->next = atomic_load(to);
    while (!atomic_compare_exchange_weak(to, &e->next, e))
        ;
}

/* Takes all jobs off the list and returns them, oldest first. */
static struct by_work *take_all(_Atomic(struct by_work *) *from)
{
    struct by_work *e = atomic_exchange(from, NULL), *first = NULL;

    for (struct by_work *next; e != NULL; e = next) {
        next = e->next;
        e->next = first;
        first = e;
    }
    return first;
}

static struct by_work *take_one(struct by_workers *all)
{
    struct by_work *e;

    pthread_mutex_lock(&all->lock);
    if (all->first == NULL)
        all->first = take_all(&all->asked);
    e = all->first;
    if (e != NULL)
        all->first = e->next;
    pthread_mutex_unlock(&all->lock);
    return e;
}

static void *run(void *data)
{
    const struct sched_param none = { 0 };
    struct by_workers *all = data;
    void *own = NULL;
    uint64_t one;

    /* Tests set BONEYARD_EAGER: on a busy machine, a thread of low priority may not run for minutes. If the call fails,
     * the thread runs at normal priority. */
    if (!all->setup.normal && getenv("BONEYARD_EAGER") == NULL)
        pthread_setschedparam(pthread_self(), IDLE_CLASS, &none);
    while (!atomic_load(&all->stop)) {
        ssize_t n = read(all->more, &one, sizeof one);
        struct by_work *e = n == (ssize_t)sizeof one && !atomic_load(&all->stop) ? take_one(all) : NULL;

        if (n < 0 && errno != EINTR)
            break;
        if (e == NULL)
            continue;
        atomic_fetch_sub(&all->waiting, 1);
        all->setup.work(all->setup.data, e, &own);
        by_workers_finish(all, e);
    }
    if (all->setup.leave != NULL)
        all->setup.leave(own);
    else
        free(own);
    return NULL;
}

static void on_done(void *data)
{
    struct by_workers *all = data;

    for (struct by_work *e = take_all(&all->done), *next; e != NULL; e = next) {
        next = e->next;
        all->setup.done(all->setup.data, e);
    }
}

struct by_workers *by_workers_new(struct by_loop *l, const struct by_workers_setup *s)
{
    struct by_workers *all = by_sure(calloc(1, sizeof *all));
    sigset_t every, before;

    all->setup = *s;
    all->wake = by_wake_new(l, on_done, all);
    all->more = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
    pthread_mutex_init(&all->lock, NULL);
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before); /* block signals in the threads, so that the loop handles them */
    while (all->more >= 0 && all->threads < s->threads && all->threads < THREADS_MOST
           && pthread_create(&all->thread[all->threads], NULL, run, all) == 0)
        all->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return all;
}

static void drop_all(struct by_workers *all, struct by_work *e)
{
    for (struct by_work *next; e != NULL; e = next) {
        next = e->next;
        all->setup.drop(all->setup.data, e);
    }
}

static void one_more(struct by_workers *all, uint64_t n)
{
    ssize_t written = write(all->more, &n, sizeof n);

    (void)written; /* cannot fail: an eventfd blocks only near 2^64 */
}

void by_workers_free(struct by_workers *all)
{
    if (all == NULL)
        return;
    atomic_store(&all->stop, true);
    one_more(all, THREADS_MOST);
    for (int i = 0; i < all->threads; i++)
        pthread_join(all->thread[i], NULL);
    by_wake_free(all->wake);
    drop_all(all, all->first);
    drop_all(all, take_all(&all->asked));
    drop_all(all, take_all(&all->done));
    if (all->more >= 0)
        close(all->more);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

bool by_workers_ask(struct by_workers *all, struct by_work *e)
{
    if (all->threads == 0 || atomic_load(&all->waiting) >= all->setup.most)
        return false;
    atomic_fetch_add(&all->waiting, 1);
    push(&all->asked, e);
    one_more(all, 1);
    return true;
}

void by_workers_finish(struct by_workers *all, struct by_work *e)
{
    push(&all->done, e);
    by_wake_send(all->wake);
}
