/* SPDX-License-Identifier: MIT */
/* languages.c: checks every screen of the terminal in every language and in the pseudo-language, in which each text of
 * the catalogue is longer, has accents and is enclosed in brackets.
 *
 * In the pseudo-language, a bracket without its partner shows a text that was cut without an ellipsis, or that another
 * one covers; a plain vowel shows a text that is not in the catalogue. In the other languages, no text may be cut.
 * Each table is played at the smallest size and at another, and the start screen shows each game at the smallest and
 * the largest size; BONEYARD_LONG=1 uses all sizes, and plays longer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tui/full/full.h"
#include "tui/start/screen.h"
#include "util/tell.h"

#define OPENS "⟦"
#define CLOSES "⟧"
#define CUT "…"

/* On the last one, nothing scrolls. */
static const int sizes[][2] = { { 80, 24 }, { 120, 40 }, { 140, 50 }, { 80, 300 } };
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* ---- Judging -------------------------------------------------------------------------------- */

static bool pseudo(void) { return strcmp(by_language_list[by_tell_language()]->key, "xx") == 0; }

static int count(const char *text, const char *words)
{
    int n = 0;

    for (; (text = strstr(text, words)) != NULL; text += strlen(words))
        n++;
    return n;
}

/* Keys, teams, rule strings (target=100, muggins:number) and options that refusals name are in no catalogue. */
static bool is_exempt(const char *word)
{
    for (int id = 0; id < BY_OPTIONS; id++)
        if (strcmp(word, by_option_list[id].key) == 0)
            return true;
    return word[1] == '\0' || strpbrk(word, ":=") != NULL || strcmp(word, "(A)") == 0;
}

/* Returns another word with a plain vowel: a text that is not in the catalogue. */
static const char *plain_word(const char *text, char word[80])
{
    for (size_t n; *text != '\0'; text += n + (text[n] != '\0')) {
        n = strcspn(text, " \n");
        snprintf(word, 80, "%.*s", (int)n, text);
        if (word[strcspn(word, "aeiouAEIOU")] != '\0' && !is_exempt(word))
            return word;
    }
    return NULL;
}

/* Returns NULL, or a description of the error in a text that should be complete. */
static const char *wrong_with(const char *text)
{
    static char word[80];
    int opens = count(text, OPENS), closes = count(text, CLOSES), cuts = count(text, CUT);

    if (!pseudo())
        return cuts > 0 ? "cut" : NULL;
    if (closes > opens || opens > closes + 4 * cuts) /* a text may have others in it */
        return "cut without a sign, or covered";
    return plain_word(text, word);
}

/* The lines from one on up to another, as text. */
static const char *lines_of(const struct by_canvas *c, int from, int to)
{
    static char text[400000];
    size_t n = 0;

    text[0] = '\0';
    for (int y = from; y < to; y++) {
        n += by_canvas_line(c, y, text + n, sizeof text - n - 1);
        text[n++] = '\n';
        text[n] = '\0';
    }
    return text;
}

static const char *complaint; /* of the first wrong screen */
static char *blamed;
static long judged;
static bool blind; /* planted fault: the ellipses of cut texts are removed */

static void blame(const struct by_canvas *c, const char *why)
{
    if (complaint != NULL)
        return;
    complaint = strdup(why);
    blamed = strdup(lines_of(c, 0, c->height < 60 ? c->height : 60));
}

/* If the screen shows only part of a longer text (`partly`), judges only its first and last `whole` lines. */
static void judge(struct by_canvas *c, bool partly, int whole)
{
    const char *why = NULL;

    judged++;
    for (int i = 0; blind && i < c->width * c->height; i++)
        if (c->cell[i].sign == 0x2026)
            c->cell[i].sign = ' ';
    for (int x = 0; x < c->width; x++)
        for (int y = 0; y < c->height; y += c->height - 1) {
            int ink = c->cell[y * c->width + x].ink;

            if (ink != BY_INK_BAR && ink != BY_INK_KEY && ink != BY_INK_TURN)
                why = "the bar is broken";
        }
    why = why != NULL ? why : wrong_with(lines_of(c, 0, partly ? 1 : c->height));
    if (why == NULL && partly)
        why = wrong_with(lines_of(c, c->height - whole, c->height));
    if (why != NULL)
        blame(c, why);
}

