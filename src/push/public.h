/* SPDX-License-Identifier: MIT */
/* public.h: which addresses a message may be sent to: those of the public internet, never of the server's own network,
 * where a request may reach what strangers must not. */
#ifndef BY_PUSH_PUBLIC_H
#define BY_PUSH_PUBLIC_H

#include <stdbool.h>
#include <sys/socket.h>

/* Returns whether an address, IPv4 or IPv6, is public by the special-purpose registries of IANA (RFC 6890). */
bool by_push_is_public(const struct sockaddr *to);

#endif
