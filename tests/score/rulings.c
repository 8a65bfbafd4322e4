/* SPDX-License-Identifier: MIT */
/* rulings.c: "May I ...?": every question is found by its own words at every table and has one answer there; other
 * wordings; questions nobody knows are not guessed; the answers that the sheets give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/ruling.h"
#include "score/ask.h"
#include "util/tell.h"

static struct by_config c;

static void table(const char *rules)
{
    struct by_fault f;

    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s: %s", rules, f.text);
}

static const char *listed_as(const struct by_ruling *r) { return by_tell_of("ruling", r->key, "asked"); }

static void each_question_finds_itself(void)
{
    struct by_ruling r, other;
    int near[BY_RULINGS_NEAR], n, i;

    for (i = 0; by_ruling_at(&c, i, by_tell_language(), &r); i++) {
        if (by_score_ruling(&c, listed_as(&r), near, &n) != i)
            fail_msg("'%s' does not find itself", listed_as(&r));
        for (int k = 0; k < i; k++) {
            by_ruling_at(&c, k, by_tell_language(), &other);
            if (strcmp(listed_as(&other), listed_as(&r)) == 0)
                fail_msg("'%s' has two answers", listed_as(&r));
        }
        assert_true(strlen(r.text) > 20);
        assert_non_null(r.number);
        if (getenv("BONEYARD_SHOW") != NULL) {
            const char *answer = "SO";

            if (r.answer == BY_ANSWER_NO)
                answer = "NO";
            else if (r.answer == BY_ANSWER_YES)
                answer = "YES";
            printf("  %-55s %s [%s] %s\n", listed_as(&r), answer, r.number, r.text);
        }
    }
    assert_true(i >= 2); /* those of every table with hands; a game adds its own to rulings.def */
}

static void every_table(void **state)
{
    static const char *const more[] = { "muggins:number call=on players=4 teams=on",
                                        "muggins:basics players=4 teams=on",
                                        "muggins:online players=4 teams=on",
                                        "draw:basics draw=one reserve=0 blanks=suit",
                                        "muggins:number draw=none end=round",
                                        "mexicantrain:number knock=on penalty=tile",
                                        "mexicantrain:classic infractions=penalise penalty=keep two-doubles=off",
                                        "castlerock:number removals=once rounds=3",
                                        "chickenfoot:number blank-penalty=0",
                                        "fiveup:online lead=double tie=single" };

    by_tell_choose(*state);
    for (int g = 0; g < BY_GAMES; g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++) {
            by_config_preset(g, p, &c);
            if (getenv("BONEYARD_SHOW") != NULL)
                printf("%s:%s\n", by_games[g]->key, by_games[g]->presets[p].sheet);
            each_question_finds_itself();
        }
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        table(more[i]);
        each_question_finds_itself();
    }
}

/* The answer's first letter and the first rule number, or "?". */
static void asked(const char *rules, const char *question, const char *expected)
{
    int near[BY_RULINGS_NEAR], n, found;
    struct by_ruling r;
    char got[40] = "?";

    table(rules);
    found = by_score_ruling(&c, question, near, &n);
    if (found >= 0) {
        by_ruling_at(&c, found, by_tell_language(), &r);
        const char *answer = "so";

        if (r.answer == BY_ANSWER_NO)
            answer = "no";
        else if (r.answer == BY_ANSWER_YES)
            answer = "yes";
        snprintf(got, sizeof got, "%s %.4s", answer, r.number);
    }
    if (strcmp(got, expected) != 0)
        fail_msg("%s, '%s': %s instead of %s%s%s", rules, question, got, expected, found >= 0 ? ": " : "",
                 found >= 0 ? listed_as(&r) : "");
}

