/* SPDX-License-Identifier: MIT */
/* keep.h: writes files safely, so that a crash never loses them. */
#ifndef BY_UTIL_KEEP_H
#define BY_UTIL_KEEP_H

#include <stdbool.h>
#include <stddef.h>

/* Builds the path of a file with this name in $XDG_STATE_HOME/boneyard or ~/.local/state/boneyard and creates the
 * directories. Returns false if neither folder is known or the path is too long. */
bool by_keep_place(const char *name, char *path, size_t size);

/* Writes a whole file under a temporary name, reads it back and renames it, so that either the old or the new file
 * survives a crash or a full disk. Special files (a pipe, /dev/stdout) are written in place. Returns false with errno
 * set on failure. */
bool by_keep_write(const char *path, const char *bytes, size_t n);

/* Locks a file against other programs that also lock it, until the descriptor *lock is closed or the program ends.
 * *lock is -1 if there is nothing to lock: a new file, a special file, or a file system without locks. Returns false
 * with errno EWOULDBLOCK if another program holds the lock. */
bool by_keep_lock(const char *path, int *lock);

/* Like by_keep_write, but fails if another program holds the lock, and holds the lock afterwards. `lock` may be
 * NULL. */
bool by_keep_locked(const char *path, const char *bytes, size_t n, int *lock);

/* Returns the first of PATH.ENDING, PATH.ENDING-2 and so on that does not exist. The caller frees it. */
char *by_keep_beside(const char *path, const char *ending);

/* Like by_keep_write, but keeps the previous file as PATH.before. */
bool by_keep_replace(const char *path, const char *bytes, size_t n);

#endif
