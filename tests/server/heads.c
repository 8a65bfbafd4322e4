/* heads.c: heads of requests and packs of pages, whole and broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/request.h"

static const uint8_t *bytes(const char *text) { return (const uint8_t *)text; }

/* Copies first, so that a sanitizer sees a byte read too far. */
static int reading(const char *text, size_t n, struct by_request *r)
{
    uint8_t *copy = malloc(n);
    int status;

    assert_non_null(copy);
    memcpy(copy, text, n);
    assert_int_equal(by_head_end(copy, 0, n), n);
    status = by_request_read(copy, n, r);
    r->match.at = r->match.at == NULL ? NULL : bytes(text) + (r->match.at - copy);
    free(copy);
    return status;
}

static struct by_request good(const char *headers)
{
    struct by_request r;
    char text[1000];
    int n = snprintf(text, sizeof text, "GET /a/b.js?c HTTP/1.1\r\nhost: x\r\n%s\r\n", headers);

    assert_int_equal(reading(text, (size_t)n, &r), 0);
    assert_string_equal(r.path, "a/b.js");
    assert_false(r.head);
    r.match.at = NULL;                  /* of `text` */
    return r;
}

static void codings(void **state)
{
    static const struct { const char *header; bool gzip, br; } cases[] = {
        { "", false, false },
        { "accept-encoding: gzip\r\n", true, false },
        { "Accept-Encoding:GZIP , br\r\n", true, true },
        { "accept-encoding: br;q=0.5, gzip;q=0\r\n", false, true },
        { "accept-encoding: gzip;q=0.000\r\n", false, false },
        { "accept-encoding: gzip; Q=0.001\r\n", true, false },
        { "accept-encoding: identity, *;q=0\r\n", false, false },
        { "accept-encoding: xgzip, brr\r\n", false, false },
        { "accept-encoding: gzip\r\naccept-encoding: br\r\n", true, true },
        { "accept-encoding: ,,;;=,\r\n", false, false }, { "accept-encoding:\r\n", false, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct by_request r = good(cases[i].header);

        assert_int_equal(r.takes[BY_GZIP], cases[i].gzip);
        assert_int_equal(r.takes[BY_BROTLI], cases[i].br);
        assert_true(r.takes[BY_PLAIN]);
    }
}

static void keeping(void **state)
{
    struct by_request r;
    static const char old[] = "GET / HTTP/1.0\r\n\r\n", kept[] = "HEAD / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n";

    (void)state;
    assert_true(good("").keep);
    assert_true(good("connection: upgrade\r\n").keep);
    assert_false(good("connection: keep-alive, close\r\n").keep);
    assert_int_equal(reading(old, sizeof old - 1, &r), 0);
    assert_false(r.keep);
    assert_int_equal(reading(kept, sizeof kept - 1, &r), 0);
    assert_true(r.keep && r.head);
}

/* However the bytes come in pieces, the end is found at the same place. */
static void pieces(void **state)
{
    static const char text[] = "GET / HTTP/1.1\r\nhost: x\r\na: \tb\r\n\r\nGET";
    size_t n = sizeof text - 1;

    (void)state;
    for (size_t i = 0; i <= n - 3; i++)
        assert_int_equal(by_head_end(bytes(text), 0, i), i == n - 3 ? (long)(n - 3) : 0);
    for (size_t i = 0; i < n - 3; i++)
        assert_int_equal(by_head_end(bytes(text), i, n - 3), n - 3);
    assert_int_equal(by_head_end(bytes("a\nb"), 0, 3), -1);
    assert_int_equal(by_head_end(bytes("a\rb"), 2, 3), -1);
    assert_int_equal(by_head_end(bytes("a\0b"), 0, 3), -1);
}

static uint32_t dice;

static uint32_t roll(uint32_t sides)
{
    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    return dice % sides;
}

/* Every byte of a head spoilt, many times: what is read is refused or makes sense, and every reply is whole. */
static void noise(void **state)
{
    static const char text[] = "GET /index.html?x HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip;q=0.1, br\r\n"
                               "if-none-match: W/\"0123\", *\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    static const char signs[] = "\r\n :;,=\"*/?.%0aGH\t\177\200\377";
    struct by_assets nothing = { NULL, { (const uint8_t *)"BYPAGE01\0\0\0", 12 } };
    int read = 0, refused = 0;

    (void)state;
    dice = 2463534242u;
    for (int i = 0; i < 200000; i++) {
        uint8_t copy[sizeof text];
        struct by_request r;
        struct by_reply reply;
        int status;

        memcpy(copy, text, sizeof text);
        for (uint32_t k = roll(6); k < 6; k++)
            copy[roll(sizeof text - 5)] = (uint8_t)signs[roll(sizeof signs)];
        if (by_head_end(copy, 0, sizeof text - 1) != sizeof text - 1)
            continue;
        status = by_request_read(copy, sizeof text - 1, &r);
        assert_true(strlen(r.path) <= BY_TARGET_MOST);
        if (status == 0)
            by_reply_make(&nothing, &r, &reply);
        else
            by_reply_plain(status, r.head, false, &reply);
        assert_true(reply.head_n < sizeof reply.head && reply.head_n == strlen(reply.head));
        assert_memory_equal(reply.head + reply.head_n - 4, "\r\n\r\n", 4);
        *(status == 0 ? &read : &refused) += 1;
        by_reply_clear(&reply);
    }
    assert_true(read > 1000 && refused > 1000);
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

/* Looks at all of a file; a sanitizer sees what lies outside. */
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codings), cmocka_unit_test(keeping), cmocka_unit_test(pieces), cmocka_unit_test(noise),
        { "packs", packs, NULL, NULL, argc > 1 ? argv[1] : NULL },
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
