/* SPDX-License-Identifier: MIT */
/* head.c: reads request heads, as parsed by libwebsockets, and writes reply heads. */
#include "head.h"

#include <netinet/in.h>
#include <linux/tcp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

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

bool by_head_forwarded(struct lws *wsi)
{
    static const char *const others[] = { "forwarded:", "x-forwarded-host:", "x-forwarded-proto:" };

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (lws_hdr_custom_length(wsi, others[i], (int)strlen(others[i])) >= 0)
            return true;
    return lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) > 0
        || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_X_REAL_IP) > 0;
}

bool by_head_tcp(struct lws *wsi, struct tcp_info *t)
{
    socklen_t n = sizeof *t;

    memset(t, 0, sizeof *t);
    return getsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_INFO, t, &n) == 0;
}

int64_t by_head_came(struct lws *wsi)
{
    struct tcp_info t;

    return by_head_tcp(wsi, &t) ? (int64_t)t.tcpi_bytes_received : 0;
}

int64_t by_head_read(struct lws *wsi)
{
    int unread = 0;

    ioctl(lws_get_socket_fd(wsi), FIONREAD, &unread);
    return by_head_came(wsi) - unread;
}

int64_t by_head_before_frames(struct lws *wsi, bool tls)
{
    const int record = tls ? 21 : 0; /* minimum overhead of a TLS record */
    int64_t came = by_head_came(wsi);

    return came > 0 ? came + record : 0;
}

bool by_head_stalls(struct lws *wsi, int seconds)
{
    struct tcp_info t;

    return by_head_tcp(wsi, &t) && t.tcpi_bytes_received > 0 && t.tcpi_last_data_recv >= (uint32_t)seconds * 1000;
}

static bool is_bad(struct lws *wsi)
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

int by_head_refused(struct lws *wsi, int64_t before)
{
    if (by_head_read(wsi) - before > BY_HEAD_MOST)
        return 431;
    return is_bad(wsi) ? 400 : 0;
}

static bool put(struct lws *wsi, const char *name, const char *value, uint8_t **at, uint8_t *end)
{
    return lws_add_http_header_by_name(wsi, (const uint8_t *)name, (const uint8_t *)value, (int)strlen(value), at, end)
        == 0;
}

bool by_head_write(struct lws *wsi, const struct by_reply *r, bool last, bool tls, uint8_t *start, size_t *sent)
{
    uint8_t *at = start, *end = start + BY_HEAD_PIECE;
    time_t seconds = time(NULL);
    struct tm utc;
    char date[40] = "";
    bool fine = lws_add_http_header_status(wsi, (unsigned)r->status | LWSAHH_FLAG_NO_SERVER_NAME, &at, end) == 0;

    memcpy(start, "HTTP/1.1", 8); /* libwebsockets writes HTTP/1.0 before it has parsed the version */
    if (gmtime_r(&seconds, &utc) != NULL)
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    fine = fine && put(wsi, "date:", date, &at, end);
    for (int i = 0; i < r->headers_n; i++)
        fine = fine && put(wsi, r->headers[i].name, r->headers[i].value, &at, end);
    fine = fine && (!tls || put(wsi, "strict-transport-security:", "max-age=31536000", &at, end));
    if (last)
        fine = fine && put(wsi, "connection:", "close", &at, end);
    if (r->sized)
        fine = fine && lws_add_http_header_content_length(wsi, r->size, &at, end) == 0;
    if (!fine || lws_finalize_http_header(wsi, &at, end) != 0)
        return false;
    *sent = r->body.n < (size_t)(end - at) ? r->body.n : (size_t)(end - at);
    if (*sent > 0)
        memcpy(at, r->body.at, *sent);
    return lws_write(wsi, start, (size_t)(at - start) + *sent, LWS_WRITE_HTTP) >= 0;
}
