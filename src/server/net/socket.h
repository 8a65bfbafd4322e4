/* SPDX-License-Identifier: MIT */
/* socket.h: exchanges lines of JSON over WebSockets, using libwebsockets.
 *
 * Output is sent on a tick (by_settings_tick), which hides how long it took to compute. Clients that read too slowly or
 * stay silent for too long are dropped. */
#ifndef BY_SERVER_NET_SOCKET_H
#define BY_SERVER_NET_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/operate/config.h"
#include "loop.h"
#include "server/operate/metrics.h"

struct by_socket;
struct by_sockets;
struct by_caller; /* the hub's data about a socket */
struct lws;

enum { BY_CREDIT_TIME = 20 }; /* seconds until all credits are restored */
enum {
    BY_CLOSE_PROTOCOL = 1002,
    BY_CLOSE_KIND = 1003,
    BY_CLOSE_POLICY = 1008,
    BY_CLOSE_BIG = 1009,
    BY_CLOSE_RESTART = 1012
};

/* Callbacks for the owner of a socket. */
struct by_listener {
    void *data;
    void (*line)(void *data, struct by_caller *g, const char *line, size_t n);
    bool (*may)(void *data, const struct by_caller *g); /* returns whether anything may be sent to the client now */
    void (*room)(void *data, struct by_caller *g);      /* the client has read all output */
    void (*left)(void *data, struct by_caller *g);      /* the socket has closed; the owner must free its data */
    /* Called on each tick before output is sent; may add output. Returns whether to tick again. */
    bool (*tick)(void *data);
};

struct by_sockets *by_sockets_new(struct by_loop *l, const struct by_settings *settings, const struct by_listener *to);
void by_sockets_free(struct by_sockets *all); /* call after all sockets have closed */
void by_sockets_tick(struct by_sockets *all); /* call once a second */
int by_sockets_open(const struct by_sockets *all);
/* Makes sure that the next tick occurs even without output. Returns the number of seconds until then, or 0 if it
 * is overdue. */
double by_sockets_want_tick(struct by_sockets *all);

/* For http.c: upgrade an accepted connection, and handle its libwebsockets callbacks. */
struct by_socket *by_socket_new(struct by_sockets *all, struct lws *wsi, struct by_caller *g);
int by_socket_on(struct by_socket *s, int why, void *in, size_t n);
void by_socket_opened(struct by_socket *s, int64_t came); /* number of bytes received before the first frame
                                                           * (by_head_came) */
void by_socket_free(struct by_socket *s);                 /* accepts NULL */

/* Queues a copy of a line. If the queue is full, closes the socket and returns false. */
bool by_socket_say(struct by_socket *s, const char *line, size_t n);
size_t by_socket_waiting(const struct by_socket *s); /* number of bytes not yet sent */
/* Closes the socket once the client has read all output, or after five seconds. */
void by_socket_end(struct by_socket *s, int code);
void by_socket_cut(struct by_socket *s); /* closes the socket soon and sends nothing more */
bool by_socket_ending(const struct by_socket *s);

/* Records, at most once, that the socket is closed for flooding, which counts against the client's address
 * (rate_limit.h). */
void by_socket_blame(struct by_socket *s, enum by_metric why);
bool by_socket_blamed(const struct by_socket *s);

#endif
