/* child.h: a program that is started, written to and read from by lines, and ended whatever it does. */
#ifndef BY_UTIL_CHILD_H
#define BY_UTIL_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum by_got { BY_GOT_LINE, BY_GOT_LONG, BY_GOT_NOTHING, BY_GOT_END };

struct by_child {
    pid_t id;                           /* also its process group; 0: not running */
    int to, from;                       /* pipes that do not block */
    char *in, *out;                     /* read and not taken; written and not sent */
    size_t in_used, in_room, in_taken, out_used, out_room;
    size_t flood;                       /* bytes read since the last by_child_calm */
    bool skips;                         /* in a line that was too long */
    bool broken;                        /* it has closed a pipe, or floods us */
};

/* Starts a command of the shell.  False with errno set: no process, no pipe. */
bool by_child_start(struct by_child *c, const char *command);

/* The same for a program by its path and words.  `prepare` (NULL: none) is called in the new process, and may only make
 * calls of the system.  It dies with the thread that has started it. */
bool by_child_run(struct by_child *c, char *const words[], void (*prepare)(const void *data), const void *data);

/* Ends it and everything it has started: its input is closed, and after `patience` milliseconds it is
 * killed.  Returns its status as waitpid has it. */
int by_child_end(struct by_child *c, int patience);

/* Appends a line to what it is sent; the sending is done here and in by_child_line. */
void by_child_say(struct by_child *c, const char *line);

/* Its next line, without the end and with a 0 behind it, borrowed until the next call; waits until the
 * clock by_now_ms shows `until`, or *stop is not 0.  BY_GOT_END: it will say nothing more. */
enum by_got by_child_line(struct by_child *c, int64_t until, const volatile int *stop, const char **line, size_t *n);

/* Another thread or a signal may have set it at any time. */
static inline bool by_stop_asked(const volatile int *stop) { return __atomic_load_n(stop, __ATOMIC_RELAXED) != 0; }

/* From now on output is counted anew; more than 32 MiB in one go breaks. */
void by_child_calm(struct by_child *c);

#endif
