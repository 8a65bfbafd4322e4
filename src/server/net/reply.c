/* SPDX-License-Identifier: MIT */
/* reply.c: builds the reply to a request. */
#include "reply.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/tell.h"

static const struct {
    int status;
    const char *text; /* the id of the explanation (util/tell.h) */
} pages[] = {
    { 400, "server.bad-request" },  { 401, "server.no-session" }, { 403, "server.forbidden" },
    { 404, "server.not-found" },    { 405, "server.bad-method" }, { 408, "server.no-request" },
    { 414, "server.long-address" }, { 429, "server.too-many" },   { 431, "server.long-head" },
    { 503, "server.busy" },
};

const struct by_header by_reply_always[] = {
    { "content-security-policy:", NULL }, /* by_reply_policy */
    { "x-content-type-options:", "nosniff" },
    { "referrer-policy:", "no-referrer" },
    { "permissions-policy:", "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
    { "cross-origin-resource-policy:", "same-origin" },
    { "cross-origin-opener-policy:", "same-origin" }, /* must be last: omitted without HTTPS, because browsers would
                                                       * warn */
};

/* Copies the hash of the document's script, which the build has written into the script tag (web/vite.config.ts). */
static void find_hash(struct by_bytes page, char *out, size_t size)
{
    static const char tag[] = "<script data-hash=\"", signs[] = { '+', '/', '=', '-' };
    const size_t skip = sizeof tag - 1;
    size_t i = 0, n = 0;

    while (i + skip <= page.n && memcmp(page.at + i, tag, skip) != 0)
        i++;
    for (i += skip;
         i < page.n && n + 1 < size && (isalnum(page.at[i]) || memchr(signs, page.at[i], sizeof signs) != NULL); i++)
        out[n++] = (char)page.at[i];
    out[n] = '\0';
}

void by_reply_policy(const struct by_assets *a, char out[BY_POLICY_MOST])
{
    char hash[80] = "";
    struct by_asset page;

    if (by_assets_find(a, "index.html", &page)) {
        find_hash(page.body[BY_IDENTITY], hash, sizeof hash);
        free(page.own);
    }
    snprintf(out, BY_POLICY_MOST,
             "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'%s%s%s; style-src 'self'; img-src 'self'; "
             "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
             "frame-ancestors 'none'",
             hash[0] == '\0' ? "" : " '", hash, hash[0] == '\0' ? "" : "'");
}

int by_reply_always_n(bool safe) { return (int)(sizeof by_reply_always / sizeof by_reply_always[0]) - !safe; }

static const char *const names[BY_CODINGS] = { "identity", "gzip", "br" };

void by_reply_add(struct by_reply *r, const char *name, const char *value)
{
    r->headers[r->headers_n++] = (struct by_header){ name, value };
}

void by_reply_plain(int status, int language, bool head, struct by_reply *out)
{
    size_t i = sizeof pages / sizeof pages[0] - 1;
    const char *page;

    while (i > 0 && pages[i].status != status)
        i--;
    page = by_tell_in(language, pages[i].text);
    *out = (struct by_reply){ .status = status, .sized = true, .size = strlen(page) };
    by_reply_add(out, "content-type:", "text/plain; charset=utf-8");
    by_reply_add(out, "content-language:", by_language_list[language]->key);
    by_reply_add(out, "cache-control:", "no-store");
    if (status == 405)
        by_reply_add(out, "allow:", "GET, HEAD");
    if (!head)
        out->body = (struct by_bytes){ (const uint8_t *)page, out->size };
}

void by_reply_own(int status, const char *type, void *body, size_t n, const char *cookie, bool head,
                  struct by_reply *out)
{
    *out = (struct by_reply){ .status = status, .sized = status != 204, .size = n, .own = body };
    if (type != NULL)
        by_reply_add(out, "content-type:", type);
    by_reply_add(out, "cache-control:", "no-store");
    snprintf(out->cookie, sizeof out->cookie, "%s", cookie);
    if (cookie[0] != '\0')
        by_reply_add(out, "set-cookie:", out->cookie);
    if (!head && body != NULL)
        out->body = (struct by_bytes){ body, n };
}

/* ---- Content negotiation ---------------------------------------------------------------------- */

/* Returns the trimmed part before the first `sign`. Sets *rest to the remainder, or to NULL at the end. */
static struct by_bytes part(struct by_bytes *rest, char sign)
{
    const uint8_t *at = rest->n == 0 ? NULL : memchr(rest->at, sign, rest->n);
    struct by_bytes first = { rest->at, at == NULL ? rest->n : (size_t)(at - rest->at) };

    if (at == NULL)
        *rest = (struct by_bytes){ NULL, 0 };
    else
        *rest = (struct by_bytes){ at + 1, rest->n - first.n - 1 };
    for (; first.n > 0 && (first.at[0] == ' ' || first.at[0] == '\t'); first.at++)
        first.n--;
    while (first.n > 0 && (first.at[first.n - 1] == ' ' || first.at[first.n - 1] == '\t'))
        first.n--;
    return first;
}

/* Returns whether the parameters refuse a coding: "q=0", "q=0.0" and so on. */
static bool says_no(struct by_bytes parameters)
{
    while (parameters.at != NULL) {
        struct by_bytes p = part(&parameters, ';');

        if (p.n >= 3 && tolower(p.at[0]) == 'q' && p.at[1] == '=' && p.at[2] == '0') {
            size_t i = 3;

            while (i < p.n && (p.at[i] == '.' || p.at[i] == '0'))
                i++;
            return i == p.n;
        }
    }
    return false;
}

/* Picks the smallest body that the browser accepts. */
static enum by_coding choose(const struct by_asset *a, const char *codings)
{
    struct by_bytes list = { (const uint8_t *)codings, strlen(codings) };
    bool takes[BY_CODINGS] = { true };
    enum by_coding best = BY_IDENTITY;

    while (list.at != NULL) {
        struct by_bytes one = part(&list, ','), name = part(&one, ';');

        for (enum by_coding c = BY_GZIP; c < BY_CODINGS; c++)
            if (name.n == strlen(names[c]) && strncasecmp((const char *)name.at, names[c], name.n) == 0)
                takes[c] = !says_no(one);
    }
    for (enum by_coding c = BY_GZIP; c < BY_CODINGS; c++)
        if (takes[c] && a->body[c].at != NULL && a->body[c].n < a->body[best].n)
            best = c;
    return best;
}

int by_reply_language(const char *languages)
{
    struct by_bytes list = { (const uint8_t *)languages, strlen(languages) };

    while (list.at != NULL) {
        struct by_bytes one = part(&list, ','), name = part(&one, ';');
        char text[16];
        int found;

        snprintf(text, sizeof text, "%.*s", (int)(name.n < sizeof text ? name.n : sizeof text - 1), name.at);
        found = by_language_find(text);
        if (found >= 0 && name.n > 0 && !says_no(one))
            return found;
    }
    return BY_ENGLISH;
}

/* Returns whether If-None-Match contains this hash. Weak and strong compare equal. */
static bool matches(const char *list, const char *hash)
{
    char quoted[sizeof((struct by_asset *)0)->hash + 2];

    snprintf(quoted, sizeof quoted, "\"%s\"", hash);
    return strcmp(list, "*") == 0 || strstr(list, quoted) != NULL;
}

/* Finds the file at a path. The page itself is prerendered in each language: index.es.html is the Spanish version. */
static bool find(const struct by_assets *a, const struct by_ask *ask, struct by_asset *out)
{
    char name[32];

    if (ask->path[0] != '\0')
        return by_assets_find(a, ask->path, out);
    snprintf(name, sizeof name, "index.%s.html", by_language_list[ask->language]->key);
    return (ask->language != BY_ENGLISH && by_assets_find(a, name, out)) || by_assets_find(a, "index.html", out);
}

void by_reply_make(const struct by_assets *a, const struct by_ask *ask, struct by_reply *out)
{
    struct by_asset found;
    enum by_coding coding;
    bool same_again;

    if (!find(a, ask, &found)) {
        by_reply_plain(404, ask->language, ask->head, out);
        return;
    }
    coding = choose(&found, ask->codings);
    same_again = matches(ask->match, found.hash);
    *out = (struct by_reply){
        .status = same_again ? 304 : 200, .sized = !same_again, .size = found.body[coding].n, .own = found.own
    };
    snprintf(out->etag, sizeof out->etag, "W/\"%s\"", found.hash);
    by_reply_add(out, "content-type:", found.type);
    by_reply_add(out, "etag:", out->etag);
    by_reply_add(out, "cache-control:", found.lasting ? "public, max-age=31536000, immutable" : "no-cache");
    if (coding != BY_IDENTITY)
        by_reply_add(out, "content-encoding:", names[coding]);
    if (ask->path[0] == '\0')
        by_reply_add(out, "vary:", "accept-encoding, accept-language");
    else if (found.body[BY_GZIP].at != NULL || found.body[BY_BROTLI].at != NULL)
        by_reply_add(out, "vary:", "accept-encoding");
    if (!same_again && !ask->head)
        out->body = found.body[coding];
}

void by_reply_clear(struct by_reply *r)
{
    free(r->own);
    memset(r, 0, sizeof *r);
}
