/* SPDX-License-Identifier: MIT */
/* devices.c: see devices.h. */
#include "devices.h"

#include <stdio.h>
#include <string.h>

#include "util/crypto.h"

enum { TOKEN_TEXT = 43, MARK_TEXT = 22 };

/* Reads TOKEN or TOKEN.MARK.MARK, n bytes. */
static bool read_value(const char *value, size_t n, uint8_t token[BY_TOKEN], struct by_marked *marks)
{
    char text[TOKEN_TEXT + 1];
    size_t more = n - TOKEN_TEXT;

    marks->n = 0;
    if (n < TOKEN_TEXT || more % (MARK_TEXT + 1) != 0 || more / (MARK_TEXT + 1) > BY_MARKS)
        return false;
    memcpy(text, value, TOKEN_TEXT);
    text[TOKEN_TEXT] = '\0';
    for (const char *at = value + TOKEN_TEXT; at < value + n; at += MARK_TEXT + 1) {
        char mark[MARK_TEXT + 1] = "";

        memcpy(mark, at + 1, MARK_TEXT);
        if (at[0] != '.' || !by_unbase64(mark, marks->at[marks->n++].bytes, sizeof marks->at[0].bytes))
            return false;
    }
    return by_unbase64(text, token, BY_TOKEN);
}

bool by_cookie_read(const char *header, uint8_t token[BY_TOKEN], struct by_marked *marks)
{
    static const char name[] = "boneyard=";
    bool found = false;

    while (*header != '\0') {
        size_t n = strcspn(header, ";"), skip = sizeof name - 1;

        if (n > skip && strncmp(header, name, skip) == 0) {
            if (found || !read_value(header + skip, n - skip, token, marks))
                return false;
            found = true;
        }
        header += n;
        header += strspn(header, "; ");
    }
    return found;
}

void by_cookie_print(const uint8_t token[BY_TOKEN], const struct by_marked *marks, bool https, char *out, size_t size)
{
    char text[TOKEN_TEXT + 1], all[BY_MARKS * (MARK_TEXT + 1) + 1] = "";

    by_base64(token, BY_TOKEN, text);
    for (int i = 0; i < marks->n; i++) {
        char *at = all + (size_t)i * (MARK_TEXT + 1);

        *at = '.';
        by_base64(marks->at[i].bytes, sizeof marks->at[i].bytes, at + 1);
    }
    snprintf(out, size, "boneyard=%s%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000%s", text, all,
             https ? "; Secure" : "");
    by_forget(text, sizeof text);
}

struct by_id by_mark_of(const uint8_t key[32], const struct by_account *a)
{
    static const char tag[] = "BY1 device";
    struct by_hasher h;
    struct by_id mark = { { 0 } };

    by_hash_init(&h, key, 32, sizeof mark.bytes);
    by_hash_add(&h, tag, sizeof tag);
    by_hash_add(&h, a->person.bytes, sizeof a->person.bytes);
    by_hash_add(&h, a->devices.bytes, sizeof a->devices.bytes);
    by_hash_end(&h, mark.bytes, sizeof mark.bytes);
    return mark;
}

bool by_mark_known(const struct by_marked *marks, const struct by_id *mark)
{
    bool known = false;

    for (int i = 0; i < marks->n; i++)
        known |= by_same_bytes(marks->at[i].bytes, mark->bytes, sizeof mark->bytes);
    return known;
}

void by_mark_add(struct by_marked *marks, const struct by_id *mark)
{
    struct by_marked now = { .n = 1, .at = { *mark } };

    for (int i = 0; i < marks->n && now.n < BY_MARKS; i++)
        if (!by_same_bytes(marks->at[i].bytes, mark->bytes, sizeof mark->bytes))
            now.at[now.n++] = marks->at[i];
    *marks = now;
}

/* ---- Kinds ------------------------------------------------------------------------------------ */

/* The order matters, since most browsers also claim to be an older one. */
struct sign {
    const char *sign, *name;
};
static const struct sign browsers[] = { { "", "" },
                                        { "Edg", "edge" },
                                        { "OPR/", "opera" },
                                        { "SamsungBrowser", "samsung" },
                                        { "Firefox/", "firefox" },
                                        { "FxiOS/", "firefox" },
                                        { "CriOS/", "chrome" },
                                        { "Chrome/", "chrome" },
                                        { "Safari/", "safari" } };
static const struct sign systems[] = { { "", "" },          { "Android", "android" }, { "iPhone", "ios" },
                                       { "iPad", "ios" },   { "CrOS", "chromeos" },   { "Windows", "windows" },
                                       { "Mac OS", "mac" }, { "Linux", "linux" } };
enum { PROGRAM = 255, SYSTEMS = sizeof systems / sizeof systems[0], BROWSERS = sizeof browsers / sizeof browsers[0] };

uint8_t by_device_of(const char *agent, bool own)
{
    unsigned b = 0, s = 0;

    if (own)
        return PROGRAM;
    for (unsigned i = 1; i < BROWSERS && b == 0; i++)
        b = strstr(agent, browsers[i].sign) != NULL ? i : 0;
    for (unsigned i = 1; i < SYSTEMS && s == 0; i++)
        s = strstr(agent, systems[i].sign) != NULL ? i : 0;
    return (uint8_t)(b << 4 | s);
}

const char *by_device_name(uint8_t device, char out[32])
{
    unsigned b = device >> 4, s = device & 15;

    if (device == PROGRAM || b >= BROWSERS || s >= SYSTEMS)
        return device == PROGRAM ? "program" : "";
    snprintf(out, 32, "%s%s%s", browsers[b].name, b != 0 && s != 0 ? " " : "", systems[s].name);
    return out;
}
