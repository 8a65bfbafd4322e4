/* SPDX-License-Identifier: MIT */
/* memory_watch.h: limits the memory of a program and all processes it starts. */
#ifndef BY_SERVER_TABLES_MEMORY_WATCH_H
#define BY_SERVER_TABLES_MEMORY_WATCH_H

#include <stdbool.h>
#include <sys/types.h>

struct by_memory_watch;

/* Starts a thread that adds up the processes of each program several times a second, and kills a program that has more
 * than `mib` MiB. Single processes also need their own limit, because they can grow between two checks. */
struct by_memory_watch *by_memory_watch_new(int mib);
void by_memory_watch_free(struct by_memory_watch *w); /* accepts NULL */

/* Watches a child, the leader of its process group, until it ends. Thread-safe. */
void by_memory_watch_add(struct by_memory_watch *w, pid_t child);

#endif
