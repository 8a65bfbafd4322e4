/* SPDX-License-Identifier: MIT */
/* public.h: restricts messages to addresses on the public internet, so that no request can reach internal services on
 * the server's own network. */
#ifndef BY_PUSH_PUBLIC_H
#define BY_PUSH_PUBLIC_H

#include <stdbool.h>
#include <sys/socket.h>

/* Returns whether an address, IPv4 or IPv6, is public according to IANA's special-purpose registries (RFC 6890). */
bool by_push_is_public(const struct sockaddr *to);

#endif
