/* SPDX-License-Identifier: MIT */
/* why.c: tests sentences for refusals and legal moves, with the rule's number, and for events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/table.h"
#include "boneyard/why.h"

static struct by_table match;
static struct by_step steps[512];
static by_move list[BY_MOVES];
static char said[1024];
static const char *const ben[] = { "Anna", "Ben" };
static const char *const *why_names; /* from by_why */

/* Starts a match with these first tiles of the deck and the rest in canonical order. */
static void begin(const char *rules, const char *tiles, int lead)
{
    struct by_config c;
    struct by_fault f;
    struct by_set used = { { 0, 0, 0 } };
    by_tile deck[BY_MAX_TILES];
    int n = 0;

    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s", f.text);
    by_table_init(&match, &c, steps, 512);
    for (size_t k; *tiles != '\0'; tiles += k + (tiles[k] == ' '), n++) {
        k = by_tile_read(tiles, strlen(tiles), &deck[n], NULL);
        assert_true(k > 0);
        by_set_add(&used, deck[n]);
    }
    for (int t = 0; n < by_deck_tiles(&match.state); t++)
        if (!by_set_has(&used, (by_tile)t) && t != by_deck_lacks(&match.state))
            deck[n++] = (by_tile)t;
    assert_int_equal(by_table_deal(&match, deck, n, lead, NULL), BY_OK);
}

static void play(int seat, const char *text)
{
    if (by_table_play_text(&match, seat, text, strlen(text), NULL) != BY_OK)
        fail_msg("seat %d cannot play %s", seat, text);
}

static const char *why(int seat, const char *text)
{
    static struct by_fault f;
    struct by_view v;
    int n = by_moves(&match.state, seat, list);

    by_table_view(&match, seat, &v);
    assert_true(by_why(&v, why_names, list, n, text, strlen(text), BY_ENGLISH, &f) == BY_E_ILLEGAL
                || f.err == BY_E_AMBIGUOUS);
    return f.text;
}

static const char *what(int seat)
{
    struct by_text t = by_text_on(said, sizeof said);
    struct by_view v;
    int n = by_moves(&match.state, seat, list);

    by_table_view(&match, seat, &v);
    by_what(&v, list, n, &t);
    return said;
}

/* The text of the tab above a hand, with a tile chosen or ''. */
static const char *task(int seat, const char *tile)
{
    static const char *const names[] = { "South", "West", "North", "East" };
    struct by_text t = by_text_on(said, sizeof said);
    struct by_view v;
    by_tile held = BY_NO_TILE;
    int n = by_moves(&match.state, seat, list);

    by_tile_read(tile, strlen(tile), &held, NULL);
    by_table_view(&match, seat, &v);
    by_put_task(&v, list, n, held, names, &t);
    return said;
}

#define SAYS(text, part) \
    do { \
        const char *is_ = (text); \
        if (strstr(is_, part) == NULL) \
            fail_msg("'%s' is not in: %s", part, is_); \
    } while (0)

static void line_games(void **state)
{
    (void)state;
    begin("muggins:number hand=4", "6-4 5-4 1-0 3-3 6-5 2-1 2-2 3-0", 0);
    SAYS(why(0, "6-6"), "6-6 is not in your hand");
    SAYS(why(0, "draw"), "You can play 1-0, so you may not draw (C-05)");
    SAYS(why(0, "pass"), "so you may not pass (C-05)");
    SAYS(why(0, "call"), "There are no calls at this table (D-12)");
    SAYS(why(0, "take 6-4"), "never remove them (N-05)");
    SAYS(why(0, "6-4@hub"), "This game has no hub (N-03)");
    SAYS(why(0, "6-4@5-0"), "5-0 is not on the table");
    SAYS(why(0, "xyzzy"), "Unknown move");
    SAYS(why(0, "6-4 +10"), "leave out the claim (N-06, D-12)");
    SAYS(why(0, "6-4 !"), "Last tiles are not announced at this table (T-16, D-12)");
    SAYS(what(0), "You can play 4 of your 4 tiles");
    play(0, "6-4");
    SAYS(why(1, "2-1"), "2-1 does not fit any open end: the open ends are 4 and 6 (L-07)");
    play(1, "6-5");
    SAYS(why(0, "3-3"), "the open ends are 4 and 5 (L-07)");
    SAYS(why(0, "5-4"), "5-4 fits in several places: type 4-5@4-6 or 5-4@5-6 (N-07)");
}

