/* request.h: the head of an HTTP request, read strictly, and the reply that it gets.  No sockets here.
 *
 * Only what a browser sends for a page is understood: GET and HEAD, no body.  Whatever else comes is refused with a
 * short page, and the connection ends there, so that nothing can be taken for the next request. */
#ifndef BY_SERVER_REQUEST_H
#define BY_SERVER_REQUEST_H

#include "assets.h"

enum { BY_HEAD_MOST = 8192, BY_TARGET_MOST = 1024 };    /* bytes */

struct by_request {
    bool head;                          /* HEAD, not GET */
    bool keep;                          /* the connection may serve another request */
    bool takes[BY_CODINGS];             /* Accept-Encoding */
    struct by_bytes match;              /* If-None-Match; of the head that was read */
    char path[BY_TARGET_MOST + 1];      /* without the slash before it and without what follows a '?' */
};

struct by_reply {
    int status;
    bool keep;
    char head[1536];
    size_t head_n;
    struct by_bytes body;               /* of the asset, or a text for ever */
    uint8_t *own;                       /* of the asset: by_reply_clear frees it */
};

/* Looks for the end of a head in `n` bytes, of which the first `seen` have been looked at before.  Returns its length
 * with the empty line, 0 if there is more to come, or -1 if this can be no head. */
long by_head_end(const uint8_t *at, size_t seen, size_t n);

/* Reads a head of `n` bytes with its empty line.  Returns 0, or the status that refuses it. */
int by_request_read(const uint8_t *at, size_t n, struct by_request *out);

/* The reply to a request; `plain` gives a short page for a status that refuses. */
void by_reply_make(const struct by_assets *a, const struct by_request *r, struct by_reply *out);
void by_reply_plain(int status, bool head, bool keep, struct by_reply *out);
void by_reply_clear(struct by_reply *r);

#endif
