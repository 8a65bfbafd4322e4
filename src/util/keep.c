/* SPDX-License-Identifier: MIT */
/* keep.c: writes files safely, so that a crash never loses them (keep.h). */
#include "keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "planted.h"

/* Creates all directories of a path, up to its last '/'. */
static void make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

bool by_keep_place(const char *name, char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n;

    if (state != NULL && state[0] == '/')
        n = snprintf(path, size, "%s/boneyard/%s", state, name);
    else if (home != NULL && home[0] == '/')
        n = snprintf(path, size, "%s/.local/state/boneyard/%s", home, name);
    else
        return false;
    if (n < 0 || (size_t)n >= size)
        return false;
    make_folders(path);
    return true;
}

/* Opens a special file for writing. Fails on a pipe without a reader instead of waiting for one. */
static FILE *open_special(const char *path)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    FILE *out;

    if (fd < 0)
        return NULL;
    fcntl(fd, F_SETFL, 0); /* from now on, a write waits for the reader */
    out = fdopen(fd, "w");
    if (out == NULL)
        close(fd);
    return out;
}

/* Writes the bytes and closes the file. Pipes and devices cannot be synced and do not need to be. */
static bool write_all(FILE *out, const char *bytes, size_t n)
{
    bool fine = out != NULL && fwrite(bytes, 1, n, out) == n && fflush(out) == 0
        && (fsync(fileno(out)) == 0 || errno == EINVAL || errno == EROFS);
    int why = errno;

    if (out != NULL && fclose(out) != 0 && fine)
        return false;
    errno = why;
    return fine;
}

/* Returns whether a file must be written in place: a pipe, a terminal or the name of an open file (/dev/stdout). */
static bool special(const char *path)
{
    struct stat there;

    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0
        || (stat(path, &there) == 0 && !S_ISREG(there.st_mode));
}

/* Returns whether a file contains exactly these bytes. If not, sets errno. */
static bool reads_back(const char *path, const char *bytes, size_t n)
{
    FILE *in = fopen(path, "r");
    char *again = by_sure(malloc(n + 1));
    bool fine = in != NULL && fread(again, 1, n + 1, in) == n && memcmp(again, bytes, n) == 0;

    if (in != NULL) {
        fclose(in);
        errno = EIO;
    }
    free(again);
    return fine;
}

char *by_keep_beside(const char *path, const char *ending)
{
    size_t room = strlen(path) + strlen(ending) + sizeof ".-2147483647";
    char *beside = by_sure(malloc(room));
    struct stat there;

    snprintf(beside, room, "%s.%s", path, ending);
    for (int i = 2; lstat(beside, &there) == 0; i++)
        snprintf(beside, room, "%s.%s-%d", path, ending, i);
    return beside;
}

/* Links the old file as PATH.before, or renames it on file systems without hard links. */
static void keep_before(const char *path)
{
    size_t room = strlen(path) + 8;
    char *before = by_sure(malloc(room));

    snprintf(before, room, "%s.before", path);
    if (access(path, F_OK) == 0) {
        unlink(before);
        if (link(path, before) != 0)
            rename(path, before);
    }
    free(before);
}

/* Opens and locks a file. Returns -1 on failure; sets errno to EWOULDBLOCK if another program holds the lock. */
static int open_locked(const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), why;

    if (fd < 0 || BY_PLANTED(401) || flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    why = errno;
    close(fd);
    errno = why;
    return -1;
}

bool by_keep_lock(const char *path, int *lock)
{
    struct stat there, held;

    *lock = -1;
    while (!special(path)) {
        *lock = open_locked(path);
        if (*lock < 0)
            return errno != EWOULDBLOCK;
        if (fstat(*lock, &held) == 0 && stat(path, &there) == 0 && held.st_ino == there.st_ino
            && held.st_dev == there.st_dev)
            break;
        close(*lock); /* the file has just been replaced */
        *lock = -1;
    }
    return true;
}

/* Renames a file over another. With `lock`, the new file is locked before it becomes visible, and its lock replaces the
 * old one. */
static bool move_over(const char *from, const char *to, int *lock)
{
    int next = lock != NULL ? open_locked(from) : -1;

    if (rename(from, to) != 0) {
        int why = errno;

        if (next >= 0)
            close(next);
        errno = why;
        return false;
    }
    if (lock != NULL && *lock >= 0)
        close(*lock);
    if (lock != NULL)
        *lock = next;
    return true;
}

static bool write_file(const char *path, const char *bytes, size_t n, bool stays, int *lock)
{
    char *real, *beside;
    size_t room;
    FILE *out;
    bool fine;
    int why;

    if (special(path))
        return write_all(open_special(path), bytes, n);
    real = realpath(path, NULL); /* preserves symbolic links */
    path = real != NULL ? real : path;
    room = strlen(path) + 8;
    beside = by_sure(malloc(room));
    snprintf(beside, room, "%s.new", path);
    out = fopen(beside, "w");
    fine = write_all(out, bytes, n);
    fine = fine && reads_back(beside, bytes, n);
    why = errno;
    if (fine && stays)
        keep_before(path);
    if (fine && !move_over(beside, path, lock)) {
        fine = false;
        why = errno;
    }
    if (!fine && out != NULL) /* fails if the existing file belongs to another user */
        unlink(beside);
    free(beside);
    free(real);
    errno = why;
    return fine;
}

bool by_keep_write(const char *path, const char *bytes, size_t n) { return write_file(path, bytes, n, false, NULL); }
bool by_keep_replace(const char *path, const char *bytes, size_t n) { return write_file(path, bytes, n, true, NULL); }

bool by_keep_locked(const char *path, const char *bytes, size_t n, int *lock)
{
    if (lock != NULL && *lock < 0 && !by_keep_lock(path, lock))
        return false;
    return write_file(path, bytes, n, false, lock);
}
