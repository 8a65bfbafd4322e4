/* SPDX-License-Identifier: MIT */
/* head.h: the heads of requests, as libwebsockets has read them. */
#ifndef BY_SERVER_NET_HEAD_H
#define BY_SERVER_NET_HEAD_H

#include <libwebsockets.h>
#include <stdbool.h>

/* Copies a header's value; an empty text if there is none or it does not fit. */
void by_head_copy(struct lws *wsi, char *to, int size, enum lws_token_indexes which);

/* Tells whether the request has or announces a body. */
bool by_head_has_body(struct lws *wsi);

/* Tells whether RFC 9112 wants a request refused that libwebsockets accepts: without a Host or with several, or with a
 * blank before a colon, where another server might see a body. */
bool by_head_is_bad(struct lws *wsi);

#endif
