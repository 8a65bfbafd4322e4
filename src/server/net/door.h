/* SPDX-License-Identifier: MIT */
/* door.h: declares the server's HTTP interface for everything except files: requests, answers, and permission to open a
 * socket. */
#ifndef BY_SERVER_NET_DOOR_H
#define BY_SERVER_NET_DOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/operate/config.h"
#include "util/crypto.h"

struct by_socket;
struct lws;

/* An answer. `body` comes from malloc; the sender frees it. */
struct by_http_answer {
    int status;
    const char *type;   /* the content type; NULL for a short page about the status */
    const char *policy; /* an additional content security policy, or NULL */
    char *body;
    size_t n;
    char cookie[256]; /* "" or a Set-Cookie value */
};

/* The accounts to which a browser has been logged in, as proved by its cookie (devices.h). */
enum { BY_MARKS = 3 };
struct by_marked {
    int n;
    struct by_id at[BY_MARKS];
};

/* A connecting client: its session, its address and, once the session has been read, its person. */
struct by_pass {
    struct by_id person;
    struct by_hash session;
    struct by_marked marks;
    uint8_t address[16];
};

struct by_request {
    const char *path; /* without the leading slash */
    bool head, post;
    const char *origin, *host, *cookie, *bearer, *agent; /* "" if there is none */
    uint8_t address[16];                                 /* used only for limits; never displayed or stored */
    bool loopback; /* the request comes from this machine, and no proxy claims to have forwarded it */
    bool local;    /* the request came through the operator's socket (operate/local.h) */
    bool own;      /* the request had no Origin */
    int language;  /* the best match for Accept-Language, an index into by_language_list */
    /* Delivers a delayed answer. Call on the loop's thread with the request's ticket. */
    void (*answer)(void *data, uint64_t ticket, struct by_http_answer *a);
    void *data;
    uint64_t ticket;
};

/* BY_ELSEWHERE means that the server does not handle this path. The path may name a file. */
enum by_served { BY_ELSEWHERE, BY_SERVED, BY_LATER };

struct by_doorman {
    void *data;
    enum by_served (*serve)(void *data, const struct by_request *r, struct by_http_answer *out);
    /* Finds the session of a request for /ws; the session is checked later. Returns 0, or the status 401, 403, 429 or
     * 503. */
    int (*admit)(void *data, const struct by_request *r, struct by_pass *pass);
    /* Call it once the connection has been upgraded to a WebSocket. */
    struct by_socket *(*opened)(void *data, const struct by_pass *pass, struct lws *wsi);
};

#endif
