/* SPDX-License-Identifier: MIT */
/* address.h: parses, compares and prints client addresses. Addresses are used only for limits and are never displayed
 * or stored. */
#ifndef BY_SERVER_NET_ADDRESS_H
#define BY_SERVER_NET_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "server/operate/config.h"

#define BY_ADDRESS_TEXT INET6_ADDRSTRLEN

/* Copies the address without its port. For IPv6, copies only the /64 and sets the last byte to mark the address as
 * IPv6. */
void by_address_of(uint8_t address[16], const struct sockaddr_storage *from);

/* by_address_text writes an address as text. Given this text, by_address_among returns whether a list contains the
 * address, and by_address_here whether it belongs to this machine. */
void by_address_text(const struct sockaddr_storage *from, char out[BY_ADDRESS_TEXT]);
bool by_address_among(const struct by_texts *list, const char *text);
bool by_address_here(const char *text);

/* Copies the /48 prefix of an IPv6 address. Returns false for IPv4. */
bool by_address_wide(const uint8_t address[16], uint8_t out[16]);

/* by_address_network parses an address or a network such as 203.0.113.0/24 or 2001:db8::/48. by_address_in returns
 * whether a list contains an address. Only the first 64 bits of IPv6 addresses are compared. */
bool by_address_network(const char *text, uint8_t address[16], int *bits);
bool by_address_in(const struct by_texts *list, const uint8_t address[16]);

/* Returns the client address reported by a proxy, which is the last one in the list. */
void by_address_forwarded(uint8_t address[16], const char *list);

#endif
