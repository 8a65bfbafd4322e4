/* SPDX-License-Identifier: MIT */
/* entries.c: tests typed lines, which become entries and are printed again; rounds of the engine, entered as at a real
 * table; impossible entries; the file; and hostile bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "score/keep.h"
#include "score/entry.h"

static struct by_score score;
static struct by_rng rng;
static by_move list[BY_MOVES];

static void begin(const char *rules, const char *names)
{
    struct by_config c;
    struct by_fault f;
    char one[200];

    by_score_clear(&score);
    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s: %s", rules, f.text);
    by_score_init(&score, &c);
    memcpy(score.date, "2026-11-21", 11);
    for (int i = 0; i < by_score_players(&score); i++) {
        size_t n = strcspn(names, ",");

        snprintf(one, sizeof one, "%.*s", (int)n, names);
        if (!by_score_name(&score, i, one, &f))
            fail_msg("%s", f.text);
        names += n + (names[n] == ',');
    }
}

/* The result of a line: "" if accepted, "?" if incomplete, or the refusal. */
static const char *type(const char *line)
{
    static struct by_fault f;
    static struct by_entry e[64];
    int n;

    switch (by_entry_read(&score, line, e, 64, &n, &f)) {
    case BY_READ_WRONG: return f.text;
    case BY_READ_QUESTION: return "?";
    default: break;
    }
    for (int i = 0; i < n; i++)
        if (!by_score_add(&score, &e[i], &f))
            return f.text;
    return "";
}

static void taken(const char *line)
{
    const char *why = type(line);

    if (*why != '\0')
        fail_msg("'%s' is refused: %s", line, why);
}

static void refused(const char *line, const char *word)
{
    int before = score.entries;
    const char *why = type(line);

    if (strstr(why, word) == NULL || score.entries != before)
        fail_msg("'%s': '%s' instead of a refusal with '%s'", line, why, word);
}

static int total(int seat) { return (int)score.tally.sheet.score[seat]; }

/* ---- Reading ------------------------------------------------------------------------------ */

static void many_ways_to_say_it(void **state)
{
    static const char *const ways[] = { "anna out, ben 6-4 3-3, cara 17",
                                        "Anna went out; Ben has 6-4 3-3 left, Cara has 17",
                                        "out anna ben 3-3 4-6 cara 17",
                                        "ben 6/4 3|3 cara 17 out anna",
                                        "ben: 6-4 3-3; cara: 17 pips, anna out",
                                        "ANNA OUT BEN 3-3 6-4 CARA 17",
                                        "a out, b 6-4 3-3, c 17",
                                        "ben 16 cara 17 and anna goes out" };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        begin("muggins:number players=3", "Anna,Ben,Cara");
        taken(ways[i]);
        assert_int_equal(total(0), 35);
    }
    begin("muggins:number players=3", "Anna,Ben,Cara");
    taken("nobody went out, anna 5, ben 9, cara 11");
    assert_int_equal(total(0), 20);
    taken("anna 15 ben 10 5");
    assert_int_equal(total(0), 35);
    assert_int_equal(total(1), 15);
    taken("cara +25");
    assert_int_equal(total(2), 25);
}

static void names_of_all_kinds(void **state)
{
    struct by_fault f;

    (void)state;
    begin("block:basics players=4", "Aunt Mary,Aunt May,Mar,\303\226mer");
    refused("aunt out", "Aunt Mary or Aunt May");
    taken("aunt may out, aunt mary 6-6, mar 5-4, \303\226mer 3");
    assert_int_equal(total(1), 24);
    assert_false(by_score_name(&score, 0, "out", &f));
    assert_false(by_score_name(&score, 0, "undo", &f));
    assert_false(by_score_name(&score, 0, "7", &f));
    assert_false(by_score_name(&score, 0, "mar", &f));
    assert_non_null(strstr(f.text, "Two players"));
    assert_false(by_score_name(&score, 0, "", &f));
    assert_false(by_score_name(&score, 0, "a,b", &f));
    assert_false(by_score_name(&score, 0, "a name that is much longer than a name", &f));
    assert_true(by_score_name(&score, 0, "\033[2J\302\233Eve\342\200\256\377", &f));
    assert_string_equal(score.name[0], "?[2J?Eve??");
}

