/* SPDX-License-Identifier: MIT */
/* stuck.c: preloaded before the C library.  Syncing waits while the file named by STUCK_WHILE exists, or for the number
 * of milliseconds in it; the clock is ahead by the number of seconds in the file named by CLOCK_AHEAD. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Returns the number in the file that a variable names; 0 without one. */
static long told(const char *variable)
{
    const char *path = getenv(variable);
    int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    char text[32] = "";

    if (file >= 0 && read(file, text, sizeof text - 1) < 0)
        text[0] = '\0';
    if (file >= 0)
        close(file);
    return strtol(text, NULL, 10);
}

static void wait_here(void)
{
    static const struct timespec moment = { 0, 10000000 };
    const char *path = getenv("STUCK_WHILE");

    for (long ms = 0; path != NULL && access(path, F_OK) == 0; ms += 10) {
        long most = told("STUCK_WHILE");

        if (most > 0 && ms >= most)
            break;
        nanosleep(&moment, NULL);
    }
}

int fsync(int fd)
{
    wait_here();
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    wait_here();
    return (int)syscall(SYS_fdatasync, fd);
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int said = (int)syscall(SYS_clock_gettime, clock, t);

    if (clock == CLOCK_REALTIME)
        t->tv_sec += told("CLOCK_AHEAD");
    return said;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    struct timespec now;

    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *t = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}
