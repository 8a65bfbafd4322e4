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
    double ready; /* seconds between its start and the output of its address */
};

/* Starts the server on one processor (-1: on any) and waits for its address.  Returns false if it prints none. */
bool served_start(struct served *s, int processor);

/* Stops the server with a signal and waits; returns its status as from waitpid. */
int served_stop(struct served *s, int number);

long served_memory(const struct served *s); /* resident memory, in KiB */
double served_busy(const struct served *s); /* processor seconds used */

/* Returns its /metrics (free it), or "" if it does not answer; and one number by name and label, or -1. */
char *served_metrics(const struct served *s);
double served_metric(const char *metrics, const char *name);

#endif
