/* SPDX-License-Identifier: MIT */
/* endpoint.h: checks the addresses of push services, which come from clients. */
#ifndef BY_SERVER_PUSH_ENDPOINT_H
#define BY_SERVER_PUSH_ENDPOINT_H

#include <stdbool.h>

/* Returns whether a URL may belong to a push service: https, port 443, and a public host name rather than an IP address
 * or an internal name. The address that the name resolves to is checked for each message (src/push/public.h). */
bool by_endpoint_allowed(const char *url);

#endif
