/* http.h: connections: who may have how many, for how long, and the page that goes through them. */
#ifndef BY_SERVER_HTTP_H
#define BY_SERVER_HTTP_H

#include "assets.h"
#include "config.h"
#include "door.h"
#include "loop.h"

struct by_http;

struct by_http_setup {
    struct by_assets assets;            /* borrowed until by_http_free */
    int most;                           /* connections at a time */
    const struct by_settings *settings; /* borrowed */
    struct by_doorman door;             /* for what is no file; its `serve` NULL: there is none */
};

/* Serves what comes through a listening socket, which does not block and stays yours.  by_http_free ends all
 * connections where they are.  NULL: it could not, and standard error says why. */
struct by_http *by_http_new(struct by_loop *l, int listening, const struct by_http_setup *s);
void by_http_free(struct by_http *h);

/* Takes no more connections. */
void by_http_shut(struct by_http *h);

/* Reads certificate and key again, for connections that come; if they are wrong, those from before stay. */
void by_http_renew(struct by_http *h);

/* Once a second: ends connections that have been slow for too long. */
void by_http_tick(struct by_http *h);

#endif
