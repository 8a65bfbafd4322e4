/* SPDX-License-Identifier: MIT */
/* systemd.c: notifies systemd of the server's state (systemd.h). */
#include "systemd.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void by_systemd_notify(const char *words)
{
    const char *where = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    size_t n = where == NULL ? 0 : strlen(where);
    int fd;

    if (n < 2 || n >= sizeof to.sun_path || (where[0] != '/' && where[0] != '@'))
        return;
    memcpy(to.sun_path, where, n);
    if (where[0] == '@')
        to.sun_path[0] = '\0';
    fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return;
    sendto(fd, words, strlen(words), MSG_NOSIGNAL, (struct sockaddr *)&to,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
    close(fd);
}

static bool is_for_us(const char *pid) { return pid == NULL || strtol(pid, NULL, 10) == (long)getpid(); }

bool by_systemd_watched(void) { return getenv("WATCHDOG_USEC") != NULL && is_for_us(getenv("WATCHDOG_PID")); }

int by_systemd_socket(void)
{
    const char *pid = getenv("LISTEN_PID"), *n = getenv("LISTEN_FDS");
    int fd = 3, yes = 0;
    socklen_t size = sizeof yes;

    if (pid == NULL || n == NULL || !is_for_us(pid) || strcmp(n, "1") != 0
        || getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &yes, &size) != 0 || yes == 0)
        return -1;
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? fd : -1;
}
