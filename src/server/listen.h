/* listen.h: a listening socket at an address that somebody has named. */
#ifndef BY_SERVER_LISTEN_H
#define BY_SERVER_LISTEN_H

#include <stdbool.h>

#define BY_LISTEN_USUAL "127.0.0.1:8400"

struct by_listen {
    int fd;                             /* does not block; yours: close it */
    int wanted, port;                   /* differ if the usual port was taken */
    bool everywhere;                    /* all addresses of this machine */
    char url[100];                      /* where a browser on this machine finds it */
};

/* Listens at "127.0.0.1:8400", "[::1]:8400", "0.0.0.0:80", "localhost:0" (any free port).  NULL is the usual place, or
 * the next free port after it.  False: it could not, and standard error says why and what to do. */
bool by_listen_open(const char *place, struct by_listen *out);

/* Whether that is how a place is written; else standard error says so. */
bool by_listen_reads(const char *place);

/* Where other machines find what listens everywhere: "192.168.1.20:8400", up to `most` of them; how many there are. */
enum { BY_LISTEN_NEAR = 24 };
int by_listen_near(const struct by_listen *at, char (*out)[BY_LISTEN_NEAR], int most);

#endif