static void fine(const char *what)
{
    assert_true(judged > 0);
    if (complaint != NULL)
        fail_msg("%s, in %s: %s\n%s", what, by_language_list[by_tell_language()]->key, complaint, blamed);
}

static void forget(void)
{
    complaint = NULL;
    judged = 0;
    blind = false;
}

/* ---- The start screen ------------------------------------------------------------------------- */

static struct by_starting s;

static void draw(struct by_canvas *c)
{
    const char *text;
    int x, y;

    by_starting_draw(&s, c, &x, &y);
    text = lines_of(c, 0, c->height);
    if (s.helping)
        judge(c, s.help_rows > s.help_shown, 1);
    else
        judge(c, strstr(text, "↑") != NULL || strstr(text, "↓") != NULL, 4);
}

static void press(struct by_canvas *c, enum by_press key, uint32_t sign)
{
    assert_false(by_starting_press(&s, c, (struct by_key){ .press = key, .sign = sign }));
    draw(c);
}

/* Visits every field of a game, its help, and its next value. */
static void every_field(struct by_canvas *c, int game, int sheet)
{
    struct by_form_field field[BY_FORM_FIELDS];

    by_starting_init(&s, game == 0 ? "Mggns, 3" : NULL, NULL);
    by_form_choose(&s.form, game, sheet);
    for (s.focus = 0; s.focus < by_form_fields(&s.form, field); s.focus++) {
        draw(c);
        if (c->width == 80) {
            press(c, BY_PRESS_SIGN, '?');
            press(c, BY_PRESS_ESCAPE, 0);
        }
        if (field[s.focus].kind == BY_FIELD_SEAT) {
            press(c, BY_PRESS_LEFT, 0);
            press(c, BY_PRESS_RIGHT, 0);
        } else if (field[s.focus].kind == BY_FIELD_OPTION) {
            press(c, BY_PRESS_RIGHT, 0);
            press(c, BY_PRESS_LEFT, 0);
        }
    }
}

static void start_screens(void)
{
    bool longer = getenv("BONEYARD_LONG") != NULL;

    for (int i = 0; i < SIZES; i += longer ? 1 : SIZES - 1) {
        struct by_canvas c;

        by_canvas_init(&c, sizes[i][0], sizes[i][1], false);
        for (int game = 0; game < BY_GAMES; game++)
            for (int sheet = 0; sheet < by_form_sheets(game) && (longer || i == 0 || sheet == 0); sheet++)
                every_field(&c, game, sheet);
        by_starting_init(&s, NULL, NULL);
        by_form_choose(&s.form, 2, 1);
        for (int players = 16; players > 1; players--) { /* refused, with a sentence */
            by_form_set(&s.form, BY_PLAYERS, players);
            draw(&c);
        }
        by_canvas_clear(&c);
    }
}

/* ---- The game ---------------------------------------------------------------------------------- */

static struct {
    int width, height, presses, limit;
    const char *plan;
    struct by_rng rng;
    struct by_session *s;
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

void by_screen_show(const struct by_canvas *c, int x, int y)
{
    struct by_canvas copy = *c;
    char scrolls[40];

    (void)x;
    (void)y;
    snprintf(scrolls, sizeof scrolls, "%.12s", by_tell("tui.page.lines"));
    if (c->width >= BY_FULL_WIDTH && c->height >= BY_FULL_HEIGHT && c->lost > 0)
        fail_msg("a text is cut without a sign");
    if (c->width >= BY_FULL_WIDTH && c->height >= BY_FULL_HEIGHT)
        judge(&copy, strstr(lines_of(c, c->height - 3, c->height), scrolls) != NULL, 2);
}

void by_screen_watch(struct by_stop *stop) { (void)stop; }

/* A plan, then mostly Enter until the game is over, and the actions possible then. */
struct by_key by_screen_wait(int ms)
{
    static const char mostly[] = "\n\n\n\n\n\n\n\n\n\n\n\n>>>>\t\tdddppcht!1s?l\033\033\b";
    static const struct by_key none = { .press = BY_PRESS_NONE }, stop = { .press = BY_PRESS_STOP };
    struct by_key key = { .press = BY_PRESS_SIGN };
    char c;

