/* SPDX-License-Identifier: MIT */
/* start_screen.c: tests the start screen with keys and clicks, on canvases of several sizes, without a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tui/start/screen.h"

static struct by_starting s;
static struct by_canvas canvas;
static char shown[65536];

/* Draws at a size and stores the lines in `shown`. */
static void show(int width, int height)
{
    size_t n = 0;
    int x, y;

    by_canvas_clear(&canvas);
    by_canvas_init(&canvas, width, height, false);
    by_starting_draw(&s, &canvas, &x, &y);
    assert_in_range(x + 1, 0, width);
    assert_in_range(y + 1, 0, height);
    for (int row = 0; row < height; row++) {
        n += by_canvas_line(&canvas, row, shown + n, sizeof shown - n - 1);
        shown[n++] = '\n';
    }
    shown[n] = '\0';
}

static bool press(enum by_press key)
{
    bool over = by_starting_press(&s, &canvas, (struct by_key){ .press = key });

    show(80, 24);
    return over;
}

static bool type(const char *signs)
{
    bool over = false;

    for (; *signs != '\0' && !over; signs++)
        over = by_starting_press(&s, &canvas, (struct by_key){ .press = BY_PRESS_SIGN, .sign = (uint32_t)*signs });
    show(80, 24);
    return over;
}

static bool click_on(int x, int y)
{
    bool over = by_starting_press(&s, &canvas, (struct by_key){ .press = BY_PRESS_CLICK, .sign = 1, .x = x, .y = y });

    show(canvas.width, canvas.height);
    return over;
}

/* Clicks on the first cell of these words, after scrolling down to them if the list of games is long. */
static bool click(const char *words)
{
    char line[4096];

    for (int rolled = 0; rolled < BY_GAMES; rolled++) {
        for (int y = 0; y < canvas.height; y++) {
            const char *at;

            by_canvas_line(&canvas, y, line, sizeof line);
            at = strstr(line, words);
            if (at == NULL)
                continue;
            line[at - line] = '\0';
            return click_on(by_canvas_width(line), y);
        }
        press(BY_PRESS_WHEEL_DOWN);
    }
    fail_msg("'%s' is not shown:\n%s", words, shown);
    return false;
}

#define SHOWS(words) \
    do { \
        if (strstr(shown, words) == NULL) \
            fail_msg("'%s' is not in\n%s", words, shown); \
    } while (0)

static void begin(const char *kept, const char *line)
{
    by_starting_init(&s, kept, line);
    show(80, 24);
}

/* For every game, Enter chooses it and d deals. */
static void every_game(void **state)
{
    (void)state;
    for (int game = 0; game < BY_GAMES; game++) {
        struct by_setup out;

        begin(NULL, NULL);
        for (int i = 0; i < game; i++)
            assert_false(press(BY_PRESS_DOWN));
        assert_false(press(BY_PRESS_ENTER));
        assert_true(type("d"));
        assert_int_equal(s.end, BY_START_NEW);
        assert_true(by_form_done(&s.form, &out));
        assert_int_equal(out.rules.game, game);
    }
}

/* The row under the cursor is visible at any size, and the mark appears once. */
static void focus_is_shown(void **state)
{
    static const int size[][2] = { { 80, 24 }, { 40, 12 }, { 132, 40 }, { 132, 24 }, { 200, 60 }, { 20, 6 } };
    struct by_form_field field[BY_FORM_FIELDS];

    (void)state;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        begin("Muggins, round 3",
              "mexicantrain:classic players=16\tme:\tbot:easy:\tbot:easy:\tbot:easy:\tbot:easy:"
              "\tbot:easy:\tbot:easy:\tbot:easy:\tbot:easy:\tbot:easy:\tbot:easy:\tbot:easy:\tbot:easy:\tbot:easy:"
              "\tbot:easy:\tbot:hard:Zoë");
        assert_int_equal(by_form_players(&s.form), 16);
        for (int k = by_form_fields(&s.form, field) - 2; k >= 0; k--) {
            const char *mark;

            show(size[i][0], size[i][1]);
            mark = strstr(shown, "▸");
            assert_non_null(mark);
            assert_null(strstr(mark + 1, "▸"));
            by_starting_press(&s, &canvas, (struct by_key){ .press = BY_PRESS_DOWN });
        }
        show(size[i][0], size[i][1]);
        assert_null(strstr(shown, "▸")); /* on the button */
    }
}

