/* SPDX-License-Identifier: MIT */
/* address.c: parses, compares and prints client addresses (address.h). */
#include "address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IPV6 = 15, SIX = 6, WIDE = 48 }; /* IPV6: the index of the byte that marks an IPv6 address */

static void copy_six(uint8_t address[16], const struct in6_addr *six)
{
    if (IN6_IS_ADDR_V4MAPPED(six)) {
        memcpy(address, six->s6_addr + 12, 4);
    } else {
        memcpy(address, six, 8);
        address[IPV6] = SIX;
    }
}

void by_address_of(uint8_t address[16], const struct sockaddr_storage *from)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)from;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;

    memset(address, 0, 16);
    if (from->ss_family == AF_INET)
        memcpy(address, &four->sin_addr, sizeof four->sin_addr);
    else if (from->ss_family == AF_INET6)
        copy_six(address, &six->sin6_addr);
}

bool by_address_wide(const uint8_t address[16], uint8_t out[16])
{
    memset(out, 0, 16);
    memcpy(out, address, WIDE / 8);
    out[IPV6] = WIDE;
    return address[IPV6] == SIX;
}

bool by_address_network(const char *text, uint8_t address[16], int *bits)
{
    char bare[BY_ADDRESS_TEXT];
    size_t n = strcspn(text, "/");
    struct in6_addr six;
    int most;
    char *end;

    memset(address, 0, 16);
    if (n >= sizeof bare)
        return false;
    memcpy(bare, text, n);
    bare[n] = '\0';
    if (inet_pton(AF_INET, bare, address) == 1)
        most = 32;
    else if (inet_pton(AF_INET6, bare, &six) == 1)
        most = 128;
    else
        return false;
    if (most == 128)
        copy_six(address, &six);
    *bits = most;
    if (text[n] == '\0')
        return true;
    *bits = (int)strtol(text + n + 1, &end, 10);
    return text[n + 1] >= '0' && text[n + 1] <= '9' && *end == '\0' && *bits >= 1 && *bits <= most;
}

bool by_address_in(const struct by_texts *list, const uint8_t address[16])
{
    uint8_t net[16];
    int bits;

    for (int i = 0; i < list->n; i++) {
        bool same = by_address_network(list->at[i], net, &bits) && net[IPV6] == address[IPV6];

        for (int k = 0; same && k < bits && k < 64; k++)
            same = ((net[k / 8] ^ address[k / 8]) >> (7 - k % 8) & 1) == 0;
        if (same)
            return true;
    }
    return false;
}

void by_address_text(const struct sockaddr_storage *from, char out[BY_ADDRESS_TEXT])
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)from;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;

    out[0] = '\0';
    if (from->ss_family == AF_INET)
        inet_ntop(AF_INET, &four->sin_addr, out, BY_ADDRESS_TEXT);
    else if (from->ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&six->sin6_addr))
        inet_ntop(AF_INET, six->sin6_addr.s6_addr + 12, out, BY_ADDRESS_TEXT);
    else if (from->ss_family == AF_INET6)
        inet_ntop(AF_INET6, &six->sin6_addr, out, BY_ADDRESS_TEXT);
}

bool by_address_among(const struct by_texts *list, const char *text)
{
    for (int i = 0; i < list->n; i++)
        if (strcmp(list->at[i], text) == 0)
            return true;
    return false;
}

bool by_address_here(const char *text) { return strncmp(text, "127.", 4) == 0 || strcmp(text, "::1") == 0; }

void by_address_forwarded(uint8_t address[16], const char *list)
{
    const char *last = strrchr(list, ',');
    char text[BY_ADDRESS_TEXT];
    struct in6_addr six;
    struct in_addr four;

    last = last == NULL ? list : last + 1;
    snprintf(text, sizeof text, "%s", last + strspn(last, " "));
    text[strcspn(text, " ")] = '\0';
    memset(address, 0, 16);
    if (inet_pton(AF_INET, text, &four) == 1)
        memcpy(address, &four, sizeof four);
    else if (inet_pton(AF_INET6, text, &six) == 1)
        copy_six(address, &six);
}
