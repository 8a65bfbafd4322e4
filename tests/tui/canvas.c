/* SPDX-License-Identifier: MIT */
/* canvas.c: checks that text is drawn in the right place, that nothing harmful gets through, and that inks can be told
 * apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tui/canvas.h"
#include "tui/inks.h"

static char line[512];

static const char *at(const struct by_canvas *c, int y)
{
    by_canvas_line(c, y, line, sizeof line);
    return line;
}

static void signs(void **state)
{
    struct by_canvas c;

    (void)state;
    by_canvas_init(&c, 12, 3, false);
    assert_int_equal(by_canvas_put(&c, 0, 0, -1, BY_INK_TEXT, "é ● 日本"), 8);
    assert_string_equal(at(&c, 0), "é ● 日本");
    assert_int_equal(c.cell[4].sign, 0x65e5);
    assert_int_equal(c.cell[5].sign, 0);
    by_canvas_put(&c, 5, 0, -1, BY_INK_TEXT, "x"); /* cuts the wide sign in two */
    assert_string_equal(at(&c, 0), "é ●  x本");
    by_canvas_put(&c, 6, 0, 1, BY_INK_TEXT, "y");
    assert_string_equal(at(&c, 0), "é ●  xy");
    /* Escape sequences, controls, broken and overlong UTF-8, surrogates, marks without a width, bidi overrides. */
    by_canvas_put(&c, 0, 1, -1, BY_INK_TEXT, "a\033[2J\x07\x9b");
    assert_string_equal(at(&c, 1), "a?[2J??");
    assert_int_equal(by_canvas_put(&c, 0, 2, -1, BY_INK_TEXT,
                                   "\xc0\x80\xed\xa0\x80"
                                   "e\xcc\x81\xe2\x80\xae\xff"),
                     9);
    assert_string_equal(at(&c, 2), "?????e???");
    assert_int_equal(by_canvas_width("e\xcc\x81日"), 4);
    assert_int_equal(by_canvas_width("\xf0\x9f\x80\xb1"), 1);
    by_canvas_clear(&c);
}

static void edges(void **state)
{
    struct by_canvas c;

    (void)state;
    by_canvas_init(&c, 5, 2, false);
    by_canvas_fill(&c, -3, -3, 4, 4, '#', BY_INK_FELT);
    assert_string_equal(at(&c, 0), "#");
    assert_int_equal(c.cell[0].ink, BY_INK_FELT);
    assert_int_equal(by_canvas_put(&c, -2, 1, -1, BY_INK_TEXT, "abcdefghij"), 7);
    assert_string_equal(at(&c, 1), "cdef…");
    assert_int_equal(by_canvas_put(&c, 4, 0, -1, BY_INK_TEXT, "日"), 1);
    by_canvas_put(&c, 9, 0, -1, BY_INK_TEXT, "x");
    by_canvas_put(&c, 0, 7, -1, BY_INK_TEXT, "x");
    by_canvas_sign(&c, 4, 0, 0x65e5, BY_INK_TEXT); /* a wide sign that does not fit */
    assert_string_equal(at(&c, 0), "#   ?");
    c.tag = 7;
    by_canvas_put(&c, 1, 0, 2, BY_INK_TEXT, "日");
    c.tag = 0;
    assert_int_equal(by_canvas_tag(&c, 0, 0), 0);
    assert_int_equal(by_canvas_tag(&c, 1, 0), 7);
    assert_int_equal(by_canvas_tag(&c, 2, 0), 7);
    assert_int_equal(by_canvas_tag(&c, 3, 0), 0);
    assert_int_equal(by_canvas_tag(&c, 5, 0), 0);
    assert_int_equal(by_canvas_tag(&c, 0, -1), 0);
    by_canvas_clear(&c);
    by_canvas_clear(&c);
    by_canvas_init(&c, -1, 4, false);
    by_canvas_put(&c, 0, 0, -1, BY_INK_TEXT, "nothing");
    assert_string_equal(at(&c, 0), "");
    by_canvas_clear(&c);
}

static void frames(void **state)
{
    struct by_canvas c;

    (void)state;
    by_canvas_init(&c, 6, 3, false);
    by_canvas_frame(&c, 0, 0, 6, 3, BY_INK_QUIET, false);
    assert_string_equal(at(&c, 0), "┌────┐");
    assert_string_equal(at(&c, 1), "│    │");
    assert_string_equal(at(&c, 2), "└────┘");
    by_canvas_frame(&c, 0, 0, 6, 3, BY_INK_QUIET, true);
    assert_string_equal(at(&c, 0), "┌┄┄┄┄┐");
    by_canvas_clear(&c);
    by_canvas_init(&c, 6, 3, true);
    by_canvas_frame(&c, 0, 0, 6, 3, BY_INK_QUIET, false);
    by_canvas_put(&c, 1, 1, 4, BY_INK_TEXT, "●…éL");
    assert_string_equal(at(&c, 0), ".----.");
    assert_string_equal(at(&c, 1), "|o~?L|");
    for (int i = 0; i < 18; i++)
        assert_in_range(c.cell[i].sign, 32, 126);
    by_canvas_clear(&c);
}

