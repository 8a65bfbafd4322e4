/* SPDX-License-Identifier: MIT */
/* naming.c: see naming.h. */
#include "naming.h"

#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "inside.h"
#include "util/utf8.h"

static bool looks_like(const char *a, const char *b)
{
    uint32_t x, y;

    do {
        do
            x = *a == '\0' ? 0 : by_utf8_next(&a);
        while (by_utf8_joins(x));
        do
            y = *b == '\0' ? 0 : by_utf8_next(&b);
        while (by_utf8_joins(y));
    } while (x == y && x != 0);
    return x == y;
}

static bool can_be_seen(const char *name)
{
    while (*name != '\0')
        if (by_utf8_unseen(by_utf8_next(&name)))
            return false;
    return true;
}

static bool bots_name(const char *name)
{
    char small[5] = "";

    for (int i = 0; i < 4 && name[i] != '\0'; i++)
        small[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    return strcmp(small, "bot:") == 0;
}

/* A valid name has 1 to 40 characters, no leading or trailing space, and no characters that a terminal or page could
 * misinterpret. */
static bool good_name(const char *name)
{
    char clean[200];
    struct by_text t = by_text_on(clean, sizeof clean);
    size_t n = strlen(name);

    by_put_clean(&t, name, n);
    return n > 0 && n <= 160 && by_utf8_count(name) <= 40 && strcmp(clean, name) == 0 && name[0] != ' '
        && name[n - 1] != ' ' && !bots_name(name) && can_be_seen(name) && !looks_like(name, "");
}

static bool free_name(const struct by_room *r, const char *name)
{
    for (int i = 0; i < by_players(r); i++)
        if (r->seat[i].kind == SEAT_PERSON && looks_like(r->seat[i].name, name))
            return false;
    return true;
}

/* Returns the size in bytes of the first `most` characters of a string. */
static int bytes_of(const char *text, int most)
{
    const char *at = text;

    while (*at != '\0' && most-- > 0)
        by_utf8_next(&at);
    return (int)(at - text);
}

/* Writes variant n of a name to `out`: Ann, Ann (2), Ann (3). */
static void nth_name(const char *name, int n, char out[BY_NAMING_ROOM])
{
    int more = n > 9 ? 5 : 4;

    if (n == 1)
        snprintf(out, BY_NAMING_ROOM, "%s", name);
    else
        snprintf(out, BY_NAMING_ROOM, "%.*s (%d)", bytes_of(name, 40 - more), name, n);
}

bool by_naming(const struct by_room *r, const char *name, char out[BY_NAMING_ROOM])
{
    if (!good_name(name))
        return false;
    nth_name(name, 1, out);
    for (int n = 2; !free_name(r, out); n++)
        nth_name(name, n, out);
    return true;
}