    if (ms == 0)
        return none;
    if (screen.presses++ > screen.limit
        || (*screen.plan == '\0' && by_session_next(screen.s).kind == BY_NEXT_GAME_OVER))
        return stop;
    c = *screen.plan != '\0' ? *screen.plan++ : mostly[by_rng_below(&screen.rng, sizeof mostly - 1)];
    switch (c) {
    case '\n': key.press = BY_PRESS_ENTER; break;
    case '\t': key.press = BY_PRESS_TAB; break;
    case '\033': key.press = BY_PRESS_ESCAPE; break;
    case '\b': key.press = BY_PRESS_ERASE; break;
    case '>': key.press = BY_PRESS_RIGHT; break;
    default: key.sign = (uint32_t)c; break;
    }
    return key;
}

static struct by_session *begin(const char *rules, const char *seats)
{
    struct by_seed seed = { { [31] = 5 } };
    struct by_setup setup;
    int people = 0;

    memset(&setup, 0, sizeof setup);
    assert_int_equal(by_config_parse(rules, &setup.rules, NULL), BY_OK);
    for (int i = 0; seats[i] != '\0'; i++)
        people += seats[i] == 'p';
    for (int i = 0; seats[i] != '\0'; i++) {
        setup.seat[i].bot = seats[i] == 'p' ? NULL : by_bots[BY_BOT_greedy];
        if (people != 1)
            snprintf(setup.seat[i].name, sizeof setup.seat[i].name, "Ptr %d", i);
    }
    return by_session_new(&setup, &seed);
}

static void games(size_t most)
{
    static const char *const tables[][2] = { { "block players=2 target=20", "pg" },
                                             { "draw players=3 target=20", "pgg" },
                                             { "muggins:number players=4 teams=on target=60", "pggg" },
                                             { "muggins:classic call=on players=3 target=60", "pgp" },
                                             { "muggins:basics target=30", "gg" },
                                             { "allfives target=12", "pg" },
                                             { "fiveup players=4 target=12", "pggg" },
                                             { "chickenfoot players=3 rounds=2 hand=9", "pgg" },
                                             { "chickenfoot players=4 rounds=1 hand=9", "pppp" },
                                             { "mexicantrain players=4 rounds=2 knock=on hand=8", "pggg" },
                                             { "mexicantrain:hub players=3", "ppg" },
                                             { "castlerock rounds=2", "p" } };

    bool longer = getenv("BONEYARD_LONG") != NULL;

    by_rng_init(&screen.rng, 1);
    for (size_t i = 0; i < most && i < sizeof tables / sizeof tables[0]; i++)
        for (int k = 0; k < SIZES; k++) {
            struct by_look look = { BY_FACE_AUTO, false, 0 };

            if (k == 2 || (!longer && k > 0 && k != (i % 2 == 0 ? SIZES - 1 : 1)))
                continue;
            screen.s = begin(tables[i][0], tables[i][1]);
            screen.width = sizes[k][0];
            screen.height = sizes[k][1];
            screen.presses = 0;
            screen.limit = longer && k < SIZES - 1 ? 100 : 40;
            screen.plan = "\n?\033s\033l\033hvvvvvt99-9\n6-\033u1\033qr";
            by_full_run(screen.s, &look);
            screen.plan = k == 0 ? "s\033l\033?\033e\033" : "s\033l\033?\033"; /* at the end */
            screen.presses = 0;
            by_full_run(screen.s, &look);
            by_session_free(screen.s);
        }
}

/* ---- The tests ------------------------------------------------------------------------------------ */

static void every_language(void **state)
{
    (void)state;
    for (int i = 0; i < by_language_count; i++) {
        assert_true(by_tell_choose(by_language_list[i]->key));
        forget();
        start_screens();
        fine("the start screen");
        forget();
        games(SIZE_MAX);
        fine("the game");
    }
}

/* Texts that are cut, covered or not in the catalogue are found, and so are screens that hide ellipses. */
static void planted(void **state)
{
    static const char *const texts[] = { OPENS "Ðéål ~~", OPENS "Ðé" OPENS "Šhéét" CLOSES, "Ðé" CLOSES, "Deal" };

    (void)state;
    assert_true(by_tell_choose("xx"));
    assert_null(wrong_with(OPENS "Ðéål ~~" CUT " " OPENS "Šhéét" CLOSES " target=100"));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_non_null(wrong_with(texts[i]));
    assert_true(by_tell_choose("es"));
    assert_non_null(wrong_with("Repar" CUT));
    assert_true(by_tell_choose("xx"));
    forget();
    blind = true;
    games(1);
    assert_non_null(complaint);
    forget();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_language), cmocka_unit_test(planted) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
