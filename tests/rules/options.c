/* SPDX-License-Identifier: MIT */
/* options.c: tests section 7: every default of every preset, the canonical string, and refusals. */
#include <stdio.h>

#include "table.h"

struct defaults {
    const char *preset, *values;
};

/* Checks that the preset has exactly the options "key=value key=value ...". */
static void check_defaults(const struct defaults *want)
{
    struct by_config c;
    char word[64], rules[128];
    int n = 0, has = 0;

    assert_int_equal(by_config_parse(want->preset, &c, NULL), BY_OK);
    for (const char *at = want->values; *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " "), n++) {
        char *value;
        int id = 0;

        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        value = strchr(word, '=');
        *value++ = '\0';
        while (strcmp(by_option_list[id].key, word) != 0)
            id++;
        option(want->preset, id, value);
        snprintf(rules, sizeof rules, "%s %s=%s", want->preset, word, value);
        canonical(rules, want->preset); /* a default is not written */
    }
    for (int id = 0; id < BY_OPTIONS; id++)
        has += by_option_of(&c, id) != NULL;
    same(has, n);
}

#define TABLE "players=2 set=6 teams=off first-seat=0 "
#define SINGLE "lead=double next-lead=double blanks=wild spinner=none tie=single end=once "
#define SHEET \
    "lead=seat next-lead=rotate draw=until reserve=0 blanks=suit spinner=first play-unit=1 " \
    "bonus-unit=1 bonus-of=opponents bonus-to=out call=off blocked=opponents tie=none " \
    "target=250 end=once"
#define ONLINE \
    "hand=5 lead=lot next-lead=winner draw=until reserve=0 blanks=suit bonus-unit=5 " \
    "bonus-of=all bonus-to=out call=off blocked=opponents tie=none target=100 end=round "

static const struct defaults presets[] = {
    { "draw:basics", TABLE SINGLE "hand=7 draw=until reserve=2 blocked=difference target=100" },
    { "muggins:number", TABLE SHEET " hand=7" },
    { "muggins:classic", TABLE SHEET " hand=5" },
    { "muggins:basics",
      TABLE SINGLE "hand=5 draw=until reserve=2 blocked=opponents target=61 play-unit=5 "
                   "bonus-unit=5 bonus-of=opponents bonus-to=lowest call=off" },
    { "muggins:online", TABLE ONLINE "spinner=none play-unit=1" },
    { "allfives:online", TABLE ONLINE "spinner=first play-unit=5" },
    { "fiveup:online", TABLE ONLINE "spinner=all play-unit=5" },
    { "chickenfoot:number", "players=4 set=9 hand=11 first-seat=0 rounds=10 blank-penalty=50" },
    { "chickenfoot:classic", "players=4 set=9 hand=11 first-seat=0 rounds=10 blank-penalty=50" },
    { "mexicantrain:number",
      "players=4 set=12 hand=18 first-seat=0 rounds=13 double=must two-doubles=on "
      "knock=off penalty=none infractions=prevent" },
    { "mexicantrain:classic",
      "players=4 set=12 hand=18 first-seat=0 rounds=13 double=may two-doubles=on "
      "knock=off penalty=none infractions=prevent" },
    { "mexicantrain:hub", "players=4 set=12 hand=15 rounds=1 double=satisfy two-doubles=off" },
    { "castlerock:number", "set=6 rounds=1 removals=forced" },
    { "castlerock:classic", "set=6 rounds=1 removals=forced" },
};

static void options_defaults_of_every_preset(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++)
        check_defaults(&presets[i]);
    option("block", BY_HAND, "7"); /* Block's reserve has no effect, and no default here */
    option("block", BY_LEAD, "double");
    option("block", BY_NEXT_LEAD, "double");
    option("block", BY_DRAW, "none");
    option("block", BY_BLANKS, "wild");
    option("block", BY_SPINNER, "none");
    option("block", BY_BLOCKED, "difference");
    option("block", BY_TIE, "single");
    option("block", BY_END, "once");
}

