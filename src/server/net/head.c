/* SPDX-License-Identifier: MIT */
/* head.c: request heads, as parsed by libwebsockets. */
#include "head.h"

#include <string.h>

void by_head_copy(struct lws *wsi, char *to, int size, enum lws_token_indexes which)
{
    if (lws_hdr_copy(wsi, to, size, which) < 0)
        to[0] = '\0'; /* longer than any browser sends */
}

bool by_head_has_body(struct lws *wsi)
{
    char length[8];

    by_head_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0
        || (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 && strcmp(length, "0") != 0);
}

bool by_head_is_bad(struct lws *wsi)
{
    static const char *const blank[] = {
        "transfer-encoding :", "transfer-encoding\t:", "content-length :", "content-length\t:", "host :", "host\t:"
    };
    char version[16];

    by_head_copy(wsi, version, sizeof version, WSI_TOKEN_HTTP);
    for (size_t i = 0; i < sizeof blank / sizeof blank[0]; i++)
        if (lws_hdr_custom_length(wsi, blank[i], (int)strlen(blank[i])) >= 0)
            return true;
    return lws_hdr_fragment_length(wsi, WSI_TOKEN_HOST, 1) > 0
        || (strcmp(version, "HTTP/1.0") != 0 && lws_hdr_total_length(wsi, WSI_TOKEN_HOST) <= 0);
}
