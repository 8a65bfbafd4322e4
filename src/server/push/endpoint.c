/* SPDX-License-Identifier: MIT */
/* endpoint.c: see endpoint.h. */
#include "endpoint.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { NAME = 253, LABEL = 63 };

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_label(const char *at, size_t n)
{
    if (n == 0 || n > LABEL || at[0] == '-' || at[n - 1] == '-')
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_letter(at[i]) && !is_digit(at[i]) && at[i] != '-')
            return false;
    return true;
}

/* Returns whether a top-level domain is reserved or commonly used on internal networks (RFC 6761, RFC 6762, RFC
 * 8375). */
static bool is_inside(const char *at, size_t n)
{
    static const char *const all[] = { "localhost", "local", "localdomain", "internal", "intranet", "private", "lan",
                                       "home",      "corp",  "arpa",        "invalid",  "test",     "onion" };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strlen(all[i]) == n && strncasecmp(at, all[i], n) == 0)
            return true;
    return false;
}

/* Returns whether a host is a name with at least two labels. A top-level domain begins with a letter, so no form of an
 * IPv4 address (127.1, 0x7f.1, 2130706433) is a name. */
static bool is_public_name(const char *host, size_t n)
{
    size_t labels = 0, from = 0;

    if (n > NAME)
        return false;
    for (size_t i = 0; i <= n; i++)
        if (i == n || host[i] == '.') {
            if (!is_label(host + from, i - from))
                return false;
            labels++;
            if (i < n)
                from = i + 1;
        }
    return labels >= 2 && is_letter(host[from]) && !is_inside(host + from, n - from);
}

bool by_endpoint_allowed(const char *url)
{
    static const char scheme[] = "https://";
    const char *host = url + sizeof scheme - 1;
    size_t n;

    if (strncmp(url, scheme, sizeof scheme - 1) != 0)
        return false;
    n = strcspn(host, ":/?#");
    if (!is_public_name(host, n))
        return false;
    host += n;
    if (strncmp(host, ":443", 4) == 0)
        host += 4;
    if (host[0] != '/')
        return false;
    for (; *host != '\0'; host++)
        if (*host <= ' ' || *host > '~' || *host == '"' || *host == '\\' || *host == '#')
            return false;
    return true;
}