static void what_is_missing_is_asked(void **state)
{
    struct by_entry e;
    struct by_fault f;
    bool tiles;
    int n;

    (void)state;
    begin("chickenfoot:number players=3", "Anna,Ben,Cara");
    assert_int_equal(by_entry_read(&score, "anna out", &e, 1, &n, &f), BY_READ_QUESTION);
    assert_int_equal(by_entry_lacks(&score, &e, &tiles), 1);
    assert_false(by_entry_answer(&score, &e, 1, "anna 5", &f));
    assert_false(by_entry_answer(&score, &e, 1, "9-9", &f)); /* it is in the middle */
    assert_true(by_entry_answer(&score, &e, 1, "17", &f));
    assert_int_equal(by_entry_lacks(&score, &e, &tiles), 2);
    assert_true(by_entry_answer(&score, &e, 2, "8-1 2-2", &f));
    assert_int_equal(by_entry_lacks(&score, &e, &tiles), BY_LACKS_BLANK); /* F-10 */
    assert_true(by_entry_answer(&score, &e, BY_LACKS_BLANK, "ben", &f));
    assert_int_equal(by_entry_lacks(&score, &e, &tiles), BY_LACKS_NOTHING);
    assert_true(by_score_add(&score, &e, &f));
    assert_int_equal(total(1), 67);
    taken("ben out, anna 5, cara 9, nobody 0-0");
    taken("ben out, anna 5 0-0, cara 9");
    assert_int_equal(total(0), 5 + 55);
    taken("ben out, anna 5-0, cara 9-1"); /* if all tiles are known, nothing is asked */
    begin("draw:basics players=3", "Anna,Ben,Cara");
    assert_int_equal(by_entry_read(&score, "blocked anna 12 ben 12 cara 20", &e, 1, &n, &f), BY_READ_QUESTION);
    assert_int_equal(by_entry_lacks(&score, &e, &tiles), 0); /* L-22 */
    assert_true(tiles);
    assert_false(by_entry_answer(&score, &e, 0, "12", &f));
    assert_false(by_entry_answer(&score, &e, 0, "6-5", &f));
    assert_true(by_entry_answer(&score, &e, 0, "6-4 1-1", &f));
    assert_int_equal(by_entry_lacks(&score, &e, &tiles), 1);
    assert_true(by_entry_answer(&score, &e, 1, "5-4 2-1", &f));
    assert_true(by_score_add(&score, &e, &f));
    assert_int_equal(total(0), 20);
}

/* ---- Impossible entries ----------------------------------------------------------------------- */

