/* SPDX-License-Identifier: MIT */
/* served.h: a `boneyard serve` that a test or a bench has started. */
#ifndef BY_TEST_SERVED_H
#define BY_TEST_SERVED_H

#include <stdbool.h>
#include <sys/types.h>

struct served {
    char *const *words; /* program and arguments, NULL at the end; with --listen */
    pid_t id;
    int port;     /* the same after a restart */
    double ready; /* seconds from the start until it said where it is */
};

/* Starts it, on one processor (-1: on any), and waits until it says where it is.  False: it did not. */
bool served_start(struct served *s, int processor);

/* Ends it with a signal and waits for it; its status as waitpid has it. */
int served_stop(struct served *s, int number);

long served_memory(const struct served *s); /* KiB that it has in memory */
double served_busy(const struct served *s); /* processor seconds that it has used */

/* What its /metrics say now; free().  "" if it does not answer.  A number of it by name and label; -1: not there. */
char *served_metrics(const struct served *s);
double served_metric(const char *metrics, const char *name);

#endif
