/* SPDX-License-Identifier: MIT */
/* full.c: tests the full-screen game without a terminal, using a screen that presses keys by a plan or at random and
 * checks the output. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tui/full/full.h"
#include "wire/record.h"

/* ---- The screen --------------------------------------------------------------------------- */

static struct {
    int width, height;
    struct by_session *s;
    struct by_rng rng;
    int presses, limit; /* random presses so far, and the number after which Ctrl-C comes */
    bool until_over;    /* Ctrl-C comes when the game is over */
    bool hasty;         /* keys come while a bot or hint thinks */
    const char *plan;   /* if not NULL, the keys to press ('\n' is Enter, and so on), followed by Ctrl-C */
    char *shown;        /* the last screen as text */
    long shows, hands;
    bool other_hand; /* a tile of another hand than the current one was shown */
} screen;

bool by_screen_open(enum by_colours colours, char *why, size_t size)
{
    (void)colours;
    (void)why;
    (void)size;
    return true;
}

void by_screen_close(void) {}
bool by_screen_utf8(void) { return true; }

void by_screen_size(int *width, int *height)
{
    *width = screen.width;
    *height = screen.height;
}

/* Checks that hand tiles on the screen belong to one hand: the only person's, or that of the person who must choose. */
static void look_at_hand(const struct by_canvas *c)
{
    struct by_next due = by_session_next(screen.s);
    struct by_set tiles = { { 0, 0, 0 } };
    struct by_view v;

    for (int i = 0; i < c->width * c->height; i++)
        if (c->cell[i].tag >= BY_TAG_HAND && c->cell[i].tag < BY_TAG_PLACE)
            by_set_add(&tiles, (by_tile)(c->cell[i].tag - BY_TAG_HAND));
    if (by_set_empty(&tiles))
        return;
    screen.hands++;
    if (by_session_you(screen.s) >= 0)
        by_session_view(screen.s, by_session_you(screen.s), &v);
    else if (due.kind == BY_NEXT_CHOICE)
        by_session_view(screen.s, due.seat, &v);
    else
        return;
    while (!by_set_empty(&tiles))
        if (!by_set_has(&v.hand[v.seat], by_set_take(&tiles)))
            screen.other_hand = true;
}

void by_screen_show(const struct by_canvas *c, int x, int y)
{
    size_t n = 0, room = (size_t)(c->width * 4 + 2) * (size_t)c->height + 1;

    (void)x;
    (void)y;
    assert_int_equal(c->width, screen.width);
    assert_int_equal(c->height, screen.height);
    if (c->width >= BY_FULL_WIDTH && c->height >= BY_FULL_HEIGHT && c->lost > 0)
        fail_msg("a text is cut without a sign, above:\n%s", screen.shown);
    screen.shown = realloc(screen.shown, room);
    for (int i = 0; i < c->height; i++) {
        n += by_canvas_line(c, i, screen.shown + n, room - n);
        screen.shown[n++] = '\n';
    }
    screen.shown[n] = '\0';
    screen.shows++;
    look_at_hand(c);
}

static struct by_key of_sign(char c)
{
    struct by_key key = { BY_PRESS_SIGN, (uint32_t)(unsigned char)c, 0, 0 };

    if (c == '\n')
        key.press = BY_PRESS_ENTER;
    else if (c == '\t')
        key.press = BY_PRESS_TAB;
    else if (c == '\033')
        key.press = BY_PRESS_ESCAPE;
    else if (c == '\b')
        key.press = BY_PRESS_ERASE;
    else if (c == '>')
        key.press = BY_PRESS_RIGHT;
    else if (c == '<')
        key.press = BY_PRESS_LEFT;
    else
        key.press = BY_PRESS_SIGN;
    return key;
}

static struct by_key at_random(void)
{
    static const char signs[] = "dpchutslv?[]1234567890-@+!x  qr";
    static const int sizes[][2] = { { 80, 24 }, { 200, 60 }, { 100, 30 }, { 81, 25 }, { 40, 10 }, { 1, 1 } };
    struct by_key key = { BY_PRESS_ENTER, 0, 0, 0 };
    uint32_t n = by_rng_below(&screen.rng, 20);

