/* SPDX-License-Identifier: MIT */
/* crew.h: runs the processes that play a run's items on this machine. */
#ifndef BY_ARENA_CREW_H
#define BY_ARENA_CREW_H

#include "run.h"

/* Play the items in this process or in several. Both return when no items are left or by_run_over is true. */
void by_crew_alone(struct by_run *r);
void by_crew_fork(struct by_run *r);

/* Sets up a->stop and a->end, which this process shares with its workers. Ctrl-C sets the stop flag. */
void by_crew_watch(struct by_arena *a);

#endif
