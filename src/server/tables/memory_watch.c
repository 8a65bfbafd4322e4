/* SPDX-License-Identifier: MIT */
/* memory_watch.c: adds up the memory of a program's processes. A sandboxed program cannot leave its process tree: its
 * orphans are reparented within the sandbox. */
#include "memory_watch.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/memory.h"

enum { PROGRAMS = 64, LOOK_MS = 100, DEPTH = 64 };

struct program {
    pid_t id;
    int fd; /* a pidfd: readable when the program has ended */
};

struct by_memory_watch {
    long limit; /* KiB */
    pthread_t thread;
    pthread_mutex_t lock; /* protects the fields below */
    pthread_cond_t more;
    bool stop;
    struct program all[PROGRAMS];
    int n;
};

/* Returns a process's anonymous and shared memory in KiB. */
static long memory_of(long id)
{
    char path[64], line[128];
    long sum = 0, n;
    FILE *in;

    snprintf(path, sizeof path, "/proc/%ld/status", id);
    in = fopen(path, "re");
    while (in != NULL && fgets(line, sizeof line, in) != NULL)
        if (sscanf(line, "RssAnon: %ld", &n) == 1 || sscanf(line, "RssShmem: %ld", &n) == 1)
            sum += n;
    if (in != NULL)
        fclose(in);
    return sum;
}

/* Returns the memory of a process and all its descendants in KiB. */
static long memory_of_tree(long id, int depth)
{
    char path[128];
    const struct dirent *e;
    long sum = memory_of(id), child;
    DIR *tasks;

    snprintf(path, sizeof path, "/proc/%ld/task", id);
    tasks = depth < DEPTH ? opendir(path) : NULL;
    while (tasks != NULL && (e = readdir(tasks)) != NULL) {
        FILE *in;

        snprintf(path, sizeof path, "/proc/%ld/task/%.20s/children", id, e->d_name);
        in = e->d_name[0] == '.' ? NULL : fopen(path, "re");
        while (in != NULL && fscanf(in, "%ld", &child) == 1)
            sum += memory_of_tree(child, depth + 1);
        if (in != NULL)
            fclose(in);
    }
    if (tasks != NULL)
        closedir(tasks);
    return sum;
}

static bool has_ended(const struct program *p)
{
    struct pollfd f = { .fd = p->fd, .events = POLLIN };

    return poll(&f, 1, 0) != 0;
}

/* Call with the lock held. */
static void look(struct by_memory_watch *w)
{
    int kept = 0;

    for (int k = 0; k < w->n; k++) {
        const struct program *p = &w->all[k];

        if (!has_ended(p) && memory_of_tree(p->id, 0) > w->limit && !has_ended(p))
            kill(-p->id, SIGKILL);
        if (has_ended(p))
            close(p->fd);
        else
            w->all[kept++] = *p;
    }
    w->n = kept;
}

static void *run(void *data)
{
    static const struct timespec pause = { 0, LOOK_MS * 1000000 };
    struct by_memory_watch *w = data;

    pthread_mutex_lock(&w->lock);
    while (!w->stop) {
        if (w->n == 0) {
            pthread_cond_wait(&w->more, &w->lock);
            continue;
        }
        look(w);
        pthread_mutex_unlock(&w->lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct by_memory_watch *by_memory_watch_new(int mib)
{
    struct by_memory_watch *w = by_sure(calloc(1, sizeof *w));
    sigset_t every, before;
    bool fine;

    w->limit = (long)mib * 1024;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before); /* signals are handled by the loop */
    fine = pthread_create(&w->thread, NULL, run, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (fine)
        return w;
    free(w);
    return NULL;
}

void by_memory_watch_free(struct by_memory_watch *w)
{
    if (w == NULL)
        return;
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    for (int k = 0; k < w->n; k++)
        close(w->all[k].fd);
    pthread_cond_destroy(&w->more);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void by_memory_watch_add(struct by_memory_watch *w, pid_t child)
{
    int fd = (int)syscall(SYS_pidfd_open, child, 0);

    if (fd < 0)
        return;
    pthread_mutex_lock(&w->lock);
    if (w->n < PROGRAMS) {
        w->all[w->n++] = (struct program){ child, fd };
        pthread_cond_signal(&w->more);
    } else {
        close(fd);
    }
    pthread_mutex_unlock(&w->lock);
}
