/* SPDX-License-Identifier: MIT */
/* start.c: tests the form behind the start screen: everything in the tables can be chosen, and its result is always
 * legal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "tui/start/form.h"

static struct by_form form;

static struct by_form_field option(int id) { return (struct by_form_field){ BY_FIELD_OPTION, (uint8_t)id }; }

/* Parses the form's rule string without the form. */
static by_err judged(struct by_config *rules, struct by_fault *f)
{
    char words[BY_FORM_WORDS];

    by_form_words(&form, words);
    return by_config_parse(words, rules, f);
}

/* Checks that the form is legal if its rule string is, means the same, and shows the same sentence. */
static void check_form(void)
{
    struct by_setup out;
    struct by_config rules;
    struct by_fault f;
    by_err err = judged(&rules, &f);

    assert_int_equal(form.fault.err, err);
    assert_int_equal(by_form_done(&form, &out), err == BY_OK);
    if (err == BY_OK)
        assert_memory_equal(&out.rules, &rules, sizeof rules);
    else
        assert_string_equal(form.fault.text, f.text);
}

static int place_of(struct by_form_field at)
{
    struct by_form_field field[BY_FORM_FIELDS];
    int n = by_form_fields(&form, field), found = -1;

    for (int i = 0; i < n; i++)
        if (field[i].kind == at.kind && field[i].at == at.at) {
            assert_int_equal(found, -1); /* listed twice */
            found = i;
        }
    return found;
}

/* Every sheet of every game has each of its options once, and nothing else. */
static void presets(void **state)
{
    (void)state;
    by_form_init(&form, NULL);
    for (int game = 0; game < BY_GAMES; game++) {
        assert_true(place_of((struct by_form_field){ BY_FIELD_GAME, (uint8_t)game }) >= 0);
        for (int sheet = 0; by_games[game]->presets[sheet].sheet != NULL; sheet++) {
            struct by_config base;

            by_form_choose(&form, game, sheet);
            check_form();
            by_config_preset(game, sheet, &base);
            assert_memory_equal(&form.rules, &base, sizeof base);
            for (int id = 0; id < BY_OPTIONS; id++)
                assert_int_equal(place_of(option(id)) >= 0, by_option_of(&base, id) != NULL);
            assert_int_equal(place_of((struct by_form_field){ BY_FIELD_SEAT, (uint8_t)base.opt[BY_PLAYERS] }), -1);
            assert_true(place_of((struct by_form_field){ BY_FIELD_SEAT, (uint8_t)(base.opt[BY_PLAYERS] - 1) }) > 0);
            assert_true(place_of((struct by_form_field){ BY_FIELD_DEAL, 0 }) > 0);
        }
    }
}

static void sheets_by_keys(void **state)
{
    (void)state;
    by_form_init(&form, NULL);
    for (int game = 0; game < BY_GAMES; game++) {
        uint32_t seen = 0;

        by_form_choose(&form, game, 0);
        for (int i = 0; i < by_form_sheets(game); i++) {
            seen |= (uint32_t)1 << form.sheet;
            assert_true(by_form_step(&form, (struct by_form_field){ BY_FIELD_SHEET, 0 }, 1));
        }
        assert_int_equal(seen, ((uint32_t)1 << by_form_sheets(game)) - 1);
        assert_int_equal(form.sheet, 0);
    }
}

static void type(int id, int32_t value)
{
    char digits[16];

    by_form_rest(&form);
    snprintf(digits, sizeof digits, "%d", value);
    for (const char *c = digits; *c != '\0'; c++)
        assert_true(by_form_type(&form, option(id), (uint32_t)*c));
    assert_int_equal(by_form_value(&form, id), value);
    check_form();
}

/* Steps through all values that the sheet allows with the arrow key. */
static void step_all(const struct by_config *base, int id)
{
    char allowed[128], value[24];
    int values = 0;

    for (int32_t first = by_form_value(&form, id); values == 0 || by_form_value(&form, id) != first; values++) {
        by_option_print(id, by_form_value(&form, id), value, sizeof value);
        by_option_allowed(base, id, BY_ENGLISH, allowed, sizeof allowed);
        assert_non_null(strstr(allowed, value));
        assert_true(by_form_step(&form, option(id), 1));
        check_form();
        assert_true(values < 10);
    }
    for (const char *c = allowed; *c != '\0'; c++) /* "none, one or until" */
        values -= *c == ',' || strncmp(c, " or ", 4) == 0;
    assert_int_equal(values, 1);
}

/* Checks that the form judges a single value as the rules do without the form. */
static void one_value(const struct by_config *base, int id, int32_t value)
{
    char words[BY_CONFIG_TEXT];
    struct by_config rules;
    struct by_fault f;

    snprintf(words, sizeof words, "%s:%s %s=%d", by_games[base->game]->key,
             by_games[base->game]->presets[base->preset].sheet, by_option_list[id].key, value);
    type(id, value);
    if (by_config_parse(words, &rules, &f) == BY_OK) {
        assert_int_equal(form.fault.err, BY_OK);
        assert_memory_equal(&form.rules, &rules, sizeof rules);
    } else {
        assert_string_equal(form.fault.text, f.text);
    }
}

