/* SPDX-License-Identifier: MIT */
/* address.c: client addresses (address.h). */
#include "address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

void by_address_of(uint8_t address[16], const struct sockaddr_storage *from)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)from;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;

    memset(address, 0, 16);
    if (from->ss_family == AF_INET)
        memcpy(address, &four->sin_addr, sizeof four->sin_addr);
    else if (from->ss_family == AF_INET6)
        memcpy(address, &six->sin6_addr, IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) ? 16 : 8);
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
        memcpy(address, &six, 8);
}