static void leads_and_boneyards(void **state)
{
    (void)state;
    begin("block:basics hand=2 blanks=suit", "6-4 5-5 6-5 2-1", -1);
    SAYS(why(0, "6-4"), "The round begins with 5-5, the highest double (L-05, D-02)");
    play(0, "5-5");
    play(1, "6-5");
    play(0, "6-4");
    assert_int_equal(match.state.end, BY_ENDED_OUT);
    begin("block:basics hand=3 blanks=suit", "6-4 5-5 3-3 4-1 2-1 3-1", -1);
    play(0, "5-5");
    SAYS(why(1, "draw"), "no drawing in this game: pass if you cannot play (L-09)");
    SAYS(what(1), "You can neither play nor draw, so you pass (C-10)");
    /* L-11: no one holds a 6 but the leader, and the last two tiles may not be drawn. */
    begin("draw:basics hand=13 blanks=suit",
          "5-5 4-4 3-3 2-2 1-1 0-0 5-0 4-0 3-0 2-0 1-0 4-1 3-1 "
          "6-6 6-1 6-2 6-3 6-4 2-1 4-2 3-2 4-3 5-1 5-2 5-3 5-4",
          -1);
    play(1, "6-6");
    SAYS(why(0, "draw"), "The last 2 tiles of the boneyard may not be drawn (L-11). Pass instead.");
}

static void claims(void **state)
{
    (void)state;
    begin("muggins:number hand=3 call=on", "5-5 5-0 6-6 4-3 2-1 3-2", 0);
    SAYS(why(0, "5-5 +15"), "That makes 10, so claim +10 (L-16, N-06)");
    SAYS(why(0, "6-6 +10"), "That makes 12: only multiples of five score, so there is nothing to claim (L-16, N-06)");
    play(0, "5-5");
    SAYS(why(1, "6-5"), "6-5 is not in your hand");
    SAYS(what(1), "You can call an unclaimed score (L-25)");
}

/* A seat that is not to move is told so, and told of calls only if one is possible; the answer to a call names its
 * subject. */
static void not_on_turn(void **state)
{
    uint8_t part[BY_MAX_TILES + 2];
    struct by_view v;

    (void)state;
    begin("muggins:number hand=3 call=on", "5-5 5-0 6-6 4-3 2-1 3-2", 0);
    SAYS(why(1, "4-3"), "It is not your turn yet.");
    SAYS(why(1, "call"), "There is no unclaimed score to call (L-25)");
    play(0, "5-5");
    SAYS(why(0, "call"), "There is no unclaimed score to call (L-25)");
    begin("muggins:number hand=3", "6-0 5-0 6-6 4-3 2-1 3-2", 0);
    SAYS(why(1, "call"), "There are no calls at this table (D-12)");
    begin("mexicantrain players=4 knock=on", "", 0);
    SAYS(why((match.state.now.turn + 1) % 4, "call"), "There is no unannounced last tile to call (T-16)");
    begin("muggins:number hand=3", "6-0 5-0 6-6 4-3 2-1 3-2", 0);
    play(0, "6-0");
    by_table_view(&match, 1, &v);
    assert_int_equal(by_count_parts(&v, part), 2);
    assert_int_equal(part[0] + part[1], 6);
}

static void chickenfoot(void **state)
{
    (void)state;
    begin("chickenfoot:number players=2 hand=4", "9-8 9-7 9-6 5-4 9-5 9-4 9-3 8-7", 0);
    SAYS(why(0, "5-4"), "9-9 must be filled first: it still needs 6 more (F-05)");
    SAYS(what(0), "You can play 3 of your 4 tiles. 9-9 must");
}

static void trains(void **state)
{
    (void)state;
    begin("mexicantrain:number players=2 set=9 hand=4", "9-8 8-8 7-6 5-4 9-4 4-4 3-3 6-2", 0);
    SAYS(why(0, "7-6"), "7-6 does not fit any train that is open to you (T-07)");
    SAYS(why(0, "9-8@t1"), "Train t1 is not open: it has no marker (T-07)");
    why_names = ben;
    SAYS(why(0, "9-8@t1"), "Ben's train is not open: it has no marker (T-07)");
    SAYS(why(0, "9-8@t9"), "There is no train t9");
    SAYS(why(0, "9-8@hub"), "The hub already has its double");
    SAYS(why(0, "take 9-8"), "never remove them (N-05)");
    SAYS(why(0, "call"), "There are no calls at this table (D-12)");
    SAYS(why(0, "9-8"), "9-8 fits in several places: type 9-8@t0 or 9-8@m (N-07)");
    play(0, "9-8@t0");
    play(1, "9-4@t1");
    play(0, "8-8@t0");
    play(0, "draw");
    SAYS(why(1, "4-4"), "The open double must be covered first: play an 8 on Anna's train (T-13)");
    why_names = NULL;
    SAYS(why(1, "4-4"), "The open double must be covered first: play an 8 on train t0 (T-13)");
    begin("mexicantrain:hub players=2 hand=4", "12-12 7-6 5-4 3-2 11-10 9-8 7-5 3-1", -1);
    SAYS(why(0, "7-6"), "The highest double must open the hub first: 12-12@hub (T-04)");
    play(0, "12-12@hub");
    SAYS(why(0, "7-6"), "On your first turn you can only begin your own train, with a 12 (T-20)");
    SAYS(what(0), "you draw (C-05)");
    begin("mexicantrain:hub players=2 hand=4", "12-12 12-6 5-4 3-2 11-10 9-8 7-5 3-1", -1);
    play(0, "12-12@hub");
    SAYS(why(0, "12-6@m"), "On your first turn you can only begin your own train (T-20)");
}

