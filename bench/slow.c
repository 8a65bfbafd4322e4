/* SPDX-License-Identifier: MIT */
/* slow.c: preloaded before the C library, simulates a busy disk. A sync takes SLOW_SYNC microseconds, plus SLOW_PAGE
 * for each 4 KiB written to the file since its last sync; the disk serves one request at a time, in pieces of 16 pages.
 * Nothing is really synced.
 *
 *     SLOW_SYNC=5000 SLOW_PAGE=50 LD_PRELOAD=build/bench/libslow.so build/bench/commit --behind */
#undef _FILE_OFFSET_BITS /* this file defines both names */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 64, PIECE = 16, PAGE = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t next = PTHREAD_COND_INITIALIZER;
static unsigned long tickets, served;
static struct {
    ino_t file;
    size_t bytes;
} files[FILES];

/* Returns the number of bytes of a file not yet synced.  The lock must be held. */
static size_t *waiting(int fd)
{
    static size_t none;
    struct stat s;

    if (fstat(fd, &s) != 0)
        return &none;
    for (int i = 0; i < FILES; i++) {
        if (files[i].file == 0)
            files[i].file = s.st_ino;
        if (files[i].file == s.st_ino)
            return &files[i].bytes;
    }
    return &none;
}

static long micros(const char *name)
{
    const char *text = getenv(name);

    return text == NULL ? 0 : strtol(text, NULL, 10);
}

/* Occupies the disk for this long once it is free. */
static void work(long long us)
{
    struct timespec t = { us / 1000000, us % 1000000 * 1000 };
    unsigned long mine;

    pthread_mutex_lock(&lock);
    for (mine = tickets++; served != mine;)
        pthread_cond_wait(&next, &lock);
    pthread_mutex_unlock(&lock);
    nanosleep(&t, NULL);
    pthread_mutex_lock(&lock);
    served++;
    pthread_cond_broadcast(&next);
    pthread_mutex_unlock(&lock);
}

static int sync_it(int fd)
{
    size_t *bytes, pages;

    pthread_mutex_lock(&lock);
    bytes = waiting(fd);
    pages = (*bytes + PAGE - 1) / PAGE;
    *bytes = 0;
    pthread_mutex_unlock(&lock);
    for (; pages > PIECE; pages -= PIECE)
        work((long long)PIECE * micros("SLOW_PAGE"));
    work(micros("SLOW_SYNC") + (long long)pages * micros("SLOW_PAGE"));
    return 0;
}

int fsync(int fd) { return sync_it(fd); }
/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the C library's names are reserved */
int fdatasync(int fd) { return sync_it(fd); }

static void note(int fd, ssize_t n)
{
    pthread_mutex_lock(&lock);
    *waiting(fd) += n > 0 ? (size_t)n : 0;
    pthread_mutex_unlock(&lock);
}

typedef ssize_t by_pwrite(int, const void *, size_t, off_t);

static ssize_t write_it(const char *name, int fd, const void *from, size_t n, off_t at)
{
    by_pwrite *really;
    ssize_t said;

    *(void **)&really = dlsym(RTLD_NEXT, name);
    said = really(fd, from, n, at);
    note(fd, said);
    return said;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the C library's names are reserved */
ssize_t pwrite(int fd, const void *from, size_t n, off_t at) { return write_it("pwrite", fd, from, n, at); }
/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the C library's names are reserved */
ssize_t pwrite64(int fd, const void *from, size_t n, off_t at) { return write_it("pwrite64", fd, from, n, at); }
