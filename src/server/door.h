/* door.h: what http.c asks of the server besides files: requests, answers and who may open a socket. */
#ifndef BY_SERVER_DOOR_H
#define BY_SERVER_DOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "util/crypto.h"

struct by_socket;
struct lws;

/* An answer: its body is yours (malloc), and whoever sends it frees it. */
struct by_answer {
    int status;
    const char *type;                   /* NULL: a plain sentence for the status */
    char *body;
    size_t n;
    char cookie[160];                   /* "" or a Set-Cookie */
};

/* Who comes: a person, by which session, from where. */
struct by_pass { struct by_id person; struct by_hash session; uint8_t address[16]; };

struct by_request {
    const char *path;                   /* without the slash before it */
    bool head, post;
    const char *origin, *host, *cookie, *bearer;        /* "" where there is none */
    uint8_t address[16];                /* for limits only: never shown, never kept */
    bool loopback;
    bool own;                           /* no Origin came at all */
    /* An answer that comes later: with the request's ticket, from the loop. */
    void (*answer)(void *data, uint64_t ticket, struct by_answer *a);
    void *data;
    uint64_t ticket;
};

/* BY_ELSEWHERE: none of ours; a file perhaps. */
enum by_served { BY_ELSEWHERE, BY_SERVED, BY_LATER };

struct by_doorman {
    void *data;
    enum by_served (*serve)(void *data, const struct by_request *r, struct by_answer *out);
    /* Who comes through /ws: 0 and who it is, or a status: 401, 403, 429 or 503. */
    int (*admit)(void *data, const struct by_request *r, struct by_pass *pass);
    /* The connection has become a socket. */
    struct by_socket *(*opened)(void *data, const struct by_pass *pass, struct lws *wsi);
};

/* May a page of this origin speak with us?  `host` is the Host of the request. */
bool by_origin_fits(const struct by_settings *s, const char *origin, const char *host);

#endif