static void castle(void **state)
{
    (void)state;
    begin("castlerock:number", "6-4 5-1 6-2 3-0", -1);
    SAYS(why(0, "draw"), "only when no removal is possible (R-04)");
    SAYS(why(0, "pass"), "There is no passing in Castle Rock");
    SAYS(why(0, "take 6-4"), "is at an end of the row");
    SAYS(why(0, "take3 5-1"), "do not all share one number (R-03)");
    SAYS(why(0, "6-4"), "In Castle Rock you remove tiles");
    SAYS(what(0), "Remove the tile between two that share a number (R-02)");
    play(0, "take 5-1");
    SAYS(what(0), "No removal is possible: draw (R-05)");
}

static const char *say(int ear, int you, const struct by_events *ev, int i)
{
    static const char *const names[] = { "South", "West", "North", "East" };
    struct by_text t = by_text_on(said, sizeof said);
    struct by_view v;

    by_table_view(&match, ear, &v);
    by_say(&v, by_hear(ev->at[i], v.family, ear), names, you, &t);
    return said;
}

/* C-09: another seat's draw is reported without its tile. */
static void what_happened(void **state)
{
    struct by_events ev;

    (void)state;
    begin("muggins:number hand=2", "5-5 1-0 4-3 6-6 3-2 5-1", 0);
    by_table_play_text(&match, 0, "5-5", 3, &ev);
    SAYS(say(1, 1, &ev, 0), "South lays 5-5. The ends make 10.");
    SAYS(say(0, 0, &ev, 0), "You lay 5-5.");
    SAYS(say(0, 0, &ev, 1), "You score 10 points, 10 in total.");
    by_table_play_text(&match, 1, "draw", 4, &ev);
    assert_string_equal(say(0, 0, &ev, 0), "West draws.");
    assert_string_equal(say(1, 1, &ev, 0), "You draw 3-2.");
    by_table_play_text(&match, 1, "draw", 4, &ev);
    by_table_play_text(&match, 1, "5-1", 3, &ev);
    by_table_play_text(&match, 0, "1-0", 3, &ev);
    SAYS(say(0, 0, &ev, ev.n - 1), "You go out with no tiles left. Points: You +");
}

/* Returns the reason for a seat's draw as told to `you`; `drawn`: its tiles, or "". */
static const char *drew(int you, const char *drawn)
{
    static const char *const names[] = { "South", "West", "North", "East" };
    struct by_text t = by_text_on(said, sizeof said);
    struct by_view v;
    by_tile tiles[3];
    int n = 0;

    for (; *drawn != '\0'; n++, drawn += *drawn == ' ')
        if (*drawn == '?') {
            tiles[n] = BY_NO_TILE;
            drawn++;
        } else {
            drawn += by_tile_read(drawn, strlen(drawn), &tiles[n], NULL);
        }
    by_table_view(&match, you, &v);
    by_say_drew(&v, match.state.now.turn, tiles, n, names, you, &t);
    return said;
}

/* Draws in a row make one sentence, with the numbers that were missing. */
static void why_drawn(void **state)
{
    (void)state;
    begin("muggins:number hand=2", "5-5 5-0 4-3 6-6 3-2 4-1 6-1 5-1", 0);
    play(0, "5-5");
    play(1, "draw");
    assert_string_equal(drew(0, "?"), "West had no 5 and drew a tile.");
    play(1, "draw");
    assert_string_equal(drew(0, "? ?"), "West had no 5 and drew 2 tiles.");
    assert_string_equal(drew(1, "3-2 4-1"), "You had no 5 and drew 3-2 and 4-1.");
    assert_string_equal(drew(1, "3-2 4-1 6-1"), "You had no 5 and drew 3-2, 4-1 and 6-1.");
    assert_string_equal(drew(1, ""), "");
    begin("castlerock:number", "6-4 5-1 6-2 3-0", -1);
    assert_string_equal(drew(0, "3-0"), "");
}

