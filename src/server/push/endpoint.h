/* SPDX-License-Identifier: MIT */
/* endpoint.h: the addresses of push services, which come from clients. */
#ifndef BY_SERVER_PUSH_ENDPOINT_H
#define BY_SERVER_PUSH_ENDPOINT_H

#include <stdbool.h>

/* Returns whether an address may be the one of a push service: https at port 443 of a public name, not of an IP address
 * or a name that is used inside networks. What the name resolves to is checked for each message (src/push/public.h). */
bool by_endpoint_allowed(const char *url);

#endif
