/* SPDX-License-Identifier: MIT */
/* request.c: fuzz target: the headers that select a reply and, after a 'P', packs of pages.  Every reply is complete,
 * and a checked pack is read only within its bytes. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "boneyard/words.h"
#include "server/net/reply.h"

enum { BODY = 52, PACK_N = 96 }; /* a pack of one file: its head, its ten numbers, its texts */

/* Makes a pack of index.html with three bodies, each smaller than the one before. */
static struct by_bytes page(uint8_t at[PACK_N])
{
    static const uint8_t numbers[10] = { BODY, BODY + 11, BODY + 15, 0, BODY + 24, 9, BODY + 24, 8, BODY + 24, 7 };

    memset(at, 'x', PACK_N);
    memset(at, 0, BODY);
    memcpy(at,
           "BYPAGE01"
           "\1",
           9);
    for (int i = 0; i < 10; i++)
        at[12 + 4 * i] = numbers[i];
    memcpy(at + BODY,
           "index.html\0a/b\0"
           "0123abcd",
           24);
    return (struct by_bytes){ at, PACK_N };
}

static void check(int truth)
{
    if (!truth)
        abort();
}

/* The first line is Accept-Encoding and Accept-Language, the rest If-None-Match. */
static void headers(const uint8_t *data, size_t size)
{
    char text[1200];
    uint8_t bytes[PACK_N];
    struct by_assets assets = { NULL, page(bytes) };
    struct by_reply reply;
    struct by_ask ask = { "index.html", text, "", BY_ENGLISH, false };
    int language;
    char *line;

    if (size >= sizeof text)
        return;
    memcpy(text, data, size);
    text[size] = '\0';
    line = strchr(text, '\n');
    if (line != NULL) {
        *line = '\0';
        ask.match = line + 1;
    }
    language = by_reply_language(text);
    check(language >= 0 && language < by_language_count);
    check(by_assets_check(assets.pack));
    by_reply_make(&assets, &ask, &reply);
    check(reply.status == 200 || reply.status == 304);
    check(reply.headers_n <= BY_HEADERS_MOST && reply.sized == (reply.status == 200));
    check(reply.status == 200 ? reply.body.n == reply.size : reply.body.n == 0);
    by_reply_clear(&reply);
}

static void pack(const uint8_t *data, size_t size)
{
    struct by_assets a = { NULL, { data, size } };
    struct by_asset found;
    unsigned sum = 0;

    if (!by_assets_check(a.pack) || !by_assets_find(&a, "index.html", &found))
        return;
    for (int c = 0; c < BY_CODINGS; c++)
        for (size_t i = 0; i < found.body[c].n; i++)
            sum += found.body[c].at[i];
    check(sum < 1u << 31 && strlen(found.type) < size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == 'P')
        pack(data + 1, size - 1);
    else
        headers(data, size);
    return 0;
}
