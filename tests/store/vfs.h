/* SPDX-License-Identifier: MIT */
/* vfs.h: a disk in memory under SQLite that can lose its power, fail and lie.
 *
 * Every file has what programs see, what is really on the disk, and the writes between the two, which a sync brings
 * over.  Power goes at an operation of the test's choice; what is left of the unsynced writes is chosen afterwards. A
 * sync that fails drops them, and they can still be read: as Linux does it. */
#ifndef BY_TESTS_STORE_VFS_H
#define BY_TESTS_STORE_VFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VFS "by-test"

enum vfs_left { VFS_NONE, VFS_TORN, VFS_SOME };  /* nothing; all, the last one torn; any of their sectors */
enum vfs_fault { VFS_EIO, VFS_FULL, VFS_SHORT }; /* half of it is done, then an error */

struct vfs_plan {
    long cut_at;  /* the power goes with this operation (from 1); 0: never */
    long fail_at; /* this operation fails; 0: none */
    enum vfs_fault how;
    bool from_then_on;
    bool lies; /* a sync says that it is done, and does nothing */
};

void vfs_start(void);          /* once */
void vfs_clear(uint64_t seed); /* an empty disk, nothing planned */
void vfs_load(const char *name, const void *bytes, size_t n);
void *vfs_save(const char *name, size_t *n); /* free() */
void vfs_set(const struct vfs_plan *p);      /* counts from here */
long vfs_done(void);                         /* operations since then */
size_t vfs_size(const char *name);
void vfs_hold(bool hold);           /* writes wait, but for those of the thread that writes the log */
bool vfs_held(void);                /* waits until somebody does; false: the writer has not waited, and wrote */
void vfs_power(enum vfs_left left); /* off, with all files closed, and on again */

/* A generator for tests. */
uint64_t vfs_random(uint64_t *state);
#endif
