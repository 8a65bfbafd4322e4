/* SPDX-License-Identifier: MIT */
/* gate.c: accepts connections on the listening socket. */
#include "gate.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "address.h"
#include "server/operate/metrics.h"
#include "util/memory.h"

enum { PER_ADDRESS = 256, AT_ONCE = 16 };
#define BURST 2.0       /* a burst may use up all connections allowed in this number of seconds */
#define TURNED_AWAY 0.1 /* cost of a refused connection relative to an accepted one */
#define PAUSE 0.020     /* seconds */

struct by_gate {
    struct by_loop *loop;
    struct by_gate_setup setup;
    struct by_watch *door;
    struct by_timer *again;
    double may, counted; /* the number of connections still allowed, and the time of its last update */
    bool shut;
};

/* Returns whether to accept this connection. Counts refusals. */
static bool admits(struct by_gate *g, const struct by_comer *c)
{
    int most = PER_ADDRESS + g->setup.settings->sockets_per_address; /* connections for the page, and sockets */
    double now = by_loop_now(g->loop);
    enum by_metric why;

    if (c->proxy)
        return true; /* clients behind a proxy are checked once the proxy has reported their addresses */
    if (by_rate_limit_barred(g->setup.many, c->address, now))
        why = BY_METRIC_dropped_barred;
    else if (!by_rate_limit_room(g->setup.many, c->address, false, most))
        why = BY_METRIC_dropped_many;
    else if (!by_rate_limit_admit(g->setup.many, c->address, now))
        why = BY_METRIC_dropped_often;
    else
        return true;
    by_metric_add(why, 1);
    return false;
}

static void welcome(struct by_gate *g, int fd, const struct sockaddr_storage *from)
{
    struct by_comer c = { .fd = fd };
    char text[BY_ADDRESS_TEXT];
    int yes = 1;

    by_address_of(c.address, from);
    by_address_text(from, text);
    c.proxy = by_address_among(&g->setup.settings->proxy, text);
    c.loopback = by_address_here(text);
    if (!admits(g, &c) || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
        g->may -= TURNED_AWAY;
        close(fd);
        return;
    }
    g->may -= 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    g->setup.comes(g->setup.data, &c);
}

/* Returns whether the rate limit allows one more connection. If not, pauses the listener for a moment; the kernel
 * queues new connections meanwhile. */
static bool has_room(struct by_gate *g)
{
    double now = by_loop_now(g->loop), pace = g->setup.settings->connection_rate;

    g->may += (now - g->counted) * pace;
    g->may = g->may < BURST * pace ? g->may : BURST * pace;
    g->counted = now;
    if (g->may >= 1)
        return true;
    by_metric_add(BY_METRIC_door_waits, 1);
    by_watch_want(g->door, false, false);
    by_timer_set(g->again, PAUSE);
    return false;
}

static void on_door(void *data, bool in, bool out)
{
    struct by_gate *g = data;

    (void)in;
    (void)out;
    for (int i = 0; i < AT_ONCE && !g->shut && has_room(g); i++) {
        struct sockaddr_storage from = { 0 };
        socklen_t n = sizeof from;
        int fd = accept(g->setup.listening, (struct sockaddr *)&from, &n);

        if (fd >= 0) {
            welcome(g, fd, &from);
        } else if (errno != EINTR && errno != ECONNABORTED) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
                by_watch_want(g->door, false, false); /* by_gate_tick resumes accepting */
            return;
        }
    }
}

static void open_again(void *data)
{
    struct by_gate *g = data;

    by_watch_want(g->door, !g->shut, false);
}

void by_gate_tick(struct by_gate *g) { open_again(g); }

void by_gate_shut(struct by_gate *g)
{
    g->shut = true;
    by_watch_want(g->door, false, false);
}

struct by_gate *by_gate_new(struct by_loop *l, const struct by_gate_setup *s)
{
    struct by_gate *g = by_sure(calloc(1, sizeof *g));

    g->loop = l;
    g->setup = *s;
    g->again = by_timer_new(l, open_again, g);
    g->door = by_watch_new(l, s->listening, on_door, g);
    by_watch_want(g->door, true, false);
    return g;
}

void by_gate_free(struct by_gate *g)
{
    if (g == NULL)
        return;
    by_timer_free(g->again);
    by_watch_free(g->door);
    free(g);
}
