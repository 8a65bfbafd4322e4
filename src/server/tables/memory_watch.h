/* SPDX-License-Identifier: MIT */
/* memory_watch.h: limits the memory of a program and all processes it starts. */
#ifndef BY_SERVER_TABLES_MEMORY_WATCH_H
#define BY_SERVER_TABLES_MEMORY_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "memory_group.h"

struct by_memory_watch;

/* Limits programs to `mib` MiB each: by control groups where the server may make them (memory_group.h). Elsewhere a
 * thread adds up the processes of each program several times a second and kills a program that has more; single
 * processes then also need their own limit, because they can grow between two checks. Returns NULL without a thread. */
struct by_memory_watch *by_memory_watch_new(int mib);
void by_memory_watch_free(struct by_memory_watch *w); /* accepts NULL */

/* Makes the group for one program, which its process then enters. Returns false where there are no groups. */
bool by_memory_watch_group(struct by_memory_watch *w, char out[BY_GROUP_PATH]);

/* Watches a child, the leader of its process group, until it ends. `group` is what by_memory_watch_group gave, or "".
 * Thread-safe, as by_memory_watch_group is. */
void by_memory_watch_add(struct by_memory_watch *w, pid_t child, const char *group);

/* Returns, once, whether a child that has ended was killed for its memory. Thread-safe. */
bool by_memory_watch_killed(struct by_memory_watch *w, pid_t child);

#endif
