/* socket.h: WebSockets: lines of JSON in and out, through libwebsockets.
 *
 * What is said goes out on a tick of 10 ms, so that the time it took to make cannot be seen.  A reader who takes too
 * little is dropped; one who is silent for too long, too. */
#ifndef BY_SERVER_SOCKET_H
#define BY_SERVER_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "loop.h"
#include "metrics.h"

struct by_socket;
struct by_sockets;
struct by_caller;                        /* the hub's part of a socket */
struct lws;

enum { BY_CREDIT_TIME = 20 };             /* seconds in which all credits come back */
enum { BY_CLOSE_KIND = 1003, BY_CLOSE_POLICY = 1008, BY_CLOSE_BIG = 1009, BY_CLOSE_RESTART = 1012 };

/* What whoever listens is told. */
struct by_listener {
    void *data;
    void (*line)(void *data, struct by_caller *g, const char *line, size_t n);
    void (*room)(void *data, struct by_caller *g);       /* all that was said has been taken */
    void (*left)(void *data, struct by_caller *g);       /* the socket has ended: free your part of it */
};

struct by_sockets *by_sockets_new(struct by_loop *l, const struct by_settings *settings, const struct by_listener *to);
void by_sockets_free(struct by_sockets *all);           /* after all have ended */
void by_sockets_tick(struct by_sockets *all);           /* once a second */
int by_sockets_open(const struct by_sockets *all);

/* For http.c: a connection that has been let in becomes one; what the library then says of it. */
struct by_socket *by_socket_new(struct by_sockets *all, struct lws *wsi, struct by_caller *g);
int by_socket_on(struct by_socket *s, int why, void *in, size_t n);
void by_socket_free(struct by_socket *s);               /* NULL is fine */

/* Says a line; false: it waits no more, and the socket ends.  The line is copied. */
bool by_socket_say(struct by_socket *s, const char *line, size_t n);
size_t by_socket_waiting(const struct by_socket *s);    /* bytes that have not been taken */
/* Ends it, when it has taken what was said, or after five seconds. */
void by_socket_end(struct by_socket *s, int code);
bool by_socket_ending(const struct by_socket *s);

/* It asks too much, and is about to be ended for it: counted once.  Its address is remembered (many.h). */
void by_socket_blame(struct by_socket *s, enum by_metric why);
bool by_socket_blamed(const struct by_socket *s);

#endif
