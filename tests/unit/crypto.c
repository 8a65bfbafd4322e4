/* SPDX-License-Identifier: MIT */
/* crypto.c: checks hashes against the vectors of RFC 7693 and Python's hashlib, seals, and passwords.  by_random is
 * replaced below; the code may use no other source of randomness. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "util/chance.h"
#include "util/crypto.h"
#include "util/random.h"

static uint8_t next_byte;

void by_random(void *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = next_byte++;
}

static void hashes(void **state)
{
    static const uint8_t abc[64] = { /* RFC 7693, appendix A */
                                     0xba, 0x80, 0xa5, 0x3f, 0x98, 0x1c, 0x4d, 0x0d, 0x6a, 0x27, 0x97, 0xb6, 0x9f,
                                     0x12, 0xf6, 0xe9, 0x4c, 0x21, 0x2f, 0x14, 0x68, 0x5a, 0xc4, 0xb7, 0x4b, 0x12,
                                     0xbb, 0x6f, 0xdb, 0xff, 0xa2, 0xd1, 0x7d, 0x87, 0xc5, 0x39, 0x2a, 0xab, 0x79,
                                     0x2d, 0xc2, 0x52, 0xd5, 0xde, 0x45, 0x33, 0xcc, 0x95, 0x18, 0xd3, 0x8a, 0xa8,
                                     0xdb, 0xf1, 0x92, 0x5a, 0xb9, 0x23, 0x86, 0xed, 0xd4, 0x00, 0x99, 0x23
    };
    static const uint8_t keyed[32] = { /* hashlib.blake2b(bytes(range(200)), digest_size=32, key=bytes(range(64))) */
                                       0xc4, 0xd2, 0xb1, 0x78, 0x96, 0x3d, 0x16, 0xd8, 0xfb, 0xf0, 0x3a,
                                       0xdb, 0xcd, 0xdb, 0x85, 0xe2, 0xa2, 0xd7, 0x67, 0xd4, 0xfa, 0x80,
                                       0xd3, 0x96, 0xa3, 0x11, 0xc6, 0xb8, 0x0c, 0x9f, 0x56, 0x69
    };
    uint8_t out[64], bytes[200];
    struct by_hasher h;

    (void)state;
    by_hash_of(NULL, 0, "abc", 3, out, 64);
    assert_memory_equal(out, abc, 64);
    for (int i = 0; i < 200; i++)
        bytes[i] = (uint8_t)i;
    by_hash_of(bytes, 64, bytes, 200, out, 32);
    assert_memory_equal(out, keyed, 32);
    by_hash_init(&h, bytes, 64, 32);
    for (size_t i = 0, n = 1; i < 200; i += n, n = n < 200 - i ? n + 1 : 200 - i)
        by_hash_add(&h, bytes + i, n);
    by_hash_end(&h, out, 32);
    assert_memory_equal(out, keyed, 32);
}

static void seals(void **state)
{
    const uint8_t key[BY_SEAL_KEY] = { 7 }, other[BY_SEAL_KEY] = { 8 };
    uint8_t sealed[5 + BY_SEAL_MORE], again[sizeof sealed], out[5];

    (void)state;
    by_seal(key, "tiles", 5, sealed);
    by_seal(key, "tiles", 5, again);
    assert_memory_not_equal(sealed, again, sizeof sealed); /* a fresh nonce each time */
    assert_true(by_unseal(key, sealed, sizeof sealed, out));
    assert_memory_equal(out, "tiles", 5);
    assert_false(by_unseal(other, sealed, sizeof sealed, out));
    for (size_t i = 0; i < sizeof sealed; i++) {
        sealed[i] ^= 1;
        assert_false(by_unseal(key, sealed, sizeof sealed, out));
        sealed[i] ^= 1;
    }
    assert_false(by_unseal(key, sealed, BY_SEAL_MORE - 1, out));
}

static void passwords(void **state)
{
    char hash[BY_PASSWORD_TEXT], again[BY_PASSWORD_TEXT];

    (void)state;
    next_byte = 3;
    assert_true(by_password_hash("double six", hash));
    assert_true(by_password_fits(hash, "double six"));
    assert_false(by_password_fits(hash, "double five"));
    assert_false(by_password_fits("no hash", "double six"));
    assert_int_equal(strncmp(hash, "$argon2id$", 10), 0);
    next_byte = 3; /* the salt comes from by_random */
    assert_true(by_password_hash("double six", again));
    assert_string_equal(hash, again);
    assert_true(by_password_hash("double six", again));
    assert_string_not_equal(hash, again);
}

static void the_rest(void **state)
{
    uint8_t bytes[3] = { 1, 2, 3 };

    (void)state;
    assert_true(by_same_bytes("abc", "abd", 2));
    assert_false(by_same_bytes("abc", "abd", 3));
    by_forget(bytes, 2);
    assert_memory_equal(bytes, "\0\0\3", 3);
    next_byte = 40;
    assert_int_equal(by_chance().bytes[31], 71);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes),
        cmocka_unit_test(seals),
        cmocka_unit_test(passwords),
        cmocka_unit_test(the_rest),
    };

    by_crypto_start();
    return cmocka_run_group_tests_name("crypto", tests, NULL, NULL);
}
