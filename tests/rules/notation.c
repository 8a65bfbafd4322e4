/* SPDX-License-Identifier: MIT */
/* notation.c: N-01 to N-08. */
#include "table.h"

static const char *drawn(const char *tiles)
{
    static char text[64];
    by_tile list[3];
    int n = 0;

    for (const char *at = tiles; *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " "))
        list[n++] = tile(at);
    n = (int)by_draw_print(list, n, text);
    same(n, strlen(text));
    return text;
}

/* The move in the last event, in full notation. */
static void told(struct table *t, const char *want)
{
    char text[BY_MOVE_TEXT];

    same(t->ev.at[0].kind, BY_EV_MOVE);
    by_move_print(t->ev.at[0].move, by_game_of(t->s)->family, text);
    assert_string_equal(text, want);
}

static void N_01_higher_half_first(void **state)
{
    char text[16];
    struct by_text out = by_text_on(text, sizeof text);
    by_tile t;
    bool flip;

    (void)state;
    by_put_tile(&out, tile("12-7"), false);
    by_put_char(&out, ' ');
    by_put_tile(&out, tile("7-12"), true);
    assert_string_equal(text, "12-7 7-12");
    same(by_tile_read("4-6", 3, &t, &flip), 3);
    same(t, by_tile_of(6, 4));
    same(flip, true);
    same(by_tile_read("6-4@", 4, &t, &flip), 3);
    same(flip, false);
    same(by_tile_read("19-1", 4, &t, &flip), 0);
    same(by_tile_read("06-4", 4, &t, &flip), 0);
    same(by_tile_read("6", 1, &t, &flip), 0);
    same(by_tile_read("6-", 2, &t, &flip), 0);
    same(by_tile_read("-4", 2, &t, &flip), 0);
}

static void N_02_the_tile_and_the_tile_it_is_laid_against(void **state)
{
    struct table *t = table_new("muggins:classic hand=3", "6-4 6-5 6-6 5-4 5-0 3-3", -1);

    (void)state;
    legal(t, 0, "6-4, 6-5, 6-6"); /* the first tile: higher half first */
    play(t, "0 6-4");
    told(t, "6-4");
    legal(t, 1, "4-5@4-6");
    play(t, "1 4-5@4-6");
    legal(t, 0, "6-5@6-4, 5-6@5-4, 6-6@6-4");
    play(t, "0 5-6@5-4");
    told(t, "5-6@5-4");
    legal(t, 1, "draw");
}

/* N-02: free places of one tile with the same number are one move. */
static void N_02_places_of_a_double_are_not_written(void **state)
{
    struct table *t = table_new("fiveup:online hand=3", "6-6 6-4 3-1 6-5 1-0 6-1", 0);

    (void)state;
    play(t, "0 6-6");
    legal(t, 1, "6-1@6-6, 6-5@6-6");
    play(t, "1 6-5@6-6");
    legal(t, 0, "6-4@6-6");
    t = table_new("chickenfoot players=2 set=9 hand=2", "9-8 1-0 9-7", -1);
    legal(t, 0, "9-8@9-9");
}

static void N_03_trains_and_the_hub(void **state)
{
    struct table *t = table_new("mexicantrain:classic players=12 set=12 hand=1 first-seat=11",
                                "1-0 2-0 3-0 4-0 5-0 6-0 7-0 8-0 9-0 10-0 11-0 12-5", -1);

    (void)state;
    legal(t, 11, "12-5@t11, 12-5@m");
    play(t, "11 12-5@t11");
    told(t, "12-5@t11");
    t = table_new("mexicantrain players=4 hand=2", "12-5 1-0 5-2 3-0 12-4 6-0 12-3 7-0", 0);
    play(t, "0 12-5@m");
    legal(t, 1, "5-2@m");
    play(t, "1 5-2@m");
    legal(t, 2, "12-4@t2");
    t = table_new("mexicantrain:hub players=2 hand=2", "11-10 12-5 12-12 12-4", -1);
    legal(t, 1, "12-12@hub");
    play(t, "1 12-12@hub");
    told(t, "12-12@hub");
}

static void N_04_draw_and_pass(void **state)
{
    struct table *t = table_new("muggins:classic hand=2", "6-6 5-5 4-4 3-3 3-1", -1);

    (void)state;
    assert_string_equal(drawn("3-1"), "draw 3-1");
    assert_string_equal(drawn("6-4 3-1 2-0"), "draw 6-4 3-1 2-0");
    play(t, "0 6-6");
    refuse(t, 1, "draw 3-1"); /* as input only the bare `draw` is a move */
    refuse(t, 1, "draw 2-2");
    refuse(t, 1, "Draw");
    play(t, "1 draw");
    told(t, "draw");
    leave(t, 0);
    play(t, "1 pass");
    told(t, "pass");
}

