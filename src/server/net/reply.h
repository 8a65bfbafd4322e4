/* SPDX-License-Identifier: MIT */
/* reply.h: the reply to a request for a page: status, headers and body. Uses no sockets and no library. */
#ifndef BY_SERVER_NET_REPLY_H
#define BY_SERVER_NET_REPLY_H

#include "assets.h"

enum { BY_HEADERS_MOST = 6 };

/* A header. The name includes its colon, as libwebsockets expects. */
struct by_header {
    const char *name, *value;
};

/* The headers of every reply, and their number. safe: browsers connect by HTTPS. */
extern const struct by_header by_reply_always[];
int by_reply_always_n(bool safe);

struct by_ask {
    const char *path;            /* without the leading slash; "" is the page itself */
    const char *codings, *match; /* Accept-Encoding and If-None-Match; "" if there is none */
    int language;                /* of a page that refuses */
    bool head;                   /* HEAD, not GET */
};

struct by_reply {
    int status;
    struct by_header headers[BY_HEADERS_MOST];
    int headers_n;
    bool sized; /* content-length is `size`; a 304 has none */
    size_t size;
    struct by_bytes body;       /* the bytes to send; none for HEAD */
    char etag[48], cookie[160]; /* of the headers */
    uint8_t *own;               /* owned by the asset; by_reply_clear frees it */
};

/* Makes the reply to a GET or HEAD. The headers point into `out` and into static texts: do not copy it. */
void by_reply_make(const struct by_assets *a, const struct by_ask *ask, struct by_reply *out);

/* Returns the first language of Accept-Language that there is, an index into by_language_list; else English. */
int by_reply_language(const char *languages);

/* Makes a short page for 400, 401, 403, 404, 405, 414, 429 or 503. */
void by_reply_plain(int status, int language, bool head, struct by_reply *out);

/* Makes a reply from a body (malloc; ownership passes to the reply) that must not be cached, with a cookie unless it is
 * "". Without a body: the status alone. */
void by_reply_own(int status, const char *type, void *body, size_t n, const char *cookie, bool head,
                  struct by_reply *out);
void by_reply_clear(struct by_reply *r);

#endif
