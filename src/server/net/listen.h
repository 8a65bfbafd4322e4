/* SPDX-License-Identifier: MIT */
/* listen.h: opens a listening socket on a configured address. */
#ifndef BY_SERVER_NET_LISTEN_H
#define BY_SERVER_NET_LISTEN_H

#include <stdbool.h>

#define BY_LISTEN_USUAL "127.0.0.1:8400"

struct by_listen {
    int fd;           /* non-blocking; the caller closes it */
    int wanted, port; /* the requested and the actual port, which differ if the default port was taken */
    bool everywhere;  /* listens on all addresses of this machine */
    char url[100];    /* the URL for a browser on this machine */
};

/* Listens on an address such as "127.0.0.1:8400", "[::1]:8400", "0.0.0.0:80" or "localhost:0" (any free port). NULL
 * means the default port, or the next free port after it. On failure returns false and prints the reason and a remedy
 * to standard error. */
bool by_listen_open(const char *words, struct by_listen *out);

/* Checks the syntax of an address, and explains errors on standard error. */
bool by_listen_reads(const char *words);

/* Lists up to `most` addresses, such as "192.168.1.20:8400", at which other machines can reach a server that listens on
 * all addresses. Returns the number of addresses. */
enum { BY_LISTEN_NEAR = 24 };
int by_listen_near(const struct by_listen *at, char (*out)[BY_LISTEN_NEAR], int most);

#endif
