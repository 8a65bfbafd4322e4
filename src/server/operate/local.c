/* SPDX-License-Identifier: MIT */
/* local.c: see local.h. */
#include "local.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

enum { WAITING = 8, PATIENCE = 10, MOST = 1 << 20, PIECE = 16384 }; /* PATIENCE is in seconds, MOST in bytes */

void by_local_path(const struct by_settings *s, const char *beside, char out[BY_LOCAL_MOST])
{
    snprintf(out, BY_LOCAL_MOST, "%s%s%s.status", beside, s->node != NULL ? "." : "", s->node != NULL ? s->node : "");
}

/* Returns a socket and sets its address, or returns -1. */
static int make(const char *path, struct sockaddr_un *at)
{
    *at = (struct sockaddr_un){ .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof at->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(at->sun_path, path, strlen(path) + 1);
    return socket(AF_UNIX, SOCK_STREAM, 0);
}

/* Returns a socket connected to the server at this path, or -1. */
static int reach(const char *path)
{
    struct timeval patience = { .tv_sec = PATIENCE };
    struct sockaddr_un at;
    int fd = make(path, &at), error;

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(fd, (const struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    error = errno;
    close(fd);
    errno = error;
    return -1;
}

int by_local_open(const char *path)
{
    struct sockaddr_un at;
    struct stat there;
    mode_t before;
    int fd = reach(path);
    bool fine;

    if (fd >= 0) {
        close(fd);
        return -1;
    }
    if (lstat(path, &there) == 0 && S_ISSOCK(there.st_mode))
        unlink(path);
    fd = make(path, &at);
    if (fd < 0)
        return -1;
    before = umask(0177);
    fine = fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0
        && bind(fd, (const struct sockaddr *)&at, sizeof at) == 0 && listen(fd, WAITING) == 0;
    umask(before);
    if (fine)
        return fd;
    close(fd);
    return -1;
}

/* Reads until the server closes the connection. Returns the length, or -1. */
static ssize_t read_all(int fd, char *out)
{
    ssize_t n = 0, more;

    while ((more = read(fd, out + n, (size_t)(MOST - n < PIECE ? MOST - n : PIECE))) > 0)
        n += more;
    out[n] = '\0';
    return more < 0 ? -1 : n;
}

/* Sends a GET request for a page. Returns the body, which the caller frees. On failure returns NULL, with the reason on
 * standard error. */
static char *get(const char *path, const char *page, const char *language)
{
    static const char fine[] = "HTTP/1.1 200 ";
    char *text, *body = NULL, ask[300];
    int fd = reach(path), n;

    if (fd < 0) {
        if (errno == ENOENT || errno == ECONNREFUSED)
            by_complain("no server is running on this database: name it with --db FILE, or its settings with "
                        "--config FILE");
        else
            by_complain("cannot reach the server at '%s': %s. Run this as the server's user, or with sudo", path,
                        strerror(errno));
        return NULL;
    }
    n = snprintf(ask, sizeof ask,
                 "GET /%s HTTP/1.1\r\nhost: localhost\r\naccept-language: %s\r\nconnection: close\r\n\r\n", page,
                 language);
    text = by_sure(malloc(MOST + 1));
    if (write(fd, ask, (size_t)n) == n && read_all(fd, text) > 0 && strncmp(text, fine, sizeof fine - 1) == 0)
        body = strstr(text, "\r\n\r\n");
    close(fd);
    if (body == NULL)
        by_complain("the server did not answer: try again in a moment");
    body = body == NULL ? NULL : by_sure(strdup(body + 4));
    free(text);
    return body;
}

bool by_local_print(const char *path)
{
    char *text = get(path, "admin.txt", by_language_list[by_tell_language()]->key);

    if (text != NULL)
        fputs(text, stdout);
    free(text);
    return text != NULL;
}
