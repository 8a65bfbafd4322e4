/* SPDX-License-Identifier: MIT */
/* text.c: tests the text writer, and tiles and moves as text (N-01 to N-07). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/text.h"

static void the_writer_keeps_to_its_bytes(void **state)
{
    char at[8] = "zzzzzzz";
    struct by_text t = by_text_on(at, 5);

    (void)state;
    by_put(&t, "abc");
    by_put_int(&t, -12);
    assert_string_equal(at, "abc-");
    assert_true(t.full);
    assert_int_equal(at[5], 'z');
    t = by_text_on(at, sizeof at);
    by_put_int(&t, 0);
    by_put_int(&t, 1234);
    assert_string_equal(at, "01234");
    assert_false(t.full);
}

static void numbers_have_an_article(void **state)
{
    char text[64];
    struct by_text t = by_text_on(text, sizeof text);

    (void)state;
    for (int k = 0; k <= BY_MAX_NUMBER; k++)
        if (k == 0 || k == 7 || k == 8 || k == 10 || k == 11 || k == 17 || k == 18)
            by_put_a(&t, k);
    assert_string_equal(text, "a 0a 7an 8a 10an 11a 17an 18");
}

/* N-01: both orders are accepted; leading zeros, signs and numbers over 18 are not. */
static void tiles_are_read(void **state)
{
    by_tile t;
    bool flip;

    (void)state;
    assert_int_equal(by_tile_read("12-7 +1", 7, &t, &flip), 4);
    assert_int_equal(t, by_tile_of(12, 7));
    assert_false(flip);
    assert_int_equal(by_tile_read("7-12", 4, &t, &flip), 4);
    assert_int_equal(t, by_tile_of(12, 7));
    assert_true(flip);
    for (const char *const *bad =
             (const char *const[]){ "", "-", "6", "6-", "-6", "19-1", "06-1", "6-01", "6 -4", "a-b", "100-1", NULL };
         *bad != NULL; bad++)
        assert_int_equal(by_tile_read(*bad, strlen(*bad), &t, NULL), 0);
}

static void every_form_comes_back(void **state)
{
    static const struct {
        const char *text;
        int family;
    } forms[] = {
        { "6-4", BY_LINE },        { "4-5@4-6", BY_LINE },     { "5-4@5-5 +15", BY_LINE }, { "0-6@6-4", BY_LINE },
        { "12-5@t2", BY_TRAINS },  { "5-12@m !", BY_TRAINS },  { "12-12@hub", BY_TRAINS }, { "9-3@9-9", BY_FEET },
        { "take 4-1", BY_CASTLE }, { "take3 4-1", BY_CASTLE }, { "draw", BY_LINE },        { "pass", BY_FEET },
        { "call", BY_TRAINS },
    };
    char again[BY_MOVE_TEXT];
    by_move m;

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        assert_true(by_move_parse(forms[i].text, strlen(forms[i].text), forms[i].family, &m));
        by_move_print(m, forms[i].family, again);
        assert_string_equal(again, forms[i].text);
    }
    assert_false(by_move_parse("4-6 +0", 6, BY_LINE, &m));
    assert_false(by_move_parse("6-4@", 4, BY_LINE, &m));
    assert_false(by_move_parse("6-4@t16", 7, BY_TRAINS, &m));
    assert_false(by_move_parse("take 1-4", 8, BY_CASTLE, &m)); /* a full form has the higher half first */
    assert_false(by_move_parse("draw 3-1", 8, BY_LINE, &m));   /* N-04: only a bare draw is accepted as input */
}

/* Quoted input is made harmless and short. */
static void faults_quote_input(void **state)
{
    struct by_fault f;

    (void)state;
    by_fail(&f, BY_E_RULES, "no ", BY_QUOTED, "a\033[31mb\n", " here", NULL);
    assert_string_equal(f.text, "no 'a?[31mb?' here");
    by_fail(&f, BY_E_RULES, BY_QUOTED, "0123456789012345678901234567890123456789012345678901234567890123456789", NULL);
    assert_int_equal(strlen(f.text), 65);
    assert_int_equal(by_fail(NULL, BY_E_IO, "x", NULL), BY_E_IO);
}

static void errors_have_words(void **state)
{
    (void)state;
    for (int i = 0; i < BY_ERRORS; i++) {
        assert_true(strlen(by_err_key((by_err)i)) > 1);
        assert_true(strlen(by_err_sentence((by_err)i)) > 10);
    }
    assert_string_equal(by_err_key((by_err)9999), "internal");
}

/* Other people's text never contains terminal control codes, and no letter is cut. */
static void words_made_harmless(void **state)
{
    static const char *const pairs[][2] = {
        { "Ana Mar\xc3\xad"
          "a",
          "Ana Mar\xc3\xad"
          "a" },
        { "\xe4\xbd\xa0\xf0\x9f\x81\xa3", "\xe4\xbd\xa0\xf0\x9f\x81\xa3" },
        { "\033[2J", "?[2J" },
        { "a\tb\r\nc\x7f", "a?b??c?" },
        { "\xc2\x9b"
          "31m",
          "?31m" },
        { "\x9b"
          "1",
          "?1" },
        { "\xe2\x80\xae"
          "x",
          "?x" },
        { "\xe2\x81\xa6"
          "x",
          "?x" },
        { "\xd8\x9c"
          "x",
          "?x" },
        { "\xe2\x80\xa8", "?" },
        { "\xc0\xaf", "??" },
        { "\xed\xa0\xbd", "???" },
        { "\xf5\x80\x80\x80", "????" },
        { "\xe4\xbd", "??" },
    };
    char out[64];
    struct by_text t;

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        t = by_text_on(out, sizeof out);
        by_put_clean(&t, pairs[i][0], by_length(pairs[i][0]));
        assert_string_equal(out, pairs[i][1]);
    }
    t = by_text_on(out, 4); /* three bytes of room: one letter of two bytes, and no half letter */
    by_put_clean(&t, "\xc3\xad\xc3\xad", 4);
    assert_string_equal(out, "\xc3\xad");
    assert_true(t.full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_writer_keeps_to_its_bytes),
        cmocka_unit_test(words_made_harmless),
        cmocka_unit_test(tiles_are_read),
        cmocka_unit_test(numbers_have_an_article),
        cmocka_unit_test(every_form_comes_back),
        cmocka_unit_test(faults_quote_input),
        cmocka_unit_test(errors_have_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
