/* SPDX-License-Identifier: MIT */
/* push.c: tests the example of RFC 8291 (appendix A), tokens, and the addresses to which messages may be sent. */
#include "push/public.h"
#include "push/seal.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "planted.h"
#include "util/crypto.h"

static const char body[] = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
                           "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
                           "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

static struct by_push_sealing example(void)
{
    static const char plain[] = "When I grow up, I want to be a watermelon";
    struct by_push_sealing s = { .plain = plain, .n = sizeof plain - 1 };

    assert_true(by_unbase64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", s.once.secret, sizeof s.once.secret));
    assert_true(by_unbase64("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                            s.to, sizeof s.to));
    assert_true(by_unbase64("BTBZMqHH6r4Tts7J_aSIgg", s.auth, sizeof s.auth));
    assert_true(by_unbase64("DGv6ra1nlYgDCS1FRnbzlw", s.salt, sizeof s.salt));
    assert_true(by_push_key_of(&s.once));
    return s;
}

static void seals_the_example(void **state)
{
    struct by_push_sealing s = example();
    uint8_t out[BY_PUSH_SEALED];
    char text[BY_PUSH_SEALED];
    size_t n = by_push_seal(&s, out);

    (void)state;
    assert_int_equal(n, 144);
    by_base64(out, n, text);
    assert_string_equal(text, body);
}

static void pads(void **state)
{
    struct by_push_sealing s = example();
    uint8_t out[BY_PUSH_SEALED];

    (void)state;
    s.pad = 512;
    assert_int_equal(by_push_seal(&s, out), 86 + 512 + 1 + 16);
    s.n = 7;
    assert_int_equal(by_push_seal(&s, out), 86 + 512 + 1 + 16);
    s.pad = BY_PUSH_PLAIN + 1;
    assert_int_equal(by_push_seal(&s, out), 0);
}

static void refuses_a_point_off_the_curve(void **state)
{
    struct by_push_sealing s = example();
    uint8_t out[BY_PUSH_SEALED];

    (void)state;
    s.to[64] ^= 1;
    assert_int_equal(by_push_seal(&s, out), 0);
    memset(s.to, 0, sizeof s.to);
    assert_int_equal(by_push_seal(&s, out), 0);
}

static void makes_keys(void **state)
{
    struct by_push_key a, b, zero = { { 0 }, { 0 } };

    (void)state;
    assert_true(by_push_key_new(&a) && by_push_key_new(&b));
    assert_memory_not_equal(a.secret, b.secret, sizeof a.secret);
    memcpy(b.secret, a.secret, sizeof b.secret);
    assert_true(by_push_key_of(&b));
    assert_memory_equal(a.public, b.public, sizeof a.public);
    assert_false(by_push_key_of(&zero));
    memset(zero.secret, 0xff, sizeof zero.secret);
    assert_false(by_push_key_of(&zero));
}

/* The signature is checked by tests/server/push.py, which has its own arithmetic. */
static void makes_tokens(void **state)
{
    static const char expected[] =
        "{\"aud\":\"https://push.example\",\"exp\":1453341205,\"sub\":\"https://club.example\"}";
    struct by_push_key k;
    char *token, text[200];

    (void)state;
    assert_true(by_push_key_new(&k));
    token = by_push_token(&k, "https://push.example", 1453341205, "https://club.example");
    assert_non_null(token);
    assert_int_equal(strncmp(token, "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.", 37), 0);
    by_base64(expected, sizeof expected - 1, text);
    assert_int_equal(strncmp(token + 37, text, strlen(text)), 0);
    assert_int_equal(strlen(token), 37 + strlen(text) + 1 + 86);
    free(token);
}

static bool is_public(const char *text)
{
    struct sockaddr_in four = { .sin_family = AF_INET };
    struct sockaddr_in6 six = { .sin6_family = AF_INET6 };

    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return by_push_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return by_push_is_public((const struct sockaddr *)&six);
}

static void tells_public_addresses(void **state)
{
    static const char *const outside[] = { "1.1.1.1",         "9.255.255.255", "11.0.0.0",         "100.63.0.1",
                                           "100.128.0.1",     "172.15.0.1",    "172.32.0.1",       "192.167.1.1",
                                           "223.1.1.1",       "2606:4700::1",  "2a00:1450:4001::", "::ffff:1.1.1.1",
                                           "64:ff9b::101:101" };
    static const char *const inside[] = { "0.0.0.0",
                                          "0.1.2.3",
                                          "10.1.2.3",
                                          "100.64.0.1",
                                          "100.127.255.255",
                                          "127.0.0.1",
                                          "127.9.9.9",
                                          "169.254.169.254",
                                          "172.16.0.1",
                                          "172.31.255.255",
                                          "192.0.0.8",
                                          "192.0.2.1",
                                          "192.168.1.1",
                                          "198.18.0.1",
                                          "198.19.255.255",
                                          "198.51.100.7",
                                          "203.0.113.9",
                                          "224.0.0.1",
                                          "240.0.0.1",
                                          "255.255.255.255",
                                          "::",
                                          "::1",
                                          "::127.0.0.1",
                                          "::ffff:127.0.0.1",
                                          "::ffff:10.0.0.1",
                                          "::ffff:169.254.169.254",
                                          "64:ff9b::7f00:1",
                                          "64:ff9b:1::1",
                                          "100::1",
                                          "2001::1",
                                          "2001:db8::1",
                                          "2002:7f00:1::",
                                          "3fff::1",
                                          "fc00::1",
                                          "fd12:3456::1",
                                          "fe80::1",
                                          "fec0::1",
                                          "ff02::1",
                                          "4000::1" };

    (void)state;
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        if (!is_public(outside[i]))
            fail_msg("%s is not public", outside[i]);
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++)
        if (is_public(inside[i]))
            fail_msg("%s is public", inside[i]);
    assert_false(by_push_is_public(&(struct sockaddr){ .sa_family = AF_UNIX }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seals_the_example),
        cmocka_unit_test(pads),
        cmocka_unit_test(refuses_a_point_off_the_curve),
        cmocka_unit_test(makes_keys),
        cmocka_unit_test(makes_tokens),
        cmocka_unit_test(tells_public_addresses),
    };

#ifdef BY_FAULTS
    by_planted = PLANTED;
#endif
    by_crypto_start();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
