/* SPDX-License-Identifier: MIT */
/* crew.h: the processes that play a run's items on this machine. */
#ifndef BY_ARENA_CREW_H
#define BY_ARENA_CREW_H

#include "run.h"

/* Play the items, in this process or in several. Each returns when no items are left or by_run_over is true. */
void by_crew_alone(struct by_run *r);
void by_crew_fork(struct by_run *r);

/* Returns the flag that Ctrl-C sets for this process and its children; installs the handler on the first call. */
volatile int *by_crew_stop(void);

#endif
