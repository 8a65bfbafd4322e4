/* SPDX-License-Identifier: MIT */
/* http.c: handles HTTP connections, using libwebsockets on our loop.
 *
 * libwebsockets parses the requests, which are answered from a single table of files. While sending a reply, the
 * server does not read from the connection (rx flow control). Thus a client that keeps sending can neither fill memory
 * nor keep the loop busy. Our own watch reports when the socket is writable, because libwebsockets does not write
 * while reading is paused. The once-a-second tick drops slow clients. */
#include "http.h"

#include <libwebsockets.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "address.h"
#include "gate.h"
#include "head.h"
#include "server/operate/log.h"
#include "rate_limit.h"
#include "server/operate/metrics.h"
#include "reply.h"
#include "socket.h"
#include "tls.h"
#include "util/memory.h"
#include "util/page.h"

/* Time limits in seconds: for a request head, a pause within a connection's first head, an idle connection, a reply,
 * and a client that reads nothing. */
enum { HEAD_TIME = 10, STALL_TIME = 3, IDLE_TIME = 60, WRITE_TIME = 30, DEAF_TIME = 15 };
enum { SLOWEST = 4096 };                          /* minimum bytes per second that a client must read */
enum { PATH_MOST = 1024, PIECE = BY_HEAD_PIECE }; /* bytes */
enum {
    PARSED = 32768,
    HANDSHAKE = 4096
};                     /* in bytes: the buffer for a head, and the allowance for a TLS
                                                   * handshake */
enum { HEADERS = 16 }; /* space for the headers of every reply */

struct conn {
    struct by_http *http;
    struct conn *next; /* next free slot */
    struct lws *wsi;   /* NULL if this slot is free */
    struct by_watch *watch;
    uint8_t address[16];    /* used to count the client's connections; never displayed */
    bool loopback, proxy;   /* whether the connection comes from this machine, and whether it comes from a trusted
                             * proxy */
    uint32_t turn;          /* how many times this slot has been used; a delayed answer must carry the same number */
    bool new;               /* the client has not yet sent a complete head */
    int64_t before;         /* the value of by_head_read before the current request */
    bool asked, head, post; /* whether an answer is pending, and whether the request is HEAD or POST */
    int language;           /* language of error pages */
    bool chosen;            /* the connection may be upgraded to a socket for the person in `pass` */
    struct by_pass pass;
    struct by_socket *socket;
    double until, took;         /* the deadline, and when the client last received a piece of a reply */
    bool writing, headed, last; /* whether a reply is being sent, whether its head has been sent, and whether the
                                 * connection closes after it */
    struct by_reply reply;
    size_t sent; /* number of body bytes sent */
};

struct by_http {
    struct by_loop *loop;
    struct by_gate *gate;
    struct by_http_setup setup;
    struct lws_context *context;
    struct lws_vhost *host;
    struct lws_protocol_vhost_options always[HEADERS];
    char policy[BY_POLICY_MOST];
    struct conn *all;        /* `setup.most` slots */
    struct conn *free, *end; /* the free slots, and the end of the slots used so far */
    struct by_rate_limit *many;
    bool shut;
    uint8_t out[LWS_PRE + PIECE];
};

static int on_page(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in, size_t n);

/* The first protocol serves the page. */
static const struct lws_protocols protocols[] = { { .name = "page", .callback = on_page }, { 0 } };

static bool has_tls(const struct by_http *h) { return h->setup.settings->tls_cert != NULL; }
static double now(const struct conn *c) { return by_loop_now(c->http->loop); }

/* Closes a connection that has nothing to send. In a callback for that connection, return -1 instead. */
static void end(struct conn *c) { lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC); }

/* Closes a connection soon, discarding unsent data. Use only after a deadline has passed. */
static void give_up(struct conn *c)
{
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    lws_cancel_service(c->http->context); /* wakes libwebsockets, which then checks its timeouts */
}

