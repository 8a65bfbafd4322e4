/* reply.h: what a request for a page gets: a status, headers and a body.  No sockets here, and no library. */
#ifndef BY_SERVER_REPLY_H
#define BY_SERVER_REPLY_H

#include "assets.h"

enum { BY_HEADERS_MOST = 6 };

/* A header.  The name ends with its colon, as libwebsockets wants it. */
struct by_header { const char *name, *value; };

/* What every reply carries, whatever it is, and how many they are.  safe: browsers come by https. */
extern const struct by_header by_reply_always[];
int by_reply_always_n(bool safe);

struct by_ask {
    const char *path;                   /* without the slash before it; "" is the page itself */
    const char *codings, *match;        /* Accept-Encoding and If-None-Match; "" if there is none */
    bool head;                          /* HEAD, not GET */
};

struct by_reply {
    int status;
    struct by_header headers[BY_HEADERS_MOST];
    int headers_n;
    bool sized;                         /* content-length says `size`; a 304 has none */
    size_t size;
    struct by_bytes body;               /* what is sent; nothing for HEAD */
    char etag[48], cookie[160];         /* of the headers */
    uint8_t *own;                       /* of the asset: by_reply_clear frees it */
};

/* The reply to a GET or HEAD.  The headers point into `out` and into texts for ever: do not copy it. */
void by_reply_make(const struct by_assets *a, const struct by_ask *ask, struct by_reply *out);

/* A short page for 400, 401, 403, 404, 405, 414, 429 or 503. */
void by_reply_plain(int status, bool head, struct by_reply *out);

/* A body that was made for this reply (taken; of malloc), never to be kept by anybody; a cookie if it is not "".
 * Without a body: the status alone. */
void by_reply_own(int status, const char *type, void *body, size_t n, const char *cookie, bool head,
                  struct by_reply *out);
void by_reply_clear(struct by_reply *r);

#endif
