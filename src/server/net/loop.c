/* SPDX-License-Identifier: MIT */
/* loop.c: implements the event loop with libev. */
#include "loop.h"

#include <ev.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>

#include "util/chance.h"
#include "util/memory.h"

struct by_loop {
    struct ev_loop *ev;
    ev_signal stops[2], hangup;
    by_call *reload;
    void *reload_data;
    ev_timer second;
    void (*tick)(void *);
    void *data;
};

struct by_watch {
    ev_io io;
    struct ev_loop *ev;
    int wanted;
    by_ready *ready;
    void *data;
};

struct by_timer {
    ev_timer timer;
    struct ev_loop *ev;
    by_call *call;
    void *data;
};

struct by_wake {
    ev_async async;
    struct ev_loop *ev;
    by_call *call;
    void *data;
};

static void on_stop(struct ev_loop *ev, ev_signal *w, int events)
{
    (void)w;
    (void)events;
    ev_break(ev, EVBREAK_ALL);
}

static void on_reload(struct ev_loop *ev, ev_signal *w, int events)
{
    struct by_loop *l = w->data;

    (void)ev;
    (void)events;
    l->reload(l->reload_data);
}

static void on_second(struct ev_loop *ev, ev_timer *w, int events)
{
    struct by_loop *l = w->data;

    (void)ev;
    (void)events;
    l->tick(l->data);
}

static void on_ready(struct ev_loop *ev, ev_io *io, int events)
{
    struct by_watch *w = io->data;

    (void)ev;
    w->ready(w->data, (events & EV_READ) != 0, (events & EV_WRITE) != 0);
}

struct by_loop *by_loop_new(void)
{
    static const int signals[2] = { SIGINT, SIGTERM };
    struct by_loop *l = by_sure(calloc(1, sizeof *l));

    l->ev = by_sure(ev_loop_new(EVFLAG_AUTO));
    for (int i = 0; i < 2; i++) {
        ev_signal_init(&l->stops[i], on_stop, signals[i]);
        ev_signal_start(l->ev, &l->stops[i]);
    }
    return l;
}

void by_loop_free(struct by_loop *l)
{
    if (l == NULL)
        return;
    for (int i = 0; i < 2; i++)
        ev_signal_stop(l->ev, &l->stops[i]);
    if (l->reload != NULL)
        ev_signal_stop(l->ev, &l->hangup);
    ev_loop_destroy(l->ev);
    free(l);
}

void by_loop_on_reload(struct by_loop *l, by_call *call, void *data)
{
    l->reload = call;
    l->reload_data = data;
    ev_signal_init(&l->hangup, on_reload, SIGHUP);
    l->hangup.data = l;
    ev_signal_start(l->ev, &l->hangup);
}

void by_loop_run(struct by_loop *l, void (*tick)(void *), void *data)
{
    l->tick = tick;
    l->data = data;
    ev_timer_init(&l->second, on_second, 1.0, 1.0);
    l->second.data = l;
    ev_timer_start(l->ev, &l->second);
    ev_run(l->ev, 0);
    ev_timer_stop(l->ev, &l->second);
}

void by_loop_end(struct by_loop *l) { ev_break(l->ev, EVBREAK_ALL); }

void *by_loop_raw(struct by_loop *l) { return l->ev; }

/* Returns the monotonic clock, not libev's calendar time, because setting the system date must not make timers
 * expire. */
double by_loop_now(const struct by_loop *l)
{
    (void)l;
    return (double)by_now_ns() / 1e9;
}

double by_loop_late(const struct by_loop *l) { return ev_time() - ev_now(l->ev); }

/* Uses libev's own time, which timers are based on. */
double by_loop_border(const struct by_loop *l, double step)
{
    double at = ev_now(l->ev);

    return (floor(at / step) + 1) * step - at;
}

struct by_watch *by_watch_new(struct by_loop *l, int fd, by_ready *ready, void *data)
{
    struct by_watch *w = by_sure(calloc(1, sizeof *w));

    w->ev = l->ev;
    w->ready = ready;
    w->data = data;
    ev_io_init(&w->io, on_ready, fd, 0);
    w->io.data = w;
    return w;
}

void by_watch_want(struct by_watch *w, bool in, bool out)
{
    int events = (in ? EV_READ : 0) | (out ? EV_WRITE : 0);

    if (w->wanted == events)
        return;
    w->wanted = events;
    ev_io_stop(w->ev, &w->io);
    ev_io_set(&w->io, w->io.fd, events);
    if (events != 0)
        ev_io_start(w->ev, &w->io);
}

void by_watch_free(struct by_watch *w)
{
    if (w == NULL)
        return;
    ev_io_stop(w->ev, &w->io);
    free(w);
}

/* ---- Timers and other threads ----------------------------------------------------------------- */

static void on_timer(struct ev_loop *ev, ev_timer *w, int events)
{
    struct by_timer *t = w->data;

    (void)ev;
    (void)events;
    t->call(t->data);
}

struct by_timer *by_timer_new(struct by_loop *l, by_call *call, void *data)
{
    struct by_timer *t = by_sure(calloc(1, sizeof *t));

    t->ev = l->ev;
    t->call = call;
    t->data = data;
    ev_timer_init(&t->timer, on_timer, 0, 0);
    t->timer.data = t;
    return t;
}

void by_timer_set(struct by_timer *t, double seconds)
{
    ev_timer_stop(t->ev, &t->timer);
    ev_timer_set(&t->timer, seconds > 0 ? seconds : 0, 0);
    ev_timer_start(t->ev, &t->timer);
}

/* libev counts from the start of its loop iteration. The clock is read first, so that the call never comes too
 * early. */
void by_timer_set_at(struct by_timer *t, int64_t ms)
{
    double now = (double)by_now_ns() / 1e9;

    ev_now_update(t->ev);
    by_timer_set(t, (double)ms / 1e3 - now);
}

void by_timer_free(struct by_timer *t)
{
    if (t == NULL)
        return;
    ev_timer_stop(t->ev, &t->timer);
    free(t);
}

static void on_wake(struct ev_loop *ev, ev_async *w, int events)
{
    struct by_wake *wake = w->data;

    (void)ev;
    (void)events;
    wake->call(wake->data);
}

struct by_wake *by_wake_new(struct by_loop *l, by_call *call, void *data)
{
    struct by_wake *w = by_sure(calloc(1, sizeof *w));

    w->ev = l->ev;
    w->call = call;
    w->data = data;
    ev_async_init(&w->async, on_wake);
    w->async.data = w;
    ev_async_start(l->ev, &w->async);
    return w;
}

void by_wake_send(struct by_wake *w) { ev_async_send(w->ev, &w->async); }

void by_wake_free(struct by_wake *w)
{
    if (w == NULL)
        return;
    ev_async_stop(w->ev, &w->async);
    free(w);
}