static void options_all_presets(void **state)
{
    static const char *const all[] = { "block:basics",        "draw:basics",         "muggins:number",
                                       "muggins:classic",     "muggins:basics",      "muggins:online",
                                       "allfives:online",     "fiveup:online",       "chickenfoot:number",
                                       "chickenfoot:classic", "mexicantrain:number", "mexicantrain:classic",
                                       "mexicantrain:hub",    "castlerock:number",   "castlerock:classic" };
    static const char *const first[][2] = { { "block", "block:basics" },
                                            { "draw", "draw:basics" },
                                            { "muggins", "muggins:number" },
                                            { "allfives", "allfives:online" },
                                            { "fiveup", "fiveup:online" },
                                            { "chickenfoot", "chickenfoot:number" },
                                            { "mexicantrain", "mexicantrain:number" },
                                            { "castlerock", "castlerock:number" } };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        canonical(all[i], all[i]);
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        canonical(first[i][0], first[i][1]);
    refused("muggins:hub", "muggins hub");
    refused("block:number", "block number");
    refused("poker", "poker");
    refused("", "");
}

/* Section 7: the set of Chickenfoot and Mexican Train follows from the players. */
static void options_set_by_players(void **state)
{
    static const char *const foot[] = { "9",  "9",  "9",  "9",  "9",  "12", "12", "15",
                                        "15", "15", "15", "18", "18", "18", "18" };
    static const char *const train[] = { "9",  "9",  "12", "12", "12", "12", "12", "15",
                                         "15", "15", "15", "18", "18", "18", "18" };
    char rules[80];

    (void)state;
    for (int players = 2; players <= 16; players++) {
        snprintf(rules, sizeof rules, "chickenfoot:classic players=%d", players);
        option(rules, BY_SET, foot[players - 2]);
        snprintf(rules, sizeof rules, "mexicantrain:classic players=%d", players);
        option(rules, BY_SET, train[players - 2]);
    }
    option("chickenfoot:number players=8", BY_SET, "12");
    option("mexicantrain:number players=3", BY_SET, "9");
    option("chickenfoot:number players=9 hand=3", BY_SET, "9"); /* else the smallest of the sheet */
    option("mexicantrain:number players=9 hand=3", BY_SET, "9");
    refused("chickenfoot:number players=9", "hand");
    refused("mexicantrain:number players=16", "hand");
}

static void options_the_canonical_string(void **state)
{
    (void)state;
    canonical("muggins:classic players=4 teams=on target=150", "muggins:classic players=4 teams=on target=150");
    canonical("muggins:classic target=150 teams=on players=4", "muggins:classic players=4 teams=on target=150");
    canonical("muggins players=4 teams=on", "muggins:number players=4");
    canonical("muggins:number players=3 hand=5", "muggins:number players=3");
    canonical("muggins:number players=3 hand=7", "muggins:number players=3 hand=7");
    canonical("draw players=3 reserve=1", "draw:basics players=3");
    canonical("draw players=3 reserve=2", "draw:basics players=3 reserve=2");
    canonical("chickenfoot players=7 set=12", "chickenfoot:number players=7");
    canonical("chickenfoot players=7 set=9 hand=5", "chickenfoot:number players=7 set=9 hand=5");
    canonical("mexicantrain players=4 set=9", "mexicantrain:number set=9");
    canonical("mexicantrain set=9 rounds=10", "mexicantrain:number set=9");
    canonical("mexicantrain set=9 rounds=9", "mexicantrain:number set=9 rounds=9");
    canonical("castlerock set=9 removals=once rounds=3", "castlerock:number set=9 rounds=3 removals=once");
    canonical("block reserve=5", "block:basics reserve=5"); /* without effect, legal, and kept */
}

