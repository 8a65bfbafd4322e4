/* SPDX-License-Identifier: MIT */
/* memory_watch.c: enforces the memory limits of programs. Without control groups, a thread adds up the memory of each
 * program's processes. A sandboxed program cannot escape from its process tree, because orphans are reparented within
 * the sandbox. */
#include "memory_watch.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/memory.h"

enum { PROGRAMS = 64, LOOK_MS = 100, DEPTH = 64, LAST_LOOKS = 100 };
enum { WHOLE_GROUP = 1 << 2 }; /* PIDFD_SIGNAL_PROCESS_GROUP from Linux 6.9, which the headers of Debian 12 lack */

struct program {
    pid_t id;
    int fd;      /* a pidfd, readable once the program has ended; -1 if only its group remains to be removed */
    char *group; /* or NULL */
};

struct by_memory_watch {
    long limit;               /* KiB */
    char base[BY_GROUP_PATH]; /* the folder in which groups are created, or "" */
    pthread_t thread;
    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t more;
    bool stop;
    struct program all[PROGRAMS];
    int n, groups;
    pid_t killed[PROGRAMS]; /* the last programs killed for exceeding their limit; unused entries are 0 */
    int next;               /* the index in `killed` of the next entry */
};

/* Returns a process's anonymous and shared memory in KiB. */
static long memory_of(long id)
{
    char path[64], line[128];
    long sum = 0;
    FILE *in;

    snprintf(path, sizeof path, "/proc/%ld/status", id);
    in = fopen(path, "re");
    while (in != NULL && fgets(line, sizeof line, in) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0 || strncmp(line, "RssShmem:", 9) == 0)
            sum += strtol(strchr(line, ':') + 1, NULL, 10);
    if (in != NULL)
        fclose(in);
    return sum;
}

/* Returns the memory of a process and all its descendants in KiB. */
static long memory_of_tree(long id, int depth)
{
    char path[128], child[24];
    const struct dirent *e;
    long sum = memory_of(id);
    DIR *tasks;

    snprintf(path, sizeof path, "/proc/%ld/task", id);
    tasks = depth < DEPTH ? opendir(path) : NULL;
    while (tasks != NULL && (e = readdir(tasks)) != NULL) {
        FILE *in;

        snprintf(path, sizeof path, "/proc/%ld/task/%.20s/children", id, e->d_name);
        in = e->d_name[0] == '.' ? NULL : fopen(path, "re");
        while (in != NULL && fscanf(in, "%23s", child) == 1)
            sum += memory_of_tree(strtol(child, NULL, 10), depth + 1);
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

/* Kills a program and its process group. Before Linux 6.9, a process group can be signalled only by its number, which
 * another group may reuse once the program has been reaped. */
static void kill_group(const struct program *p)
{
    if (syscall(SYS_pidfd_send_signal, p->fd, SIGKILL, NULL, WHOLE_GROUP) != 0 && errno != ESRCH && !has_ended(p))
        kill(-p->id, SIGKILL);
}

/* Call with the lock held. */
static void note_killed(struct by_memory_watch *w, pid_t id)
{
    w->killed[w->next] = id;
    w->next = (w->next + 1) % PROGRAMS;
}

/* Removes a pid from `killed`. Returns whether it was listed. Call with the lock held. */
static bool take_notes(struct by_memory_watch *w, pid_t id)
{
    bool any = false;

    for (int k = 0; k < PROGRAMS && id > 0; k++)
        if (w->killed[k] == id) {
            w->killed[k] = 0;
            any = true;
        }
    return any;
}

static void forget(struct program *p)
{
    if (p->fd >= 0)
        close(p->fd);
    free(p->group);
}

/* Returns whether a program and its process group are gone. The last processes may take a moment to end. */
static bool is_over(struct by_memory_watch *w, struct program *p)
{
    if (p->fd >= 0 && !has_ended(p))
        return false;
    if (p->fd >= 0) {
        close(p->fd);
        if (p->group != NULL && by_memory_group_full(p->group))
            note_killed(w, p->id);
    }
    p->fd = -1;
    return p->group == NULL || by_memory_group_remove(p->group);
}

/* Call with the lock held. */
static void look(struct by_memory_watch *w)
{
    int kept = 0;

    for (int k = 0; k < w->n; k++) {
        struct program *p = &w->all[k];

        if (p->group == NULL && !has_ended(p) && memory_of_tree(p->id, 0) > w->limit && !has_ended(p)) {
            note_killed(w, p->id);
            kill_group(p);
        }
        if (is_over(w, p))
            forget(p);
        else
            w->all[kept++] = *p;
    }
    w->n = kept;
}

static void *run(void *data)
{
    static const struct timespec pause = { 0, LOOK_MS * 1000000L };
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
    if (!by_memory_group_open(w->base))
        w->base[0] = '\0';
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before); /* block signals in the thread, so that the loop handles them */
    fine = pthread_create(&w->thread, NULL, run, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (fine)
        return w;
    free(w);
    return NULL;
}

void by_memory_watch_free(struct by_memory_watch *w)
{
    static const struct timespec pause = { 0, 10000000 };

    if (w == NULL)
        return;
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    for (int tries = 0; w->base[0] != '\0' && w->n > 0 && tries < LAST_LOOKS; tries++) {
        look(w);
        nanosleep(&pause, NULL);
    }
    for (int k = 0; k < w->n; k++)
        forget(&w->all[k]);
    pthread_cond_destroy(&w->more);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

bool by_memory_watch_group(struct by_memory_watch *w, char out[BY_GROUP_PATH])
{
    int number;

    if (w->base[0] == '\0')
        return false;
    pthread_mutex_lock(&w->lock);
    number = ++w->groups;
    pthread_mutex_unlock(&w->lock);
    return by_memory_group_make(w->base, number, (int)(w->limit / 1024), out);
}

void by_memory_watch_add(struct by_memory_watch *w, pid_t child, const char *group)
{
    struct program p = { child, (int)syscall(SYS_pidfd_open, child, 0), NULL };

    if (group[0] != '\0')
        p.group = by_sure(strdup(group));
    pthread_mutex_lock(&w->lock);
    look(w);
    take_notes(w, child); /* forget an earlier program with the same pid */
    if (w->n < PROGRAMS && (p.fd >= 0 || p.group != NULL)) {
        w->all[w->n++] = p;
        pthread_cond_signal(&w->more);
    } else {
        forget(&p);
    }
    pthread_mutex_unlock(&w->lock);
}

bool by_memory_watch_killed(struct by_memory_watch *w, pid_t child)
{
    bool killed;

    pthread_mutex_lock(&w->lock);
    look(w); /* a group reports a kill only after the program has ended */
    killed = take_notes(w, child);
    pthread_mutex_unlock(&w->lock);
    return killed;
}
