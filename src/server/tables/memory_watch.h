/* SPDX-License-Identifier: MIT */
/* memory_watch.h: limits the memory of a program and all its processes. */
#ifndef BY_SERVER_TABLES_MEMORY_WATCH_H
#define BY_SERVER_TABLES_MEMORY_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "memory_group.h"

struct by_memory_watch;

/* Limits programs to `mib` MiB each, using control groups if the server may create them (memory_group.h). If not, a
 * thread adds up the memory of each program's processes several times a second and kills programs that exceed the
 * limit. Each process then also needs its own limit, because it can grow between checks. Returns NULL if no thread can
 * be started. */
struct by_memory_watch *by_memory_watch_new(int mib);
void by_memory_watch_free(struct by_memory_watch *w); /* accepts NULL */

/* Creates a group for a program, whose process then enters the group. Returns false if groups are not available. */
bool by_memory_watch_group(struct by_memory_watch *w, char out[BY_GROUP_PATH]);

/* Watches a child, the leader of its process group, until it ends. `group` comes from by_memory_watch_group, or is "".
 * Both functions are thread-safe. */
void by_memory_watch_add(struct by_memory_watch *w, pid_t child, const char *group);

/* Returns whether a child that has ended was killed for exceeding its memory limit; returns true only once.
 * Thread-safe. */
bool by_memory_watch_killed(struct by_memory_watch *w, pid_t child);

#endif