/* Section 7: the options are in the order of the table. */
static void options_in_the_order_of_the_table(void **state)
{
    const char *line = "muggins:basics players=4 set=9 hand=4 teams=on first-seat=1 lead=seat "
                       "next-lead=rotate draw=one reserve=3 blanks=suit spinner=all play-unit=1 "
                       "bonus-unit=1 bonus-of=all bonus-to=out call=on blocked=difference "
                       "tie=none target=50 end=round";
    const char *train = "mexicantrain:number players=2 set=12 hand=10 first-seat=1 rounds=3 double=may "
                        "two-doubles=off knock=on penalty=keep infractions=penalise";

    (void)state;
    canonical(line, line);
    canonical("muggins:basics end=round tie=none target=50 blocked=difference call=on bonus-to=out "
              "bonus-of=all bonus-unit=1 play-unit=1 spinner=all blanks=suit reserve=3 draw=one "
              "next-lead=rotate lead=seat first-seat=1 teams=on hand=4 set=9 players=4",
              line);
    canonical(train, train);
    canonical("chickenfoot:classic blank-penalty=0 rounds=2 first-seat=3 hand=5 set=18 players=5",
              "chickenfoot:classic players=5 set=18 hand=5 first-seat=3 rounds=2 blank-penalty=0");
}

/* A bad value: the sentence names the option, its value and the allowed values. */
static void options_bad_values(void **state)
{
    (void)state;
    refused("muggins players=five", "players five 2 4");
    refused("muggins players=", "players 2 4");
    refused("muggins players=-2", "players -2 2 4");
    refused("muggins players=02", "players 02 2 4");
    refused("muggins players=99999999999999999999", "players 99999999999999999999 2 4");
    refused("muggins teams=yes", "teams yes on off");
    refused("muggins first-seat=2", "first-seat 2 0 1");
    refused("muggins lead=first", "lead first seat double lot");
    refused("muggins next-lead=loser", "next-lead loser rotate double winner");
    refused("muggins draw=two", "draw two none one until");
    refused("muggins blanks=joker", "blanks joker suit wild");
    refused("muggins spinner=two", "spinner two none first all");
    refused("muggins play-unit=2", "play-unit 2 1 5");
    refused("muggins bonus-unit=10", "bonus-unit 10 1 5");
    refused("muggins bonus-of=none", "bonus-of none opponents all");
    refused("muggins bonus-to=highest", "bonus-to highest out lowest");
    refused("muggins call=maybe", "call maybe on off");
    refused("muggins blocked=all", "blocked all opponents difference");
    refused("muggins tie=both", "tie both none single");
    refused("muggins target=-5", "target -5");
    refused("muggins end=never", "end never once round");
    refused("mexicantrain double=skip", "double skip must may satisfy");
    refused("mexicantrain two-doubles=1", "two-doubles 1 on off");
    refused("mexicantrain knock=1", "knock 1 on off");
    refused("mexicantrain penalty=five", "penalty five none tile fifty skip keep");
    refused("mexicantrain infractions=allow", "infractions allow prevent penalise");
    refused("castlerock removals=twice", "removals twice forced once");
    refused("castlerock set=8", "set 8 6 9 12");
}

/* Options that the game's row in the table does not have. */
static void options_of_other_games(void **state)
{
    (void)state;
    refused("block play-unit=5", "play-unit");
    refused("draw bonus-unit=5", "bonus-unit");
    refused("block bonus-of=all", "bonus-of");
    refused("draw bonus-to=out", "bonus-to");
    refused("block call=on", "call");
    refused("block rounds=3", "rounds");
    refused("chickenfoot teams=on", "teams");
    refused("chickenfoot draw=until", "draw");
    refused("chickenfoot target=100", "target");
    refused("chickenfoot double=may", "double");
    refused("mexicantrain lead=lot", "lead");
    refused("mexicantrain blank-penalty=50", "blank-penalty");
    refused("mexicantrain call=on", "call");
    refused("castlerock players=2", "players");
    refused("castlerock hand=3", "hand");
    refused("castlerock knock=on", "knock");
    refused("muggins removals=once", "removals");
    refused("muggins targt=100", "targt");
    refused("muggins target", "target");
    refused("muggins target=100 target=150", "target");
}

