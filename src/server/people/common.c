/* SPDX-License-Identifier: MIT */
/* common.c: looks up a password in common_passwords.txt, which tools/common_passwords.py writes. Each line begins with
 * a letter (a = 0, b = 1, ...) that gives the number of characters shared with the previous password. The rest of the
 * password follows. NIST SP 800-63B (5.1.1.2) requires such a list instead of rules about digits and symbols. */
#include "common.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "util/crypto.h"

extern const char by_common_passwords[], by_common_passwords_end[];

enum { LONGEST = 64 };

static bool listed(const char *small, size_t n)
{
    size_t same = 0; /* the number of leading characters that the previous line shares with `small` */

    for (const char *at = by_common_passwords, *end; at < by_common_passwords_end; at = end + 1) {
        size_t shared = (size_t)(at[0] - 'a'), rest;

        end = memchr(at, '\n', (size_t)(by_common_passwords_end - at));
        if (end == NULL)
            return false;
        if (at[0] == '#' || shared > same)
            continue;
        rest = (size_t)(end - at) - 1;
        for (same = shared; same - shared < rest && same < n && small[same] == at[1 + same - shared]; same++)
            ;
        if (same == n && same - shared == rest)
            return true;
    }
    return false;
}

bool by_password_common(const char *password, const char *name)
{
    char small[LONGEST];
    size_t n = strlen(password);
    bool found;

    if (strcasecmp(password, name) == 0)
        return true;
    if (n >= sizeof small)
        return false;
    for (size_t i = 0; i < n; i++)
        small[i] = (char)tolower((unsigned char)password[i]);
    found = listed(small, n);
    by_forget(small, sizeof small);
    return found;
}