static void wrapping(void **state)
{
    static const char words[] = "East lays 5-5.  The ends\nmake 20: Donaudampfschiff";
    struct by_canvas c;

    (void)state;
    by_canvas_init(&c, 10, 8, false);
    assert_int_equal(by_canvas_wrap(&c, 0, 0, 10, 8, 0, BY_INK_TEXT, words), 6);
    assert_string_equal(at(&c, 0), "East lays");
    assert_string_equal(at(&c, 1), "5-5.  The");
    assert_string_equal(at(&c, 2), "ends");
    assert_string_equal(at(&c, 3), "make 20:");
    assert_string_equal(at(&c, 4), "Donaudampf");
    assert_string_equal(at(&c, 5), "schiff");
    by_canvas_fill(&c, 0, 0, 10, 8, ' ', BY_INK_TEXT);
    assert_int_equal(by_canvas_wrap(&c, 0, 0, 10, 2, 2, BY_INK_TEXT, words), 6);
    assert_string_equal(at(&c, 0), "ends");
    assert_string_equal(at(&c, 1), "make 20:");
    assert_string_equal(at(&c, 2), "");
    assert_int_equal(by_canvas_wrap(&c, 0, 0, 1, 2, 0, BY_INK_TEXT, "日本"), 2);
    assert_int_equal(by_canvas_wrap(&c, 0, 0, 0, 2, 0, BY_INK_TEXT, "x"), 0);
    assert_int_equal(by_canvas_wrap(&c, 0, 0, 5, 2, 0, BY_INK_TEXT, ""), 0);
    by_canvas_clear(&c);
}

/* ---- Inks ------------------------------------------------------------------------------------ */

/* Inks that appear next to each other: words, and things on the felt. */
static const uint8_t words[] = { BY_INK_TEXT, BY_INK_STRONG, BY_INK_KEY,    BY_INK_TURN,
                                 BY_INK_LAST, BY_INK_HINT,   BY_INK_REFUSED };
static const uint8_t tiles[] = { BY_INK_TILE,      BY_INK_TILE_DIM, BY_INK_TILE_PLAY, BY_INK_TILE_CHOSEN,
                                 BY_INK_TILE_LAST, BY_INK_GHOST,    BY_INK_HINT };

/* Returns whether two inks look the same with 256 colours, with 16, or with none. */
static bool alike(const struct by_ink_look *a, const struct by_ink_look *b)
{
    return (a->fore == b->fore && a->back == b->back && a->more == b->more)
        || (a->fore16 == b->fore16 && a->back16 == b->back16 && a->more16 == b->more16) || a->alone == b->alone;
}

static int pairs_alike(const struct by_ink_look *inks, const uint8_t *list, int n)
{
    int found = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            found += alike(&inks[list[i]], &inks[list[j]]);
    return found;
}

/* Returns 10000 times the luminance of one of the 256 colours, by WCAG's formula, with the power 2.4 of the six steps
 * and 24 greys computed in advance. */
static int light(int colour)
{
    static const int cube[6] = { 0, 1144, 2423, 4287, 6796, 10000 };
    static const int grey[24] = { 24,   60,   116,  194,  296,  423,  578,  762,  976,  1221, 1500, 1812,
                                  2159, 2542, 2961, 3419, 3916, 4452, 5029, 5647, 6308, 7011, 7758, 8550 };

    if (colour >= 232)
        return grey[colour - 232];
    colour -= 16;
    return (2126 * cube[colour / 36] + 7152 * cube[colour / 6 % 6] + 722 * cube[colour % 6]) / 10000;
}

/* Returns ten times the contrast. */
static int contrast(const struct by_ink_look *ink)
{
    int a = light(ink->fore) + 500, b = light(ink->back) + 500;

    return a > b ? a * 10 / b : b * 10 / a;
}

static void inks(void **state)
{
    struct by_ink_look other[BY_INKS];

    (void)state;
    assert_int_equal(pairs_alike(by_inks, words, sizeof words), 0);
    assert_int_equal(pairs_alike(by_inks, tiles, sizeof tiles), 0);
    for (int i = 0; i < BY_INKS; i++) {
        if (contrast(&by_inks[i]) < 45)
            fail_msg("ink %d has a contrast of %d tenths", i, contrast(&by_inks[i]));
        assert_int_not_equal(by_inks[i].fore16, by_inks[i].back16);
        assert_in_range(by_inks[i].back16, 0, 7);
    }
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(by_inks[BY_INK_PIP + i].fore, by_inks[BY_INK_PIP + j].fore);
    for (int i = 0; i < 18; i++) /* neighbours differ with 16 colours */
        assert_int_not_equal(by_inks[BY_INK_PIP + i].fore16, by_inks[BY_INK_PIP + i + 1].fore16);
    /* Planted: a mark that looks like another without colours is detected, and so is grey on green. */
    memcpy(other, by_inks, sizeof other);
    other[BY_INK_TILE_LAST].alone = other[BY_INK_TILE].alone;
    assert_int_equal(pairs_alike(other, tiles, sizeof tiles), 1);
    other[BY_INK_FELT].fore = 244;
    assert_true(contrast(&other[BY_INK_FELT]) < 45);
}

/* A text that is too long ends with "…"; a text that starts where nothing can be shown is counted. */
static void cut(void **state)
{
    struct by_canvas c;
    char row[80];

    (void)state;
    by_canvas_init(&c, 10, 1, false);
    by_canvas_put(&c, 4, 0, -1, BY_INK_TEXT, "two toes");
    by_canvas_put(&c, 10, 0, -1, BY_INK_TEXT, "  ");
    by_canvas_line(&c, 0, row, sizeof row);
    assert_string_equal(row, "    two t…");
    assert_int_equal(c.lost, 0);
    by_canvas_put(&c, 10, 0, -1, BY_INK_TEXT, "two toes");
    assert_int_equal(c.lost, 1);
    by_canvas_clear(&c);
}

int main(void)
{
    const struct CMUnitTest list[] = { cmocka_unit_test(signs),    cmocka_unit_test(edges), cmocka_unit_test(frames),
                                       cmocka_unit_test(wrapping), cmocka_unit_test(inks),  cmocka_unit_test(cut) };

    return cmocka_run_group_tests_name("canvas", list, NULL, NULL);
}
