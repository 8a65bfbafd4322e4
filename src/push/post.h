/* SPDX-License-Identifier: MIT */
/* post.h: sends a message to a push service, over HTTPS and only to public addresses. Only post.c includes curl. */
#ifndef BY_PUSH_POST_H
#define BY_PUSH_POST_H

#include <stddef.h>
#include <stdint.h>

struct by_push_post {
    const char *endpoint, *authorization, *topic; /* `topic` may be NULL; a later message with the same topic replaces
                                                   * this one */
    int64_t ttl;                                  /* number of seconds for which the service stores the message */
    const void *body;
    size_t n;
};

struct by_push_answer {
    long status;     /* the HTTP status; 0 if there was no response */
    int64_t after;   /* the service's Retry-After in seconds; 0 if missing */
    const char *why; /* if there was no response: "inside" (the address is not public) or "unreachable" */
};

struct by_push_answer by_push_post(const struct by_push_post *p);

#endif