/* Releases the slot of a closed connection. */
static void forget(struct conn *c)
{
    struct by_http *h = c->http;

    by_metric_add(BY_METRIC_connections, -1);
    if (c->new && c->until <= now(c) + 1) /* libwebsockets has the same timeout, which may expire first */
        by_metric_add(BY_METRIC_dropped_head, 1);
    by_watch_free(c->watch);
    by_reply_clear(&c->reply);
    if (c->socket != NULL && by_socket_blamed(c->socket))
        by_rate_limit_blame(h->many, c->address, now(c));
    by_socket_free(c->socket);
    by_rate_limit_add(h->many, c->address, false, -1);
    if (c->chosen)
        by_rate_limit_add(h->many, c->address, true, -1);
    *c = (struct conn){ .turn = c->turn + 1, .next = h->free };
    h->free = c;
}

/* ---- Replies ---------------------------------------------------------------------------------- */

/* Logs a reply. Only the page's files are logged by name, since any other path could contain a secret. */
static void tell(const struct conn *c, const char *path, bool head)
{
    bool known = c->reply.status == 200 || c->reply.status == 204 || c->reply.status == 304;

    by_metric_add(BY_METRIC_requests, 1);
    const char *method = "GET";

    if (head)
        method = "HEAD";
    else if (c->post)
        method = "POST";
    by_log(BY_LOG_REQUESTS, "request",
           BY_LOG_FIELDS(BY_LOG_NUMBER("status", c->reply.status), BY_LOG_TEXT("method", method),
                         BY_LOG_TEXT("path", known ? path : "?"), BY_LOG_NUMBER("bytes", (int64_t)c->reply.body.n)));
}

/* Stops reading and waits until the socket is writable. */
static void hold(struct conn *c)
{
    lws_rx_flow_control(c->wsi, 0);
    by_watch_want(c->watch, false, true);
}

/* Resumes writing: the rest of the last piece, or the next piece. */
static void on_room(void *data, bool in, bool out)
{
    struct conn *c = data;
    struct lws_pollfd room = { lws_get_socket_fd(c->wsi), LWS_POLLOUT, LWS_POLLOUT };

    (void)in;
    (void)out;
    by_watch_want(c->watch, false, false);
    lws_rx_flow_control(c->wsi, 1);
    lws_service_fd(c->http->context, &room);
    if (c->wsi != NULL && c->writing)
        hold(c);
}

/* Writes the head and as much of the body as fits. Returns false on failure. */
static bool write_head(struct conn *c)
{
    return by_head_write(c->wsi, &c->reply, c->last, has_tls(c->http), c->http->out + LWS_PRE, &c->sent);
}

/* Writes the next piece of the body. Returns false on failure. */
static bool write_piece(struct conn *c)
{
    size_t left = c->reply.body.n - c->sent, n = left < PIECE ? left : PIECE;

    memcpy(c->http->out + LWS_PRE, c->reply.body.at + c->sent, n);
    c->sent += n;
    return lws_write(c->wsi, c->http->out + LWS_PRE, n, LWS_WRITE_HTTP) >= 0;
}

/* Writes one piece each time the socket is writable. Returns -1 to close the connection once the whole reply is
 * sent. */
static int on_writable(struct conn *c)
{
    bool fine = true;

    if (!c->writing)
        return 0;
    if (!c->headed)
        fine = write_head(c);
    else if (c->sent < c->reply.body.n)
        fine = write_piece(c);
    c->headed = true;
    c->took = now(c);
    if (!fine)
        return -1;
    if (c->sent < c->reply.body.n || lws_partial_buffered(c->wsi))
        return 0;
    by_reply_clear(&c->reply);
    c->writing = false;
    c->until = now(c) + IDLE_TIME;
    c->before = by_head_read(c->wsi);
    return c->last || lws_http_transaction_completed(c->wsi) != 0 ? -1 : 0;
}

