/* reply.c: what a request gets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "request.h"

static const struct { int status; const char *name, *page; } pages[] = {
    { 200, "OK", "" },
    { 304, "Not Modified", "" },
    { 400, "Bad Request", "This is no request that a browser would send.\n" },
    { 404, "Not Found", "There is nothing here. The game is at /\n" },
    { 405, "Method Not Allowed", "This page is only read: GET and HEAD.\n" },
    { 414, "URI Too Long", "The address is too long: 1024 letters are the most.\n" },
    { 431, "Request Header Fields Too Large", "The request is too long: 8192 bytes are the most.\n" },
    { 505, "HTTP Version Not Supported", "HTTP/1.0 and HTTP/1.1 are understood here.\n" },
};

/* The page may load what comes with it, run its own module and talk to nobody else. */
static const char same[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), usb=()\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-resource-policy: same-origin\r\n";

#define PLAIN "content-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n"

static const char *const codings[BY_CODINGS] = { "", "content-encoding: gzip\r\n", "content-encoding: br\r\n" };

static size_t page_of(int status)
{
    size_t i = sizeof pages / sizeof pages[0] - 1;

    while (i > 0 && pages[i].status != status)
        i--;
    return i;
}

/* The head: what is the same for all, then `more`, whole lines. */
static void put_head(struct by_reply *r, size_t size, const char *more)
{
    time_t now = time(NULL);
    struct tm utc;
    char date[40] = "", length[40] = "";

    if (gmtime_r(&now, &utc) != NULL)
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    if (r->status != 304)
        snprintf(length, sizeof length, "content-length: %zu\r\n", size);
    r->head_n = (size_t)snprintf(r->head, sizeof r->head,
                                 "HTTP/1.1 %d %s\r\ndate: %s\r\n%s%s%sconnection: %s\r\n\r\n",
                                 r->status, pages[page_of(r->status)].name, date, same, more, length,
                                 r->keep ? "keep-alive" : "close");
}

void by_reply_plain(int status, bool head, bool keep, struct by_reply *out)
{
    const char *page = pages[page_of(status)].page;
    size_t n = strlen(page);

    *out = (struct by_reply){ .status = status, .keep = keep };
    put_head(out, n, status == 405 ? PLAIN "allow: GET, HEAD\r\n" : PLAIN);
    if (!head)
        out->body = (struct by_bytes){ (const uint8_t *)page, n };
}

/* The smallest body that the browser takes. */
static enum by_coding choose(const struct by_asset *a, const bool takes[BY_CODINGS])
{
    enum by_coding best = BY_PLAIN;

    for (enum by_coding c = BY_GZIP; c < BY_CODINGS; c++)
        if (takes[c] && a->body[c].at != NULL && a->body[c].n < a->body[best].n)
            best = c;
    return best;
}

/* Is this hash in the list of If-None-Match?  Weak or not is the same here. */
static bool matches(struct by_bytes list, const char *hash)
{
    size_t n = strlen(hash);

    if (list.n == 1 && list.at[0] == '*')
        return true;
    for (size_t i = 1; i + n + 1 <= list.n; i++)
        if (list.at[i - 1] == '"' && list.at[i + n] == '"' && memcmp(list.at + i, hash, n) == 0)
            return true;
    return false;
}

void by_reply_make(const struct by_assets *a, const struct by_request *r, struct by_reply *out)
{
    struct by_asset found;
    enum by_coding coding;
    char more[512];
    bool same_again;

    if (!by_assets_find(a, r->path[0] == '\0' ? "index.html" : r->path, &found)) {
        by_reply_plain(404, r->head, r->keep, out);
        return;
    }
    coding = choose(&found, r->takes);
    same_again = matches(r->match, found.hash);
    *out = (struct by_reply){ .status = same_again ? 304 : 200, .keep = r->keep, .own = found.own };
    snprintf(more, sizeof more, "content-type: %s\r\netag: W/\"%s\"\r\ncache-control: %s\r\n%s%s",
             found.type, found.hash, found.lasting ? "public, max-age=31536000, immutable" : "no-cache",
             codings[coding],
             found.body[BY_GZIP].at != NULL || found.body[BY_BROTLI].at != NULL ? "vary: accept-encoding\r\n" : "");
    put_head(out, found.body[coding].n, more);
    if (!same_again && !r->head)
        out->body = found.body[coding];
}

void by_reply_clear(struct by_reply *r)
{
    free(r->own);
    *r = (struct by_reply){ 0 };
}
