/* SPDX-License-Identifier: MIT */
/* socket.c: sends and receives lines over WebSockets, using libwebsockets. */
#include "socket.h"

#include <libwebsockets.h>
#include <linux/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "head.h"
#include "server/operate/metrics.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "wire/messages.h"

/* Times in seconds: a closing socket gives its client LAST_WORDS to read pending data, and pings are sent every PING. A
 * client that is silent for SILENCE or does not read for DEAF is dropped. */
enum { LAST_WORDS = 5, PING = 20, SILENCE = 45, DEAF = 15 };
enum { PIECES = 256 }; /* maximum frames in one message */
enum { AT_ONCE = 16 }; /* maximum number of pieces sent before other sockets have their turn */
enum {
    SEND_ROOM = 64 << 10
};                             /* size of the kernel's send buffer; a small one soon reveals a client that never
                                * reads */
enum { FEW = 64, HANDS = 16 }; /* the minimum number of sockets per slice, and the number of slices in a full check */
#define HAND 0.050             /* seconds between slices */
/* In bytes: AROUND is the overhead of a message (frame, TLS), and REST the allowance per credit for other data (pings,
 * pongs). While too much data is pending in total, each reader is allowed only SHORT. */
enum { AROUND = 96, REST = 160, SHORT = 16 << 10 };

struct piece {
    struct piece *next;
    size_t n;
    uint8_t bytes[]; /* LWS_PRE bytes for libwebsockets, followed by the line */
};

struct by_socket {
    struct by_sockets *all;
    struct lws *wsi;
    struct by_caller *caller;
    struct by_socket *before, *after; /* list of all sockets */
    struct by_socket *next;           /* next socket with pending output, if `listed` */
    bool listed, ping, killed;
    struct piece *first, **last;
    size_t waiting; /* bytes */
    int count, due; /* the number of pieces, and the number that may be sent in this tick */
    char *in;       /* the received part of an incomplete message */
    size_t in_n;
    int pieces;
    uint64_t said, rest;        /* bytes received: messages with their overhead, and other data */
    uint64_t acked;             /* number of bytes acknowledged by the client */
    int64_t came, frame, least; /* bytes received before the first frame, bytes of the current frame so far, and the
                                 * minimum size of all frames */
    double moved;               /* the time when the client's window was last open */
    double may;                 /* allowance for data other than messages */
    double heard, pinged, took, looked, ends; /* the time of each event; `ends` is 0 unless the socket is closing */
    int code;
    bool blamed;
};

struct by_sockets {
    struct by_loop *loop;
    size_t queue, queues, waiting; /* pending bytes: the limit per reader, the total limit, and the current total */
    int credits;
    struct by_listener to;
    struct by_timer *hand;
    struct by_socket *at; /* the next socket to check */
    struct by_timer *tick;
    double every; /* seconds between two ticks */
    bool ticking;
    struct by_socket *first, *new; /* number of sockets, and of those with pending output */
    int n;
    unsigned came; /* number of sockets created so far */
};

/* Overwrites a buffer before freeing it, since it may contain passwords and secrets. */
static void piece_free(struct piece *p)
{
    by_forget(p->bytes, LWS_PRE + p->n);
    free(p);
}

static double now(const struct by_socket *s) { return by_loop_now(s->all->loop); }

/* ---- All sockets ------------------------------------------------------------------------------ */

static void look_around(void *data);

static void set_tick(struct by_sockets *all)
{
    if (!all->ticking)
        by_timer_set(all->tick, by_loop_border(all->loop, all->every));
    all->ticking = true;
}

static void on_tick(void *data)
{
    struct by_sockets *all = data;
    bool again = all->to.tick(all->to.data);
    struct by_socket *s = all->new;

    all->new = NULL;
    all->ticking = false;
    if (again)
        set_tick(all);
    for (struct by_socket *next; s != NULL; s = next) {
        next = s->next;
        s->listed = false;
        s->next = NULL;
        s->due = s->count;
        lws_callback_on_writable(s->wsi);
    }
}

double by_sockets_want_tick(struct by_sockets *all)
{
    double most = all->every, left = by_loop_border(all->loop, most) - by_loop_late(all->loop);

    set_tick(all);
    return left < 0 ? 0 : left > most ? most : left; /* more if the system's date has just been set */
}

struct by_sockets *by_sockets_new(struct by_loop *l, const struct by_settings *settings, const struct by_listener *to)
{
    struct by_sockets *all = by_sure(calloc(1, sizeof *all));

    all->loop = l;
    all->queue = (size_t)settings->send_queue << 10;
    all->queues = (size_t)settings->send_queues << 20;
    all->credits = settings->credits;
    all->to = *to;
    all->every = by_settings_tick(settings) * 1e-3;
    all->tick = by_timer_new(l, on_tick, all);
    all->hand = by_timer_new(l, look_around, all);
    return all;
}

void by_sockets_free(struct by_sockets *all)
{
    if (all == NULL)
        return;
    by_timer_free(all->tick);
    by_timer_free(all->hand);
    free(all);
}