    if (n < 5)
        return key;
    if (n < 9) {
        key.press = BY_PRESS_SIGN;
        key.sign = (uint32_t)signs[by_rng_below(&screen.rng, sizeof signs - 1)];
        if (key.sign == 'q' || key.sign == 'r' || key.sign == 'u') /* rarely, or the game would not get anywhere */
            key.sign = by_rng_below(&screen.rng, 20) == 0 ? key.sign : 'd';
    } else if (n < 12) {
        key.press = BY_PRESS_CLICK;
        key.x = (int)by_rng_below(&screen.rng, (uint32_t)screen.width + 1);
        key.y = (int)by_rng_below(&screen.rng, (uint32_t)screen.height + 1);
    } else if (n == 12 && by_rng_below(&screen.rng, 30) == 0) {
        uint32_t k = by_rng_below(&screen.rng, sizeof sizes / sizeof sizes[0]);

        screen.width = sizes[k][0];
        screen.height = sizes[k][1];
        key.press = BY_PRESS_RESIZE;
    } else {
        n = by_rng_below(&screen.rng, BY_PRESS_WHEEL_DOWN - BY_PRESS_ENTER);
        key.press = (enum by_press)(BY_PRESS_ENTER + (int)n);
    }
    return key;
}

void by_screen_watch(struct by_stop *stop)
{
    if (screen.hasty && stop != NULL)
        by_stop_set(stop);
}

struct by_key by_screen_wait(int ms)
{
    static const struct by_key stop = { BY_PRESS_STOP, 0, 0, 0 }, none = { BY_PRESS_NONE, 0, 0, 0 };

    if (ms == 0 && !screen.hasty) /* between others' moves, no key is requested */
        return none;
    if (screen.until_over && by_session_next(screen.s).kind == BY_NEXT_GAME_OVER)
        return stop;
    if (screen.plan != NULL)
        return *screen.plan != '\0' ? of_sign(*screen.plan++) : stop;
    return screen.presses++ < screen.limit ? at_random() : stop;
}

/* ---- Games -------------------------------------------------------------------------------- */

static struct by_session *begin(const char *rules, const char *seats, uint8_t seed)
{
    struct by_seed s = { { [31] = seed } };
    struct by_setup setup;
    struct by_fault f;

    memset(&setup, 0, sizeof setup);
    if (by_config_parse(rules, &setup.rules, &f) != BY_OK)
        fail_msg("%s", f.text);
    for (int i = 0; seats[i] != '\0'; i++)
        setup.seat[i].bot = seats[i] == 'p' ? NULL : by_bots[BY_BOT_greedy];
    screen.s = by_session_new(&setup, &s);
    return screen.s;
}

/* Presses a plan on 80 by 24 (or what the caller has set); leaves the last screen in screen.shown. */
static int press(struct by_session *s, const char *plan)
{
    struct by_look look = { BY_FACE_AUTO, false, 0 };

    screen.plan = plan;
    return by_full_run(s, &look);
}

static void shows(const char *words)
{
    if (strstr(screen.shown, words) == NULL)
        fail_msg("'%s' is not on the screen:\n%s", words, screen.shown);
}

static void hides(const char *words)
{
    if (strstr(screen.shown, words) != NULL)
        fail_msg("'%s' is on the screen:\n%s", words, screen.shown);
}

static void size(int width, int height)
{
    screen.width = width;
    screen.height = height;
}

/* Any keys in any order: nothing breaks, and only the right hand is shown. */
static void monkeys(void **state)
{
    static const char *const tables[][2] = { { "block players=2", "pg" },
                                             { "draw players=3", "ppp" },
                                             { "muggins:classic players=4 teams=on", "gpgg" },
                                             { "muggins call=on players=3 target=60", "gpg" },
                                             { "muggins:basics", "pp" },
                                             { "allfives", "pg" },
                                             { "fiveup", "gp" },
                                             { "chickenfoot players=3 rounds=2", "pgg" },
                                             { "mexicantrain players=4 rounds=2 knock=on", "ggpg" },
                                             { "mexicantrain:hub players=3", "ppg" },
                                             { "castlerock", "p" },
                                             { "castlerock removals=once rounds=2", "p" },
                                             { "mexicantrain:classic set=18 players=16", "pggggggggggggggg" },
                                             { "chickenfoot players=16 hand=3 set=9", "gggggggggggggggp" },
                                             { "mexicantrain infractions=penalise penalty=tile players=2 hand=6",
                                               "pg" },
                                             { "draw", "gg" } };

    (void)state;
    by_rng_init(&screen.rng, 1);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        struct by_look look = { (enum by_face)(i % BY_FACES), i % 3 == 1, 0 };
        struct by_session *s = begin(tables[i][0], tables[i][1], (uint8_t)i);

        size(i % 2 == 0 ? 80 : 200, i % 2 == 0 ? 24 : 60);
        screen.plan = NULL;
        screen.presses = 0;
        screen.limit = getenv("BONEYARD_LONG") != NULL ? 10000 : 120;
        screen.other_hand = false;
        screen.hands = 0;
        while (screen.presses < screen.limit && by_full_run(s, &look) != 130)
            screen.presses++; /* a game that was left continues */
        assert_false(screen.other_hand);
        if (strstr(tables[i][0], "castlerock") == NULL && strchr(tables[i][1], 'p') != NULL)
            assert_true(screen.hands > 10);
        by_session_free(s);
    }
}

