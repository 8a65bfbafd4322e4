/* http.c: connections.
 *
 * Each is read until a head is there, then written until its reply is out, never both: a client that sends on is not
 * listened to meanwhile, so it can neither fill memory nor keep the loop busy.  Whoever is slow is let go by the
 * second hand. */
#include "http.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "request.h"
#include "util/memory.h"
#include "util/page.h"

enum { FREE, READ, WRITE, LINGER };     /* LINGER: the last reply is out, the client is given time to read it */

/* Seconds: for a head that has begun, for a connection without one, for a reply besides its size, for a goodbye. */
enum { HEAD_TIME = 10, IDLE_TIME = 60, WRITE_TIME = 30, LINGER_TIME = 2 };
enum { SLOWEST = 4096 };                /* bytes a second that a reader must manage */
enum { PER_ADDRESS = 256, AT_ONCE = 64, LINGER_MOST = 1 << 16 };

struct conn {
    struct by_http *http;
    int fd, state;
    struct by_watch *watch;
    uint8_t address[16];                /* to count its connections; never shown, never kept longer */
    double until;
    uint8_t *in;                        /* BY_HEAD_MOST bytes, while there is something to read */
    size_t in_n, in_seen;
    struct by_reply reply;
    size_t sent;                        /* while lingering: received and thrown away */
};

struct by_http {
    struct by_loop *loop;
    struct by_watch *door;
    int listening;
    struct by_http_setup setup;
    struct conn *all;                   /* `setup.most` places */
};

static void on_conn(void *data, bool in, bool out);

static void end(struct conn *c)
{
    by_watch_free(c->watch);
    close(c->fd);
    by_reply_clear(&c->reply);
    free(c->in);
    memset(c, 0, sizeof *c);
}

static void enter(struct conn *c, int state, double seconds)
{
    c->state = state;
    c->until = by_loop_now(c->http->loop) + seconds;
    by_watch_want(c->watch, state != WRITE, state == WRITE);
}

/* ---- Replies ---------------------------------------------------------------------------------- */

static void tell(const struct conn *c, const struct by_request *r)
{
    if (!c->http->setup.tell)
        return;
    if (r == NULL)
        by_complain("%d, refused", c->reply.status);
    else
        by_complain("%d %s /%s, %zu bytes", c->reply.status, r->head ? "HEAD" : "GET", r->path, c->reply.body.n);
}

/* Takes the first head out of what came, `n` bytes long, and makes its reply. */
static void answer(struct conn *c, size_t n)
{
    struct by_request r;
    int status = by_request_read(c->in, n, &r);

    if (status == 0)
        by_reply_make(&c->http->setup.assets, &r, &c->reply);
    else
        by_reply_plain(status, r.head, false, &c->reply);
    tell(c, status == 0 ? &r : NULL);
    c->in_n -= n;
    c->in_seen = 0;
    memmove(c->in, c->in + n, c->in_n);
    c->sent = 0;
    enter(c, WRITE, WRITE_TIME + (double)(c->reply.head_n + c->reply.body.n) / SLOWEST);
}

static void refuse(struct conn *c, int status)
{
    by_reply_plain(status, false, false, &c->reply);
    tell(c, NULL);
    c->in_n = 0;
    c->sent = 0;
    enter(c, WRITE, WRITE_TIME);
}

/* A head that is too long: was it the address? */
static int too_long(const struct conn *c) { return memchr(c->in, '\n', c->in_n) == NULL ? 414 : 431; }

/* Looks for a head in what came; true: there is one, or an end to it, and now something to write. */
static bool look(struct conn *c)
{
    long n;
    size_t blank = 0;

    while (c->in_n - blank >= 2 && memcmp(c->in + blank, "\r\n", 2) == 0)       /* some send an empty line between */
        blank += 2;
    if (blank > 0) {
        c->in_n -= blank;
        c->in_seen = 0;
        memmove(c->in, c->in + blank, c->in_n);
    }
    n = by_head_end(c->in, c->in_seen, c->in_n);
    c->in_seen = c->in_n;
    if (n > 0)
        answer(c, (size_t)n);
    else if (n < 0)
        refuse(c, 400);
    else if (c->in_n == BY_HEAD_MOST)
        refuse(c, too_long(c));
    return c->state == WRITE;
}

