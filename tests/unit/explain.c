/* SPDX-License-Identifier: MIT */
/* explain.c: tests the rules in plain words, in both languages.  Every placeholder is filled in, only rules in force
 * are explained, and every option that changes a rule changes the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/words.h"
#include "boneyard/explain.h"
#include "boneyard/text.h"

/* All paragraphs of a rule string, one per line, with their numbers. */
static const char *told(const char *rules)
{
    static char all[40000];
    struct by_text t = by_text_on(all, sizeof all);
    struct by_config c;
    struct by_paragraph p;
    struct by_fault f;

    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s: %s", rules, f.text);
    for (int i = 0; by_explain(&c, i, BY_ENGLISH, &p); i++) {
        by_put(&t, p.number);
        by_put_char(&t, ' ');
        by_put(&t, p.text);
        by_put_char(&t, '\n');
        assert_true(by_length(p.text) > 20);
        assert_true(by_length(p.text) < BY_PARAGRAPH_TEXT - 1);
        assert_null(strchr(p.text, '{'));
        assert_null(strchr(p.text, '}'));
        assert_in_range(p.number[0], 'A', 'Z');
    }
    assert_false(t.full);
    return all;
}

static void every_preset_is_told(void **state)
{
    (void)state;
    for (int g = 0; g < BY_GAMES; g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++) {
            struct by_config c;
            char text[BY_CONFIG_TEXT];
            int paragraphs = 0;

            by_config_preset(g, p, &c);
            by_config_print(&c, text, sizeof text);
            for (const char *at = told(text); (at = strchr(at, '\n')) != NULL; at++)
                paragraphs++;
            assert_in_range(paragraphs, 9, 40);
        }
}

/* Paragraphs of a section are together: no heading appears twice. */
static void sections_stand_together(void **state)
{
    (void)state;
    for (int g = 0; g < BY_GAMES; g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++) {
            const char *seen[32] = { "" };
            struct by_paragraph para;
            struct by_config c;
            int n = 0;

            by_config_preset(g, p, &c);
            for (int i = 0; by_explain(&c, i, BY_ENGLISH, &para); i++) {
                if (strcmp(seen[n], para.section) == 0)
                    continue;
                for (int k = 0; k <= n; k++)
                    assert_string_not_equal(seen[k], para.section);
                seen[++n] = para.section;
            }
            assert_in_range(n, 4, 12);
        }
}

