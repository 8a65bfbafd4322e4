/* SPDX-License-Identifier: MIT */
/* address.h: client addresses. Addresses are used only for limits, and are never displayed or stored. */
#ifndef BY_SERVER_NET_ADDRESS_H
#define BY_SERVER_NET_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "server/operate/config.h"

#define BY_ADDRESS_TEXT INET6_ADDRSTRLEN

/* Copies the address without its port; for IPv6, only its /64, and a last byte that marks it as IPv6. */
void by_address_of(uint8_t address[16], const struct sockaddr_storage *from);

/* Write an address as text; return whether a list contains it, and whether it is this machine's. */
void by_address_text(const struct sockaddr_storage *from, char out[BY_ADDRESS_TEXT]);
bool by_address_among(const struct by_texts *list, const char *text);
bool by_address_here(const char *text);

/* Copies the /48 of an IPv6 address. Returns false for IPv4. */
bool by_address_wide(const uint8_t address[16], uint8_t out[16]);

/* Parse a network such as 203.0.113.0/24 or 2001:db8::/48, or an address; and return whether one of a list contains an
 * address. Of IPv6, only the first 64 bits are compared. */
bool by_address_network(const char *text, uint8_t address[16], int *bits);
bool by_address_in(const struct by_texts *list, const uint8_t address[16]);

/* Returns the client address reported by a proxy: the last one in its list. */
void by_address_forwarded(uint8_t address[16], const char *list);

#endif
