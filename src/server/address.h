/* address.h: where connections come from, for limits alone: never shown, never kept. */
#ifndef BY_SERVER_ADDRESS_H
#define BY_SERVER_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "config.h"

#define BY_ADDRESS_TEXT INET6_ADDRSTRLEN

/* The address without its port; of IPv6 the half that names the network. */
void by_address_of(uint8_t address[16], const struct sockaddr_storage *from);

/* As text, and what can be asked of that: is it in a list, is it this machine? */
void by_address_text(const struct sockaddr_storage *from, char out[BY_ADDRESS_TEXT]);
bool by_address_among(const struct by_texts *list, const char *text);
bool by_address_here(const char *text);

/* The address that a proxy says it speaks for: the last one of its list. */
void by_address_forwarded(uint8_t address[16], const char *list);

#endif