static void kept_game(void **state)
{
    (void)state;
    begin("Muggins, round 3: You 45, North 30", NULL);
    SHOWS("▸ Continue: Muggins, round 3: You 45, North 30");
    assert_true(press(BY_PRESS_ENTER));
    assert_int_equal(s.end, BY_START_KEPT);
    begin(NULL, NULL);
    assert_null(strstr(shown, "Continue"));
    assert_true(type("q"));
    assert_int_equal(s.end, BY_START_LEAVE);
}

/* With a planted wrong combination, its sentence is shown, dealing moves to it, and nothing is lost. */
static void refused(void **state)
{
    (void)state;
    begin(NULL, "muggins:classic players=4 teams=on\tme:\tbot:easy:\tme:Ben\tbot:easy:");
    SHOWS("muggins:classic players=4 teams=on");
    press(BY_PRESS_TAB);
    press(BY_PRESS_TAB);
    type("3");
    SHOWS("Players       ‹3› !");
    SHOWS("teams=on is not allowed with players=3");
    press(BY_PRESS_END);
    assert_false(press(BY_PRESS_ENTER));
    SHOWS("▸ Players");
    SHOWS("teams=on is not allowed with players=3");
    assert_false(type("d"));
    show(200, 60);
    SHOWS("‹3› !                       teams=on is not allowed with players=3");
    show(80, 24);
    type("4");
    assert_null(strstr(shown, "not allowed"));
    assert_true(type("d"));
}

static void names(void **state)
{
    (void)state;
    begin(NULL, NULL);
    press(BY_PRESS_TAB);
    press(BY_PRESS_TAB);
    press(BY_PRESS_DOWN);
    press(BY_PRESS_ENTER);
    type("q\033?dAn");
    press(BY_PRESS_ERASE);
    SHOWS("‹q??dA ›");
    press(BY_PRESS_ENTER);
    SHOWS("‹q??dA›");
    press(BY_PRESS_ENTER);
    type("a name without an end and more of it");
    press(BY_PRESS_TAB);
    assert_int_equal(strlen(s.form.seat[0].name), BY_NAME_TEXT - 1);
    assert_false(s.naming);
}

static void clicks(void **state)
{
    (void)state;
    begin("Muggins, round 3", NULL);
    assert_false(click("Muggins   "));
    SHOWS("● Muggins");
    click("›  1 of 4");
    SHOWS("‹Large-set rules›  2 of 4");
    click("›  2 to 4");
    SHOWS("‹3›  2 to 4");
    press(BY_PRESS_WHEEL_DOWN);
    press(BY_PRESS_PAGE_DOWN);
    click("‹bot");
    SHOWS("‹bot: Easy›");
    click("? explains");
    SHOWS("Each seat goes to a person at this");
    SHOWS("Expert: ");
    press(BY_PRESS_ESCAPE);
    show(200, 60);
    click("the highest double  by lot");
    assert_int_equal(by_form_value(&s.form, BY_LEAD), BY_LEAD_DOUBLE);
    show(80, 24);
    assert_true(click("Deal (d)"));
    assert_int_equal(s.end, BY_START_NEW);
    begin("Muggins, round 3", NULL);
    assert_true(click("Continue"));
    assert_int_equal(s.end, BY_START_KEPT);
}

/* Every cell can be clicked twice, and every explanation fits in its space. */
static void anywhere(void **state)
{
    struct by_form_field field[BY_FORM_FIELDS];

    (void)state;
    begin("Muggins, round 3", NULL);
    for (int y = 0; y < 24; y++)
        for (int x = 0; x < 80; x++) {
            click_on(x, y);
            if (s.helping)
                press(BY_PRESS_ESCAPE);
        }
    for (int game = 0; game < BY_GAMES; game++) {
        int n;

        by_form_choose(&s.form, game, 0);
        n = by_form_fields(&s.form, field);
        for (s.focus = 0; s.focus < n; s.focus++) {
            type("?");
            assert_true(s.helping);
            assert_true(strlen(s.help) < sizeof s.help - 1);
            assert_true(strlen(s.help) > 10);
            press(BY_PRESS_PAGE_DOWN);
            press(BY_PRESS_END);
            press(BY_PRESS_ESCAPE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game), cmocka_unit_test(focus_is_shown), cmocka_unit_test(kept_game),
        cmocka_unit_test(refused),    cmocka_unit_test(names),          cmocka_unit_test(clicks),
        cmocka_unit_test(anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