static void impossible_entries(void **state)
{
    (void)state;
    begin("muggins:number players=3", "Anna,Ben,Cara");
    refused("anna out, ben 6-4 6-4, cara 5", "twice");
    refused("anna out, ben 6-4, cara 4-6", "only one");
    refused("anna out, ben 7-1, cara 5", "not in this set");
    refused("anna out, ben 169, cara 5", "can't have");
    refused("anna out, ben 100, cara 100", "can't add up");
    refused("anna out, anna 6-4, ben 5, cara 5", "went out");
    refused("anna out, ben out, cara 5", "Only one");
    refused("blocked, anna out, ben 5, cara 5", "both");
    refused("ben 6-4, cara 5-5", "Who went out");
    refused("anna out, ben 0, cara 0", "only one 0-0");
    refused("anna out, ben 0-0, cara 0", "only one 0-0");
    refused("anna out, ben 17 6-4, cara 5", "pips and tiles");
    refused("anna out, ben 6-4 10, cara 5", "pips and tiles");
    refused("anna out, ben 5, cara 5 6", "one number");
    refused("anna 13", "multiple of five");
    refused("anna +13", "multiple of five");
    refused("anna 0", "nothing");
    refused("anna 40", "can't make");
    refused("anna +1005", "in one round");
    refused("anna 99999", "not a number");
    refused("anna 5x", "not a number");
    refused("15", "Whose");
    refused("6-4", "Whose");
    refused("dora 15", "neither a player");
    refused("anna", "What did");
    refused("anna penalty", "no penalties");
    refused("anna leads, ben out", "one entry per line");
    taken("ben leads");
    taken("anna out, ben 5, cara 5");
    refused("anna leads", "On this sheet,");
    begin("muggins:number players=2", "Anna,Ben"); /* all but the seven lightest, which Anna laid */
    refused("anna out, ben 154", "can't have");
    taken("anna out, ben 153");
    begin("block:basics players=2", "Anna,Ben"); /* L-09: no one draws, so no hand grows */
    refused("anna out, ben 6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5", "can't hold");
    refused("anna out, ben 70", "can't have");
    refused("anna 15", "Who went out");
    taken("anna out, ben 69");
    begin("mexicantrain:number", "Anna,Ben,Cara,Dora");
    refused("anna out, ben 12-12, cara 1, dora 2", "in the middle");
    refused("anna penalty", "penalty=fifty");
    refused("anna out, ben 13-1, cara 1, dora 2", "not in this set");
    begin("mexicantrain:hub", "Anna,Ben,Cara,Dora");
    taken("anna out, ben 5, cara 17, dora 2");
    refused("ben out, anna 5, cara 17, dora 2", "over"); /* one round, and it has been played */
    begin("castlerock:number rounds=2", "Anna");
    taken("6-4 3-3, time 3:25");
    taken("cleared");
    refused("5", "over");
}

/* ---- Rounds of the engine, entered as at a table ----------------------------------------- */

static void put_hand(char *line, size_t size, const struct by_set *hand, bool pips)
{
    struct by_set rest = *hand;

    if (pips) {
        snprintf(line + strlen(line), size - strlen(line), " %d", by_set_pips(hand));
        if (by_set_has(hand, 0))
            strcat(line, " 0-0");
    }
    while (!pips && !by_set_empty(&rest)) {
        by_tile t = by_set_take(&rest);

        snprintf(line + strlen(line), size - strlen(line), " %d-%d", by_low(t), by_high(t));
    }
}

/* The line that players would type for a finished round. */
static void round_line(const struct by_state *s, char *line, size_t size, bool pips)
{
    struct by_set row = { { 0, 0, 0 } };
    bool blank = false;

    snprintf(line, size, "%s", s->end == BY_ENDED_BLOCKED && s->family != BY_CASTLE ? "blocked" : "");
    for (int i = 0; s->family == BY_CASTLE && i < s->now.laid; i++)
        by_set_add(&row, s->row[i]);
    for (int i = 0; i < s->players; i++) {
        const struct by_set *hand = s->family == BY_CASTLE ? &row : &s->hand[i];

        snprintf(line + strlen(line), size - strlen(line), " P%c", 'a' + i);
        if (s->end == BY_ENDED_OUT && i == s->end_seat)
            strcat(line, " out");
        else
            put_hand(line, size, hand, pips);
        blank = blank || by_set_has(hand, 0);
    }
    if (pips && !blank)
        strcat(line, " nobody 0-0");
}

static int entered;

static bool pips_decide(const struct by_state *s)
{
    return s->end == BY_ENDED_BLOCKED && s->family == BY_LINE && s->rules.opt[BY_TIE] == BY_TIE_SINGLE;
}

