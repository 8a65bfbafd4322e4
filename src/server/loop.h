/* loop.h: one thread that waits for sockets, signals and the second hand.  libev does the waiting. */
#ifndef BY_SERVER_LOOP_H
#define BY_SERVER_LOOP_H

#include <stdbool.h>

struct by_loop;
struct by_watch;

typedef void by_ready(void *data, bool in, bool out);   /* there is something to read; there is room to write */

struct by_loop *by_loop_new(void);                      /* yours: by_loop_free, after all that watches is freed */
void by_loop_free(struct by_loop *l);

/* Calls `ready` whenever the socket is ready for what is wanted; at first nothing is.  The socket stays yours: free
 * the watch before you close it.  A watch may be freed in its own call. */
struct by_watch *by_watch_new(struct by_loop *l, int fd, by_ready *ready, void *data);
void by_watch_want(struct by_watch *w, bool in, bool out);
void by_watch_free(struct by_watch *w);

/* Calls `tick` once a second, and leaves by_loop_run when SIGINT or SIGTERM comes. */
void by_loop_run(struct by_loop *l, void (*tick)(void *data), void *data);

void *by_loop_raw(struct by_loop *l);                   /* libev's own loop, for a library that runs on it */
double by_loop_now(const struct by_loop *l);            /* seconds; the same during one call */

#endif
