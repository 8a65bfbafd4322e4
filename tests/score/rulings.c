/* SPDX-License-Identifier: MIT */
/* rulings.c: tests questions about the rules.  At every table, each question is found by its own words and has one
 * answer.  It also tests other wordings, "May I ...?" questions that must not be guessed, and the answers from the
 * sheets. */
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
    assert_true(i >= 2); /* common to all tables with hands; games add theirs to rulings.def */
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
        else if (r.answer == BY_ANSWER_RULE)
            answer = "rule";
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

/* The same in Spanish: with and without accents, reworded, about the table and about one's own hand. */
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
    asked("muggins:number", "¿Qué es el doble central?", "rule C-04");
    asked("mexicantrain:number", "¿qué locomotora abre la ronda?", "rule T-03");
}

/* Questions such as who, how many, when and what if are answered by the rule in force. */
static void the_rules_answer(void **state)
{
    (void)state;
    asked("block:basics", "do I have to play if I have a tile that fits?", "rule C-05");
    asked("block:basics", "who starts the first round?", "rule L-05");
    asked("block:basics", "how many tiles does each of us get?", "rule L-02");
    asked("block:basics", "what happens when nobody can play any more?", "rule L-21");
    asked("draw:basics", "I can't go, do I draw one tile or keep drawing?", "rule L-10");
    asked("draw:basics", "what happens when the boneyard is empty?", "rule L-10");
    asked("draw:basics", "do we leave two tiles in the boneyard?", "rule L-11");
    asked("draw:basics", "if the tile I drew fits must I lay it?", "rule L-10");
    asked("draw:basics", "is the blank a joker?", "rule L-08");
    asked("draw:basics", "how much is the double blank worth?", "rule L-08");
    asked("muggins:number", "what is a spinner?", "rule C-04");
    asked("muggins:number", "how many points do I need to win?", "rule L-23");
    asked("muggins:number", "do we score when the ends add to 15?", "rule L-16");
    asked("allfives:online", "who goes first in the next hand?", "rule L-06");
    asked("allfives:online", "what do I get for going out?", "rule L-20");
    asked("allfives:online", "the game is stuck, who gets the points?", "rule L-18");
    asked("mexicantrain:number", "do I have to say when I have only one tile left?", "rule T-16");
    asked("mexicantrain:number", "what if nobody has the double twelve?", "rule T-03");
    asked("mexicantrain:number", "when do I put my marker on my train?", "rule T-08");
    asked("mexicantrain:number", "when can I take the marker off?", "rule T-09");
    asked("mexicantrain:number", "I played a double and can't cover it, what now?", "rule T-10");
    asked("mexicantrain:number", "who is allowed to begin the mexican train?", "rule T-06");
    asked("chickenfoot:number", "how many toes does the first double need?", "rule F-05");
    asked("chickenfoot:number", "how much does the double blank cost me?", "rule F-10");
    asked("castlerock:number", "when can I take tiles away?", "rule R-02");
    asked("mexicantrain:number", "how many points do the blank tiles count for?", "rule T-15");
    asked("mexicantrain:number", "how many dominoes do you start with?", "rule F-02");
    asked("chickenfoot:number", "who has to play the double nine?", "rule F-03");
    asked("allfives:online", "how do you score?", "rule L-16");
    asked("draw:basics", "how many bones must never be drawn?", "rule L-11");
    asked("castlerock:number", "what is the object of the game?", "rule R-06");
    asked("castlerock:number", "what do I do when nothing matches?", "rule R-05");
    asked("block:basics", "Grandpa says I have to knock when I can't move, is that so?", "rule L-09");
    asked("draw:basics", "does blank go with everything?", "rule L-08");
    asked("muggins:number", "can I build off the sides of every double or just one?", "rule C-04");
    asked("mexicantrain:number", "my sister can't go, where does her penny go?", "rule T-08");
    asked("mexicantrain:number", "is my train closed again once I play on it?", "rule T-09");
    asked("mexicantrain:number", "which double is the engine this round?", "rule T-03");
    asked("block:basics", "we can't agree who should put down the first tile", "rule L-05");
    asked("draw:basics", "can a five go next to a blank?", "rule L-08");
    asked("muggins:number", "when does a spinner open up on the ends?", "rule C-04");
    asked("mexicantrain:number", "the draw pile is gone, now what?", "rule T-08");
    asked("chickenfoot:number", "how many go round the first double before anything else?", "rule F-05");
    asked("block:basics", "what if I can play but don't want to?", "rule C-05");
    asked("draw:basics", "does the blank count as any number?", "rule L-08");
    asked("mexicantrain:number", "do I have to cover my own double straight away?", "rule T-10");
}

