/* SPDX-License-Identifier: MIT */
/* search.c: runs long calls that Ctrl-C can end (search.h).
 *
 * Python's own handler only records the signal, and the exception is not raised until the call returns. While searches
 * run, this handler comes first: it sets the stop flags of all searches and then calls Python's handler. */
#include "search.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct by_stop stop;
static struct sigaction before;
static int running; /* guarded by the interpreter's lock */

static void on_interrupt(int number)
{
    by_stop_set(&stop);
    before.sa_handler(number);
}

static void watch(void)
{
    struct sigaction ours;

    by_stop_clear(&stop);
    if (sigaction(SIGINT, NULL, &before) != 0 || before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN
        || (before.sa_flags & SA_SIGINFO) != 0)
        return;
    ours = before;
    ours.sa_handler = on_interrupt;
    sigaction(SIGINT, &ours, NULL);
}

/* Restores the handler unless another one has been set since. */
static void unwatch(void)
{
    struct sigaction now;

    if (sigaction(SIGINT, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == on_interrupt)
        sigaction(SIGINT, &before, NULL);
}

bool by_py_search_begin(struct by_py_search *s, size_t size)
{
    s->memory = malloc(size);
    s->size = size;
    s->stop = &stop;
    if (s->memory == NULL) {
        PyErr_NoMemory();
        return false;
    }
    if (running++ == 0)
        watch();
    s->thread = PyEval_SaveThread();
    return true;
}

bool by_py_search_end(struct by_py_search *s)
{
    PyEval_RestoreThread(s->thread);
    if (--running == 0)
        unwatch();
    free(s->memory);
    return PyErr_CheckSignals() == 0;
}

int64_t by_py_search_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