/* Writes what the socket takes.  0: all is out, 1: later more, -1: the client has gone. */
static int push(struct conn *c)
{
    const struct by_reply *r = &c->reply;
    struct iovec parts[2];
    struct msghdr m = { .msg_iov = parts };

    while (c->sent < r->head_n + r->body.n) {
        size_t head = c->sent < r->head_n ? r->head_n - c->sent : 0;
        size_t body = c->sent > r->head_n ? c->sent - r->head_n : 0;
        ssize_t n;

        m.msg_iovlen = 0;
        if (head > 0)
            parts[m.msg_iovlen++] = (struct iovec){ (char *)r->head + c->sent, head };
        if (body < r->body.n)
            parts[m.msg_iovlen++] = (struct iovec){ (uint8_t *)(uintptr_t)r->body.at + body, r->body.n - body };
        n = sendmsg(c->fd, &m, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK ? 1 : -1;
        c->sent += (size_t)n;
    }
    return 0;
}

/* The reply is out: the next request of this connection, or its end. */
static void after(struct conn *c)
{
    bool keep = c->reply.keep;

    by_reply_clear(&c->reply);
    c->sent = 0;
    if (!keep) {
        shutdown(c->fd, SHUT_WR);
        enter(c, LINGER, LINGER_TIME);
        return;
    }
    enter(c, READ, c->in_n > 0 ? HEAD_TIME : IDLE_TIME);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* Throws away what comes after the last reply, so that it is not lost to a reset; false: enough. */
static bool drain(struct conn *c)
{
    uint8_t rest[4096];
    ssize_t n = recv(c->fd, rest, sizeof rest, 0);

    if (n > 0)
        c->sent += (size_t)n;
    return (n > 0 && c->sent < LINGER_MOST) || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Reads what there is; false: the client has gone. */
static bool pull(struct conn *c)
{
    ssize_t n;

    if (c->in == NULL) {
        c->in = by_sure(malloc(BY_HEAD_MOST));
        c->in_n = c->in_seen = 0;
    }
    n = recv(c->fd, c->in + c->in_n, BY_HEAD_MOST - c->in_n, 0);
    if (n < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (n > 0 && c->until > by_loop_now(c->http->loop) + HEAD_TIME)    /* only ever less: blank lines gain nothing */
        c->until = by_loop_now(c->http->loop) + HEAD_TIME;
    c->in_n += (size_t)n;
    return n > 0;
}

/* Answers what has been read, one request after the other, as long as the socket takes the replies. */
static void work(struct conn *c)
{
    do {
        int left = c->state == WRITE ? push(c) : 0;

        if (left < 0) {
            end(c);
            return;
        }
        if (left > 0)
            return;
        if (c->state == WRITE)
            after(c);
    } while (c->state == READ && c->in_n > 0 && look(c));
    if (c->state != WRITE && c->in_n == 0) {
        free(c->in);
        c->in = NULL;
    }
}

static void on_conn(void *data, bool in, bool out)
{
    struct conn *c = data;

    (void)out;
    if ((c->state == LINGER && in && !drain(c)) || (c->state == READ && in && !pull(c)))
        end(c);
    else if (c->state != LINGER)
        work(c);
}

/* ---- The door --------------------------------------------------------------------------------- */

/* The address without its port; of IPv6 the half that names the network. */
static void take_address(uint8_t address[16], const struct sockaddr_storage *from)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)from;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;

    if (from->ss_family == AF_INET)
        memcpy(address, &four->sin_addr, sizeof four->sin_addr);
    else if (from->ss_family == AF_INET6)
        memcpy(address, &six->sin6_addr, IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) ? 16 : 8);
}

static int of_address(const struct by_http *h, const uint8_t address[16])
{
    int n = 0;

    for (int i = 0; i < h->setup.most; i++)
        n += h->all[i].state != FREE && memcmp(h->all[i].address, address, 16) == 0;
    return n;
}

/* A free place; if there is none, that of the connection which has waited longest for a request.  NULL: all write. */
static struct conn *place(struct by_http *h)
{
    struct conn *best = NULL;

    for (int i = 0; i < h->setup.most; i++) {
        struct conn *c = &h->all[i];

        if (c->state == FREE)
            return c;
        if (c->state != WRITE && (best == NULL || c->until < best->until))
            best = c;
    }
    if (best != NULL)
        end(best);
    return best;
}

static void welcome(struct by_http *h, int fd, const struct sockaddr_storage *from)
{
    uint8_t address[16] = { 0 };
    struct conn *c = NULL;
    int yes = 1;

    take_address(address, from);
    if (of_address(h, address) < PER_ADDRESS && fcntl(fd, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(fd, F_SETFD, FD_CLOEXEC) == 0)
        c = place(h);
    if (c == NULL) {
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    memcpy(c->address, address, sizeof address);
    c->http = h;
    c->fd = fd;
    c->watch = by_watch_new(h->loop, fd, on_conn, c);
    enter(c, READ, HEAD_TIME);
}

static void on_door(void *data, bool in, bool out)
{
    struct by_http *h = data;

    (void)in;
    (void)out;
    for (int i = 0; i < AT_ONCE; i++) {
        struct sockaddr_storage from = { 0 };
        socklen_t n = sizeof from;
        int fd = accept(h->listening, (struct sockaddr *)&from, &n);

        if (fd >= 0) {
            welcome(h, fd, &from);
        } else if (errno != EINTR && errno != ECONNABORTED) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
                by_watch_want(h->door, false, false);           /* the second hand opens it again */
            return;
        }
    }
}

void by_http_tick(struct by_http *h)
{
    double now = by_loop_now(h->loop);

    for (int i = 0; i < h->setup.most; i++)
        if (h->all[i].state != FREE && h->all[i].until < now)
            end(&h->all[i]);
    by_watch_want(h->door, true, false);
}

struct by_http *by_http_new(struct by_loop *l, int listening, const struct by_http_setup *s)
{
    struct by_http *h = by_sure(calloc(1, sizeof *h));

    h->loop = l;
    h->listening = listening;
    h->setup = *s;
    h->all = by_sure(calloc((size_t)s->most, sizeof *h->all));
    h->door = by_watch_new(l, listening, on_door, h);
    by_watch_want(h->door, true, false);
    return h;
}

void by_http_free(struct by_http *h)
{
    if (h == NULL)
        return;
    for (int i = 0; i < h->setup.most; i++)
        if (h->all[i].state != FREE)
            end(&h->all[i]);
    by_watch_free(h->door);
    free(h->all);
    free(h);
}