/* The same in Spanish. */
static void the_rules_answer_in_spanish(void **state)
{
    by_tell_choose(*state);
    asked("block:basics", "¿quién sale primero?", "rule L-05");
    asked("block:basics", "¿cuántas fichas se reparten?", "rule L-02");
    asked("block:basics", "¿qué pasa si nadie puede jugar?", "rule L-21");
    asked("draw:basics", "se acabó el pozo, ¿qué hago?", "rule L-10");
    asked("muggins:number", "¿qué es el spinner?", "rule C-04");
    asked("allfives:online", "¿cuándo se puntúa?", "rule L-16");
    asked("allfives:online", "¿quién empieza la siguiente mano?", "rule L-06");
    asked("fiveup:online players=4 teams=on", "¿hay que pasar si no tengo ninguna?", "rule L-10");
    asked("mexicantrain:number", "¿tengo que avisar cuando me queda una?", "rule T-16");
    asked("mexicantrain:number", "¿con qué doble empezamos la segunda ronda?", "rule T-03");
    asked("mexicantrain:number", "¿quién puede empezar el tren mexicano?", "rule T-06");
    asked("chickenfoot:number", "¿cuántas patas lleva el doble?", "rule F-07");
    asked("castlerock:number", "¿cuándo se acaba el juego?", "rule R-06");
    asked("block:basics", "¿hacia qué lado va el turno?", "rule C-02");
    asked("muggins:number", "¿se redondean los puntos del final?", "rule L-19");
    asked("draw:basics", "¿hasta cuánto se juega?", "rule L-23");
    asked("fiveup:online players=4 teams=on", "¿con quién juego de pareja?", "rule L-03");
    asked("mexicantrain:number", "¿tengo que tapar el doble que ha puesto otro?", "rule T-10");
    asked("mexicantrain:number", "¿cuántas rondas hay?", "rule T-03");
}

/* A question about permission that is not understood gets no yes or no, but may get a rule. */
static void not_guessed(const char *rules, const char *question)
{
    int near[BY_RULINGS_NEAR], n, found;
    struct by_ruling r;

    table(rules);
    found = by_score_ruling(&c, question, near, &n);
    if (found >= 0 && by_ruling_at(&c, found, by_tell_language(), &r) && r.answer != BY_ANSWER_RULE)
        fail_msg("%s, '%s' is answered as '%s'", rules, question, listed_as(&r));
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
        not_guessed("mexicantrain:number", unknown[i]);
    asked("mexicantrain:number", "¿puedo comerme las fichas?", "?");
    asked("mexicantrain:number", "¿?", "?");
}

/* Questions similar to a known one, with a different answer. */
static void near_is_not_enough(void **state)
{
    (void)state;
    not_guessed("castlerock:number", "may I take two tiles?");
    not_guessed("chickenfoot:number", "may I keep the double blank?");
    not_guessed("draw:basics", "may I play a double at an end?");
    not_guessed("muggins:number", "may I play a blank on a blank?");
    not_guessed("muggins:number", "may I draw all tiles?");
    not_guessed("mexicantrain:number knock=on", "may I knock with one tile left?");
    not_guessed("mexicantrain:number", "may I lay three tiles in a turn?");
    not_guessed("chickenfoot:number", "may I play elsewhere when the foot is complete?");
    not_guessed("chickenfoot:number", "may I play on another foot when the foot is full?");
    not_guessed("mexicantrain:number", "may I play elsewhere if the double is finished?");
    not_guessed("mexicantrain:number", "may I play elsewhere when the double is not open?");
    not_guessed("muggins:number", "may I lead every round?");
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
        not_guessed("mexicantrain:number", unknown[i]);
    asked("mexicantrain:number", "", "?");
    asked("mexicantrain:number", "may I eat the tiles?", "?");
    asked("mexicantrain:number", "double double double double", "?");
    asked("mexicantrain:number", "darf ich \303\244ndern?", "?");
    asked("fiveup:online", "can partners talk to each other?", "?");
    assert_int_equal(by_score_ruling(&c, "may I draw", near, &n), -1);
    assert_true(n > 0); /* but similar questions are offered */
}

int main(void)
{
    static char english[] = "en", spanish[] = "es";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_table, english),
        cmocka_unit_test(the_sheets_answers),
        cmocka_unit_test(the_rules_answer),
        cmocka_unit_test(near_is_not_enough),
        cmocka_unit_test(nothing_is_guessed),
        cmocka_unit_test_prestate(every_table, spanish),
        cmocka_unit_test_prestate(asked_in_spanish, spanish),
        cmocka_unit_test_prestate(the_rules_answer_in_spanish, spanish),
        cmocka_unit_test_prestate(nothing_is_guessed_in_spanish, spanish),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
