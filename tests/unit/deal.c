/* SPDX-License-Identifier: MIT */
/* deal.c: checks the stream, decks and lots of docs/protocol.md against published and frozen vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "../../src/rules/deal.c"

#include "boneyard/text.h"

/* RFC 8439, section 2.3.2: key 00..1f, nonce 000000090000004a00000000, counter 1. */
static void chacha20_of_rfc_8439(void **state)
{
    static const uint32_t want[16] = { 0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
                                       0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                       0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2 };
    struct by_seed seed;
    struct stream st;

    (void)state;
    for (int i = 0; i < 32; i++)
        seed.bytes[i] = (uint8_t)i;
    st = stream_of(&seed, 0x09000000, 0x4a000000, 0);
    st.counter = 1;
    for (int i = 0; i < 16; i++)
        assert_int_equal(next_word(&st), want[i]);
}

static void deck_text(const char *rules, const char *seed_text, uint32_t round, uint32_t attempt, char *out,
                      size_t size)
{
    struct by_config c;
    struct by_state s;
    struct by_seed seed;
    by_tile deck[BY_MAX_TILES];
    struct by_text t = by_text_on(out, size);
    int n;

    assert_int_equal(by_config_parse(rules, &c, NULL), BY_OK);
    assert_true(by_seed_read(seed_text, &seed));
    by_start(&s, &c);
    n = by_seed_deck(&s, &seed, round, attempt, deck);
    for (int i = 0; i < n; i++) {
        by_put(&t, i == 0 ? "" : " ");
        by_put_tile(&t, deck[i], false);
    }
}

/* Frozen: a change here requires a new major version of the protocol. */
static void decks_are_frozen(void **state)
{
    char text[2048];

    (void)state;
    deck_text("muggins:number", "1", 1, 0, text, sizeof text);
    assert_string_equal(text,
                        "4-0 6-2 5-4 2-1 0-0 5-3 3-0 3-1 6-0 4-3 3-2 5-5 4-2 1-1 6-4 6-1 5-0 6-3 3-3 2-2 6-5 "
                        "1-0 5-1 4-1 4-4 6-6 2-0 5-2");
    deck_text("chickenfoot:number", "ff", 1, 0, text, sizeof text);
    assert_null(strstr(text, "9-9")); /* F-03: the round's double is set aside */
    assert_int_equal(strlen(text), 54 * 4 - 1);
}

/* Each round, attempt and seed gives a different deck; C-03. */
static void decks_differ(void **state)
{
    char first[2048], other[2048];

    (void)state;
    deck_text("block", "1", 1, 0, first, sizeof first);
    deck_text("block", "1", 2, 0, other, sizeof other);
    assert_string_not_equal(first, other);
    deck_text("block", "1", 1, 1, other, sizeof other);
    assert_string_not_equal(first, other);
    deck_text("block", "2", 1, 0, other, sizeof other);
    assert_string_not_equal(first, other);
}

/* Every tile is equally likely in every place: chi-square over 28 places with 27 degrees of freedom,
 * whose 99.99th percentile is 63.2.  The planted shuffle, a byte modulo n, is far above it. */
static double chi_square(bool planted)
{
    static uint32_t seen[28][28];
    struct by_config c;
    struct by_state s;
    struct by_seed seed = { { 7 } };
    by_tile deck[BY_MAX_TILES];
    double worst = 0;

    memset(seen, 0, sizeof seen);
    by_config_parse("block", &c, NULL);
    by_start(&s, &c);
    for (uint32_t round = 0; round < 28000; round++) {
        by_seed_deck(&s, &seed, round, 0, deck);
        for (int i = 0; planted && i < 28; i++) { /* swaps with any place: the classic mistake */
            int j = deck[i] % 28;
            by_tile t = deck[i];

            deck[i] = deck[j];
            deck[j] = t;
        }
        for (int i = 0; i < 28; i++)
            seen[i][deck[i]]++;
    }
    for (int i = 0; i < 28; i++) {
        double sum = 0;

        for (int t = 0; t < 28; t++)
            sum += (seen[i][t] - 1000.0) * (seen[i][t] - 1000.0) / 1000.0;
        worst = sum > worst ? sum : worst;
    }
    return worst;
}

static void shuffles_are_even(void **state)
{
    (void)state;
    assert_true(chi_square(false) < 63.2);
    assert_true(chi_square(true) > 63.2);
}

/* The fast shuffle of benchmarks and bots is uniform, too. */
static void fast_shuffles_are_even(void **state)
{
    static uint32_t seen[28][28];
    by_tile tiles[28];
    struct by_rng rng;

    (void)state;
    by_rng_init(&rng, 3);
    for (int round = 0; round < 28000; round++) {
        for (int i = 0; i < 28; i++)
            tiles[i] = (by_tile)i;
        by_rng_shuffle(&rng, tiles, 28);
        for (int i = 0; i < 28; i++)
            seen[i][tiles[i]]++;
    }
    for (int i = 0; i < 28; i++) {
        double sum = 0;

        for (int t = 0; t < 28; t++)
            sum += (seen[i][t] - 1000.0) * (seen[i][t] - 1000.0) / 1000.0;
        assert_true(sum < 63.2);
    }
}

/* L-06: the lot picks each seat about equally often. */
static void lots_are_fair(void **state)
{
    struct by_seed seed = { { 9 } };
    struct by_config c;
    struct by_state s;
    int led[4] = { 0 };

    (void)state;
    by_config_parse("muggins:online players=4", &c, NULL);
    by_start(&s, &c);
    for (uint32_t round = 1; round <= 20000; round++)
        led[by_seed_lot(&s, &seed, round)]++;
    for (int i = 0; i < 4; i++)
        assert_in_range(led[i], 4700, 5300);
}

static void seeds_as_text(void **state)
{
    struct by_seed seed;
    char text[65];

    (void)state;
    assert_true(by_seed_read("aBc", &seed));
    by_seed_print(&seed, text);
    assert_string_equal(text, "0000000000000000000000000000000000000000000000000000000000000abc");
    assert_false(by_seed_read("", &seed));
    assert_false(by_seed_read("xyz", &seed));
    assert_false(by_seed_read("00000000000000000000000000000000000000000000000000000000000000000", &seed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha20_of_rfc_8439),   cmocka_unit_test(decks_are_frozen),
        cmocka_unit_test(decks_differ),           cmocka_unit_test(shuffles_are_even),
        cmocka_unit_test(fast_shuffles_are_even), cmocka_unit_test(lots_are_fair),
        cmocka_unit_test(seeds_as_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