/* ---- Requests --------------------------------------------------------------------------------- */

static void take_language(struct conn *c)
{
    char languages[256];

    by_head_copy(c->wsi, languages, sizeof languages, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE);
    c->language = by_reply_language(languages);
}

/* Sends a short page and closes the connection at once, because libwebsockets goes into an endless loop on some request
 * bodies that are followed by more data. */
static int refuse(struct conn *c, int status, bool head)
{
    by_reply_plain(status, c->language, head, &c->reply);
    c->last = true;
    by_metric_add(BY_METRIC_refused_requests, 1);
    by_log(BY_LOG_REQUESTS, "refused", BY_LOG_FIELDS(BY_LOG_NUMBER("status", status)));
    write_head(c);
    return -1;
}

/* Starts sending a finished reply once the socket is writable. */
static void begin(struct conn *c, const char *path, bool head)
{
    tell(c, path, head);
    c->asked = false;
    c->writing = true;
    c->headed = false;
    c->sent = 0;
    c->took = now(c);
    c->until = c->took + WRITE_TIME + (double)c->reply.body.n / SLOWEST;
    lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0); /* our own deadline still applies */
    hold(c);
}

static void take_answer(struct conn *c, struct by_http_answer *a, bool head)
{
    if (a->type == NULL && a->status != 204)
        by_reply_plain(a->status, c->language, head, &c->reply);
    else
        by_reply_own(a->status, a->type, a->body, a->n, a->cookie, head, &c->reply);
    if (a->policy != NULL)
        by_reply_add(&c->reply, "content-security-policy:", a->policy);
}

/* ---- Requests to the server itself ------------------------------------------------------------ */

struct words {
    char origin[256], host[256], cookie[BY_HEAD_MOST], bearer[128], agent[512], forwarded[BY_HEAD_MOST];
};

static uint64_t ticket(const struct conn *c) { return (uint64_t)(c - c->http->all) << 32 | c->turn; }

/* Delivers a delayed answer. */
static void on_answer(void *data, uint64_t of, struct by_http_answer *a)
{
    struct by_http *h = data;
    struct conn *c = &h->all[of >> 32];

    if (c->wsi == NULL || c->turn != (uint32_t)of || !c->asked) {
        free(a->body);
        return;
    }
    take_answer(c, a, c->head);
    begin(c, "session", c->head);
}

static void take_words(struct conn *c, struct words *w, struct by_request *r)
{
    char text[160];

    by_head_copy(c->wsi, w->origin, sizeof w->origin, WSI_TOKEN_ORIGIN);
    by_head_copy(c->wsi, w->host, sizeof w->host, WSI_TOKEN_HOST);
    by_head_copy(c->wsi, w->cookie, sizeof w->cookie, WSI_TOKEN_HTTP_COOKIE);
    by_head_copy(c->wsi, text, sizeof text, WSI_TOKEN_HTTP_AUTHORIZATION);
    by_head_copy(c->wsi, w->agent, sizeof w->agent, WSI_TOKEN_HTTP_USER_AGENT);
    by_head_copy(c->wsi, w->forwarded, sizeof w->forwarded, WSI_TOKEN_X_FORWARDED_FOR);
    w->bearer[0] = '\0';
    if (strncasecmp(text, "Bearer ", 7) == 0)
        snprintf(w->bearer, sizeof w->bearer, "%.*s", (int)sizeof w->bearer - 1, text + 7);
    if (c->proxy && w->forwarded[0] != '\0') {
        by_rate_limit_add(c->http->many, c->address, false, -1);
        by_address_forwarded(c->address, w->forwarded);
        by_rate_limit_add(c->http->many, c->address, false, 1);
    }
    *r = (struct by_request){ .origin = w->origin,
                              .host = w->host,
                              .cookie = w->cookie,
                              .bearer = w->bearer,
                              .agent = w->agent,
                              .loopback = c->loopback && w->forwarded[0] == '\0' && !by_head_forwarded(c->wsi),
                              .language = c->language,
                              .ticket = ticket(c),
                              .answer = on_answer,
                              .own = lws_hdr_total_length(c->wsi, WSI_TOKEN_ORIGIN) <= 0,
                              .data = c->http };
    memcpy(r->address, c->address, sizeof r->address);
}

