/* SPDX-License-Identifier: MIT */
/* head.h: request heads, as parsed by libwebsockets. */
#ifndef BY_SERVER_NET_HEAD_H
#define BY_SERVER_NET_HEAD_H

#include <libwebsockets.h>
#include <stdbool.h>

/* Copies a header's value, or "" if it is missing or does not fit. */
void by_head_copy(struct lws *wsi, char *to, int size, enum lws_token_indexes which);

/* Returns whether the request has or announces a body. */
bool by_head_has_body(struct lws *wsi);

/* Returns whether RFC 9112 requires refusing a request that libwebsockets accepts: one with no Host or several, or with
 * a blank before a colon, where another server might see a body. */
bool by_head_is_bad(struct lws *wsi);

#endif