static void options_bad_combinations(void **state)
{
    (void)state;
    refused("mexicantrain double=satisfy two-doubles=on", "double satisfy two-doubles on");
    canonical("mexicantrain double=satisfy two-doubles=off", "mexicantrain:number double=satisfy two-doubles=off");
    refused("mexicantrain penalty=keep infractions=prevent", "penalty keep infractions penalise");
    refused("muggins:classic players=3 teams=on", "teams on");
    refused("muggins players=4 hand=8", "hand 8 7");
    refused("chickenfoot players=4 set=9 hand=14", "hand 14 13");
    refused("mexicantrain:hub players=8 hand=12", "hand 12 11");
    option("mexicantrain:hub players=8 hand=11", BY_HAND, "11");
    refused("chickenfoot set=12 rounds=14", "rounds 14 1 13");
    refused("mexicantrain:hub rounds=0", "rounds 0 1");
    option("mexicantrain:hub rounds=99", BY_ROUNDS, "99");
}

/* Section 7: whenever a double decided the lead, that double is led; other leads follow the options. */
static void options_leads_combined(void **state)
{
    struct table *t = table_new("muggins:classic hand=2 lead=double next-lead=rotate draw=none", "6-6 1-0 5-4 5-3", -1);

    (void)state;
    legal(t, 0, "6-6");
    play(t, "0 6-6, 1 pass, 0 pass"); /* 1 against 17 */
    deal(t, "6-6 1-0 5-4 5-3", -1);   /* `rotate`: the seat after the last leader leads any tile */
    turn(t, 1);
    legal(t, 1, "5-3, 5-4");
    t = table_new("muggins:classic hand=1 lead=seat next-lead=double", "6-5 1-1", -1);
    legal(t, 0, "6-5");
    play(t, "0 6-5");
    deal(t, "6-5 1-1", -1);
    turn(t, 1);
    legal(t, 1, "1-1");
    t = table_new("block hand=1 next-lead=winner", "6-6 5-5", -1);
    play(t, "0 6-6");
    deal(t, "4-3 5-5", -1); /* the winner leads any tile */
    turn(t, 0);
    t = table_new("muggins:online hand=1 next-lead=rotate", "6-1 1-1", 1);
    play(t, "1 1-1");
    deal(t, "6-1 1-1", -1);
    turn(t, 0);
    refuse(t, 0, "draw");
}

/* Section 7: if a round has no winner, `winner` finds the lead as in round one. */
static void options_no_winner_leads_as_in_round_one(void **state)
{
    struct table *t =
        table_new("muggins:classic hand=2 next-lead=winner draw=none first-seat=1", "4-1 3-2 6-6 0-0", -1);

    (void)state;
    play(t, "1 6-6, 0 pass, 1 pass"); /* 10 against 0 */
    ended(t, BY_ENDED_BLOCKED, 1, "0 10");
    deal(t, "4-1 2-1 6-6 5-3", -1);
    turn(t, 1);
    play(t, "1 6-6, 0 pass, 1 pass"); /* 8 and 8: no winner */
    ended(t, BY_ENDED_BLOCKED, BY_NO_SEAT, "0 0");
    deal(t, "4-1 2-1 6-6 5-3", -1);
    turn(t, 1); /* first-seat again */
    t = table_new("block hand=2 next-lead=winner tie=none", "4-1 2-1 6-6 5-3", -1);
    play(t, "1 6-6, 0 pass, 1 pass");
    deal(t, "4-1 2-2 3-1 5-3", -1); /* the highest double, and it is led */
    turn(t, 0);
    legal(t, 0, "2-2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_defaults_of_every_preset),
        cmocka_unit_test(options_all_presets),
        cmocka_unit_test(options_set_by_players),
        cmocka_unit_test(options_the_canonical_string),
        cmocka_unit_test(options_in_the_order_of_the_table),
        cmocka_unit_test(options_bad_values),
        cmocka_unit_test(options_of_other_games),
        cmocka_unit_test(options_bad_combinations),
        cmocka_unit_test(options_leads_combined),
        cmocka_unit_test(options_no_winner_leads_as_in_round_one),
    };

    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