static void N_05_castle_rock(void **state)
{
    struct table *t = table_new("castlerock", "6-4 4-1 4-0", -1);

    (void)state;
    legal(t, 0, "take 4-1, take3 4-1");
    refuse(t, 0, "take");
    refuse(t, 0, "take 4-0");
    refuse(t, 0, "take4 4-1");
    play(t, "0 take3 4-1");
    told(t, "take3 4-1");
    legal(t, 0, "draw");
}

static void N_06_suffixes(void **state)
{
    struct table *t = table_new("mexicantrain:classic players=2 set=9 hand=2 knock=on", "9-8 9-3 9-7 7-6", -1);

    (void)state;
    legal(t, 0, "9-3@t0, 9-3@t0 !, 9-3@m, 9-3@m !, 9-8@t0, 9-8@t0 !, 9-8@m, 9-8@m !");
    refuse(t, 0, "9-8@m +5");
    play(t, "0 9-8@m !");
    told(t, "9-8@m !");
    t = table_new("muggins:classic call=on hand=2", "6-4 1-1 6-1 5-5", -1);
    play(t, "0 6-4 +10");
    told(t, "6-4 +10");
    legal(t, 1, "6-1@6-4, 6-1@6-4 +5");
    refuse(t, 1, "6-1@6-4 +10");
    refuse(t, 1, "6-1@6-4 !");
    play(t, "1 6-1@6-4, 0 call");
    told(t, "call");
}

static void N_07_loose_input(void **state)
{
    struct table *t = table_new("muggins:classic hand=3", "6-4 1-1 6-5 5-4 6-6 5-0", -1);

    (void)state;
    play(t, "0 4-6"); /* halves in any order */
    told(t, "6-4");
    play(t, "1 5-4"); /* the place left out */
    told(t, "4-5@4-6");
    refuse_as(t, 0, "6-5", BY_E_AMBIGUOUS);
    refuse_as(t, 0, "5-6", BY_E_AMBIGUOUS);
    play(t, "0 5-6@5-4"); /* the text of a legal move means that move */
    told(t, "5-6@5-4");
    refuse(t, 1, "5-0");
    refuse(t, 1, "");
    refuse(t, 1, "6");
    refuse(t, 1, "6-6@");
    refuse(t, 1, "6-6@1-1");
    play(t, "1 6-6@4-6"); /* and the halves of the place */
    same(t->ev.at[0].kind, BY_EV_MOVE);
}

static void N_07_trains_and_castle(void **state)
{
    struct table *t = table_new("mexicantrain players=2 set=9 hand=3", "9-8 8-1 5-5 9-7 7-6 6-5", -1);

    (void)state;
    refuse_as(t, 0, "9-8", BY_E_AMBIGUOUS);
    refuse(t, 0, "9-8@t1");
    refuse(t, 0, "9-8@t");
    refuse(t, 0, "9-8@x");
    play(t, "0 8-9@t0");
    told(t, "9-8@t0");
    refuse_as(t, 1, "7-9", BY_E_AMBIGUOUS);
    play(t, "1 7-9@m");
    told(t, "9-7@m");
    play(t, "0 1-8");
    told(t, "8-1@t0");
    t = table_new("castlerock", "6-4 4-1 4-0", -1);
    play(t, "0 take 1-4");
    told(t, "take 4-1");
    t = table_new("chickenfoot players=2 set=9 hand=2", "9-8 1-0 9-7 2-1", -1);
    play(t, "0 8-9");
    told(t, "9-8@9-9");
}

/* N-07: suffixes are never guessed. */
static void N_07_suffixes_are_never_guessed(void **state)
{
    struct table *t = table_new("muggins:classic call=on hand=2", "6-4 1-1 6-1 5-5", -1);

    (void)state;
    play(t, "0 4-6");
    told(t, "6-4"); /* the bare move: nothing is claimed */
    scores(t, "0 0");
    play(t, "1 1-6 +5");
    told(t, "6-1@6-4 +5");
    scores(t, "0 5");
    t = table_new("mexicantrain players=2 set=9 hand=2 knock=on", "9-8 9-3 9-7 7-6", -1);
    refuse_as(t, 0, "9-8 !", BY_E_AMBIGUOUS);
    play(t, "0 8-9@m !");
    told(t, "9-8@m !");
    actors(t, "1");
    play(t, "1 7-9");
    told(t, "9-7@t1");
    actors(t, "0");
    legal(t, 0, "9-3@t0, call"); /* silent: it may be called */
}

/* N-07, L-08: with wild blanks both ways round are legal, and each text means its own. */
static void N_07_wild_blanks(void **state)
{
    struct table *t = table_new("block hand=2 lead=seat", "5-0 1-1 6-0 4-3", -1);

    (void)state;
    play(t, "0 5-0");
    refuse_as(t, 1, "6-0", BY_E_AMBIGUOUS);
    refuse_as(t, 1, "4-3", BY_E_AMBIGUOUS);
    play(t, "1 4-3@0-5");
    told(t, "4-3@0-5");
    legal(t, 0, "pass"); /* 1-1 fits neither 5 nor 3 */
}

