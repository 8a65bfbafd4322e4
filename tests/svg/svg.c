/* SPDX-License-Identifier: MIT */
/* svg.c: tests pictures of random positions of every game: well-formed XML within BY_SVG_TEXT, every tile with its
 * numbers, hostile names, small buffers, and that hidden tiles change no byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "boneyard/svg.h"
#include "boneyard/table.h"
#include "planted.h"

static char text[BY_SVG_TEXT], other[BY_SVG_TEXT];
static struct by_step steps[4096];
static struct by_table match;
static struct by_layout layout;
static struct by_view view;
static by_move list[BY_MOVES];

/* ---- Checks --------------------------------------------------------------------------------- */

/* Returns whether the text is one XML element: tags match, attributes are quoted, text is escaped. */
static bool well_formed(const char *at)
{
    char open[16][8];
    int depth = 0, roots = 0;

    for (; *at != '\0'; at++) {
        size_t n = strcspn(at + 1, " />");

        if (*at == '&' && strncmp(at, "&amp;", 5) != 0 && strncmp(at, "&lt;", 4) != 0)
            return false;
        if ((unsigned char)*at < ' ' && *at != '\n')
            return false;
        if (*at != '<') {
            if (depth == 0 && *at != '\n')
                return false;
            continue;
        }
        if (at[1] == '/') {
            n = strcspn(at + 2, ">");
            if (depth == 0 || n != strlen(open[depth - 1]) || strncmp(at + 2, open[depth - 1], n) != 0)
                return false;
            depth--;
            at += 2 + n;
            continue;
        }
        if (n == 0 || n >= sizeof open[0] || depth == 16 || (depth == 0 && roots++ > 0))
            return false;
        snprintf(open[depth++], sizeof open[0], "%.*s", (int)n, at + 1);
        for (at += 1 + n; *at == ' ';) {
            n = strspn(at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-");
            if (n == 0 || at[1 + n] != '=' || at[2 + n] != '"')
                return false;
            at += 3 + n;
            n = strcspn(at, "\"<");
            if (at[n] != '"')
                return false;
            at += n + 1;
        }
        if (*at == '/') {
            depth--;
            at++;
        }
        if (*at != '>')
            return false;
    }
    return depth == 0 && roots == 1;
}

static int count(const char *in, const char *what)
{
    int n = 0;

    for (const char *at = strstr(in, what); at != NULL; at = strstr(at + 1, what))
        n++;
    return n;
}

static size_t draw(char *out, size_t size, const struct by_view *v, const struct by_svg_look *look)
{
    struct by_text t = by_text_on(out, size);

    by_layout_make(v, 40 * BY_HALF, 24 * BY_HALF, &layout);
    by_svg_table(&t, v, &layout, look);
    assert_false(t.full);
    return t.used;
}

/* ---- Tiles ---------------------------------------------------------------------------------- */

static void test_tiles(void **state)
{
    (void)state;
    for (int tile = 0; tile < BY_MAX_TILES; tile++) {
        struct by_text t = by_text_on(text, sizeof text);
        char numeral[16];
        int dots = 0;

        by_svg_tile(&t, (by_tile)tile, tile % 2 == 1, &(struct by_svg_look){ .face = BY_FACE_DOTS });
        assert_true(well_formed(text));
        for (const char *at = text; (at = strstr(at, " d=\"")) != NULL; at++)
            for (const char *in = at + 4; *in != '"'; in++)
                dots += *in == 'h' && in[1] == '0';
        assert_int_equal(dots, by_pips((by_tile)tile));
        t = by_text_on(text, sizeof text);
        by_svg_tile(&t, (by_tile)tile, false, &(struct by_svg_look){ .face = BY_FACE_NUMERALS });
        assert_true(well_formed(text));
        for (int k = 0; k < 2; k++) {
            snprintf(numeral, sizeof numeral, ">%d</text>", k == 0 ? by_high((by_tile)tile) : by_low((by_tile)tile));
            assert_int_equal(count(text, numeral), by_is_double((by_tile)tile) ? 2 : 1);
        }
    }
    struct by_text t = by_text_on(text, sizeof text);
    by_svg_tile(&t, BY_NO_TILE, false, NULL);
    assert_true(well_formed(text));
}

/* Dots to double-9, numerals beyond, large numerals on small tiles. */
static void test_faces(void **state)
{
    struct by_text t;

    (void)state;
    t = by_text_on(text, sizeof text);
    by_svg_tile(&t, by_tile_of(9, 9), false, NULL);
    assert_int_equal(count(text, "<text"), 0);
    t = by_text_on(text, sizeof text);
    by_svg_tile(&t, by_tile_of(10, 3), false, NULL);
    assert_int_equal(count(text, "<text"), 2);
    t = by_text_on(text, sizeof text);
    by_svg_tile(&t, by_tile_of(5, 3), false, &(struct by_svg_look){ .half = 13 });
    assert_int_equal(count(text, "font-size=\"22.8\""), 2);
}

/* ---- Tables --------------------------------------------------------------------------------- */

static bool same_numbers(const struct by_view *v)
{
    int tiles = v->now.laid + (layout.hub.tile != BY_NO_TILE);

    return count(text, "<circle r=\"1.6\"") == tiles;
}

/* Draws as each seat, a spectator and the referee, in several looks. */
static void draw_all(size_t *most)
{
    for (int seat = -2; seat < match.state.players; seat++) {
        struct by_svg_look look = { .half = seat == 0 ? 9 : 0,
                                    .dark = seat == 1,
                                    .places = seat >= 0,
                                    .plain = seat == 1,
                                    .face = seat == 1 ? BY_FACE_DOTS : BY_FACE_AUTO };

        by_table_view(&match, seat == -2 ? BY_REFEREE : seat == -1 ? BY_NO_SEAT : seat, &view);
        draw(text, sizeof text, &view, &look);
        assert_true(well_formed(text));
        assert_true(same_numbers(&view));
        look.hand = true;
        size_t used = draw(text, sizeof text, &view, &look);
        *most = used > *most ? used : *most;
        assert_true(well_formed(text));
        assert_int_equal(count(text, "<circle r=\"1.6\""),
                         view.now.laid + (layout.hub.tile != BY_NO_TILE)
                             + (seat < 0 ? 0 : by_set_count(&view.hand[seat])));
    }
}

/* Exchanges tiles hidden from a seat; the picture must have the same bytes. */
static void two_worlds(struct by_rng *rng)
{
    int seat = match.state.now.turn, n = 0;
    struct by_set hand[BY_SEATS];
    by_tile hidden[BY_MAX_TILES];
    struct by_state s;

    for (int k = 0; k < match.state.players; k++)
        for (struct by_set left = match.state.hand[k]; k != seat && !by_set_empty(&left);)
            hidden[n++] = by_set_take(&left);
    for (int i = match.state.now.taken; i < match.state.deck_tiles; i++)
        hidden[n++] = match.state.deck[i];
    by_rng_shuffle(rng, hidden, n);
    by_table_view(&match, seat, &view);
    draw(text, sizeof text, &view, &(struct by_svg_look){ .hand = true, .places = true });
    n = 0;
    for (int k = 0; k < view.players; k++) {
        hand[k] = (struct by_set){ { 0 } };
        for (int i = 0; k != seat && i < view.count[k]; i++)
            by_set_add(&hand[k], hidden[n++]);
        if (k == seat)
            hand[k] = view.hand[k];
    }
    by_state_of(&view, hand, hidden + n, &s);
    by_view_of(&s, &match.last, seat, &view);
    draw(other, sizeof other, &view, &(struct by_svg_look){ .hand = true, .places = true });
    assert_string_equal(text, other);
}

static size_t play(const char *rules, uint64_t seed)
{
    struct by_config config;
    struct by_fault fault;
    struct by_rng rng;
    size_t most = 0;

    if (by_config_parse(rules, &config, &fault) != BY_OK)
        fail_msg("%s: %s", rules, fault.text);
    by_rng_init(&rng, seed);
    by_table_init(&match, &config, steps, sizeof steps / sizeof steps[0]);
    by_table_view(&match, 0, &view);
    draw(text, sizeof text, &view, NULL);
    assert_true(well_formed(text));
    for (int tries = 0;; tries++) { /* until a double can be led */
        struct by_seed from = { { (uint8_t)seed, (uint8_t)tries } };

        if (by_table_deal_seeded(&match, &from, by_lead_rule(&match.state) == BY_LEAD_LOT ? 0 : -1, NULL) == BY_OK)
            break;
        assert_true(tries < 200);
    }
    for (int move = 0; match.state.now.phase == BY_PLAYING && move < 2000; move++) {
        int seat = match.state.now.turn, n = by_moves(&match.state, seat, list);

        if (move % 7 == 0)
            draw_all(&most);
        if (move % 11 == 5)
            two_worlds(&rng);
        assert_int_equal(by_table_play(&match, seat, list[by_rng_below(&rng, (uint32_t)n)], NULL), BY_OK);
    }
    draw_all(&most);
    return most;
}

static void test_games(void **state)
{
    static const char *const rules[] = { "block",
                                         "draw players=4",
                                         "muggins:classic",
                                         "allfives players=3",
                                         "fiveup",
                                         "chickenfoot players=4",
                                         "chickenfoot:classic players=6 set=12",
                                         "mexicantrain players=2",
                                         "mexicantrain players=8",
                                         "castlerock",
                                         "castlerock:classic" };

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            assert_true(play(rules[i], seed) < BY_SVG_TEXT / 2);
}

/* The largest picture: every tile of a double-18 set in its longest form, each with a place and a joint. */
static void test_largest(void **state)
{
    struct by_text t = by_text_on(text, sizeof text);
    size_t most = 0;

    (void)state;
    for (int face = BY_FACE_DOTS; face <= BY_FACE_NUMERALS; face++)
        for (int tile = 0; tile < BY_MAX_TILES; tile++) {
            t = by_text_on(text, sizeof text);
            by_svg_tile(&t, (by_tile)tile, false, &(struct by_svg_look){ .face = (uint8_t)face });
            most = t.used > most ? t.used : most; /* with the frame of the picture, more than a tile of a table */
        }
    assert_true(most > 1000);
    assert_true((most + 400 + 250) * (BY_MAX_TILES + 2) + BY_ARMS * (6 * BY_SVG_NAME + 1000) + 16384 < BY_SVG_TEXT);
}

static void test_small_buffers(void **state)
{
    size_t used;

    (void)state;
    play("mexicantrain players=4", 3);
    by_table_view(&match, 0, &view);
    used = draw(text, sizeof text, &view, NULL);
    for (size_t size = 1; size < used + 3; size += size < 300 ? 1 : 611) {
        struct by_text t;

        memset(other, 'x', used + 8);
        t = by_text_on(other, size);
        by_svg_table(&t, &view, &layout, NULL);
        assert_int_equal(t.full, size <= used);
        assert_int_equal(other[size], 'x');
        assert_memory_equal(other, text, t.used);
        assert_int_equal(other[t.used], '\0');
    }
}

static void test_names(void **state)
{
    static const char *const names[] = { "<b>&\"']]>", "\x1b[31mred\n", "Zo\xC3\xAB \xE4\xBD\xA0",
                                         "\xEF\xBF\xBE\xFF\xC3" };
    const struct by_svg_look look = { .names = names };
    char *many = malloc(5000);
    const char *const long_names[] = { many, many, many, many };

    (void)state;
    play("mexicantrain players=4", 4);
    by_table_view(&match, BY_NO_SEAT, &view);
    draw(text, sizeof text, &view, &look);
    assert_true(well_formed(text));
    assert_non_null(strstr(text, ">&lt;b>&amp;\"']]"));
    assert_non_null(strstr(text, ">Zo\xC3\xAB \xE4\xBD\xA0<"));
    assert_null(strchr(text, '\x1b'));
    assert_null(strstr(text, "\xEF\xBF\xBE"));
    memset(many, '&', 4999);
    many[4999] = '\0';
    assert_true(draw(text, sizeof text, &view, &(struct by_svg_look){ .names = long_names }) < BY_SVG_TEXT / 2);
    assert_true(well_formed(text));
    free(many);
}

/* The checks of this file find what is wrong. */
static void test_checks(void **state)
{
    (void)state;
    assert_true(well_formed("<a><b c=\"1\"/>x &amp; y</a>\n"));
    assert_false(well_formed("<a><b></a></b>"));
    assert_false(well_formed("<a c=1/>"));
    assert_false(well_formed("<a>&</a>"));
    assert_false(well_formed("<a/><a/>"));
    assert_false(well_formed("<a c=\"<\"/>"));
    assert_false(well_formed("<a>"));
    assert_false(well_formed("<a>\x1b</a>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checks), cmocka_unit_test(test_tiles),   cmocka_unit_test(test_faces),
        cmocka_unit_test(test_games),  cmocka_unit_test(test_largest), cmocka_unit_test(test_small_buffers),
        cmocka_unit_test(test_names),
    };

#ifdef BY_FAULTS
    by_planted = BY_FAULTS; /* the planted fault, which the tests must detect */
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
