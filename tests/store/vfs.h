/* SPDX-License-Identifier: MIT */
/* vfs.h: simulates a disk in memory for SQLite that can lose its power, fail and lie.
 *
 * Every file has contents that programs see, contents on the disk, and pending writes, which a sync applies.  The power
 * fails at an operation of the test's choice; the test then chooses what remains of the pending writes.  As on Linux, a
 * failed sync drops them, but they can still be read. */
#ifndef BY_TESTS_STORE_VFS_H
#define BY_TESTS_STORE_VFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VFS "by-test"

enum vfs_left { VFS_NONE, VFS_TORN, VFS_SOME };  /* nothing; all, the last one torn; any of their sectors */
enum vfs_fault { VFS_EIO, VFS_FULL, VFS_SHORT }; /* half of it is done, then an error */

struct vfs_plan {
    long cut_at;  /* the power fails at this operation (from 1); 0: never */
    long fail_at; /* this operation fails; 0: none */
    enum vfs_fault how;
    bool from_then_on;
    bool lies; /* a sync reports success and does nothing */
};

void vfs_start(void);          /* once */
void vfs_clear(uint64_t seed); /* an empty disk without planned faults */
void vfs_load(const char *name, const void *bytes, size_t n);
void *vfs_save(const char *name, size_t *n); /* free() */
void vfs_set(const struct vfs_plan *p);      /* counts from here */
long vfs_done(void);                         /* operations since the last reset */
size_t vfs_size(const char *name);
void vfs_hold(bool hold);           /* writes wait, except those of the thread that writes the log */
bool vfs_held(void);                /* waits until a thread waits; returns false if the writer wrote instead */
void vfs_power(enum vfs_left left); /* power off, all files closed, and power on */

/* A generator for tests. */
uint64_t vfs_random(uint64_t *state);
#endif
