/* SPDX-License-Identifier: MIT */
/* listen.c: opens a listening socket. */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "util/page.h"

#define ADVICE "use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses"

enum { TRIES = 100, WAITING = 4096 }; /* the backlog while gate.c accepts nothing; the system may allow less */

struct place {
    char host[64], port[8];
    int number;
};

static bool all_digits(const char *word) { return *word != '\0' && word[strspn(word, "0123456789")] == '\0'; }

/* Splits "host:port" or "[host]:port". */
static bool split(const char *words, struct place *p)
{
    const char *colon = strrchr(words, ':');
    size_t n = colon == NULL ? 0 : (size_t)(colon - words);

    if (n > 2 && words[0] == '[' && words[n - 1] == ']') {
        words++;
        n -= 2;
    } else if (n > 0 && memchr(words, ':', n) != NULL) {
        return false;
    }
    if (n == 0 || n >= sizeof p->host || !all_digits(colon + 1) || strlen(colon + 1) >= sizeof p->port)
        return false;
    memcpy(p->host, words, n);
    p->host[n] = '\0';
    snprintf(p->port, sizeof p->port, "%s", colon + 1);
    p->number = (int)strtol(p->port, NULL, 10);
    return p->number <= 65535;
}

/* Returns a socket listening on this address, or -1 with errno set. */
static int open_at(const struct addrinfo *a)
{
    int fd = socket(a->ai_family, SOCK_STREAM, 0), yes = 1, error;

    if (fd < 0)
        return -1;
    if (fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0
        && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 && bind(fd, a->ai_addr, a->ai_addrlen) == 0
        && listen(fd, WAITING) == 0)
        return fd;
    error = errno;
    close(fd);
    errno = error;
    return -1;
}

static void set_port(struct addrinfo *a, int port)
{
    if (a->ai_family == AF_INET6)
        ((struct sockaddr_in6 *)a->ai_addr)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)a->ai_addr)->sin_port = htons((uint16_t)port);
}

/* Finds the actual port and the URL for a browser. */
static void describe(struct by_listen *out, const struct addrinfo *a, const char *host)
{
    struct sockaddr_storage s = { 0 };
    socklen_t n = sizeof s;

    getsockname(out->fd, (struct sockaddr *)&s, &n);
    if (s.ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&s;

        out->port = ntohs(six->sin6_port);
        out->everywhere = IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr);
    } else {
        const struct sockaddr_in *four = (const struct sockaddr_in *)&s;

        out->port = ntohs(four->sin_port);
        out->everywhere = four->sin_addr.s_addr == htonl(INADDR_ANY);
    }
    if (out->everywhere)
        snprintf(out->url, sizeof out->url, "http://localhost:%d/", out->port);
    else if (a->ai_family == AF_INET6 && strchr(host, ':') != NULL)
        snprintf(out->url, sizeof out->url, "http://[%s]:%d/", host, out->port);
    else
        snprintf(out->url, sizeof out->url, "http://%s:%d/", host, out->port);
}

static void explain(int error, const struct place *p)
{
    if (error == EADDRINUSE)
        by_complain("port %s on %s is in use: choose another, such as --listen %s:%d, or stop the program there",
                    p->port, p->host, strchr(p->host, ':') != NULL ? "[::1]" : p->host, p->number % 65535 + 1);
    else if (error == EACCES)
        by_complain("port %s needs privileges: choose one from 1024 up, such as --listen " BY_LISTEN_USUAL, p->port);
    else if (error == EADDRNOTAVAIL)
        by_complain("%s is not an address of this machine: " ADVICE, p->host);
    else
        by_complain("cannot listen on %s, port %s: %s", p->host, p->port, strerror(error));
}

/* Parses the address. If the address is invalid, explains why. */
static bool take_apart(const char *words, struct place *p)
{
    if (split(words, p))
        return true;
    by_complain("'%.60s' is not a valid address: use an address and a port, such as " BY_LISTEN_USUAL " or [::1]:8400",
                words);
    return false;
}

bool by_listen_reads(const char *words)
{
    struct place p;

    return words == NULL || take_apart(words, &p);
}

bool by_listen_open(const char *words, struct by_listen *out)
{
    struct addrinfo wish = { .ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM }, *found = NULL;
    struct place p;
    int tries = words == NULL ? TRIES : 1, error = 0;

    memset(out, 0, sizeof *out);
    out->fd = -1;
    if (!take_apart(words == NULL ? BY_LISTEN_USUAL : words, &p))
        return false;
    if (getaddrinfo(p.host, p.port, &wish, &found) != 0 || found == NULL) {
        by_complain("unknown address '%s': " ADVICE, p.host);
        return false;
    }
    out->wanted = p.number;
    for (int i = 0; out->fd < 0 && i < tries; i++) {
        set_port(found, out->wanted + i);
        out->fd = open_at(found);
        error = errno;
        if (out->fd < 0 && error != EADDRINUSE)
            break;
    }
    if (out->fd < 0)
        explain(error, &p);
    else
        describe(out, found, p.host);
    freeaddrinfo(found);
    return out->fd >= 0;
}

int by_listen_near(const struct by_listen *at, char (*out)[BY_LISTEN_NEAR], int most)
{
    struct ifaddrs *all;
    int n = 0;

    if (!at->everywhere || getifaddrs(&all) != 0) /* a sandbox may forbid listing the machine's addresses */
        return 0;
    for (const struct ifaddrs *one = all; one != NULL && n < most; one = one->ifa_next) {
        char host[INET_ADDRSTRLEN];

        if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET || (one->ifa_flags & IFF_LOOPBACK) != 0
            || (one->ifa_flags & IFF_RUNNING) == 0)
            continue;
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)one->ifa_addr)->sin_addr, host, sizeof host);
        snprintf(out[n++], BY_LISTEN_NEAR, "%s:%d", host, at->port);
    }
    freeifaddrs(all);
    return n;
}
