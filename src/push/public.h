/* SPDX-License-Identifier: MIT */
/* public.h: decides which addresses a message may be sent to: only addresses on the public internet, never on the
 * server's own network, where a request could reach internal services. */
#ifndef BY_PUSH_PUBLIC_H
#define BY_PUSH_PUBLIC_H

#include <stdbool.h>
#include <sys/socket.h>

/* Returns whether an address, IPv4 or IPv6, is public according to IANA's special-purpose registries (RFC 6890). */
bool by_push_is_public(const struct sockaddr *to);

#endif