static void the_sheets_answers(void **state)
{
    (void)state;
    asked("block:basics", "may I draw although I can play?", "no L-09");
    asked("draw:basics", "May I draw even if I can play?", "no C-05");
    asked("draw:basics", "may I draw the last two tiles of the boneyard", "no L-11");
    asked("muggins:number", "Can I draw the last tile?", "yes L-11");
    asked("muggins:number", "may I play on the spinner's ends first?", "no C-04");
    asked("muggins:number", "may I hold back a tile?", "no C-05");
    asked("muggins:number", "may I take back a tile?", "no C-06");
    asked("muggins:number", "may I undo my move", "no C-06");
    asked("muggins:number call=on", "may I call Muggins for my partner?", "no L-25");
    asked("muggins:number", "may I score by a pass?", "no L-16");
    asked("muggins:basics", "may I play a blank on every number?", "yes L-08");
    asked("fiveup:online", "may I play on all four sides of a double?", "yes C-04");
    asked("mexicantrain:number", "may I start the Mexican Train?", "yes T-06");
    asked("mexicantrain:hub", "may I start the Mexican Train?", "so T-21");
    asked("mexicantrain:number", "may I play on another's train?", "so T-07");
    asked("mexicantrain:number", "may I play on another player's train?", "so T-07");
    asked("mexicantrain:number", "may I leave a double open?", "so T-10");
    asked("mexicantrain:classic", "may I leave a double open?", "yes T-11");
    asked("mexicantrain:hub", "may I leave a double open?", "no T-22");
    asked("mexicantrain:classic", "may I end my turn after a double?", "yes T-11");
    asked("mexicantrain:number", "may I end my turn after a double?", "no T-10");
    asked("mexicantrain:number", "may I say nothing with one tile left?", "yes T-16");
    asked("mexicantrain:number knock=on", "may I say nothing with one tile left?", "no T-16");
    asked("mexicantrain:number", "may I go out with a double?", "yes T-12");
    asked("mexicantrain:number", "may I play a second double?", "so T-14");
    asked("mexicantrain:hub", "may I play a second double?", "no T-14");
    asked("mexicantrain:number infractions=penalise", "may I draw although I can play?", "so T-19");
    asked("chickenfoot:number", "may I end my turn after a double?", "yes F-07");
    asked("chickenfoot:number", "may I look at the boneyard?", "no C-02");
    asked("castlerock:number", "may I draw before taking?", "no R-04");
    asked("mexicantrain:number", "may I finish with a double?", "yes T-12");
    asked("mexicantrain:number", "may I finish my turn with a double?", "no T-10");
    asked("mexicantrain:number", "may I play a double after a double?", "so T-14");
    asked("mexicantrain:number", "may I play on someone else's train?", "so T-07");
    asked("muggins:number", "may I pass instead of drawing?", "no L-10");
    asked("muggins:number", "may I draw again?", "so L-10");
    asked("chickenfoot:number", "may I play on another toe before the foot is finished?", "no F-07");
    asked("castlerock:number", "may I take all three tiles?", "so R-03");
    asked("muggins:number", "may I pass if I have a tile that fits?", "no C-05");
    asked("muggins:number", "can I skip my turn even if I can play", "no C-05");
    asked("muggins:number", "can I draw if I can play?", "no C-05");
    asked("muggins:number", "may I draw if I can't play?", "yes L-10");
    asked("block:basics", "may I draw if I cannot play?", "no L-09");
    asked("chickenfoot:number", "may I draw when I am unable to play?", "yes F-08");
    asked("mexicantrain:number", "can I play two doubles in a row?", "so T-14");
    asked("mexicantrain:number", "may I play on another's train without a marker?", "no T-07");
    asked("chickenfoot:number", "may I finish the foot alone?", "so F-07");
    asked("fiveup:online", "may I play on every side of a double?", "yes C-04");
    asked("castlerock:classic removals=once", "may I draw although something can be taken?", "so R-08");
}

/* The same in Spanish: with accents and without, in other words, of the table and of one's own. */
static void asked_in_spanish(void **state)
{
    by_tell_choose(*state);
    asked("block:basics", "¿Puedo robar aunque pueda jugar?", "no L-09");
    asked("draw:basics", "¿puedo robar si puedo jugar?", "no C-05");
    asked("draw:basics", "¿Puedo robar las dos últimas fichas?", "no L-11");
    asked("muggins:number", "se puede robar la ultima ficha del pozo", "yes L-11");
    asked("muggins:number", "¿PUEDO ROBAR LA ÚLTIMA FICHA?", "yes L-11");
    asked("muggins:number", "¿puedo guardarme una ficha?", "no C-05");
    asked("muggins:number", "¿puedo deshacer mi jugada?", "no C-06");
    asked("muggins:number call=on", "¿Puedo reclamar por mi pareja?", "no L-25");
    asked("muggins:number", "¿puedo anotar al pasar?", "no L-16");
    asked("muggins:basics", "¿puedo poner una blanca junto a cualquier número?", "yes L-08");
    asked("muggins:number", "¿Podemos robar si no podemos jugar?", "yes L-10");
    asked("muggins:number", "¿puedo pasar si tengo una ficha que encaja?", "no C-05");
    asked("muggins:number", "¿puedo pasar sin robar?", "no L-10");
    asked("fiveup:online", "¿Puedo jugar en todos los lados de un doble?", "yes C-04");
    asked("mexicantrain:number", "¿puedo empezar el Tren Mexicano?", "yes T-06");
    asked("mexicantrain:hub", "¿Puedo abrir el tren mexicano en mi turno?", "so T-21");
    asked("mexicantrain:number", "¿puedo jugar en el tren de otro jugador?", "so T-07");
    asked("mexicantrain:classic", "¿puedo acabar mi turno con un doble?", "yes T-11");
    asked("mexicantrain:number", "¿puedo acabar la ronda con un doble?", "yes T-12");
    asked("mexicantrain:number", "¿puedo jugar dos dobles seguidos?", "so T-14");
    asked("chickenfoot:number", "¿Puedo mirar las fichas del pozo?", "no C-02");
    asked("castlerock:number", "¿puedo quitar las tres fichas?", "so R-03");
}

