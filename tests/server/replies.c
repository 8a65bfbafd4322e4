/* SPDX-License-Identifier: MIT */
/* replies.c: tests replies to requests with various headers, and page packs, valid and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boneyard/words.h"
#include "planted.h"
#include "server/net/reply.h"

static struct by_bytes small_page;

static const char *header(const struct by_reply *r, const char *name)
{
    for (int i = 0; i < r->headers_n; i++)
        if (strcmp(r->headers[i].name, name) == 0)
            return r->headers[i].value;
    return "";
}

static void ask(struct by_reply *r, const char *path, const char *codings, const char *match, bool head)
{
    by_reply_make(&(struct by_assets){ NULL, small_page }, &(struct by_ask){ path, codings, match, BY_ENGLISH, head },
                  r);
    assert_true(r->headers_n <= BY_HEADERS_MOST);
}

/* The script of the small page is available uncompressed, with gzip and with brotli, each smaller than the one
 * before. */
static void codings(void **state)
{
    static const struct {
        const char *header, *coding;
    } cases[] = {
        { "", "" },
        { "gzip", "gzip" },
        { "GZIP , br", "br" },
        { "br;q=0.5, gzip;q=0", "br" },
        { "gzip;q=0.000", "" },
        { "gzip; Q=0.001", "gzip" },
        { "identity, *;q=0", "" },
        { "xgzip, brr", "" },
        { "gzip,br", "br" },
        { ",,;;=,", "" },
        { " ", "" },
        { "br;q=0,gzip", "gzip" },
        { "gzip;q=1;q=0, br;x", "br" },
        { ";q=0", "" },
    };
    struct by_reply r;
    size_t plain;

    (void)state;
    ask(&r, "assets/b-12345678.js", "", "", false);
    plain = r.size;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ask(&r, "assets/b-12345678.js", cases[i].header, "", false);
        assert_int_equal(r.status, 200);
        assert_string_equal(header(&r, "content-encoding:"), cases[i].coding);
        assert_string_equal(header(&r, "vary:"), "accept-encoding");
        assert_string_equal(header(&r, "cache-control:"), "public, max-age=31536000, immutable");
        assert_int_equal(r.body.n, r.size);
        assert_true((r.size < plain) == (cases[i].coding[0] != '\0'));
        by_reply_clear(&r);
    }
}

static void known(void **state)
{
    char list[200], tag[48];
    struct by_reply r;

    (void)state;
    ask(&r, "", "gzip", "", false);
    assert_int_equal(r.status, 200);
    assert_string_equal(header(&r, "cache-control:"), "no-cache");
    snprintf(tag, sizeof tag, "%s", header(&r, "etag:"));
    for (int i = 0; i < 5; i++) {
        static const char *const lists[] = { "%s", "\"old\", %s, W/\"other\"", "%s,", "%.0s*", "%.9s\"" };

        snprintf(list, sizeof list, lists[i], i == 4 ? tag : tag);
        ask(&r, "index.html", "gzip", list, false);
        assert_int_equal(r.status, i == 4 ? 200 : 304);
        assert_string_equal(header(&r, "etag:"), tag);
        assert_true(r.sized == (i == 4) && (r.body.n > 0) == (i == 4));
    }
    snprintf(list, sizeof list, "%s", tag + 2); /* not weak, but treated the same here */
    ask(&r, "index.html", "", list, false);
    assert_int_equal(r.status, 304);
    ask(&r, "index.html", "", "old", true);
    assert_true(r.status == 200 && r.body.n == 0 && r.size > 0);
}

/* The page itself is sent in the language that the browser prefers; its files do not depend on the language. */
static void drawn(void **state)
{
    static const struct {
        const char *path, *header, *word, *vary;
    } cases[] = {
        { "", "es-MX, en;q=0.5", "Una", "accept-encoding, accept-language" },
        { "", "en", "A small", "accept-encoding, accept-language" },
        { "", "fr", "A small", "accept-encoding, accept-language" },
        { "index.html", "es", "A small", "accept-encoding" },
    };
    struct by_reply r;
    char text[200];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_reply_make(&(struct by_assets){ NULL, small_page },
                      &(struct by_ask){ cases[i].path, "", "", by_reply_language(cases[i].header), false }, &r);
        assert_int_equal(r.status, 200);
        snprintf(text, sizeof text, "%.*s", (int)r.body.n, (const char *)r.body.at);
        assert_non_null(strstr(text, cases[i].word));
        assert_string_equal(header(&r, "vary:"), cases[i].vary);
        by_reply_clear(&r);
    }
}

static void refused(void **state)
{
    static const int statuses[] = { 400, 404, 405, 414 };
    struct by_reply r;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        by_reply_plain(statuses[i], BY_ENGLISH, i == 1, &r);
        assert_int_equal(r.status, statuses[i]);
        assert_true(r.sized && r.size > 10 && r.size < 200 && r.body.n == (i == 1 ? 0 : r.size));
        assert_string_equal(header(&r, "content-type:"), "text/plain; charset=utf-8");
        assert_string_equal(header(&r, "allow:"), statuses[i] == 405 ? "GET, HEAD" : "");
    }
    ask(&r, "nothing", "gzip", "*", false);
    assert_int_equal(r.status, 404);
    assert_int_equal(by_reply_always_n(true), by_reply_always_n(false) + 1);
    assert_string_equal(by_reply_always[by_reply_always_n(false)].name, "cross-origin-opener-policy:");
    for (int i = 0; i < by_reply_always_n(true); i++)
        assert_int_equal(by_reply_always[i].name[strlen(by_reply_always[i].name) - 1], ':');
}