int by_sockets_open(const struct by_sockets *all) { return all->n; }

/* Delays output until the next tick. */
static void list(struct by_socket *s)
{
    struct by_sockets *all = s->all;

    if (!s->listed) {
        s->listed = true;
        s->next = all->new;
        all->new = s;
    }
    set_tick(all);
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

/* ---- One socket ------------------------------------------------------------------------------- */

struct by_socket *by_socket_new(struct by_sockets *all, struct lws *wsi, struct by_caller *g)
{
    struct by_socket *s = by_sure(calloc(1, sizeof *s));
    int room = SEND_ROOM;
    struct tcp_info t;

    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    *s = (struct by_socket){
        .all = all, .wsi = wsi, .caller = g, .after = all->first, .may = (double)all->credits * REST
    };
    s->last = &s->first;
    s->heard = s->looked = s->moved = now(s);
    s->pinged = s->heard - (double)(all->came++ % PING);           /* staggers pings to sockets that opened together */
    s->rest = by_head_tcp(s->wsi, &t) ? t.tcpi_bytes_received : 0; /* includes the upgrade request */
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
    if (s->all->at == s)
        s->all->at = s->after;
    s->all->waiting -= s->waiting;
    by_metric_set(BY_METRIC_sockets, --s->all->n);
    by_metric_add(BY_METRIC_queue_bytes, -(int64_t)s->waiting);
    for (struct piece *p = s->first, *next; p != NULL; p = next) {
        next = p->next;
        piece_free(p);
    }
    if (s->in != NULL)
        by_forget(s->in, BY_MESSAGE_LIMIT);
    free(s->in);
    free(s);
}

/* Closes a socket soon and discards unsent data, which the kernel would otherwise keep for minutes if the client never
 * reads. */
static void kill_soon(struct by_socket *s)
{
    const struct linger none = { 1, 0 };

    if (s->killed)
        return;
    setsockopt(lws_get_socket_fd(s->wsi), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    s->killed = true;
    lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    lws_cancel_service(lws_get_context(s->wsi));
}

bool by_socket_say(struct by_socket *s, const char *line, size_t n)
{
    struct by_sockets *all = s->all;
    struct piece *p;

    if (s->ends > 0 || s->killed)
        return false;
    if (s->waiting + n > all->queue || (all->waiting + n > all->queues && s->waiting > 0 && s->waiting + n > SHORT)) {
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
    all->waiting += n;
    by_metric_add(BY_METRIC_queue_bytes, (int64_t)n);
    s->count++;
    list(s);
    return true;
}

size_t by_socket_waiting(const struct by_socket *s) { return s->waiting; }
bool by_socket_ending(const struct by_socket *s) { return s->ends > 0 || s->killed; }
bool by_socket_blamed(const struct by_socket *s) { return s->blamed; }

void by_socket_blame(struct by_socket *s, enum by_metric why)
{
    if (!s->blamed && !s->killed)
        by_metric_add(why, 1);
    s->blamed = true;
}

void by_socket_cut(struct by_socket *s) { kill_soon(s); }

void by_socket_end(struct by_socket *s, int code)
{
    if (s->ends > 0)
        return;
    s->ends = now(s) + LAST_WORDS;
    s->code = code;
    list(s);
}

/* ---- libwebsockets callbacks ------------------------------------------------------------------ */

/* Sends the next piece. Returns -1 to close the socket. */
static int send_piece(struct by_socket *s)
{
    struct piece *p = s->first;
    int written = lws_write(s->wsi, p->bytes + LWS_PRE, p->n, LWS_WRITE_TEXT);

    s->first = p->next;
    if (s->first == NULL)
        s->last = &s->first;
    s->waiting -= p->n;
    s->all->waiting -= p->n;
    s->took = now(s);
    s->count--;
    s->due--;
    by_metric_add(BY_METRIC_queue_bytes, -(int64_t)p->n);
    piece_free(p);
    return written < 0 ? -1 : 0;
}

/* Sends pending output until the kernel accepts no more. Returns -1 to close the socket with the requested close
 * frame. */
static int on_writable(struct by_socket *s)
{
    uint8_t hail[LWS_PRE + 1] = { 0 }; /* libwebsockets does not report an empty pong */

    if (!s->all->to.may(s->all->to.data, s->caller)) {
        kill_soon(s);
        return -1;
    }
    if (s->ping) {
        s->ping = false;
        lws_callback_on_writable(s->wsi);
        return lws_write(s->wsi, hail + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
    }
    if (s->first == NULL || s->due == 0) {
        if (s->first != NULL || s->ends <= 0)
            return 0;
        lws_close_reason(s->wsi, (enum lws_close_status)s->code, NULL, 0);
        return -1;
    }
    for (int i = 0; i < AT_ONCE && s->due > 0 && !lws_partial_buffered(s->wsi); i++)
        if (send_piece(s) < 0)
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

void by_socket_opened(struct by_socket *s, int64_t came) { s->came = came; }

/* Returns whether the number of bytes received is too small for all frames so far to be masked. A client must mask
 * every frame (RFC 6455, 5.1), using four bytes that libwebsockets does not report. Control frames and TLS only add
 * bytes, so a client that masks is never refused. */
static bool lacks_masks(struct by_socket *s, size_t n)
{
    s->frame += (int64_t)n;
    if (lws_remaining_packet_payload(s->wsi) > 0)
        return false;
    s->least += s->frame + 6 + (s->frame > 125 ? 2 : 0) + (s->frame > 65535 ? 6 : 0);
    s->frame = 0;
    return s->came > 0 && by_head_came(s->wsi) - s->came < s->least;
}

/* Handles a message, which may arrive in several frames. */
static int on_piece(struct by_socket *s, const char *bytes, size_t n)
{
    bool whole = lws_is_final_fragment(s->wsi) && lws_remaining_packet_payload(s->wsi) == 0;

    s->heard = now(s);
    s->said += n + AROUND;
    if (s->ends > 0 || s->killed)
        return 0; /* ignores input on a socket that is closing */
    if (lacks_masks(s, n))
        return close_now(s, BY_CLOSE_PROTOCOL);
    if (lws_frame_is_binary(s->wsi))
        return close_now(s, BY_CLOSE_KIND);
    if (++s->pieces > PIECES || s->in_n + n > BY_MESSAGE_LIMIT
        || s->in_n + n + lws_remaining_packet_payload(s->wsi) > BY_MESSAGE_LIMIT) {
        by_socket_blame(s, BY_METRIC_dropped_big);
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
    by_forget(s->in, n);
    return 0;
}

int by_socket_on(struct by_socket *s, int why, void *in, size_t n)
{
    int end;

    switch (why) {
    case LWS_CALLBACK_SERVER_WRITEABLE: return on_writable(s);
    case LWS_CALLBACK_RECEIVE:
        end = on_piece(s, in, n);
        if (n > 0)
            by_forget(in, n); /* libwebsockets' buffer; it remains valid */
        return end;
    case LWS_CALLBACK_RECEIVE_PONG: s->heard = now(s); return 0;
    default: return 0;
    }
}

/* Returns whether data other than messages exceeds its limit. libwebsockets reports neither pings nor discarded
 * data. */
static bool floods(struct by_socket *s, const struct tcp_info *t, double seconds)
{
    double all = (double)s->all->credits * REST;
    uint64_t rest;
    int unread = 0;

    ioctl(lws_get_socket_fd(s->wsi), FIONREAD, &unread);
    rest = t->tcpi_bytes_received - (unsigned)unread;
    rest = rest > s->said ? rest - s->said : 0;
    s->may += all / BY_CREDIT_TIME * seconds - (rest > s->rest ? (double)(rest - s->rest) : 0);
    s->may = s->may < all ? s->may : all;
    s->rest = rest > s->rest ? rest : s->rest;
    return s->may < 0;
}

/* Returns whether output has been pending for too long, in our queue or in the kernel, because the client reads nothing
 * and its TCP window has closed. A lost connection is detected separately, by unanswered pings. */
static bool is_deaf(struct by_socket *s, const struct tcp_info *t, double at)
{
    bool shut = t->tcpi_notsent_bytes > 0 && t->tcpi_unacked == 0 && t->tcpi_bytes_acked == s->acked;

    if (!shut)
        s->moved = at;
    s->acked = t->tcpi_bytes_acked;
    return s->moved + DEAF < at || (s->count > 0 && s->took + DEAF < at);
}

static void look_at(struct by_socket *s)
{
    double at = now(s);
    struct tcp_info t;
    bool known = by_head_tcp(s->wsi, &t), silent = s->heard + SILENCE < at, deaf = known && is_deaf(s, &t, at);
    bool fast = known && floods(s, &t, at - s->looked);

    s->looked = at;
    if (s->killed)
        return;
    if (fast)
        by_socket_blame(s, BY_METRIC_dropped_fast);
    else if (silent || deaf)
        by_metric_add(silent ? BY_METRIC_dropped_silent : BY_METRIC_dropped_slow, 1);
    if (silent || deaf || fast || (s->ends > 0 && s->ends < at)) {
        kill_soon(s);
    } else if (s->pinged + PING <= at) {
        s->pinged = at;
        s->ping = true;
        lws_callback_on_writable(s->wsi);
    }
}

/* Checks a slice of the sockets; checking all at once would delay other work. */
static void look_around(void *data)
{
    struct by_sockets *all = data;

    for (int n = all->n / HANDS + FEW; n > 0 && all->at != NULL; n--) {
        struct by_socket *s = all->at;

        all->at = s->after;
        look_at(s);
    }
    if (all->at != NULL)
        by_timer_set(all->hand, HAND);
}

void by_sockets_tick(struct by_sockets *all)
{
    if (all->at == NULL)
        all->at = all->first;
    look_around(all);
}
