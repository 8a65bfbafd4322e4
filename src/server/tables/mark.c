/* SPDX-License-Identifier: MIT */
/* mark.c: see mark.h. */
#include "mark.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/operate/log.h"

static void mark_path(const struct by_hub *h, char *out, size_t size)
{
    snprintf(out, size, "%s.loading", h->setup.db);
}

struct by_mark by_mark_read(const struct by_hub *h)
{
    char path[1100];
    struct by_mark m = { 0 };
    int fd;

    mark_path(h, path, sizeof path);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && read(fd, &m, sizeof m) != (ssize_t)sizeof m)
        m.times = 0;
    if (fd >= 0)
        close(fd);
    return m;
}

void by_mark_write(const struct by_hub *h, const struct by_mark *m)
{
    char path[1100];
    int fd;

    mark_path(h, path, sizeof path);
    if (m == NULL) {
        unlink(path);
        return;
    }
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0 && write(fd, m, sizeof *m) != (ssize_t)sizeof *m)
        by_log(BY_LOG_WARN, "mark", BY_LOG_FIELDS(BY_LOG_TEXT("why", strerror(errno))));
    if (fd >= 0)
        close(fd);
}