/* A key acts at once while a bot or a hint thinks: quitting and undoing do not wait for the bot's move. */
static void hasty_keys(void **state)
{
    struct by_session *s = begin("block players=2", "pg", 4);
    int lines;

    (void)state;
    size(80, 24);
    while (by_session_next(s).kind != BY_NEXT_CHOICE)
        by_session_step(s);
    press(s, "h");
    shows("Hint:");
    screen.hasty = true;
    press(s, "h");
    hides("Hint:");
    lines = by_session_log(s)->n;
    press(s, "\n\n");
    assert_int_equal(by_session_log(s)->n, lines + 1); /* only the person's move; the bot was still thinking */
    press(s, "u");
    assert_int_equal(by_session_log(s)->n, lines);
    screen.hasty = false;
    by_session_free(s);
}

/* Pressing only Enter plays the tile under the cursor if it fits in one place. Whole games end on the score sheet. */
static void whole_games(void **state)
{
    static const char *const tables[][2] = { { "block players=2", "pg" },
                                             { "muggins:classic players=4 teams=on", "gpgg" },
                                             { "fiveup", "gp" },
                                             { "chickenfoot players=3 rounds=2", "pgg" },
                                             { "mexicantrain players=4 rounds=2", "ggpg" },
                                             { "castlerock", "p" } };
    static char plan[6000];

    (void)state;
    memset(plan, '\n', sizeof plan - 1);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (int large = 0; large < (i % 3 == 2 ? 2 : 1); large++) {
            struct by_session *s = begin(tables[i][0], tables[i][1], 3);
            const char *last;

            size(large ? 200 : 80, large ? 60 : 24);
            for (size_t k = 0; k + 1 < sizeof plan; k++) /* Castle Rock has its own key for drawing */
                plan[k] = strstr(tables[i][0], "castle") != NULL && k % 2 == 1 ? 'd' : '\n';
            screen.until_over = true;
            assert_int_equal(press(s, plan), 130);
            screen.until_over = false;
            assert_int_equal(by_session_next(s).kind, BY_NEXT_GAME_OVER);
            last = by_session_log(s)->line[by_session_log(s)->n - 1].text;
            press(s, "s");
            shows(last);
            by_session_free(s);
        }
}

/* Tests typing, refusals, undo, and confirmations. */
static void keys(void **state)
{
    struct by_session *s = begin("muggins players=3", "pgg", 7);
    struct by_view v;

    (void)state;
    size(80, 24);
    press(s, "");
    shows("Your turn: 5 of 5 tiles fit");
    shows("Muggins, first to 250, round 1");
    press(s, "9-9\n");
    shows("9-9 is not in your hand.");
    press(s, "9-9\nd");
    shows("so you may not draw");
    press(s, "6-0");
    shows("6-0_");
    press(s, "6-0\033");
    hides("6-0_");
    press(s, "6-0\n");
    shows("You lay 6-0.");
    press(s, "u");
    shows("Undone.");
    by_session_view(s, 0, &v);
    assert_int_equal(v.count[0], 5);
    press(s, "u");
    shows("Nothing to undo: you have not made a choice yet.");
    press(s, "h");
    shows("Hint: ");
    press(s, "?");
    shows("Keys and rules");
    press(s, "?\033");
    hides("Keys and rules");
    press(s, "l");
    shows("What happened");
    press(s, "r");
    shows("Press r again");
    press(s, "r\033r");
    shows("Press r again");
    assert_int_equal(by_session_results(s), 0);
    press(s, "q");
    shows("Press q again");
    assert_int_equal(press(s, "qq"), 0);
    by_savefile_set(by_session_file(s), "/no/such/folder/game");
    by_session_save(s);
    press(s, "s"); /* whatever is on the screen */
    shows("NOT SAVED: the last save failed.");
    press(s, "q");
    shows("Could not save the game to '/no/such/folder/game'");
    shows("again to leave anyway"); /* the line is wrapped after "Press q" */
    press(s, "qx");
    hides("again to leave anyway");
    size(60, 20);
    press(s, "");
    shows("The table needs 80 by 24; this window is");
    shows("boneyard play --continue --plain");
    by_session_free(s);
}

