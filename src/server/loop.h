/* loop.h: one thread that waits for sockets, signals and the second hand.  libev does the waiting. */
#ifndef BY_SERVER_LOOP_H
#define BY_SERVER_LOOP_H

#include <stdbool.h>

struct by_loop;
struct by_watch;
struct by_timer;
struct by_wake;

typedef void by_ready(void *data, bool in, bool out);   /* there is something to read; there is room to write */

struct by_loop *by_loop_new(void);                      /* yours: by_loop_free, after all that watches is freed */
void by_loop_free(struct by_loop *l);

/* Calls `ready` whenever the socket is ready for what is wanted; at first nothing is.  The socket stays yours: free
 * the watch before you close it.  A watch may be freed in its own call. */
struct by_watch *by_watch_new(struct by_loop *l, int fd, by_ready *ready, void *data);
void by_watch_want(struct by_watch *w, bool in, bool out);
void by_watch_free(struct by_watch *w);

typedef void by_call(void *data);

/* Calls once, some seconds from now; set again before that, only the later one.  May be set and freed in its own
 * call. */
struct by_timer *by_timer_new(struct by_loop *l, by_call *call, void *data);
void by_timer_set(struct by_timer *t, double seconds);
void by_timer_free(struct by_timer *t);

/* Calls on the loop's thread, soon after any thread has sent it: once for any number of times. */
struct by_wake *by_wake_new(struct by_loop *l, by_call *call, void *data);
void by_wake_send(struct by_wake *w);
void by_wake_free(struct by_wake *w);

/* What to do at SIGHUP. */
void by_loop_on_reload(struct by_loop *l, by_call *call, void *data);

/* Calls `tick` once a second, and leaves by_loop_run when SIGINT or SIGTERM comes, or at by_loop_end. */
void by_loop_run(struct by_loop *l, void (*tick)(void *data), void *data);
void by_loop_end(struct by_loop *l);

void *by_loop_raw(struct by_loop *l);                   /* libev's own loop, for a library that runs on it */
double by_loop_now(const struct by_loop *l);            /* seconds that go by whatever is done to the calendar */
double by_loop_border(const struct by_loop *l, double step);    /* seconds to the next multiple of `step` */

#endif