static void only_what_is_in_force(void **state)
{
    static const struct {
        const char *rules, *there, *not_there;
    } cases[] = {
        { "block", "There is no drawing", "until one fits" },
        { "draw", "last 2 tiles of the boneyard", "There is no drawing" },
        { "draw players=3", "last tile of the boneyard", "2 tiles" },
        { "draw blanks=suit", "matches only another blank", "matches every number" },
        { "draw draw=one", "draw one tile. Play it if it fits", "one tile after another" },
        { "muggins", "15 scores 15", "3 points" },
        { "muggins:basics", "15 scores 3", "15 scores 15" },
        { "muggins players=4", "Two teams", "is the one who" },
        { "muggins players=4 teams=off", "other hands", "Two teams" },
        { "muggins:online", "highest score of 100", "wins at once" },
        { "muggins call=on", "Muggins!", "highest double" },
        { "muggins", "first double of the round is the spinner", "Muggins!" },
        { "fiveup", "Every double is a spinner", "first double of the round is" },
        { "allfives", "pips left in all hands", "other hands." },
        { "muggins:basics", "a tie goes to the player", "goes out scores" },
        { "chickenfoot", "adds 50 more", "chickenfoots" },
        { "chickenfoot blank-penalty=0", "pips left", "0-0 adds" },
        { "mexicantrain", "must lay one more tile", "satisfied at once" },
        { "mexicantrain:classic", "end your turn instead", "first turn" },
        { "mexicantrain:hub", "satisfied at once", "every other train is closed" },
        { "mexicantrain:hub", "only begin your own train", "Any player may begin" },
        { "mexicantrain knock=on penalty=fifty", "costs 50 points", "costs you your next turn" },
        { "mexicantrain knock=on penalty=skip infractions=penalise", "Lost turns add up", "50 points" },
        { "mexicantrain two-doubles=off", "may not be a second double", "tile third; the other" },
        { "castlerock", "make one before drawing", "after each draw" },
        { "castlerock removals=once", "after each draw", "make one before drawing" },
        { "castlerock rounds=3", "Play 3 rounds", "match@" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = told(cases[i].rules);

        if (strstr(text, cases[i].there) == NULL)
            fail_msg("%s does not say '%s':\n%s", cases[i].rules, cases[i].there, text);
        if (strstr(text, cases[i].not_there) != NULL)
            fail_msg("%s says '%s'", cases[i].rules, cases[i].not_there);
    }
}

/* The Spanish rules have the same paragraphs, which fit their buffer and have their placeholders filled in. */
static void as_much_in_spanish(void **state)
{
    static const struct {
        const char *rules, *there;
    } cases[] = {
        { "draw", "las últimas 2 fichas." },
        { "draw reserve=1", "La última ficha del pozo" },
        { "muggins", "a 250 puntos" },
        { "muggins call=on", "¡Muggins!" },
        { "mexicantrain:hub", "12-12@hub" },
        { "chickenfoot", "suma 50 más" },
        { "castlerock rounds=3", "Juega 3 rondas" },
        { "mexicantrain knock=on penalty=skip infractions=penalise", "El asiento 1 " },
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct by_paragraph here, there;
        struct by_config c;
        struct by_fault f;
        bool found = false;
        int i = 0;

        assert_int_equal(by_config_parse(cases[k].rules, &c, &f), BY_OK);
        for (; by_explain(&c, i, by_language_find("es"), &there); i++) {
            assert_true(by_explain(&c, i, BY_ENGLISH, &here));
            assert_string_equal(here.number, there.number);
            assert_string_not_equal(here.text, there.text);
            assert_string_not_equal(here.section, there.section);
            assert_null(strpbrk(there.text, "{}"));
            assert_true(by_length(there.text) < BY_PARAGRAPH_TEXT - 1);
            found = found || strstr(there.text, cases[k].there) != NULL;
        }
        assert_false(by_explain(&c, i, BY_ENGLISH, &here));
        if (!found)
            fail_msg("%s does not say '%s'", cases[k].rules, cases[k].there);
    }
}

/* Refusals of rule strings are in the chosen language and name the same values. */
static void refused_in_spanish(void **state)
{
    static const struct {
        const char *rules, *english, *spanish;
    } cases[] = {
        { "mugins", "there is no game 'mugins'. Did you mean muggins? The games are block,",
          "no hay ningún juego 'mugins'. ¿Querías decir muggins? Los juegos son block," },
        { "muggins:clasic", "muggins has no rule sheet 'clasic'. Did you mean classic? Its sheets are number,",
          "muggins no tiene la hoja 'clasic'. ¿Querías decir classic? Sus hojas son number," },
        { "draw han=3", "draw:basics has no option 'han'. Did you mean hand? It has players,",
          "draw:basics no tiene la opción 'han'. ¿Querías decir hand? Tiene players," },
        { "draw hand", "'hand' is not an option: write", "'hand' no es una opción: escribe" },
        { "draw hand=3 hand=4", "hand is given twice", "hand aparece dos veces" },
        { "", "no game given", "falta el juego" },
        { "draw hand=15", "hand='15' is not allowed in draw:basics with players=2 and set=6: hand can be 1 to 14",
          "hand='15' no se admite en draw:basics con players=2 y set=6: hand admite 1 a 14" },
        { "draw draw=all", "draw='all' is not allowed in draw:basics: draw can be none, one or until",
          "draw='all' no se admite en draw:basics: draw admite none, one o until" },
        { "chickenfoot:number players=9", "with set=9: the sheet gives no hand size for this",
          "players=9 con set=9: la hoja no da un tamaño de mano" },
        { "draw teams=on", "two teams of partners", "dos parejas necesitan" },
        { "mexicantrain double=satisfy", "two-doubles=on is not", "two-doubles=on no se admite" },
        { "mexicantrain penalty=keep", "it needs infractions=penalise", "necesita infractions=penalise" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct by_fault here, there;
        struct by_config c;

        assert_int_equal(by_config_parse(cases[i].rules, &c, &here), BY_E_RULES);
        assert_int_equal(by_config_parse_in(cases[i].rules, by_language_find("es"), &c, &there), BY_E_RULES);
        assert_int_equal(by_config_parse_in(cases[i].rules, by_language_find("es"), &c, NULL), BY_E_RULES);
        if (strstr(here.text, cases[i].english) == NULL)
            fail_msg("%s: '%s'", cases[i].rules, here.text);
        if (strstr(there.text, cases[i].spanish) == NULL)
            fail_msg("%s: '%s'", cases[i].rules, there.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_is_told),  cmocka_unit_test(sections_stand_together),
        cmocka_unit_test(only_what_is_in_force), cmocka_unit_test(as_much_in_spanish),
        cmocka_unit_test(refused_in_spanish),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
