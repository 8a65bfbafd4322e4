/* request.c: fuzz target: heads of HTTP requests, and behind a 'P' packs of pages.  A head ends at the same place in
 * whatever pieces it comes, every reply is whole, and a pack that has been checked is read inside its bytes. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "server/request.h"

static const struct by_assets nothing = { NULL, { (const uint8_t *)"BYPAGE01\0\0\0", 12 } };

static void check(int truth)
{
    if (!truth)
        abort();
}

static void head(const uint8_t *data, size_t size)
{
    struct by_request r;
    struct by_reply reply;
    long whole = by_head_end(data, 0, size), pieces = 0;
    int status;

    for (size_t n = 0, seen = 0; n <= size && pieces == 0; seen = n, n += 1 + n / 3)
        pieces = by_head_end(data, seen, n);
    if (whole == 0)
        check(pieces == 0);
    if (whole <= 0)
        return;
    check(pieces == 0 || pieces == whole);
    status = by_request_read(data, (size_t)whole, &r);
    check(strlen(r.path) <= BY_TARGET_MOST);
    if (status == 0)
        by_reply_make(&nothing, &r, &reply);
    else
        by_reply_plain(status, r.head, false, &reply);
    check(reply.head_n < sizeof reply.head && reply.head_n == strlen(reply.head));
    check(memcmp(reply.head + reply.head_n - 4, "\r\n\r\n", 4) == 0 && strstr(reply.head, "\r\n\r\n\r\n") == NULL);
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
        head(data, size);
    return 0;
}