/* Returns whether the server itself handles this path. In that case, the answer is sent now or later. */
static bool serve_own(struct conn *c, const char *path, bool head, bool post)
{
    struct words w;
    struct by_request r;
    struct by_http_answer a = { .status = 404 };

    if (c->http->setup.door.serve == NULL)
        return false;
    take_words(c, &w, &r);
    r.path = path;
    r.head = head;
    r.post = post;
    switch (c->http->setup.door.serve(c->http->setup.door.data, &r, &a)) {
    case BY_SERVED:
        take_answer(c, &a, head);
        begin(c, "own", head);
        return true;
    case BY_LATER:
        c->asked = true;
        c->head = head;
        c->until = now(c) + WRITE_TIME;
        lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0);
        lws_rx_flow_control(c->wsi, 0);
        return true;
    default: return false;
    }
}

/* Handles a request. libwebsockets has normalised the path, which is `n` bytes long, including the leading slash. */
static int on_request(struct conn *c, const char *address, size_t n)
{
    char path[PATH_MOST + 1] = "", codings[512], match[1024], length[8];
    bool head = lws_hdr_total_length(c->wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool post = lws_hdr_total_length(c->wsi, WSI_TOKEN_POST_URI) > 0;
    int refused;

    c->new = false;
    take_language(c);
    by_head_copy(c->wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (!head && !post && lws_hdr_total_length(c->wsi, WSI_TOKEN_GET_URI) <= 0)
        return refuse(c, 405, false);
    if (post && (n == 0 || n > PATH_MOST || strcmp(address, "/session") != 0 || c->http->setup.door.serve == NULL))
        return refuse(c, 405, false);
    if (by_head_has_body(c->wsi) || (post && strcmp(length, "0") != 0))
        return refuse(c, 400, head);
    if (n > PATH_MOST)
        return refuse(c, 414, head);
    if ((refused = by_head_refused(c->wsi, c->before)) != 0)
        return refuse(c, refused, head);
    if (n == 0 || memchr(address, '\0', n) != NULL)
        return refuse(c, 404, head);
    memcpy(path, address + 1, n - 1);
    c->last = c->post = post;
    if (serve_own(c, path, head, post))
        return 0;
    by_head_copy(c->wsi, codings, sizeof codings, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    by_head_copy(c->wsi, match, sizeof match, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    by_reply_make(&c->http->setup.assets, &(struct by_ask){ path, codings, match, c->language, head }, &c->reply);
    begin(c, path, head);
    return 0;
}

/* ---- Sockets ---------------------------------------------------------------------------------- */

/* Handles an upgrade, which is allowed only to WebSocket, only at /ws, and only if the person is admitted. */
static int on_upgrade(struct conn *c)
{
    const struct by_doorman *door = &c->http->setup.door;
    char path[8], kind[16];
    struct words w;
    struct by_request r;
    int status;

    c->new = false;
    take_language(c);
    by_head_copy(c->wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    by_head_copy(c->wsi, kind, sizeof kind, WSI_TOKEN_UPGRADE);
    if (strcasecmp(kind, "websocket") != 0 || door->admit == NULL || c->writing || c->asked)
        return -1;
    if (strcmp(path, "/ws") != 0 || by_head_has_body(c->wsi))
        return refuse(c, 403, false);
    if ((status = by_head_refused(c->wsi, c->before)) != 0)
        return refuse(c, status, false);
    take_words(c, &w, &r);
    if (c->http->shut) {
        status = 503;
    } else if (by_rate_limit_barred(c->http->many, c->address, now(c))) {
        by_metric_add(BY_METRIC_dropped_barred, 1);
        status = 429;
    } else if (!by_rate_limit_room(c->http->many, c->address, true, c->http->setup.settings->sockets_per_address)) {
        by_metric_add(BY_METRIC_sockets_refused, 1);
        status = 429;
    } else {
        status = door->admit(door->data, &r, &c->pass);
    }
    if (status != 0)
        return refuse(c, status, false);
    memcpy(c->pass.address, c->address, sizeof c->address);
    c->chosen = true;
    c->before = by_head_before_frames(c->wsi, has_tls(c->http));
    by_rate_limit_add(c->http->many, c->address, true, 1);
    return 0;
}

static int on_opened(struct conn *c)
{
    const struct by_doorman *door = &c->http->setup.door;

    if (!c->chosen || c->http->shut)
        return -1;
    c->until = INFINITY; /* the socket has its own timeouts */
    c->socket = door->opened(door->data, &c->pass, c->wsi);
    if (c->socket == NULL)
        return -1;
    by_socket_opened(c->socket, c->before);
    return 0;
}

static int on_page(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in, size_t n)
{
    struct conn *c = lws_get_opaque_user_data(wsi);

    (void)user;
    switch (why) {
    case LWS_CALLBACK_HTTP: return on_request(c, in, n);
    case LWS_CALLBACK_HTTP_WRITEABLE: return on_writable(c);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: /* do not read `in`, which points to freed memory if the protocol is
                                             * unknown */
        return c == NULL ? -1 : on_upgrade(c);
    case LWS_CALLBACK_ESTABLISHED: return c == NULL ? -1 : on_opened(c);
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RECEIVE_PONG:
        return c == NULL || c->socket == NULL ? -1 : by_socket_on(c->socket, (int)why, in, n);
    case LWS_CALLBACK_HTTP_BODY: /* the body of a POST is ignored */
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return n == 0 && c != NULL && (c->writing || c->asked) ? 0 : -1;
    case LWS_CALLBACK_RAW_ADOPT: /* the request is CONNECT, or a method that libwebsockets does not know */
        return c == NULL ? -1 : refuse(c, 405, false);
    case LWS_CALLBACK_WSI_DESTROY:
        if (c != NULL)
            forget(c);
        return 0;
    default: return 0;
    }
}

/* ---- Connections ------------------------------------------------------------------------------ */

/* Returns a free slot. If no slot is free, closes the connection that has been idle longest. Returns NULL if all
 * connections are busy. */
static struct conn *place(struct by_http *h)
{
    struct conn *best = NULL;

    for (struct conn *c = h->all; h->free == NULL && c < h->end; c++)
        if (!c->writing && !c->asked && !c->chosen && (best == NULL || c->until < best->until))
            best = c;
    if (best != NULL)
        end(best);
    return h->free;
}

static void welcome(void *data, const struct by_comer *from)
{
    struct by_http *h = data;
    struct conn *c = place(h);
    struct lws *wsi;

    if (c == NULL) {
        by_metric_add(BY_METRIC_dropped_many, 1);
        close(from->fd);
        return;
    }
    wsi = lws_adopt_socket_vhost(h->host, from->fd);
    if (wsi == NULL)
        return; /* libwebsockets has closed the socket */
    h->free = c->next;
    h->end = c >= h->end ? c + 1 : h->end;
    by_rate_limit_add(h->many, from->address, false, 1);
    by_metric_add(BY_METRIC_accepted, 1);
    by_metric_add(BY_METRIC_connections, 1);
    memcpy(c->address, from->address, sizeof c->address);
    c->http = h;
    c->wsi = wsi;
    c->watch = by_watch_new(h->loop, from->fd, on_room, c);
    c->proxy = from->proxy;
    c->loopback = from->loopback;
    c->new = true;
    c->before = has_tls(h) ? HANDSHAKE : 0;
    c->until = now(c) + HEAD_TIME;
    lws_set_opaque_user_data(wsi, c);
}

void by_http_tick(struct by_http *h)
{
    double at = by_loop_now(h->loop);

    for (struct conn *c = h->all; c < h->end; c++) {
        if (c->wsi != NULL && c->new && !has_tls(h) && by_head_stalls(c->wsi, STALL_TIME)) {
            by_metric_add(BY_METRIC_dropped_head, 1);
            refuse(c, 408, false);
            c->new = false;
            give_up(c);
        } else if (c->wsi != NULL && (c->until < at || (c->writing && c->took + DEAF_TIME < at))) {
            give_up(c);
        }
    }
    by_rate_limit_tick(h->many, at);
    by_gate_tick(h->gate);
}

void by_http_shut(struct by_http *h)
{
    h->shut = true;
    by_gate_shut(h->gate);
}

void by_http_renew(struct by_http *h)
{
    by_tls_renew(h->context, h->setup.settings->tls_cert, h->setup.settings->tls_key);
}

/* Starts libwebsockets on our loop, configured to open no sockets, serve no files and log nothing. */
static bool start(struct by_http *h)
{
    /* turns off libwebsockets' pings: the server sends its own, and each ping by libwebsockets searches a list of all
     * sockets */
    static const lws_retry_bo_t never = { 0 };
    void *loops[1] = { by_loop_raw(h->loop) };
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .foreign_loops = loops,
        .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS
            | LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG, /* unknown methods */
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = protocols[0].name,
        .gid = -1,
        .uid = -1,
        .max_http_header_data = PARSED,
        .max_http_header_pool = (unsigned short)h->setup.most,
        .timeout_secs = HEAD_TIME,
        .keepalive_timeout = IDLE_TIME,
        .headers = h->always,
        .retry_and_idle_policy = &never,
    };

    by_reply_policy(&h->setup.assets, h->policy);
    for (int i = 0, all = by_reply_always_n(by_settings_safe(h->setup.settings)); i < HEADERS && i < all; i++) {
        const struct by_header *one = &by_reply_always[i];

        h->always[i] = (struct lws_protocol_vhost_options){ i + 1 < all ? &h->always[i + 1] : NULL, NULL, one->name,
                                                            one->value != NULL ? one->value : h->policy };
    }
    if (has_tls(h)) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = h->setup.settings->tls_cert;
        info.ssl_private_key_filepath = h->setup.settings->tls_key;
        info.alpn = "http/1.1";
    }
    lws_set_log_level(0, NULL);
    h->context = lws_create_context(&info);
    if (h->context != NULL)
        h->host = lws_create_vhost(h->context, &info);
    return h->host != NULL;
}

struct by_http *by_http_new(struct by_loop *l, int listening, const struct by_http_setup *s)
{
    struct by_http *h = by_sure(calloc(1, sizeof *h));
    struct by_gate_setup gate = { .listening = listening, .settings = s->settings, .comes = welcome, .data = h };

    h->loop = l;
    h->setup = *s;
    h->all = h->end = by_sure(calloc((size_t)s->most, sizeof *h->all));
    for (struct conn *c = h->all + s->most; c-- > h->all; h->free = c)
        c->next = h->free;
    gate.many = h->many = by_rate_limit_new(s->settings);
    if (!start(h)) {
        by_complain(has_tls(h) ? "HTTPS cannot start: check that tls-cert and tls-key match and are readable"
                               : "libwebsockets cannot start: a part of it may be missing; run apt-get install "
                                 "libwebsockets-evlib-ev");
        by_http_free(h);
        return NULL;
    }
    h->gate = by_gate_new(l, &gate);
    return h;
}

void by_http_free(struct by_http *h)
{
    if (h == NULL)
        return;
    by_gate_free(h->gate);
    lws_context_destroy(h->context);
    by_rate_limit_free(h->many);
    free(h->all);
    free(h);
}