static void play_and_enter(const char *rules, int seed)
{
    static struct by_state s;
    struct by_seed deal = { { (uint8_t)seed, 77 } };
    struct by_events ev;
    char line[4096];

    by_start(&s, &score.rules);
    while (s.now.phase != BY_GAME_OVER && s.round < 30) {
        int rule;

        assert_int_equal(by_deal_seeded(&s, &deal, -1, NULL), BY_OK);
        if (by_tally_leads(&score.tally, &rule) < 0) {
            snprintf(line, sizeof line, "P%c leads", 'a' + s.lead);
            taken(line);
        }
        while (s.now.phase == BY_PLAYING) {
            int seat = __builtin_ctz(by_actors(&s)), n = by_moves(&s, seat, list);

            by_play(&s, seat, list[by_rng_below(&rng, (uint32_t)n)], &ev, NULL);
            for (int i = 0; i < ev.n; i++)
                if (ev.at[i].kind == BY_EV_SCORE) {
                    if (s.family == BY_TRAINS)
                        snprintf(line, sizeof line, "P%c penalty", 'a' + ev.at[i].seat);
                    else if (seed % 2 == 0)
                        snprintf(line, sizeof line, "P%c +%d", 'a' + ev.at[i].seat, (int)ev.at[i].points);
                    else
                        snprintf(line, sizeof line, "P%c %d", 'a' + ev.at[i].seat,
                                 (int)(ev.at[i].points * s.rules.opt[BY_PLAY_UNIT]));
                    taken(line);
                }
        }
        if (s.end != BY_NOT_ENDED) {
            round_line(&s, line, sizeof line, seed % 3 == 1 && !pips_decide(&s));
            taken(line);
        }
        entered++;
        if (memcmp(s.score, score.tally.sheet.score, sizeof s.score) != 0
            || by_winners(&s) != by_winners(&score.tally.sheet))
            fail_msg("%s: '%s' does not bring what the engine has", rules, line);
    }
}

/* Writes the score, reads it, and writes it again. */
static void there_and_back(void)
{
    static struct by_score again;
    struct by_fault f;
    char *one = NULL, *two = NULL;
    size_t n, m;
    FILE *out = open_memstream(&one, &n), *in;

    by_score_write(&score, out);
    fclose(out);
    in = fmemopen(one, n, "r");
    if (!by_score_read(&again, in, &f))
        fail_msg("line %d: %s\n%s", f.line, f.text, one);
    fclose(in);
    out = open_memstream(&two, &m);
    by_score_write(&again, out);
    fclose(out);
    assert_string_equal(one, two);
    assert_memory_equal(&again.tally, &score.tally, sizeof score.tally);
    by_score_clear(&again);
    free(one);
    free(two);
}

static void whole_games_of_every_preset(void **state)
{
    static const char *const more[] = { "muggins:number players=4 teams=on",
                                        "muggins:basics players=4 teams=on call=on",
                                        "mexicantrain:number players=7 penalty=fifty infractions=penalise knock=on",
                                        "chickenfoot:classic players=16",
                                        "block:basics players=4 teams=on target=60",
                                        "castlerock:classic set=18 rounds=3" };
    char rules[BY_CONFIG_TEXT];
    int games = 0;

    (void)state;
    for (int g = 0; g < BY_GAMES + (int)(sizeof more / sizeof more[0]); g++)
        for (int p = 0; g < BY_GAMES ? by_games[g]->presets[p].sheet != NULL : p < 1; p++)
            for (int seed = 0; seed < (getenv("BONEYARD_LONG") != NULL ? 60 : 6); seed++) {
                if (g < BY_GAMES)
                    snprintf(rules, sizeof rules, "%s:%s", by_games[g]->key, by_games[g]->presets[p].sheet);
                else
                    snprintf(rules, sizeof rules, "%s", more[g - BY_GAMES]);
                begin(rules, "Pa,Pb,Pc,Pd,Pe,Pf,Pg,Ph,Pi,Pj,Pk,Pl,Pm,Pn,Po,Pp");
                play_and_enter(rules, seed);
                there_and_back();
                games++;
            }
    print_message("%d games, %d rounds entered\n", games, entered);
    assert_true(entered > 500);
}

/* ---- The file ----------------------------------------------------------------------------- */

