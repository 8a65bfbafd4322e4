/* SPDX-License-Identifier: MIT */
/* public.c: see public.h. */
#include "public.h"

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "planted.h"

struct network {
    uint8_t bytes[4];
    int bits;
};

static bool is_in(const uint8_t *bytes, const struct network *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool same = true;

        for (int k = 0; same && k < all[i].bits; k++)
            same = ((bytes[k / 8] ^ all[i].bytes[k / 8]) >> (7 - k % 8) & 1) == 0;
        if (same)
            return true;
    }
    return false;
}

static bool four_is_public(const uint8_t bytes[4])
{
    static const struct network inside[] = {
        { { 0 }, 8 },             /* this network */
        { { 10 }, 8 },            /* private (RFC 1918) */
        { { 100, 64 }, 10 },      /* carrier-grade NAT (RFC 6598) */
        { { 127 }, 8 },           /* this machine */
        { { 169, 254 }, 16 },     /* link-local, including cloud metadata services */
        { { 172, 16 }, 12 },      /* private */
        { { 192, 0, 0 }, 24 },    /* protocol assignments */
        { { 192, 0, 2 }, 24 },    /* documentation */
        { { 192, 88, 99 }, 24 },  /* 6to4 relays */
        { { 192, 168 }, 16 },     /* private */
        { { 198, 18 }, 15 },      /* benchmarks */
        { { 198, 51, 100 }, 24 }, /* documentation */
        { { 203, 0, 113 }, 24 },  /* documentation */
        { { 224 }, 3 },           /* multicast, reserved, broadcast */
    };

    return !is_in(bytes, inside, sizeof inside / sizeof inside[0]);
}

/* Only 2000::/3 is public, except protocol assignments (including Teredo), documentation, and 6to4, which embeds an
 * IPv4 address. A mapped or translated IPv4 address (RFC 6052) counts as the IPv4 address itself. */
static bool six_is_public(const uint8_t bytes[16])
{
    static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff }, translated[12] = { 0, 0x64, 0xff, 0x9b };
    static const struct network public = { { 0x20 }, 3 };
    static const struct network inside[] = {
        { { 0x20, 0x01, 0, 0 }, 23 }, { { 0x20, 0x01, 0x0d, 0xb8 }, 32 }, { { 0x20, 0x02 }, 16 }, { { 0x3f, 0xff }, 20 }
    };

    if (memcmp(bytes, mapped, sizeof mapped) == 0 || memcmp(bytes, translated, sizeof translated) == 0)
        return four_is_public(bytes + 12);
    return is_in(bytes, &public, 1) && !is_in(bytes, inside, sizeof inside / sizeof inside[0]);
}

bool by_push_is_public(const struct sockaddr *to)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;

    if (BY_PLANTED(610))
        return true;
    if (to->sa_family == AF_INET) {
        memcpy(&four, to, sizeof four);
        return four_is_public((const uint8_t *)&four.sin_addr);
    }
    if (to->sa_family != AF_INET6)
        return false;
    memcpy(&six, to, sizeof six);
    return six_is_public(six.sin6_addr.s6_addr);
}
