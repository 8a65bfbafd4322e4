/* SPDX-License-Identifier: MIT */
/* post.h: sends a message to a push service, over HTTPS and only to public addresses. Only post.c includes curl. */
#ifndef BY_PUSH_POST_H
#define BY_PUSH_POST_H

#include <stddef.h>
#include <stdint.h>

struct by_push_post {
    const char *endpoint, *authorization, *topic; /* `topic`: a later message with the same topic replaces this one; or
                                                   * NULL */
    int64_t ttl;                                  /* how many seconds the service keeps the message */
    const void *body;
    size_t n;
};

struct by_push_answer {
    long status;     /* the HTTP status; 0 if there was no answer */
    int64_t after;   /* how many seconds to wait before a retry, according to the service; 0 if it does not say */
    const char *why; /* if there was no answer: "inside" (an address that is not public) or "unreachable" */
};

struct by_push_answer by_push_post(const struct by_push_post *p);

#endif
