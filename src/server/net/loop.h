/* SPDX-License-Identifier: MIT */
/* loop.h: waits for sockets, signals and timers on a single thread, using libev. */
#ifndef BY_SERVER_NET_LOOP_H
#define BY_SERVER_NET_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct by_loop;
struct by_watch;
struct by_timer;
struct by_wake;

typedef void by_ready(void *data, bool in, bool out); /* readable; writable */

struct by_loop *by_loop_new(void); /* free it with by_loop_free, after all watches */
void by_loop_free(struct by_loop *l);

/* Calls `ready` whenever the socket is ready for a wanted operation (none is wanted initially). The caller owns the
 * socket: free the watch before closing it. A watch may be freed in its own callback. */
struct by_watch *by_watch_new(struct by_loop *l, int fd, by_ready *ready, void *data);
void by_watch_want(struct by_watch *w, bool in, bool out);
void by_watch_free(struct by_watch *w);

typedef void by_call(void *data);

/* A timer that fires once after the given number of seconds. Setting it again replaces the time. A timer may be set or
 * freed in its own callback. */
struct by_timer *by_timer_new(struct by_loop *l, by_call *call, void *data);
void by_timer_set(struct by_timer *t, double seconds);
/* Sets the timer to a time on the clock of by_now_ms (util/chance.h), exact to the millisecond. */
void by_timer_set_at(struct by_timer *t, int64_t ms);
void by_timer_free(struct by_timer *t);

/* Calls `call` on the loop's thread soon after any thread sends a signal. Several signals may result in one call. */
struct by_wake *by_wake_new(struct by_loop *l, by_call *call, void *data);
void by_wake_send(struct by_wake *w);
void by_wake_free(struct by_wake *w);

/* Sets the handler for SIGHUP. */
void by_loop_on_reload(struct by_loop *l, by_call *call, void *data);

/* Calls `tick` once a second. by_loop_run returns on SIGINT, SIGTERM or by_loop_end. */
void by_loop_run(struct by_loop *l, void (*tick)(void *data), void *data);
void by_loop_end(struct by_loop *l);

void *by_loop_raw(struct by_loop *l);                        /* libev's own loop, for libraries that use libev */
double by_loop_now(const struct by_loop *l);                 /* monotonic clock, in seconds */
double by_loop_late(const struct by_loop *l);                /* seconds since libev last read its clock */
double by_loop_border(const struct by_loop *l, double step); /* seconds from that time to the next multiple of `step` */

#endif
