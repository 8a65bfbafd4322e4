/* SPDX-License-Identifier: MIT */
/* crew.c: runs the processes that play a run's items on this machine.
 *
 * Workers take item numbers from a counter in shared memory, and each sends its results through a pipe. If a worker
 * dies, its pipe closes and its current item is lost; the other workers continue. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"
#include "games.h"
#include "crew.h"
#include "util/chance.h"
#include "util/memory.h"

#define BATCH 32 /* results per write; each process sends at least once every 50 ms */

struct shared {
    struct by_stop stop;
    enum by_arena_end end;
    int64_t next;
};
static struct shared *shared;

static void stop_all(int signal_number)
{
    (void)signal_number;
    by_stop_set(&shared->stop);
}

void by_crew_watch(struct by_arena *a)
{
    /* A second signal kills the process. */
    struct sigaction act = { .sa_handler = stop_all, .sa_flags = (int)SA_RESETHAND };

    if (shared == NULL) {
        shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        by_sure(shared == MAP_FAILED ? NULL : shared);
        sigaction(SIGINT, &act, NULL);
        sigaction(SIGTERM, &act, NULL);
        sigaction(SIGHUP, &act, NULL);
    }
    a->stop = &shared->stop;
    a->end = &shared->end;
}

void by_crew_alone(struct by_run *r)
{
    struct by_floor *f = by_floor_new(&r->arena);
    struct by_result_of_item x;

    for (int64_t i = 0; i < r->items && !by_run_over(r); i++)
        if (r->done[i] == 0 && by_item_play(f, i, &x)) {
            by_run_take(r, &x);
            r->save_failed = r->save_failed || (r->save != NULL && fflush(r->save) != 0);
            by_report_progress(r, false);
        }
    by_floor_free(f);
}

/* ---- A worker ----------------------------------------------------------------------------- */

static bool send_all(int to, const void *bytes, size_t n)
{
    const char *at = bytes;

    while (n > 0) {
        ssize_t wrote = write(to, at, n);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        at += wrote;
        n -= (size_t)wrote;
    }
    return true;
}

static int work(const struct by_run *r, int to)
{
    struct by_floor *f = by_floor_new(&r->arena);
    struct by_result_of_item batch[BATCH];
    int64_t sent = by_now_ms(), item;
    size_t n = 0;
    bool fine = true;

    while (fine && !by_stop_is_set(&shared->stop)
           && (item = __atomic_fetch_add(&shared->next, 1, __ATOMIC_RELAXED)) < r->items) {
        if (r->done[item] != 0)
            continue;
        n += by_item_play(f, item, &batch[n]);
        if (n == BATCH || by_now_ms() - sent > 50) {
            fine = send_all(to, batch, n * sizeof batch[0]);
            n = 0;
            sent = by_now_ms();
        }
    }
    fine = fine && send_all(to, batch, n * sizeof batch[0]);
    by_floor_free(f);
    return fine ? 0 : 1;
}

/* ---- The collector ------------------------------------------------------------------------ */

struct worker {
    pid_t id;
    int from;
    size_t have;
    struct by_result_of_item part;
};

static bool hire(struct by_run *r, struct worker *w, const struct worker *others)
{
    int ends[2];

    if (pipe(ends) != 0)
        return false;
    fflush(NULL);
    w->id = fork();
    if (w->id == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        close(ends[0]);
        for (const struct worker *o = others; o < w; o++)
            close(o->from);
        _exit(work(r, ends[1]));
    }
    close(ends[1]);
    w->from = ends[0];
    w->have = 0;
    if (w->id < 0)
        close(ends[0]);
    return w->id > 0;
}

/* Reads the results that a worker has sent. Returns false if the worker has ended. */
static bool listen_to(struct by_run *r, struct worker *w)
{
    char bytes[BATCH * sizeof w->part];
    ssize_t n = read(w->from, bytes, sizeof bytes);

    if (n < 0 && errno == EINTR)
        return true;
    for (ssize_t used = 0; used < n;) {
        size_t take = sizeof w->part - w->have;

        take = take < (size_t)(n - used) ? take : (size_t)(n - used);
        memcpy((char *)&w->part + w->have, bytes + used, take);
        w->have += take;
        used += (ssize_t)take;
        if (w->have == sizeof w->part) {
            by_run_take(r, &w->part);
            w->have = 0;
        }
    }
    return n > 0;
}

static void dismiss(struct by_run *r, struct worker *w)
{
    int status = 0;

    close(w->from);
    w->from = -1;
    while (waitpid(w->id, &status, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        r->lost++;
}

void by_crew_fork(struct by_run *r)
{
    struct worker *w = by_sure(calloc((size_t)r->jobs, sizeof *w));
    struct pollfd *p = by_sure(calloc((size_t)r->jobs, sizeof *p));
    int hired = 0, open;

    shared->next = 0;
    while (hired < r->jobs && hire(r, &w[hired], w))
        hired++;
    open = hired;
    while (open > 0) {
        for (int i = 0; i < hired; i++)
            p[i] = (struct pollfd){ .fd = w[i].from, .events = POLLIN };
        if (poll(p, (nfds_t)hired, 200) > 0)
            for (int i = 0; i < hired; i++)
                if (p[i].revents != 0 && !listen_to(r, &w[i])) {
                    dismiss(r, &w[i]);
                    open--;
                }
        if (by_run_over(r) && r->finished < r->items)
            by_stop_set(&shared->stop);
        if (r->save != NULL && fflush(r->save) != 0)
            r->save_failed = true;
        by_report_progress(r, false);
    }
    if (hired == 0)
        by_crew_alone(r);
    free(w);
    free(p);
}