static void nothing_is_guessed_in_spanish(void **state)
{
    static const char *const unknown[] = { "¿",
                                           "¿?",
                                           "¿puedo?",
                                           "¿puedo comerme las fichas?",
                                           "¿Puedo no robar aunque pueda jugar?",
                                           "¿No puedo robar si puedo jugar?",
                                           "¿Tengo que robar si no puedo jugar?",
                                           "¿hay que empezar el Tren Mexicano?",
                                           "¿Puede otro jugar en mi tren?",
                                           "¿Puede robar si no puede jugar?",
                                           "¿puedo robar si él no puede jugar?",
                                           "¿puedo robar aunque no pueda jugar?",
                                           "¿puedo poner tres fichas en un turno?",
                                           "¿puedo robar aunque pueda jugar y luego cantar?",
                                           "may I draw although I can play?",
                                           "¿puedo robar?" };

    by_tell_choose(*state);
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        asked("mexicantrain:number", unknown[i], "?");
}

/* Questions near a known one that have another answer. */
static void near_is_not_enough(void **state)
{
    (void)state;
    asked("castlerock:number", "may I take two tiles?", "?");
    asked("chickenfoot:number", "may I keep the double blank?", "?");
    asked("draw:basics", "may I play a double at an end?", "?");
    asked("muggins:number", "may I play a blank on a blank?", "?");
    asked("muggins:number", "may I draw all tiles?", "?");
    asked("mexicantrain:number knock=on", "may I knock with one tile left?", "?");
    asked("mexicantrain:number", "may I lay three tiles in a turn?", "?");
    asked("chickenfoot:number", "may I play elsewhere when the foot is complete?", "?");
    asked("chickenfoot:number", "may I play on another foot when the foot is full?", "?");
    asked("mexicantrain:number", "may I play elsewhere if the double is finished?", "?");
    asked("mexicantrain:number", "may I play elsewhere when the double is not open?", "?");
    asked("muggins:number", "may I lead every round?", "?");
}

static void nothing_is_guessed(void **state)
{
    static const char *const unknown[] = { "",
                                           "?",
                                           "may I",
                                           "may I eat the tiles?",
                                           "may I not draw although I can play?",
                                           "may another play on my train?",
                                           "must I draw although I can play?",
                                           "do I have to start the Mexican Train?",
                                           "may I have to start the Mexican Train?",
                                           "may I play another double after a double?",
                                           "may I draw although I can play and then sing?",
                                           "may I draw",
                                           "may I play two doubles in two turns without looking at the boneyard?",
                                           "\033[2J",
                                           "darf ich \303\244ndern?",
                                           "may I draw although I cannot play?",
                                           "may I not pass if I can play?",
                                           "can we not draw if nothing fits?",
                                           "may I pass if they can play?",
                                           "may I draw if he cannot play?",
                                           "may I play another tile?",
                                           "double double double double" };
    int near[BY_RULINGS_NEAR], n;

    (void)state;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        asked("mexicantrain:number", unknown[i], "?");
    by_score_ruling(&c, "may another play on my train?", near, &n);
    assert_true(n > 0); /* but what is near is offered */
}

int main(void)
{
    static char english[] = "en", spanish[] = "es";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_table, english),
        cmocka_unit_test(the_sheets_answers),
        cmocka_unit_test(near_is_not_enough),
        cmocka_unit_test(nothing_is_guessed),
        cmocka_unit_test_prestate(every_table, spanish),
        cmocka_unit_test_prestate(asked_in_spanish, spanish),
        cmocka_unit_test_prestate(nothing_is_guessed_in_spanish, spanish),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
