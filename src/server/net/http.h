/* SPDX-License-Identifier: MIT */
/* http.h: handles HTTP connections, limits their number and duration, and serves the page. */
#ifndef BY_SERVER_NET_HTTP_H
#define BY_SERVER_NET_HTTP_H

#include "assets.h"
#include "server/operate/config.h"
#include "door.h"
#include "loop.h"

struct by_http;

struct by_http_setup {
    struct by_assets assets;            /* borrowed until by_http_free */
    int most;                           /* maximum number of connections */
    const struct by_settings *settings; /* borrowed */
    struct by_doorman door;             /* handles paths that are not files, unless `serve` is NULL */
};

/* Serves connections to a non-blocking listening socket, which the caller still owns. by_http_free ends all connections
 * at once. On failure returns NULL and prints the reason to standard error. */
struct by_http *by_http_new(struct by_loop *l, int listening, const struct by_http_setup *s);
void by_http_free(struct by_http *h);

/* Stops accepting connections. */
void by_http_shut(struct by_http *h);

/* Reloads the certificate and key for new connections. Keeps the old ones if the new ones are invalid. */
void by_http_renew(struct by_http *h);

/* Closes connections that have been slow for too long. Call once a second. */
void by_http_tick(struct by_http *h);

#endif
