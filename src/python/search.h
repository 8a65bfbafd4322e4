/* SPDX-License-Identifier: MIT */
/* search.h: runs long calls without the interpreter's lock, so that Ctrl-C interrupts them at once. */
#ifndef BY_PYTHON_SEARCH_H
#define BY_PYTHON_SEARCH_H

#include "boneyard/budget.h"
#include "py.h"

struct by_py_search {
    void *memory; /* `size` bytes, freed by by_py_search_end */
    size_t size;
    const struct by_stop *stop; /* set by the signal */
    PyThreadState *thread;
};

/* Allocates the memory and releases the lock. Returns false with an exception set if memory runs out. Between the two
 * calls, no Python object may be changed or created. */
bool by_py_search_begin(struct by_py_search *s, size_t size);

/* Takes the lock back. Returns false if a signal has raised an exception, such as KeyboardInterrupt. */
bool by_py_search_end(struct by_py_search *s);

/* Returns the monotonic time in nanoseconds, for budgets. */
int64_t by_py_search_clock(void);

#endif