static void N_08_tiles_then_places(void **state)
{
    struct table *t = table_new("fiveup:online hand=5", "6-4 4-4 6-6 5-5 3-3 6-0 4-0 4-3 6-3 6-1", 0);

    (void)state;
    play(t, "0 6-4");
    legal(t, 1, "4-0@4-6, 4-3@4-6, 6-0@6-4, 6-1@6-4, 6-3@6-4");
    play(t, "1 4-3@4-6");
    legal(t, 0, "3-3@3-4, 6-6@6-4");
    play(t, "0 3-3@3-4");
    legal(t, 1, "6-0@6-4, 6-1@6-4, 6-3@6-4, 3-6@3-3");
}

static void N_08_trains_then_m_then_draw(void **state)
{
    struct table *t = table_new("mexicantrain:classic players=3 set=9 hand=3 infractions=penalise",
                                "8-7 8-6 7-6 9-5 9-1 8-8 7-5 6-5 5-4 3-1 3-2", -1);

    (void)state;
    play(t, "0 draw");
    legal(t, 1, "9-1@t0, 9-1@t1, 9-1@m, 9-5@t0, 9-5@t1, 9-5@m, draw");
    play(t, "1 9-5@m");
    legal(t, 2, "5-4@m, 5-6@m, 5-7@m, draw");
}

static void N_08_suffixed_then_draw_pass_call(void **state)
{
    struct table *t =
        table_new("mexicantrain:classic players=2 set=9 hand=2 knock=on infractions=penalise", "9-8 5-4 9-7 7-6", -1);

    (void)state;
    play(t, "0 9-8@t0");
    legal(t, 1, "9-7@t1, 9-7@t1 !, 9-7@m, 9-7@m !, draw, call");
    t = table_new("mexicantrain:classic players=2 set=9 hand=2 knock=on", "9-8 5-4 7-5 7-6", -1);
    leave(t, 0);
    play(t, "0 9-8@t0");
    legal(t, 1, "pass, call");
    t = table_new("mexicantrain:classic players=2 set=9 hand=4 infractions=penalise", "9-8 8-8 8-1 5-4 9-7 7-6 6-5 6-4",
                  -1);
    play(t, "0 9-8@t0, 1 9-7@t1, 0 8-8@t0");
    legal(t, 0, "8-1@t0, draw, pass");
    t = table_new("castlerock removals=once", "6-4 3-1 4-0 5-5 4-2", -1);
    play(t, "0 take 3-1, 0 draw, 0 draw, 0 take 5-5");
    legal(t, 0, "take 4-0, take3 4-0, draw");
}

/* N-02, N-03: the table shows which half of each tile touches which tile. */
static void N_02_as_it_lies(void **state)
{
    struct table *t = table_new("muggins:classic hand=3", "6-4 6-5 6-6 5-4 5-0 3-3", -1);
    const struct by_laid *laid = t->s->laid;

    (void)state;
    play(t, "0 6-4, 1 4-5@4-6, 0 6-5@6-4");
    same(laid[0].on, BY_NO_TILE);
    same(laid[0].flip, 0);
    same(laid[1].on, 0);
    same(laid[1].flip, 3); /* the 4 of 5-4, on the 4 of 6-4: both low */
    same(laid[2].on, 0);
    same(laid[2].flip, 0);
    t = table_new("mexicantrain players=2 set=9 hand=3", "9-8 8-1 5-5 9-7 7-6 6-5", -1);
    laid = t->s->laid;
    play(t, "0 9-8@t0, 1 9-7@m, 0 8-1@t0");
    same(laid[0].tile, tile("9-8"));
    same(laid[0].on, 0);
    same(laid[1].on, BY_MEXICAN);
    for (int i = 0; i < 3; i++)
        same(laid[i].flip, 0);
    t = table_new("mexicantrain players=2 set=9 hand=2 rounds=2", "9-8 9-1 9-7 7-6", -1);
    play(t, "0 9-1@t0, 1 9-7@t1, 0 9-8@m");
    deal(t, "8-1 9-8 2-1 3-1", -1);
    leave(t, 0);
    play(t, "1 pass, 0 8-9@t0");
    same(t->s->laid[0].flip, 1); /* the low half touches */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(N_01_higher_half_first),
        cmocka_unit_test(N_02_the_tile_and_the_tile_it_is_laid_against),
        cmocka_unit_test(N_02_places_of_a_double_are_not_written),
        cmocka_unit_test(N_03_trains_and_the_hub),
        cmocka_unit_test(N_04_draw_and_pass),
        cmocka_unit_test(N_05_castle_rock),
        cmocka_unit_test(N_06_suffixes),
        cmocka_unit_test(N_07_loose_input),
        cmocka_unit_test(N_07_trains_and_castle),
        cmocka_unit_test(N_07_suffixes_are_never_guessed),
        cmocka_unit_test(N_07_wild_blanks),
        cmocka_unit_test(N_08_tiles_then_places),
        cmocka_unit_test(N_08_trains_then_m_then_draw),
        cmocka_unit_test(N_08_suffixed_then_draw_pass_call),
        cmocka_unit_test(N_02_as_it_lies),
    };

    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
