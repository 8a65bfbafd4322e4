/* SPDX-License-Identifier: MIT */
/* head.h: reads request heads, as parsed by libwebsockets, and writes reply heads. */
#ifndef BY_SERVER_NET_HEAD_H
#define BY_SERVER_NET_HEAD_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stdint.h>

#include "reply.h"

/* Copies a header's value, or "" if it is missing or does not fit. */
void by_head_copy(struct lws *wsi, char *to, int size, enum lws_token_indexes which);

/* Returns whether the request has a body or announces one. */
bool by_head_has_body(struct lws *wsi);

/* Returns whether any of the usual headers shows that a proxy forwarded the request. */
bool by_head_forwarded(struct lws *wsi);

/* Reads the connection's TCP state (<linux/tcp.h>); returns false if the kernel does not report it. */
struct tcp_info;
bool by_head_tcp(struct lws *wsi, struct tcp_info *t);

/* by_head_came returns the number of bytes that a connection has received; by_head_read returns how many of them have
 * been read. Both functions return 0 if the kernel does not report the number, and both count TLS records if TLS is in
 * use. */
int64_t by_head_came(struct lws *wsi);
int64_t by_head_read(struct lws *wsi);

/* Returns the error status for a request that libwebsockets accepts although RFC 9112 or our limit forbids it, or 0.
 * The status is 431 for a head of more than BY_HEAD_MOST bytes, where `before` is the value of by_head_read before the
 * request. The status is 400 for a missing or repeated Host, or for a space before a colon, which another server might
 * parse as the start of a body. */
enum { BY_HEAD_MOST = 8192 };
int by_head_refused(struct lws *wsi, int64_t before);

/* Returns the number to subtract from by_head_came to get an upper bound on the size of a socket's frames. Call it
 * before answering the upgrade, since frames arrive only after the answer. Returns 0 if the kernel does not report the
 * number of bytes. */
int64_t by_head_before_frames(struct lws *wsi, bool tls);

/* Returns whether a connection has sent data before, but none in the last `seconds`. */
bool by_head_stalls(struct lws *wsi, int seconds);

/* Writes the head of a reply, and as much of its body as fits, to the buffer, which is preceded by LWS_PRE bytes. If
 * `last` is set, the connection closes afterwards. Returns false on failure; otherwise sets *sent to the number of body
 * bytes written. */
enum { BY_HEAD_PIECE = 16384 };
bool by_head_write(struct lws *wsi, const struct by_reply *r, bool last, bool tls, uint8_t *start, size_t *sent);

#endif
