/* SPDX-License-Identifier: MIT */
/* endpoint.h: checks the addresses of push services, which come from clients. */
#ifndef BY_SERVER_PUSH_ENDPOINT_H
#define BY_SERVER_PUSH_ENDPOINT_H

#include <stdbool.h>

/* Returns whether an address may belong to a push service: https on port 443 of a public name, not of an IP address or
 * a name used inside networks. The address that the name resolves to is checked for each message
 * (src/push/public.h). */
bool by_endpoint_allowed(const char *url);

#endif
