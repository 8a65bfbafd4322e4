/* SPDX-License-Identifier: MIT */
/* reply.h: builds the reply to a request for a page, without using sockets or libwebsockets. */
#ifndef BY_SERVER_NET_REPLY_H
#define BY_SERVER_NET_REPLY_H

#include "assets.h"

enum { BY_HEADERS_MOST = 6, BY_POLICY_MOST = 400 };

/* A header. The name includes its colon, as libwebsockets expects. */
struct by_header {
    const char *name, *value;
};

/* Returns the headers of every reply, and their number. `safe` means that browsers connect over HTTPS. A NULL value
 * stands for by_reply_policy. */
extern const struct by_header by_reply_always[];
int by_reply_always_n(bool safe);

/* Writes the content security policy: the page may load its own files, run its own module and connect to its own
 * server. The only script allowed in a document is the one whose hash index.html names when the server starts. */
void by_reply_policy(const struct by_assets *a, char out[BY_POLICY_MOST]);

struct by_ask {
    const char *path;            /* without the leading slash; "" is the page itself */
    const char *codings, *match; /* the Accept-Encoding and If-None-Match headers; "" if missing */
    int language;                /* the language of the page itself and of error pages, an index into
                                  * by_language_list */
    bool head;                   /* whether this is a HEAD request rather than a GET */
};

struct by_reply {
    int status;
    struct by_header headers[BY_HEADERS_MOST];
    int headers_n;
    bool sized; /* content-length is `size`; a 304 has no such header */
    size_t size;
    struct by_bytes body;       /* the bytes to send; none for HEAD */
    char etag[48], cookie[256]; /* holds strings that headers point to */
    uint8_t *own;               /* memory owned by the reply and freed by by_reply_clear */
};

/* Makes the reply to a GET or HEAD. Headers point into *out as well as to static strings, so do not copy *out. */
void by_reply_make(const struct by_assets *a, const struct by_ask *ask, struct by_reply *out);

/* Returns the first supported language in Accept-Language, or English, as an index into by_language_list. */
int by_reply_language(const char *languages);

/* Makes a short page for 400, 401, 403, 404, 405, 414, 429 or 503. */
void by_reply_plain(int status, int language, bool head, struct by_reply *out);

/* Makes an uncacheable reply with a body (from malloc; the reply takes ownership) and, unless it is "", a cookie.
 * Without a body, the reply has only a status. */
void by_reply_own(int status, const char *type, void *body, size_t n, const char *cookie, bool head,
                  struct by_reply *out);
/* Adds a header; both strings are borrowed until by_reply_clear. */
void by_reply_add(struct by_reply *r, const char *name, const char *value);
void by_reply_clear(struct by_reply *r);

#endif
