/* SPDX-License-Identifier: MIT */
/* names.c: tests the names of players, made from the labels of their record. web/tests/together.test.ts has the same
 * cases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/util/tell.h"
#include "../../src/wire/names.h"

static struct by_names names;

/* Names the seats with these labels (separated by commas); returns the names in the same form. */
static const char *called(const char *labels)
{
    static char all[2048];
    char copy[1024];
    const char *label[BY_SEATS];
    int n = 0;

    strcpy(copy, labels);
    for (char *at = copy; at != NULL;) {
        label[n++] = at;
        at = strchr(at, ',');
        if (at != NULL)
            *at++ = '\0';
    }
    by_names_of(label, n, &names);
    all[0] = '\0';
    for (int i = 0; i < n; i++) {
        strcat(all, i > 0 ? "," : "");
        strcat(all, names.at[i]);
    }
    return all;
}

static void you_and_bots(void **state)
{
    (void)state;
    assert_string_equal(called("you,bot:easy,bot:easy,bot:hard"), "You,West,North,East");
    assert_int_equal(names.you, 0);
    assert_string_equal(called("bot:easy,you"), "North,You");
    assert_int_equal(names.you, 1);
    assert_string_equal(called("you,bot:easy,bot:easy,bot:easy,bot:easy"), "You,Seat 2,Seat 3,Seat 4,Seat 5");
    assert_string_equal(called("you"), "You");
    assert_string_equal(called("you,West,bot:easy,bot:easy"), "You,West,North,East");
    assert_string_equal(called("you,North,bot:easy,bot:easy"), "You,North,Seat 3,East");
}

static void people_with_names(void **state)
{
    (void)state;
    assert_string_equal(called("bot:easy,Ann,bot:hard,bot:easy,Ben,bot:easy"),
                        "Easy bot 1,Ann,Hard bot,Easy bot 2,Ben,Easy bot 3");
    assert_int_equal(names.you, -1);
    assert_string_equal(called("Ann,bot:easy"), "Ann,Easy bot");
    assert_string_equal(called("Easy bot,bot:easy"), "Easy bot,Easy bot 1");
    assert_string_equal(called("Ann,Ann,Ben"), "Ann,Ann 2,Ben");
    assert_string_equal(called("Ann,bot:mine"), "Ann,Bot mine");
}

static void no_names(void **state)
{
    (void)state;
    assert_string_equal(called("bot:easy,bot:easy"), "Seat 1,Seat 2");
    assert_string_equal(called("seat 0,seat 1"), "Seat 1,Seat 2");
    assert_string_equal(called(",bot:easy,"), "South,Easy bot,East");
    assert_string_equal(called("bot:"), "Seat 1");
}

static void hostile(void **state)
{
    (void)state;
    assert_string_equal(called("\033[31mred,you"), "?[31mred,You");
    assert_string_equal(called("you,you"), "You,You 2");
    assert_int_equal(names.you, -1);
}

static void spanish(void **state)
{
    (void)state;
    assert_true(by_tell_choose("es"));
    assert_string_equal(called("Ana,bot:easy,you"), "Ana,Oeste,Tú");
    assert_string_equal(called("Ana,bot:easy,bot:easy"), "Ana,Bot fácil 1,Bot fácil 2");
    assert_true(by_tell_choose("en"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(you_and_bots), cmocka_unit_test(people_with_names), cmocka_unit_test(no_names),
        cmocka_unit_test(hostile),      cmocka_unit_test(spanish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