/* Tries every value of every option of every preset: lists with the arrow keys, numbers with the digits. */
static void option_values(void **state)
{
    (void)state;
    for (int game = 0; game < BY_GAMES; game++)
        for (int id = 0; id < BY_OPTIONS * BY_FORM_SHEETS; id++) {
            int sheet = id / BY_OPTIONS, at = id % BY_OPTIONS;
            struct by_config base;
            int32_t lo, hi;

            if (sheet >= by_form_sheets(game))
                break;
            by_form_init(&form, NULL);
            by_form_choose(&form, game, sheet);
            base = form.rules;
            if (by_option_of(&base, at) == NULL)
                continue;
            if (by_option_list[at].values != NULL) {
                step_all(&base, at);
                continue;
            }
            by_option_range(&base, at, &lo, &hi);
            for (int32_t value = lo; value <= hi && value < lo + 60; value++)
                one_value(&base, at, value);
            one_value(&base, at, hi);
            one_value(&base, at, hi + 1);
            assert_int_not_equal(form.fault.err, BY_OK);
            one_value(&base, at, 0);
        }
}

/* Performs random actions: the form and the rules always agree, and no step leaves a number's range. */
static void walks(void **state)
{
    uint32_t chance = 1;
    char line[BY_FORM_LINE], again[BY_FORM_LINE];
    struct by_form_field field[BY_FORM_FIELDS];
    int legal = 0;

    (void)state;
    by_form_init(&form, NULL);
    for (int i = 0; i < 20000; i++) {
        struct by_form_field at;

        chance = chance * 1664525u + 1013904223u;
        at = field[(chance >> 8) % (uint32_t)by_form_fields(&form, field)];
        if (at.kind == BY_FIELD_GAME && (chance >> 4 & 15) == 0)
            by_form_choose(&form, at.at, 0);
        else if ((chance >> 4 & 1) != 0)
            by_form_step(&form, at, (chance >> 5 & 1) != 0 ? 1 : -1);
        else if ((chance >> 5 & 3) == 0)
            by_form_type(&form, at, '0' + (chance >> 20) % 10);
        check_form();
        legal += form.fault.err == BY_OK;
        if (form.fault.err != BY_OK && (chance >> 24) == 0)
            by_form_init(&form, NULL);
        if (form.fault.err == BY_OK) {
            static struct by_form copy;

            by_form_print(&form, line);
            by_form_init(&copy, NULL);
            assert_true(by_form_read(&copy, line));
            by_form_print(&copy, again);
            assert_string_equal(line, again);
        }
    }
    assert_true(legal > 1000);
    assert_true(legal < 19500);
}

/* A wrong combination is refused with the rules' sentence, next to the field that was changed, and is not lost. */
static void refused(void **state)
{
    struct by_setup out;
    int muggins = BY_GAME_muggins;

    (void)state;
    by_form_init(&form, NULL);
    by_form_choose(&form, muggins, 0);
    by_form_set(&form, BY_PLAYERS, 4);
    assert_int_equal(by_form_value(&form, BY_TEAMS), BY_ON); /* L-03 */
    by_form_set(&form, BY_TARGET, 777);
    by_form_choose(&form, muggins, 1);
    assert_int_equal(by_form_value(&form, BY_PLAYERS), 4); /* the number is kept */
    by_form_set(&form, BY_TEAMS, BY_ON);
    by_form_set(&form, BY_PLAYERS, 3);
    assert_int_equal(form.changed.at, BY_PLAYERS);
    assert_non_null(strstr(form.fault.text, "teams=on is not allowed with players=3"));
    assert_int_equal(by_form_value(&form, BY_TEAMS), BY_ON);
    assert_int_equal(by_form_value(&form, BY_PLAYERS), 3);
    assert_false(by_form_done(&form, &out));
    by_form_set(&form, BY_TEAMS, BY_OFF);
    assert_true(by_form_done(&form, &out));
    assert_int_equal(out.rules.opt[BY_PLAYERS], 3);
    by_form_choose(&form, muggins, 0);
    assert_int_equal(by_form_value(&form, BY_TARGET), 777); /* each sheet keeps its changes */
    /* For Chickenfoot with nine players, the sheet has no hand size; every suggested solution works. */
    by_form_choose(&form, BY_GAME_chickenfoot, 0);
    by_form_set(&form, BY_PLAYERS, 9);
    assert_non_null(strstr(form.fault.text, "no hand size"));
    assert_int_equal(by_form_players(&form), 9);
    for (int hand = 1; hand <= 6; hand++) {
        by_form_set(&form, BY_HAND, hand);
        assert_true(by_form_done(&form, &out));
        assert_int_equal(out.rules.opt[BY_HAND], hand);
    }
    type(BY_PLAYERS, 0);
    assert_false(by_form_done(&form, &out));
    assert_int_equal(by_form_players(&form), 1);
}

