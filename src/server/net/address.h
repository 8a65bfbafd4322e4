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

/* Copies the address without its port; for IPv6, only the network half. */
void by_address_of(uint8_t address[16], const struct sockaddr_storage *from);

/* Write an address as text; return whether a list contains it, and whether it is this machine's. */
void by_address_text(const struct sockaddr_storage *from, char out[BY_ADDRESS_TEXT]);
bool by_address_among(const struct by_texts *list, const char *text);
bool by_address_here(const char *text);

/* Returns the client address reported by a proxy: the last one in its list. */
void by_address_forwarded(uint8_t address[16], const char *list);

#endif