/* Lets seat 1 pass; returns the text for seat 0 or for the seat itself. */
static const char *passes(int ear)
{
    struct by_events ev;

    assert_int_equal(by_table_play_text(&match, 1, "pass", 4, &ev), BY_OK);
    return say(ear, ear, &ev, 0);
}

/* A pass names the missing numbers, and the reason why nothing can be drawn. */
static void why_passed(void **state)
{
    (void)state;
    begin("block:basics hand=3 blanks=suit", "6-4 5-5 3-3 4-1 2-1 3-1", -1);
    play(0, "5-5");
    assert_string_equal(passes(0), "West has no 5 and passes.");
    begin("block:basics hand=3 blanks=suit", "6-4 5-5 3-3 4-1 2-1 3-1", -1);
    play(0, "5-5");
    assert_string_equal(passes(1), "You have no 5 and pass.");
    begin("draw:basics players=2 hand=3 reserve=22 blanks=suit", "6-4 5-5 3-3 4-1 2-1 3-1", -1);
    play(0, "5-5");
    assert_string_equal(passes(0), "West has no 5 and passes. The last 22 tiles stay in the boneyard.");
    begin("draw:basics players=2 hand=14 reserve=0 blanks=suit",
          "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3 5-2 5-1 5-0 4-4", -1);
    play(0, "6-6");
    assert_string_equal(passes(0), "West has no 6 and passes. The boneyard is empty.");
}

static void line_tasks(void **state)
{
    (void)state;
    begin("muggins:number hand=4", "6-4 5-4 1-0 3-3 6-5 2-1 2-2 3-0", 0);
    assert_string_equal(task(0, ""), "lay any tile");
    assert_string_equal(task(0, "6-4"), "start with 6-4");
    play(0, "6-4");
    assert_string_equal(task(1, ""), "play on a 6");
    play(1, "6-5");
    assert_string_equal(task(0, ""), "play on a 4 or a 5");
    assert_string_equal(task(0, "5-4"), "lay 5-4 on the 4 or the 5");
    begin("block:basics hand=3 blanks=suit", "6-4 5-5 3-3 4-1 2-1 3-1", -1);
    assert_string_equal(task(0, ""), "start with 5-5");
    play(0, "5-5");
    assert_string_equal(task(1, ""), "no 5: pass");
    begin("block:basics hand=2 blanks=wild", "5-5 6-4 5-1 3-0", -1);
    play(0, "5-5");
    assert_string_equal(task(1, ""), "play on a 5; blanks are wild");
    begin("draw:basics hand=2 blanks=suit", "5-5 6-4 3-1 3-2", -1);
    play(0, "5-5");
    assert_string_equal(task(1, ""), "no 5: draw a tile");
}

static void other_tasks(void **state)
{
    (void)state;
    begin("chickenfoot:number players=2 hand=4", "9-8 9-7 9-6 5-4 9-5 9-4 9-3 8-7", 0);
    assert_string_equal(task(0, ""), "lay a 9 on the 9-9: six toes to go");
    assert_string_equal(task(0, "9-8"), "lay 9-8 on the 9-9");
    begin("mexicantrain:number players=2 set=9 hand=4", "9-8 8-8 7-6 5-4 9-4 4-4 3-3 6-2", 0);
    assert_string_equal(task(0, ""), "play on your train or the Mexican Train");
    assert_string_equal(task(0, "9-8"), "9-8 fits your train and the Mexican Train");
    play(0, "9-8@t0");
    play(1, "9-4@t1");
    play(0, "8-8@t0");
    assert_string_equal(task(0, ""), "nothing fits: draw a tile");
    begin("mexicantrain:hub players=2 hand=4", "12-12 12-6 5-4 3-2 11-10 9-8 7-5 3-1", -1);
    assert_string_equal(task(0, ""), "put 12-12 in the hub");
    play(0, "12-12@hub");
    assert_string_equal(task(0, ""), "start your train with a 12");
    begin("castlerock:number", "6-4 5-1 6-2 3-0", -1);
    assert_string_equal(task(0, ""), "take 5-1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_games),  cmocka_unit_test(leads_and_boneyards), cmocka_unit_test(claims),
        cmocka_unit_test(not_on_turn), cmocka_unit_test(chickenfoot),         cmocka_unit_test(trains),
        cmocka_unit_test(castle),      cmocka_unit_test(what_happened),       cmocka_unit_test(line_tasks),
        cmocka_unit_test(why_drawn),   cmocka_unit_test(why_passed),          cmocka_unit_test(other_tasks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