/* A value set back to the sheet's own depends on the players again. */
static void defaults(void **state)
{
    (void)state;
    by_form_init(&form, NULL);
    by_form_choose(&form, BY_GAME_block, 0);
    assert_int_equal(by_form_value(&form, BY_HAND), 7);
    by_form_set(&form, BY_HAND, 6);
    by_form_set(&form, BY_PLAYERS, 3);
    assert_int_equal(by_form_value(&form, BY_HAND), 6);
    by_form_set(&form, BY_PLAYERS, 2);
    by_form_set(&form, BY_HAND, 7);
    by_form_set(&form, BY_PLAYERS, 3);
    assert_int_equal(by_form_value(&form, BY_HAND), 5); /* L-02 */
    assert_true(by_form_type(&form, option(BY_TARGET), '2'));
    assert_true(by_form_type(&form, option(BY_TARGET), '0'));
    assert_true(by_form_type(&form, option(BY_TARGET), '\b'));
    assert_int_equal(by_form_value(&form, BY_TARGET), 2);
    assert_false(by_form_type(&form, option(BY_DRAW), '2'));
    assert_false(by_form_type(&form, (struct by_form_field){ BY_FIELD_SEAT, 0 }, '2'));
}

static void sitters(void **state)
{
    struct by_setup out;
    int n = 1;

    (void)state;
    by_form_init(&form, NULL);
    by_form_choose(&form, BY_GAME_mexicantrain, 0);
    assert_null(form.seat[0].bot);
    by_form_name(&form, 0, "An\033[2Jna\t");
    assert_string_equal(form.seat[0].name, "An?[2Jna?");
    for (const struct by_bot *bot; (bot = by_form_level(n - 1)) != NULL; n++) {
        assert_true(by_form_step(&form, (struct by_form_field){ BY_FIELD_SEAT, 0 }, 1));
        assert_ptr_equal(form.seat[0].bot, bot);
        assert_false(bot->baseline);
    }
    assert_ptr_equal(by_bot_find(false, "kofi"), by_form_level(n - 2));
    by_form_step(&form, (struct by_form_field){ BY_FIELD_SEAT, 0 }, 1);
    assert_null(form.seat[0].bot);
    by_form_set(&form, BY_PLAYERS, 6);
    assert_true(by_form_done(&form, &out));
    assert_ptr_equal(out.seat[5].bot, by_bots[BY_BOT_medium]);
    assert_null(out.seat[6].bot);
}

/* A line that could not have been written is ignored and changes nothing. */
static void broken_lines(void **state)
{
    static const char *const broken[] = {
        "",
        "muggins",
        "muggins:number",
        "mugins:number\tme:\tme:",
        "muggins:number\tme:",
        "muggins:number\tme:\tme:\tme:",
        "muggins:number players=9\tme:\tme:",
        "muggins:number\tme:\tbot:",
        "muggins:number\tme:\tbot:cheat:",
        "muggins:number\tme:\tyou",
        "muggins:number\tme:\tme:a name that is far too long to be kept in a seat",
        "muggins:number teams=on\tme:\tme:",
        "\t",
        "muggins:number\tme:\tbot:easy",
        "castlerock:number",
    };
    static struct by_form before;
    char line[BY_FORM_LINE];

    (void)state;
    by_form_init(&form, NULL);
    by_form_choose(&form, BY_GAME_draw, 0);
    before = form;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        assert_false(by_form_read(&form, broken[i]));
        assert_memory_equal(&form, &before, sizeof form);
    }
    assert_true(by_form_read(&form, "muggins:classic players=3 target=150\tme:\tbot:hard:\tme:Zoë"));
    by_form_print(&form, line);
    assert_string_equal(line, "muggins:classic players=3 target=150\tme:\tbot:hard:\tme:Zoë");
}

/* The rules that depend on an option are found without a list of them. */
static void help(void **state)
{
    static char text[16384];

    (void)state;
    by_form_init(&form, NULL);
    by_form_choose(&form, BY_GAME_muggins, 1);
    by_form_help(&form, option(BY_CALL), text, sizeof text);
    assert_non_null(strstr(text, "players must claim their scores"));
    assert_non_null(strstr(text, "Call your points: yes:\nL-25"));
    assert_null(strstr(text, "L-13"));
    by_form_help(&form, option(BY_TARGET), text, sizeof text);
    assert_non_null(strstr(text, "L-23"));
    assert_non_null(strstr(text, "250"));
    by_form_help(&form, option(BY_SPINNER), text, sizeof text);
    assert_non_null(strstr(text, "L-13"));
    by_form_help(&form, (struct by_form_field){ BY_FIELD_DEAL, 0 }, text, sizeof text);
    for (const char *c = text; *c != '\0'; c++)
        assert_true(*c == '\n' || *c >= ' ');
    for (int id = 0; id < BY_OPTIONS; id++)
        if (by_option_of(&form.rules, id) != NULL) {
            by_form_help(&form, option(id), text, sizeof text);
            assert_non_null(strstr(text, by_option_about(id, BY_ENGLISH)));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets), cmocka_unit_test(sheets_by_keys), cmocka_unit_test(option_values),
        cmocka_unit_test(walks),   cmocka_unit_test(refused),        cmocka_unit_test(defaults),
        cmocka_unit_test(sitters), cmocka_unit_test(broken_lines),   cmocka_unit_test(help),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
