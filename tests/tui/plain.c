/* SPDX-License-Identifier: MIT */
/* plain.c: tests the sentences: in every game, each legal move can be put into words and parsed again; no text has a
 * bracket; and positions given by hand have the right sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/table.h"
#include "boneyard/text.h"
#include "tui/plain/plain.h"

static struct by_table match;
static struct by_step steps[4096];
static by_move list[BY_MOVES], fits[BY_MOVES];
static struct by_telling t;
static struct by_view view;
static char said[BY_PLAIN_TEXT];

static const char *const names[BY_SEATS] = { "South", "West",   "North",  "East",  "Anna", "Ben", "Carl", "Dora",
                                             "Emil",  "Frieda", "Gustav", "Hanna", "Ida",  "Jan", "Karl", "Lena" };

static uint32_t chance = 1;

static uint32_t next(uint32_t n)
{
    chance = chance * 1664525u + 1013904223u;
    return (chance >> 8) % n;
}

static void sound(const char *words)
{
    assert_true(strlen(words) < BY_PLAIN_TEXT - 1);
    for (const char *c = words; *c != '\0'; c++)
        if (strchr("[]{}()|<>*\n\t", *c) != NULL || (unsigned char)*c < ' ')
            fail_msg("a sign nobody can say: %s", words);
}

static void check_moves(int n)
{
    for (int i = 0; i < n; i++) {
        int found;

        by_plain_move(&t, list[i], said);
        sound(said);
        if (by_move_kind(list[i]) != BY_LAY && by_move_kind(list[i]) != BY_HUB)
            continue;
        said[strcspn(said, ",")] = '\0';
        found = by_plain_read(&t, said, list, n, fits, BY_MOVES);
        if (found < 1)
            fail_msg("not understood: %s", said);
        if (found != 1 || fits[0] != list[i])
            fail_msg("'%s' is two things", said);
    }
}

static void check_sentences(int n)
{
    by_plain_ends(&t, said);
    sound(said);
    by_plain_turn(&t, list, n, said);
    sound(said);
    by_plain_hand(&t, list, n, said);
    sound(said);
    by_plain_table(&t, said);
    sound(said);
    by_plain_seats(&t, said);
    sound(said);
}

/* Plays a random round, and checks every position from the seat to move. */
static void play_round(const char *rules)
{
    struct by_config c;
    struct by_fault f;
    struct by_seed seed = { { (uint8_t)next(256), (uint8_t)next(256) } };
    by_err err;

    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s", f.text);
    by_table_init(&match, &c, steps, 4096);
    err = by_table_deal_seeded(&match, &seed, by_lead_rule(&match.state) == BY_LEAD_LOT ? 0 : -1, NULL);
    assert_int_equal(err, BY_OK);
    while (match.state.now.phase == BY_PLAYING) {
        int seat = match.state.now.turn, n = by_moves(&match.state, seat, list);

        by_table_view(&match, seat, &view);
        by_telling_init(&t, &view, names, seat);
        check_moves(n);
        check_sentences(n);
        assert_int_equal(by_table_play(&match, seat, list[next((uint32_t)n)], NULL), BY_OK);
    }
}

static void words_and_back(void **state)
{
    static const char *const rules[] = { "block",
                                         "draw players=4",
                                         "muggins:number",
                                         "muggins:classic players=4 call=on",
                                         "muggins:basics players=3",
                                         "muggins:online",
                                         "allfives call=on",
                                         "fiveup players=4",
                                         "draw blanks=suit spinner=all",
                                         "chickenfoot set=9 players=3",
                                         "chickenfoot:classic set=12",
                                         "mexicantrain set=9 players=3 knock=on",
                                         "mexicantrain:classic players=6 infractions=penalise penalty=skip",
                                         "mexicantrain:hub",
                                         "castlerock",
                                         "castlerock:classic set=9 removals=once" };
    const char *more = getenv("BONEYARD_LONG");

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (int k = 0; k < (more != NULL ? 200 : 8); k++)
            play_round(rules[i]);
}

/* ---- Drawn positions ------------------------------------------------------------------------------ */

/* Begins a match with the given tiles first in the deck and the rest in canonical order. */
static void begin(const char *rules, const char *tiles)
{
    struct by_config c;
    struct by_fault f;
    struct by_set used = { { 0, 0, 0 } };
    by_tile deck[BY_MAX_TILES];
    int n = 0;

    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s", f.text);
    by_table_init(&match, &c, steps, 4096);
    for (size_t k; *tiles != '\0'; tiles += k + (tiles[k] == ' '), n++) {
        k = by_tile_read(tiles, strlen(tiles), &deck[n], NULL);
        assert_true(k > 0);
        by_set_add(&used, deck[n]);
    }
    for (int i = 0; n < by_deck_tiles(&match.state); i++)
        if (!by_set_has(&used, (by_tile)i) && i != by_deck_lacks(&match.state))
            deck[n++] = (by_tile)i;
    assert_int_equal(by_table_deal(&match, deck, n, -1, NULL), BY_OK);
}

static int look(void)
{
    int seat = match.state.now.turn, n = by_moves(&match.state, seat, list);

    by_table_view(&match, seat, &view);
    by_telling_init(&t, &view, names, seat);
    return n;
}

static void play(const char *moves)
{
    for (size_t n; *moves != '\0'; moves += n + (moves[n] == ' ')) {
        n = strcspn(moves, " ");
        if (by_table_play_text(&match, match.state.now.turn, moves, n, NULL) != BY_OK)
            fail_msg("cannot play %s", moves);
    }
    look();
}