/* If a typed tile has several places, it is selected, and the screen asks where to lay it, as after Enter. */
static void typed_places(void **state)
{
    struct by_session *s = begin("mexicantrain players=4", "pggg", 7);
    by_move list[BY_MOVES];
    by_tile t = BY_NO_TILE;
    char keys[40];

    (void)state;
    size(80, 24);
    press(s, ""); /* deals */
    for (int n = by_session_moves(s, 0, list), i = 0; i < n; i++)
        if (by_move_kind(list[i]) == BY_LAY && by_move_place(list[i]) != 0) /* not only on the player's own train */
            t = by_move_tile(list[i]);
    assert_int_not_equal(t, BY_NO_TILE);
    snprintf(keys, sizeof keys, "%d-%d\n", by_low(t), by_high(t));
    press(s, keys);
    shows(": your train");
    hides("fits in several places");
    snprintf(keys, sizeof keys, "%d-%d\n\033", by_low(t), by_high(t));
    press(s, keys);
    hides(": your train");
    snprintf(keys, sizeof keys, "%d-%d\n2\n", by_low(t), by_high(t));
    press(s, keys);
    shows("on the Mexican Train.");
    by_session_free(s);
}

/* The count of a double is mentioned if it differs from the number to play on. */
static void ends_add_up(void **state)
{
    struct by_session *s = begin("muggins", "pg", 7);

    (void)state;
    size(80, 24);
    press(s, "1-1\n");
    shows("(1-1 counts ");
    by_session_free(s);
}

/* A curtain hides the hand between two people's turns, until Enter is pressed. */
static void curtain(void **state)
{
    struct by_session *s = begin("muggins players=2", "pp", 3);
    int first;

    (void)state;
    size(80, 24);
    screen.hands = 0;
    press(s, "");
    first = by_session_next(s).seat;
    shows("turn. Enter shows the hand");
    press(s, "123dht\t><");
    shows("turn. Enter shows the hand");
    assert_int_equal(screen.hands, 0);
    press(s, "\n");
    assert_true(screen.hands > 0);
    press(s, "\n\n"); /* shows the hand, lays its first tile */
    assert_int_not_equal(by_session_next(s).seat, first);
    shows("turn. Enter shows the hand");
    screen.hands = 0;
    press(s, "u"); /* the other person pressed it, and must not see the first one's hand */
    assert_int_equal(by_session_next(s).seat, first);
    shows("turn. Enter shows the hand");
    press(s, "\n\nu"); /* the same without leaving in between */
    shows("turn. Enter shows the hand");
    assert_int_equal(by_session_next(s).seat, first);
    by_session_free(s);
}

/* With call=on, every play asks for a claim, and a wrong claim is refused. */
static void claims(void **state)
{
    struct by_session *s = begin("muggins players=2 call=on", "pg", 7);

    (void)state;
    size(80, 24);
    press(s, "6-0\n");
    shows("points to claim?");
    press(s, "6-0\n\n");
    shows("You lay 6-0.");
    press(s, "u1\n");
    shows("points to claim?");
    press(s, "1\n7\n");
    hides("You lay");
    by_session_free(s);
}

/* The log numbers the moves of the whole match; "e" reviews a finished game, and only that. */
static void log_and_review(void **state)
{
    static char plan[400];
    struct by_session *s = begin("draw players=2 target=15", "pg", 2);

    (void)state;
    size(200, 200);
    press(s, "e");
    hides("Summary");
    memset(plan, '\n', sizeof plan - 1);
    for (size_t i = 1; i < sizeof plan - 1; i += 3)
        plan[i] = 'd';
    screen.until_over = true;
    press(s, plan);
    screen.until_over = false;
    shows("e reviews your moves.");
    press(s, "e");
    shows("Summary");
    shows("You made ");
    shows("The turning point");
    shows("r again");
    press(s, "\033l");
    shows(" 2. North lays 6-0 on 2-2.");
    for (int i = 0, moves = 0; i < by_session_log(s)->n;) {
        char text[1024];

        i += by_log_numbered(by_session_log(s), i, &moves, text, sizeof text);
        if (i == by_session_log(s)->n)
            assert_int_equal(moves,
                             (int)by_session_finished(s)->table.first + (int)by_session_finished(s)->table.moves);
    }
    by_session_free(s);
}

/* Sixteen players on the smallest screen: each has a name with numbers below it. */
static void scores_of_many(void **state)
{
    struct by_session *s = begin("mexicantrain players=16 hand=3", "pggggggggggggggg", 7);

    (void)state;
    size(80, 24);
    press(s, "s");
    shows("Seat 6\n");
    shows("Seat 10");
    shows("Seat 16");
    hides("Seat Seat");
    by_session_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(hasty_keys),     cmocka_unit_test(whole_games),
                                        cmocka_unit_test(keys),           cmocka_unit_test(typed_places),
                                        cmocka_unit_test(ends_add_up),    cmocka_unit_test(curtain),
                                        cmocka_unit_test(claims),         cmocka_unit_test(log_and_review),
                                        cmocka_unit_test(scores_of_many), cmocka_unit_test(monkeys) };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    free(screen.shown);
    return failed;
}
