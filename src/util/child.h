/* SPDX-License-Identifier: MIT */
/* child.h: starts a program, exchanges lines with it, and reliably ends it. */
#ifndef BY_UTIL_CHILD_H
#define BY_UTIL_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum by_got { BY_GOT_LINE, BY_GOT_LONG, BY_GOT_NOTHING, BY_GOT_END };

struct by_child {
    pid_t id;       /* the program's process id and process group; 0 if it is not running */
    int to, from;   /* non-blocking pipes */
    char *in, *out; /* the input not yet consumed, and the output not yet sent */
    size_t in_used, in_room, in_taken, out_used, out_room;
    size_t flood; /* bytes read since the last by_child_calm */
    bool skips;   /* whether an overlong line is being read */
    bool broken;  /* whether the program has closed a pipe or sent too much output */
};

/* Starts a shell command. Returns false with errno set if a process or pipe cannot be created. */
bool by_child_start(struct by_child *c, const char *command);

/* Starts a program by path and arguments. `prepare` (may be NULL) is called in the new process and may only make system
 * calls. The program dies with the thread that started it. */
bool by_child_run(struct by_child *c, char *const words[], void (*prepare)(const void *data), const void *data);

/* Ends the program and all processes that it started: closes its input, and kills it after `patience` milliseconds.
 * Returns its waitpid status. */
int by_child_end(struct by_child *c, int patience);

/* Queues a line for the program. Lines are sent during this call and during by_child_line. */
void by_child_say(struct by_child *c, const char *line);

/* Gets the program's next line, NUL-terminated and without its newline; it is borrowed until the next call. Waits at
 * most until by_now_ms reaches `until` or *stop becomes nonzero. BY_GOT_END means that the program will send no more
 * lines. */
enum by_got by_child_line(struct by_child *c, int64_t until, const volatile int *stop, const char **line, size_t *n);

/* Returns whether *stop is set. Another thread or a signal handler may set *stop at any time. */
static inline bool by_stop_asked(const volatile int *stop) { return __atomic_load_n(stop, __ATOMIC_RELAXED) != 0; }

/* Resets the output count. A program that writes more than 32 MiB without a reset is cut off. */
void by_child_calm(struct by_child *c);

#endif
