/* socket.c: WebSockets through libwebsockets; one of the two files that know it. */
#include "socket.h"

#include <libwebsockets.h>
#include <linux/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "metrics.h"
#include "util/memory.h"
#include "wire/messages.h"

#define TICK 0.010                      /* seconds between what goes out */
/* Seconds to take what was said before the end; between pings; without a word from there; without taking any of what
 * waits. */
enum { LAST_WORDS = 5, PING = 20, SILENCE = 45, DEAF = 15 };
enum { PIECES = 256 };                  /* frames of one message */
enum { SEND_ROOM = 64 << 10 };          /* bytes that the kernel may keep for a socket: who never reads is seen soon */

struct piece {
    struct piece *next;
    size_t n;
    uint8_t bytes[];                    /* LWS_PRE of the library's, then the line */
};

struct by_socket {
    struct by_sockets *all;
    struct lws *wsi;
    struct by_caller *caller;
    struct by_socket *before, *after;   /* of all */
    struct by_socket *next;             /* of those with something new to say, if `listed` */
    bool listed, ping, killed;
    struct piece *first, **last;
    size_t waiting;                     /* bytes */
    int count, due;                     /* pieces; those that this tick lets out */
    char *in;                           /* of a message that has not all come */
    size_t in_n;
    int pieces;
    uint64_t received;                  /* bytes, frames and all, as of the last second */
    int64_t may;                        /* how many more are still within what credits could buy */
    double heard, pinged, took, ends;   /* when; `ends` 0: not yet asked to end */
    int code;
};

struct by_sockets {
    struct by_loop *loop;
    size_t queue;                       /* bytes that may wait for one reader */
    int credits;
    struct by_listener to;
    struct by_timer *tick;
    bool ticking;
    struct by_socket *first, *new;      /* all; those with something new to say */
    int n;
};

static double now(const struct by_socket *s) { return by_loop_now(s->all->loop); }

/* ---- All -------------------------------------------------------------------------------------- */

static void let_out(void *data)
{
    struct by_sockets *all = data;
    struct by_socket *s = all->new;

    all->new = NULL;
    all->ticking = false;
    for (struct by_socket *next; s != NULL; s = next) {
        next = s->next;
        s->listed = false;
        s->next = NULL;
        s->due = s->count;
        lws_callback_on_writable(s->wsi);
    }
}

struct by_sockets *by_sockets_new(struct by_loop *l, const struct by_settings *settings, const struct by_listener *to)
{
    struct by_sockets *all = by_sure(calloc(1, sizeof *all));

    all->loop = l;
    all->queue = (size_t)settings->send_queue << 10;
    all->credits = settings->credits;
    all->to = *to;
    all->tick = by_timer_new(l, let_out, all);
    return all;
}

void by_sockets_free(struct by_sockets *all)
{
    if (all == NULL)
        return;
    by_timer_free(all->tick);
    free(all);
}

int by_sockets_open(const struct by_sockets *all) { return all->n; }

/* Before the next border of ten milliseconds nothing goes out. */
static void list(struct by_socket *s)
{
    struct by_sockets *all = s->all;

    if (!s->listed) {
        s->listed = true;
        s->next = all->new;
        all->new = s;
    }
    if (!all->ticking) {
        all->ticking = true;
        by_timer_set(all->tick, by_loop_border(all->loop, TICK));
    }
}

static void unlist(struct by_socket *s)
{
    struct by_socket **at = &s->all->new;

    while (s->listed && *at != s)
        at = &(*at)->next;
    if (s->listed)
        *at = s->next;
    s->listed = false;
}

/* ---- One -------------------------------------------------------------------------------------- */

struct by_socket *by_socket_new(struct by_sockets *all, struct lws *wsi, struct by_caller *g)
{
    struct by_socket *s = by_sure(calloc(1, sizeof *s));
    int room = SEND_ROOM;

    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    *s = (struct by_socket){ .all = all, .wsi = wsi, .caller = g, .after = all->first,
                             .may = (int64_t)all->credits * BY_MESSAGE_LIMIT };
    s->last = &s->first;
    s->heard = s->pinged = now(s);
    if (all->first != NULL)
        all->first->before = s;
    all->first = s;
    all->n++;
    by_metric_set(BY_METRIC_sockets, all->n);
    return s;
}

void by_socket_free(struct by_socket *s)
{
    if (s == NULL)
        return;
    s->all->to.left(s->all->to.data, s->caller);
    unlist(s);
    if (s->before != NULL)
        s->before->after = s->after;
    else
        s->all->first = s->after;
    if (s->after != NULL)
        s->after->before = s->before;
    by_metric_set(BY_METRIC_sockets, --s->all->n);
    by_metric_add(BY_METRIC_queue_bytes, -(int64_t)s->waiting);
    for (struct piece *p = s->first, *next; p != NULL; p = next) {
        next = p->next;
        free(p);
    }
    free(s->in);
    free(s);
}

/* Ends it soon, whatever it has not taken. */
static void kill_soon(struct by_socket *s)
{
    if (s->killed)
        return;
    s->killed = true;
    lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    lws_cancel_service(lws_get_context(s->wsi));
}