static const char good[] =
    "boneyard score 1\nrules muggins:number players=3\ndate 2026-11-21\nplayer Anna\n"
    "player Ben\nplayer Cara\n# round 1\nAnna 15\nAnna out, Ben 6-4 3-3, Cara 17\n# round 2\nBen +5\n";

/* Reads a text as a file; returns the line of the error, or 0. */
static int read_text(const char *text, size_t n, struct by_fault *f)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, n, "r");
    bool fine = by_score_read(&score, in, f);

    fclose(in);
    if (fine)
        by_score_clear(&score);
    return fine ? 0 : f->line;
}

static void a_strict_file(void **state)
{
    static const struct {
        const char *was, *is;
        int line;
        const char *word;
    } wrong[] = { { "score 1", "score 2", 1, "not a score file" },
                  { "muggins:number", "mugins:number", 2, "mugins" },
                  { "rules", "rule", 2, "rules" },
                  { "date 2026-11-21", "date now", 3, "date" },
                  { "player Ben\n", "", 6, "player" },
                  { "player Ben", "player Anna", 5, "Two players" },
                  { "Anna 15", "Anna 14", 8, "multiple of five" },
                  { "3-3, ", "6-4, ", 9, "twice" },
                  { "Cara 17\n", "Cara\n", 9, "What did Cara" },
                  { "Ben +5", "Ben +5, Cara 5", 11, "its own line" },
                  { "Ben +5", "Dora +5", 11, "neither a player" },
                  { "Anna 15", "\033]0;x\007 15", 8, "?]0" } };
    struct by_fault f;
    char text[600];

    (void)state;
    by_score_clear(&score);
    assert_int_equal(read_text(good, sizeof good - 1, &f), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *at = strstr(good, wrong[i].was);

        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, wrong[i].is, at + strlen(wrong[i].was));
        assert_int_equal(read_text(text, strlen(text), &f), wrong[i].line);
        if (strstr(f.text, wrong[i].word) == NULL || strchr(f.text, '\033') != NULL)
            fail_msg("'%s' says '%s'", wrong[i].is, f.text);
    }
    assert_int_equal(read_text("\n", 1, &f), 1);
    assert_int_equal(read_text("boneyard score 1\0x\n", 19, &f), 1);
}

/* Random bytes changed: the file is read or refused; nothing crashes. */
static void spoilt_files_and_lines(void **state)
{
    static const char bytes[] = "0123456789-+,:# outblkedANnaBeC\n\033\377\200/|penalty nobody leads";
    struct by_fault f;
    char text[sizeof good];
    int fine = 0;

    (void)state;
    for (int i = 0; i < (getenv("BONEYARD_LONG") != NULL ? 400000 : 20000); i++) {
        memcpy(text, good, sizeof good);
        for (uint32_t k = by_rng_below(&rng, 4) + 1; k > 0; k--)
            text[by_rng_below(&rng, sizeof good - 1)] = bytes[by_rng_below(&rng, sizeof bytes - 1)];
        fine += read_text(text, sizeof good - 1, &f) == 0;
    }
    assert_true(fine > 10);
    begin("chickenfoot:number players=3", "Anna,Ben,Cara");
    for (int i = 0; i < 20000; i++) {
        char line[40];
        uint32_t n = by_rng_below(&rng, sizeof line - 1);

        for (uint32_t k = 0; k < n; k++)
            line[k] = bytes[by_rng_below(&rng, sizeof bytes - 1)];
        line[n] = '\0';
        type(line);
    }
}

static int clean_up(void **state)
{
    (void)state;
    by_score_clear(&score);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_ways_to_say_it),         cmocka_unit_test(names_of_all_kinds),
        cmocka_unit_test(what_is_missing_is_asked),    cmocka_unit_test(impossible_entries),
        cmocka_unit_test(whole_games_of_every_preset), cmocka_unit_test(a_strict_file),
        cmocka_unit_test(spoilt_files_and_lines),
    };

    by_rng_init(&rng, 9);
    return cmocka_run_group_tests(tests, NULL, clean_up);
}