/* The script in the document is allowed by its hash; without a page, no script in a document is. */
static void policy(void **state)
{
    char text[BY_POLICY_MOST];

    (void)state;
    by_reply_policy(&(struct by_assets){ NULL, small_page }, text);
    assert_non_null(strstr(text, "script-src 'self' 'wasm-unsafe-eval' 'sha256-aB3+/='; style-src 'self'; "));
    by_reply_policy(&(struct by_assets){ "/nowhere", { NULL, 0 } }, text);
    assert_non_null(strstr(text, "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "));
    assert_non_null(strstr(text, "; frame-ancestors 'none'"));
}

/* The languages that a browser accepts, and the language of a page. */
static void languages(void **state)
{
    static const struct {
        const char *header, *key;
    } cases[] = {
        { "", "en" },
        { "es", "es" },
        { "es-MX,es;q=0.9,en;q=0.8", "es" },
        { "fr-CH, fr;q=0.9, es;q=0.7, *;q=0.5", "es" },
        { "de, en;q=0.8, es;q=0.6", "en" },
        { "es;q=0, fr", "en" },
        { "es;q=0.0,en", "en" },
        { "esperanto", "en" },
        { ",;q=1, ,", "en" },
        { "a-language-that-has-a-very-long-name, es", "es" },
    };
    struct by_reply r;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_reply_plain(404, by_reply_language(cases[i].header), false, &r);
        assert_string_equal(header(&r, "content-language:"), cases[i].key);
        assert_memory_equal(r.body.at, cases[i].key[1] == 's' ? "P\303\241gina" : "Page no", 7);
    }
}

/* ---- Packs ------------------------------------------------------------------------------------ */

static struct by_bytes slurp(const char *path)
{
    FILE *f = fopen(path, "rb");
    uint8_t *all = malloc(1 << 20);
    size_t n;

    assert_non_null(f);
    assert_non_null(all);
    n = fread(all, 1, 1 << 20, f);
    fclose(f);
    return (struct by_bytes){ all, n };
}

/* Reads all of a file, so that a sanitizer reports reads outside it. */
static uint32_t look(struct by_bytes pack, const char *name)
{
    struct by_asset a;
    uint32_t sum = 0;

    if (!by_assets_find(&(struct by_assets){ NULL, pack }, name, &a))
        return 0;
    sum = (uint32_t)(strlen(a.type) + strlen(a.hash));
    for (int c = 0; c < BY_CODINGS; c++)
        for (size_t i = 0; i < a.body[c].n; i++)
            sum = sum * 31 + a.body[c].at[i];
    return sum | 1;
}

static void packs(void **state)
{
    struct by_bytes pack = slurp(*state), broken;
    static const char *const names[] = { "a.txt", "assets/b-12345678.js", "index.html" };
    int refused = 0;

    assert_true(by_assets_check(pack));
    for (int i = 0; i < 3; i++)
        assert_true(look(pack, names[i]) != 0);
    assert_int_equal(look(pack, "b"), 0);
    assert_int_equal(look(pack, "zebra"), 0);
    assert_int_equal(look((struct by_bytes){ pack.at, 0 }, "index.html"), 0); /* a build without the page */
    for (size_t n = 0; n < pack.n; n++) {
        broken = (struct by_bytes){ malloc(n + 1), n };
        memcpy((uint8_t *)(uintptr_t)broken.at, pack.at, n);
        assert_false(by_assets_check(broken));
        free((void *)(uintptr_t)broken.at);
    }
    broken = (struct by_bytes){ malloc(pack.n), pack.n };
    for (size_t at = 0; at < pack.n; at++)
        for (int bit = 0; bit < 8; bit++) {
            uint8_t *b = (uint8_t *)(uintptr_t)broken.at;

            memcpy(b, pack.at, pack.n);
            b[at] ^= (uint8_t)(1 << bit);
            if (!by_assets_check(broken)) {
                refused++;
                continue;
            }
            for (int i = 0; i < 3; i++)
                look(broken, names[i]);
        }
    assert_true(refused > 100);
    free((void *)(uintptr_t)broken.at);
    free((void *)(uintptr_t)pack.at);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(codings),
        cmocka_unit_test(drawn),
        cmocka_unit_test(known),
        cmocka_unit_test(refused),
        cmocka_unit_test(policy),
        cmocka_unit_test(languages),
        { "packs", packs, NULL, NULL, argc > 1 ? argv[1] : NULL },
    };
    int failed;

#ifdef PLANTED
    by_planted = PLANTED;
#endif
    small_page = slurp(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free((void *)(uintptr_t)small_page.at);
    return failed;
}