bool by_socket_say(struct by_socket *s, const char *line, size_t n)
{
    struct piece *p;

    if (s->ends > 0 || s->killed)
        return false;
    if (s->waiting + n > s->all->queue) {
        by_metric_add(BY_METRIC_dropped_slow, 1);
        kill_soon(s);
        return false;
    }
    if (s->count == 0)
        s->took = now(s);
    p = by_sure(malloc(sizeof *p + LWS_PRE + n));
    p->next = NULL;
    p->n = n;
    memcpy(p->bytes + LWS_PRE, line, n);
    *s->last = p;
    s->last = &p->next;
    s->waiting += n;
    by_metric_add(BY_METRIC_queue_bytes, (int64_t)n);
    s->count++;
    list(s);
    return true;
}

size_t by_socket_waiting(const struct by_socket *s) { return s->waiting; }
bool by_socket_ending(const struct by_socket *s) { return s->ends > 0 || s->killed; }

void by_socket_end(struct by_socket *s, int code)
{
    if (s->ends > 0)
        return;
    s->ends = now(s) + LAST_WORDS;
    s->code = code;
    list(s);
}

/* ---- What the library says -------------------------------------------------------------------- */

/* One write for each call.  -1 ends the socket, with the close frame that was asked for. */
static int on_writable(struct by_socket *s)
{
    struct piece *p = s->first;
    uint8_t hail[LWS_PRE + 1] = { 0 };          /* the library does not tell of a pong without a byte */
    int written;

    if (s->ping) {
        s->ping = false;
        lws_callback_on_writable(s->wsi);
        return lws_write(s->wsi, hail + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
    }
    if (p == NULL || s->due == 0) {
        if (p != NULL || s->ends <= 0)
            return 0;
        lws_close_reason(s->wsi, (enum lws_close_status)s->code, NULL, 0);
        return -1;
    }
    written = lws_write(s->wsi, p->bytes + LWS_PRE, p->n, LWS_WRITE_TEXT);
    s->first = p->next;
    if (s->first == NULL)
        s->last = &s->first;
    s->waiting -= p->n;
    s->took = now(s);
    s->count--;
    s->due--;
    by_metric_add(BY_METRIC_queue_bytes, -(int64_t)p->n);
    free(p);
    if (written < 0)
        return -1;
    if (s->due > 0 || (s->first == NULL && s->ends > 0))
        lws_callback_on_writable(s->wsi);
    else if (s->first == NULL)
        s->all->to.room(s->all->to.data, s->caller);
    return 0;
}

static int close_now(struct by_socket *s, int code)
{
    lws_close_reason(s->wsi, (enum lws_close_status)code, NULL, 0);
    return -1;
}

/* A message in one piece, or the pieces of one. */
static int on_piece(struct by_socket *s, const char *bytes, size_t n)
{
    bool whole = lws_is_final_fragment(s->wsi) && lws_remaining_packet_payload(s->wsi) == 0;

    s->heard = now(s);
    if (s->ends > 0)
        return 0;                       /* it is told to go */
    if (lws_frame_is_binary(s->wsi))
        return close_now(s, BY_CLOSE_KIND);
    if (++s->pieces > PIECES || s->in_n + n > BY_MESSAGE_LIMIT ||
        s->in_n + n + lws_remaining_packet_payload(s->wsi) > BY_MESSAGE_LIMIT) {
        by_metric_add(BY_METRIC_dropped_big, 1);
        return close_now(s, BY_CLOSE_BIG);
    }
    s->pieces = whole ? 0 : s->pieces;
    if (whole && s->in_n == 0) {
        s->all->to.line(s->all->to.data, s->caller, bytes, n);
        return 0;
    }
    if (s->in == NULL)
        s->in = by_sure(malloc(BY_MESSAGE_LIMIT));
    if (n > 0)
        memcpy(s->in + s->in_n, bytes, n);
    s->in_n += n;
    if (!whole)
        return 0;
    n = s->in_n;
    s->in_n = 0;
    s->all->to.line(s->all->to.data, s->caller, s->in, n);
    return 0;
}

int by_socket_on(struct by_socket *s, int why, void *in, size_t n)
{
    switch (why) {
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(s);
    case LWS_CALLBACK_RECEIVE:
        return on_piece(s, in, n);
    case LWS_CALLBACK_RECEIVE_PONG:
        s->heard = now(s);
        return 0;
    default:
        return 0;
    }
}

/* More has come than credits can buy: the library does not tell of pings, nor of frames that are not whole messages. */
static bool floods(struct by_socket *s)
{
    int64_t all = (int64_t)s->all->credits * BY_MESSAGE_LIMIT;
    struct tcp_info t = { 0 };
    socklen_t n = sizeof t;

    if (getsockopt(lws_get_socket_fd(s->wsi), IPPROTO_TCP, TCP_INFO, &t, &n) != 0)
        return false;
    s->may += all / BY_CREDIT_TIME - (int64_t)(t.tcpi_bytes_received - s->received);
    s->may = s->may < all ? s->may : all;
    s->received = t.tcpi_bytes_received;
    return s->may < 0;
}

void by_sockets_tick(struct by_sockets *all)
{
    double at = by_loop_now(all->loop);

    for (struct by_socket *s = all->first; s != NULL; s = s->after) {
        bool silent = s->heard + SILENCE < at, deaf = s->count > 0 && s->took + DEAF < at, fast = floods(s);

        if (!s->killed && (silent || deaf || fast))
            by_metric_add(silent ? BY_METRIC_dropped_silent : deaf ? BY_METRIC_dropped_slow : BY_METRIC_dropped_fast,
                          1);
        if (silent || deaf || fast || (s->ends > 0 && s->ends < at)) {
            kill_soon(s);
        } else if (s->pinged + PING <= at) {
            s->pinged = at;
            s->ping = true;
            lws_callback_on_writable(s->wsi);
        }
    }
}
