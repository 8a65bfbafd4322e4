/* SPDX-License-Identifier: MIT */
/* memory_group.h: limits the memory of a program and all its processes with a control group (cgroup v2), so that the
 * kernel enforces the limit. The server needs permission to create groups below its own: Delegate= in the systemd
 * unit. */
#ifndef BY_SERVER_TABLES_MEMORY_GROUP_H
#define BY_SERVER_TABLES_MEMORY_GROUP_H

#include <stdbool.h>

enum { BY_GROUP_PATH = 1024 };

/* Finds the folder of a process's control group from the contents of /proc/PID/cgroup and /proc/PID/mountinfo.  Returns
 * false if the process is in no version 2 group, or if the path is too long. */
bool by_memory_group_find(const char *cgroup, const char *mountinfo, char out[BY_GROUP_PATH]);

/* Prepares this process's group to contain others: moves the process into a child group and enables the memory
 * controller. Returns false, and changes nothing, if the system or its administrator does not allow this. */
bool by_memory_group_open(char out[BY_GROUP_PATH]);

/* Creates the group `number` in the folder `base`, limited to `mib` MiB without swap. If the group exceeds the limit,
 * the kernel kills all its processes. Returns false if the kernel refuses. */
bool by_memory_group_make(const char *base, int number, int mib, char out[BY_GROUP_PATH]);

/* Moves the calling process into a group. Safe between fork and exec. */
bool by_memory_group_enter(const char *group);

/* Returns whether the kernel has killed a process of the group for exceeding the limit. */
bool by_memory_group_full(const char *group);

/* Removes a group. Returns false while the group still has processes. */
bool by_memory_group_remove(const char *group);

#endif