#define SAYS(part) \
    do { \
        if (strstr(said, part) == NULL) \
            fail_msg("'%s' is not in: %s", part, said); \
    } while (0)

static void a_line(void **state)
{
    int n;

    (void)state;
    begin("muggins:classic hand=4", "5-5 6-5 4-3 6-4 5-2 5-0 5-1 6-3");
    n = look();
    by_plain_turn(&t, list, n, said);
    assert_string_equal(said, "You lead: 4 of 4 tiles fit.");
    by_plain_hand(&t, list, n, said);
    assert_string_equal(said, "Your hand, 4 tiles: 4-3, 5-5, 6-4 and 6-5.");
    play("5-5");
    by_plain_ends(&t, said);
    assert_string_equal(said, "Line, 2 open ends. Either side of 5-5: 5, counts 10. The ends make 10.");
    play("5-2 6-5 5-0"); /* three sides of the spinner are taken */
    n = look();
    by_plain_ends(&t, said);
    SAYS("Line, 4 open ends. Left: ");
    SAYS(" Right: ");
    SAYS(" on 5-5, counts 0.");
    SAYS("The ends make 8.");
    by_plain_turn(&t, list, n, said);
    assert_string_equal(said, "Your turn: 1 of 2 tiles fits.");
    assert_int_equal(by_plain_read(&t, "6-4 on 6-5", list, n, fits, 9), 1); /* in the form that events and hints use */
    assert_int_equal(by_plain_read(&t, "6-4 on 5-5", list, n, fits, 9), 0);
    by_plain_hand(&t, list, n, said);
    SAYS("6-4 fits ");
    SAYS(" to make 6.");
    SAYS("Doesn't fit now: 4-3.");
    by_plain_seats(&t, said);
    SAYS("You have 2 tiles and 10 points and play now. West has 2 tiles and 0 points.");
    by_plain_table(&t, said);
    SAYS("The line, from left to right: ");
    SAYS("Off 5-5: 5-0.");
}

/* Ends are named as in the layout, and so is the line that is read from left to right. */
static void sides(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        const char *row, *left, *right;
        char number[8];

        play_round("block blanks=suit");
        by_table_view(&match, 0, &view);
        by_telling_init(&t, &view, names, 0);
        if (view.now.places != 2)
            continue;
        by_plain_ends(&t, said);
        left = strstr(said, "Left: ");
        right = strstr(said, "Right: ");
        if (left == NULL || right == NULL)
            continue;
        snprintf(number, sizeof number, "%c%c", left[6], right[7]);
        by_plain_table(&t, said);
        row = strstr(said, ": ") + 2;
        assert_int_equal(row[0], number[0]);
        assert_int_equal(said[strlen(said) - 2], number[1]);
    }
}

static void claims(void **state)
{
    by_move m;
    int n;

    (void)state;
    begin("muggins:classic hand=3 call=on", "6-4 5-5 1-0 4-4 5-0 2-1");
    n = look();
    assert_int_equal(by_plain_read(&t, "5-5 +10", list, n, &m, 1), 1);
    assert_int_equal(by_move_claim(m), 10);
    assert_int_equal(by_plain_read(&t, "5-5+10", list, n, &m, 1), 1);
    assert_int_equal(by_plain_read(&t, "5-5", list, n, &m, 1), 1);
    assert_int_equal(by_move_claim(m), 0); /* without a claim, and nobody asks for one */
    assert_int_equal(by_plain_read(&t, "5-5 +15", list, n, &m, 1), 0);
    assert_int_equal(by_plain_read(&t, "5-5 +", list, n, &m, 1), 0);
    assert_int_equal(by_plain_read(&t, "5-5 +10x", list, n, &m, 1), 0);
    assert_int_equal(by_plain_read(&t, "5-5 nowhere", list, n, &m, 1), 0);
    by_plain_ends(&t, said);
    assert_null(strstr(said, "make")); /* counting is part of the game */
    play("5-5");
    by_plain_ends(&t, said);
    assert_null(strstr(said, "counts"));
    n = look();
    assert_int_equal(by_plain_read(&t, "5-0 left", list, n, &m, 1), 1);
}

static void trains(void **state)
{
    by_move m;
    int n;

    (void)state;
    begin("mexicantrain:number set=9 players=2 hand=3 knock=on", "9-8 9-1 3-2 9-7 8-4 1-0");
    n = look();
    by_plain_ends(&t, said);
    assert_string_equal(said,
                        "The engine is 9-9. Your train has not started and needs 9. The Mexican Train has not "
                        "started and needs 9.");
    by_plain_hand(&t, list, n, said);
    assert_string_equal(said,
                        "Your hand, 3 tiles. 9-1 and 9-8 fit on your train and on the Mexican Train. Doesn't "
                        "fit now: 3-2.");
    assert_int_equal(by_plain_read(&t, "9-8", list, n, &m, 1), 2);
    assert_int_equal(by_plain_read(&t, "9-8 mexican", list, n, &m, 1), 1);
    assert_int_equal(by_move_place(m), BY_MEXICAN);
    assert_int_equal(by_plain_read(&t, "8-9 ON my Train", list, n, &m, 1), 1);
    assert_int_equal(by_move_place(m), 0);
    assert_int_equal(by_plain_read(&t, "9-8 west", list, n, &m, 1), 0);
    play("9-8@t0 9-7@m");
    n = look();
    assert_int_equal(by_plain_read(&t, "9-1 mexican!", list, n, &m, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_back), cmocka_unit_test(a_line), cmocka_unit_test(sides),
        cmocka_unit_test(claims),         cmocka_unit_test(trains),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
