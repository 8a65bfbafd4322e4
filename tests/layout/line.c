/* SPDX-License-Identifier: MIT */
/* line.c: tests the layout of line games: rounds through the engine against a separate checker, which treats a tile
 * as two squares; pictures drawn by hand; and layouts broken on purpose.  BONEYARD_LONG=1 plays forty times as many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "boneyard/layout.h"
#include "boneyard/text.h"

static by_move list[BY_MOVES];
static struct by_state s;
static struct by_view v;

/* ---- The checker: each function returns NULL or a description of the error ----------------------- */

struct rect {
    int x0, y0, x1, y1;
};

/* A half, or the whole tile (-1). */
static struct rect rect_of(const struct by_spot *p, int half)
{
    const int dx = (p->turn == 0) - (p->turn == 4), dy = (p->turn == 2) - (p->turn == 6);
    const int cx = p->x + (half == 0 ? -12 : half == 1 ? 12 : 0) * dx;
    const int cy = p->y + (half == 0 ? -12 : half == 1 ? 12 : 0) * dy;
    const int w = half < 0 && dx != 0 ? 24 : 12, h = half < 0 && dy != 0 ? 24 : 12;

    return (struct rect){ cx - w, cy - h, cx + w, cy + h };
}

static bool overlap(const struct by_spot *a, const struct by_spot *b)
{
    const struct rect p = rect_of(a, -1), q = rect_of(b, -1);

    return p.x0 < q.x1 && q.x0 < p.x1 && p.y0 < q.y1 && q.y0 < p.y1;
}

/* Returns the length of the edge that two rectangles share, or 0 if they share none. */
static int shared(struct rect p, struct rect q)
{
    const int x = (p.x1 < q.x1 ? p.x1 : q.x1) - (p.x0 > q.x0 ? p.x0 : q.x0);
    const int y = (p.y1 < q.y1 ? p.y1 : q.y1) - (p.y0 > q.y0 ? p.y0 : q.y0);

    return x == 0 && y > 0 ? y : y == 0 && x > 0 ? x : 0;
}

static const char *check_overlap(const struct by_layout *l)
{
    for (int i = 0; i < l->tiles; i++) {
        if (l->at[i].turn % 2 != 0)
            return "a tile lies slanting";
        for (int k = 0; k < i; k++)
            if (overlap(&l->at[i], &l->at[k]))
                return "two tiles overlap";
        for (int k = 0; k < l->openings; k++)
            if (overlap(&l->at[i], &l->opening[k].single) || overlap(&l->at[i], &l->opening[k].twin))
                return "a place is not free";
    }
    for (int i = 0; i < l->openings; i++)
        for (int k = 0; k < i; k++)
            if (overlap(&l->opening[i].single, &l->opening[k].single)
                || overlap(&l->opening[i].twin, &l->opening[k].twin)
                || overlap(&l->opening[i].single, &l->opening[k].twin)
                || overlap(&l->opening[i].twin, &l->opening[k].single))
                return "two places overlap";
    return NULL;
}

/* The k-th neighbour of a double, from 0, may touch its long sides first (L-12 to L-14). */
static const char *check_touch(const struct by_layout *l, const struct by_spot *p, bool twin, int number, int k)
{
    const struct by_spot *on = &l->at[p->on];
    const bool on_twin = by_is_double(on->tile), wild = v.rules.opt[BY_BLANKS] == BY_BLANKS_WILD;
    const int half = p->on == 0 && on->first == number ? 0 : 1;
    const struct rect a = rect_of(p, twin ? -1 : 0), b = rect_of(on, on_twin ? -1 : half);
    const int across = on->turn % 4 == 0 ? a.y1 == b.y0 || a.y0 == b.y1 : a.x1 == b.x0 || a.x0 == b.x1;

    if (shared(a, b) < 24)
        return "neighbours do not touch";
    if (p->first != number && !(wild && (p->first == 0 || number == 0)))
        return "the numbers do not match";
    if ((on_twin ? on->first : half == 0 ? on->first : on->second) != number)
        return "the wrong half is touched";
    if (on_twin && across != (k < 2))
        return "a double is left at the wrong side";
    if (twin && (p->turn % 4 == 0 ? a.y1 != b.y0 && a.y0 != b.y1 : a.x1 != b.x0 && a.x0 != b.x1))
        return "a double does not lie across";
    return NULL;
}

static const char *check_tiles(const struct by_layout *l)
{
    int beside[BY_MAX_TILES + 2] = { 0 }, in_arm[BY_LAYOUT_ARMS] = { 0 };
    const char *bad;

    for (int i = 0; i < l->tiles; i++) {
        const struct by_spot *p = &l->at[i];
        const int low = p->first == by_low(p->tile) && !by_is_double(p->tile);

        if (p->tile != v.laid[i].tile || p->first + p->second != by_pips(p->tile))
            return "another tile";
        if (p->arm >= l->arms || p->order != in_arm[p->arm]++)
            return "the order on the arm";
        if (i == 0) {
            if (p->x != 0 || p->y != 0 || p->on != BY_NO_TILE || low)
                return "the first tile does not lie in the middle";
            continue;
        }
        if (p->on != v.laid[i].on || low != (v.laid[i].flip & 1))
            return "on another tile";
        bad = check_touch(l, p, by_is_double(p->tile), by_touching(v.laid[p->on].tile, v.laid[i].flip >> 1 & 1),
                          p->on == 0 ? beside[0] : beside[p->on] + 1);
        beside[p->on]++;
        if (bad != NULL)
            return bad;
    }
    for (int i = 0; i < l->arms; i++)
        if (l->arm[i].tiles != in_arm[i])
            return "the tiles of an arm";
    return NULL;
}

static bool twin_lies(const struct by_layout *l, int number)
{
    for (int i = 0; i < l->tiles; i++)
        if (l->at[i].tile == by_tile_of(number, number))
            return true;
    return false;
}

static const char *check_places(const struct by_layout *l)
{
    const char *bad = NULL;

    if (l->openings != (v.now.laid == 0 ? 1 : v.now.places))
        return "not a place for every number";
    for (int i = 0; i < v.now.places && v.now.laid > 0 && bad == NULL; i++) {
        const struct by_opening *o = &l->opening[i];
        const int lying = v.laid[o->laid].beside;

        if (o->number != v.place[i].number || o->laid != v.place[i].laid || o->single.on != o->laid)
            return "another place";
        bad = check_touch(l, &o->single, false, o->number, lying);
        if (bad == NULL && !twin_lies(l, o->number))
            bad = check_touch(l, &o->twin, true, o->number, lying);
    }
    return bad;
}

static const char *check_size(const struct by_layout *l)
{
    struct rect all = { 0, 0, 0, 0 };

    for (int i = 0; i < l->tiles + 2 * l->openings; i++) {
        const int k = i - l->tiles;
        const struct by_spot *spot = &l->at[i];

        if (k >= 0)
            spot = k % 2 == 0 ? &l->opening[k / 2].single : &l->opening[k / 2].twin;
        const struct rect r = rect_of(spot, -1);

        all = (struct rect){ r.x0 < all.x0 ? r.x0 : all.x0, r.y0 < all.y0 ? r.y0 : all.y0,
                             r.x1 > all.x1 ? r.x1 : all.x1, r.y1 > all.y1 ? r.y1 : all.y1 };
    }
    if (l->left != all.x0 || l->top != all.y0 || l->right != all.x1 || l->bottom != all.y1)
        return "the size";
    if (l->over_x != (l->width > 0 && all.x1 - all.x0 > l->width ? all.x1 - all.x0 - l->width : 0)
        || l->over_y != (l->height > 0 && all.y1 - all.y0 > l->height ? all.y1 - all.y0 - l->height : 0))
        return "what goes beyond the size";
    if (l->fold < 4 && l->width >= 384 && l->height >= 384
        && (2 * all.x1 > l->width || -2 * all.x0 > l->width || 2 * all.y1 > l->height || -2 * all.y0 > l->height))
        return "the first variants stay on the table";
    return NULL;
}

static const char *check(const struct by_layout *l)
{
    const char *bad = check_overlap(l);

    bad = bad != NULL ? bad : check_tiles(l);
    bad = bad != NULL ? bad : check_places(l);
    return bad != NULL ? bad : check_size(l);
}

/* Checks that `now` is `old` plus one tile, placed at `told`. */
static const char *check_next(const struct by_layout *old, const struct by_layout *now, const struct by_spot *told)
{
    const struct by_spot *last = &now->at[now->tiles - 1];

    if (now->fold < old->fold)
        return "the fold went down";
    if (now->fold > old->fold)
        return NULL;
    if (memcmp(old->at, now->at, (size_t)old->tiles * sizeof old->at[0]) != 0)
        return "a tile has moved";
    if (last->x != told->x || last->y != told->y || last->turn != told->turn || last->arm != told->arm
        || last->order != told->order || last->first != told->first || last->second != told->second)
        return "the tile lies elsewhere than was told";
    return NULL;
}

/* ---- Rounds -------------------------------------------------------------------------------------- */

static void see(int32_t width, int32_t height, struct by_layout *l)
{
    static const struct by_result none;

    by_view_of(&s, &none, 0, &v);
    by_layout_make(&v, width, height, l);
}

static void deal(const char *rules, uint64_t seed)
{
    struct by_config c;
    struct by_fault f;
    struct by_seed from = { { 0 } };

    if (by_config_parse(rules, &c, &f) != BY_OK)
        fail_msg("%s", f.text);
    memcpy(from.bytes, &seed, sizeof seed);
    by_start(&s, &c);
    assert_int_equal(by_deal_seeded(&s, &from, -1, NULL), BY_OK);
}

static long positions, folds;

static void one_round(const char *rules, int32_t width, int32_t height, uint64_t seed)
{
    static struct by_layout old, now;
    struct by_spot told = { 0 };
    struct by_rng rng;

    by_rng_init(&rng, seed);
    deal(rules, seed);
    see(width, height, &old);
    while (s.now.phase == BY_PLAYING) {
        const by_move m = list[by_rng_below(&rng, (uint32_t)by_moves(&s, s.now.turn, list))];
        const int laid = s.now.laid;
        const char *bad;

        if (by_move_kind(m) == BY_LAY)
            assert_true(by_layout_spot(&old, &v, m, &told));
        assert_int_equal(by_play(&s, s.now.turn, m, NULL, NULL), BY_OK);
        if (s.now.laid == laid)
            continue;
        see(width, height, &now);
        bad = check(&now);
        bad = bad != NULL ? bad : check_next(&old, &now, &told);
        if (bad != NULL)
            fail_msg("%s: %s, %dx%d, seed %llu, %d tiles, fold %d", bad, rules, width, height, (unsigned long long)seed,
                     now.tiles, now.fold);
        positions++;
        folds += now.fold > old.fold;
        old = now;
    }
}

static void rounds(void **state)
{
    static const char *const rules[] = { "block:basics",
                                         "draw:basics players=3",
                                         "muggins:basics players=4",
                                         "muggins:online",
                                         "muggins:number",
                                         "muggins:classic players=4 hand=7",
                                         "allfives:online",
                                         "fiveup:online",
                                         "fiveup:online players=4 hand=7",
                                         "muggins:basics spinner=first",
                                         "allfives:online blanks=wild" };
    static const int size[][2] = { { 40, 14 }, { 44, 26 }, { 30, 20 }, { 24, 16 }, { 18, 12 }, { 20, 30 }, { 16, 24 },
                                   { 12, 18 }, { 10, 10 }, { 8, 8 },   { 0, 0 },   { 16, 0 },  { 0, 10 } };
    const char *longer = getenv("BONEYARD_LONG");
    const unsigned games = longer != NULL && strcmp(longer, "1") == 0 ? 20000 : 500;

    (void)state;
    for (unsigned i = 0; i < games; i++) {
        const int *z = size[i / (sizeof rules / sizeof rules[0]) % (sizeof size / sizeof size[0])];

        one_round(rules[i % (sizeof rules / sizeof rules[0])], z[0] * BY_HALF, z[1] * BY_HALF, i + 1);
    }
    print_message("%ld positions, laid out afresh %ld times\n", positions, folds);
}

/* A round in which more than 120 tries fail before one finds space for all tiles. */
static void long_search(void **state)
{
    (void)state;
    one_round("fiveup:online players=4 hand=7", 40 * BY_HALF, 14 * BY_HALF, 14881);
}

/* ---- Broken layouts ------------------------------------------------------------------------------- */

static struct by_layout good, before;

static void move_tile(struct by_layout *l) { l->at[3].x += 12; }
static void pile_up(struct by_layout *l)
{
    l->at[3].x = l->at[1].x;
    l->at[3].y = l->at[1].y;
}
static void slant(struct by_layout *l) { l->at[2].turn++; }
static void swap_halves(struct by_layout *l)
{
    l->at[3].first = l->at[3].second;
    l->at[3].second = good.at[3].first;
}

static void forget(struct by_layout *l) { l->openings--; }
static void twice(struct by_layout *l) { l->opening[1] = l->opening[0]; }
static void cover(struct by_layout *l) { l->opening[0].twin = l->at[l->opening[0].laid]; }
static void off_middle(struct by_layout *l)
{
    for (int i = 0; i < l->tiles; i++)
        l->at[i].y += 24;
}
static void wrong_arm(struct by_layout *l) { l->at[4].order++; }
static void wrong_size(struct by_layout *l) { l->right += 24; }
static void fits_not(struct by_layout *l) { l->over_x += 1; }
static void moved(struct by_layout *l) { l->at[1].x += 2; }
static void unfold(struct by_layout *l) { l->fold--; }
static void lands(struct by_layout *l) { l->at[l->tiles - 1].turn ^= 4; }
static void untwin(struct by_layout *l)
{
    for (int i = 1; i < l->tiles; i++)
        if (by_is_double(l->at[i].tile))
            l->at[i].turn ^= 2;
}

static void spoilt(void **state)
{
    static void (*const harm[])(
        struct by_layout *) = { move_tile, pile_up,    slant,     swap_halves, forget,   twice,
                                cover,     off_middle, wrong_arm, wrong_size,  fits_not, untwin };
    static void (*const harm_next[])(struct by_layout *) = { moved, unfold, lands };
    struct by_spot told;

    (void)state;
    deal("muggins:number", 5);
    while (s.now.phase == BY_PLAYING) {
        if (s.now.laid == 12)
            break;
        see(720, 480, &before);
        by_moves(&s, s.now.turn, list);
        assert_int_equal(by_play(&s, s.now.turn, list[0], NULL, NULL), BY_OK);
    }
    see(720, 480, &good);
    assert_int_equal(good.tiles, 12);
    assert_null(check(&good));
    for (size_t i = 0; i < sizeof harm / sizeof harm[0]; i++) {
        struct by_layout bad = good;

        harm[i](&bad);
        if (check(&bad) == NULL)
            fail_msg("harm %zu is not noticed", i);
    }
    good.fold = before.fold = 1;
    told = good.at[11];
    assert_null(check_next(&before, &good, &told));
    for (size_t i = 0; i < sizeof harm_next / sizeof harm_next[0]; i++) {
        struct by_layout bad = good;

        harm_next[i](&bad);
        if (check_next(&before, &bad, &told) == NULL)
            fail_msg("harm %zu of the next is not noticed", i);
    }
}

/* ---- Drawn by hand -------------------------------------------------------------------------------- */

/* Lays out a table from tiles as in a record ("5-5 5-2@5-5 ..."), without the engine's hands. */
static void lay_out(const char *rules, const char *tiles, int32_t width, int32_t height, struct by_layout *l)
{
    struct by_config c;
    struct by_fault f;

    assert_int_equal(by_config_parse(rules, &c, &f), BY_OK);
    by_start(&s, &c);
    s.now.phase = BY_PLAYING;
    s.now.of.line.spinner = BY_NO_TILE;
    s.led = BY_NO_TILE;
    s.players = 2;
    s.family = BY_LINE;
    s.hand[0].w[0] = s.hand[1].w[0] = 0xfffffff; /* every seat holds all tiles */
    for (size_t n; *tiles != '\0'; tiles += n + (tiles[n] == ' ')) {
        char text[BY_MOVE_TEXT] = { 0 };
        const int count = by_moves(&s, s.now.turn, list);
        by_move m = BY_NO_MOVE;

        n = strcspn(tiles, " ");
        for (int i = 0; i < count && m == BY_NO_MOVE; i++) {
            by_move_print(list[i], BY_LINE, text);
            if (strlen(text) == n && strncmp(text, tiles, n) == 0)
                m = list[i];
        }
        if (m == BY_NO_MOVE)
            fail_msg("%s cannot be laid", tiles);
        assert_int_equal(by_play(&s, s.now.turn, m, NULL, NULL), BY_OK);
    }
    see(width, height, l);
    assert_null(check(l));
}

/* Draws the tiles as a picture: half a half tile is two letters wide and one line high. */
static void draw(const struct by_layout *l, char out[64][128])
{
    int top = 1000, left = 1000, bottom = -1000;

    for (int i = 0; i < l->tiles; i++) {
        const struct rect r = rect_of(&l->at[i], -1);

        top = r.y0 < top ? r.y0 : top;
        left = r.x0 < left ? r.x0 : left;
        bottom = r.y1 > bottom ? r.y1 : bottom;
    }
    memset(out, ' ', 64 * 128);
    for (int i = 0; i < l->tiles; i++)
        for (int half = 0; half < 2; half++) {
            const struct rect r = rect_of(&l->at[i], half);

            for (int y = (r.y0 - top) / 12; y < (r.y1 - top) / 12; y++)
                for (int x = (r.x0 - left) / 12; x < (r.x1 - left) / 12; x++)
                    out[y][x] = (char)('0' + (half == 0 ? l->at[i].first : l->at[i].second));
        }
    for (int y = 0; y < 64; y++) {
        int end = 127;

        while (end > 0 && out[y][end - 1] == ' ')
            end--;
        out[y][end] = '\0';
    }
    out[(bottom - top) / 12][0] = '\0';
}

static void drawn(const char *rules, const char *tiles, int width, int height, const char *const want[])
{
    static struct by_layout l;
    static char is[64][128];
    int y = 0;

    lay_out(rules, tiles, width * BY_HALF, height * BY_HALF, &l);
    draw(&l, is);
    for (; want[y] != NULL; y++)
        if (strcmp(want[y], is[y]) != 0) {
            for (int i = 0; is[i][0] != '\0'; i++)
                print_message("        \"%s\",\n", is[i]);
            fail_msg("line %d of %s", y, tiles);
        }
    assert_int_equal(is[y][0], 0);
}

static void spinner_in_the_middle(void **state)
{
    static const char *const want[] = { "    66",
                                        "    66",
                                        "    11",
                                        "    11",
                                        "    11",
                                        "    11",
                                        "    55",
                                        "    55",
                                        "    55    22",
                                        "445555552222",
                                        "445555552222",
                                        "    55    22",
                                        "    55",
                                        "    55",
                                        "    00",
                                        "    00",
                                        NULL };

    (void)state; /* L-13: sides first, then the ends */
    drawn("muggins:number", "5-5 5-2@5-5 5-4@5-5 5-1@5-5 2-2@2-5 5-0@5-5 1-6@1-5", 30, 20, want);
}

static void a_line_bends_and_comes_back(void **state)
{
    static const char *const want[] = { "          664444222211",
                                        "          664444222211",
                                        "                   1111",
                                        "                   1111",
                                        "                    11",
                                        "    00    66        11",
                                        "2200000066666655553333",
                                        "2200000066666655553333",
                                        "    00    66",
                                        NULL };

    (void)state;
    drawn("muggins:online", "6-4 4-2@4-6 2-1@2-4 1-1@1-2 1-3@1-1 3-5@3-1 5-6@5-3 6-6@6-5 6-0@6-6 0-0@0-6 0-2@0-0", 14,
          14, want);
}

static void branches_that_would_meet(void **state)
{
    static const char *const want[] = { "          00",
                                        "          00",
                                        "          44",
                                        "          44",
                                        "     664444444411",
                                        "     664444444411",
                                        "    11    44",
                                        "    11    44",
                                        "    33    55",
                                        "    33    55",
                                        "    33    55",
                                        "0033333355555522",
                                        "0033333355555522",
                                        "    33    55",
                                        "    33    55",
                                        "    33    55",
                                        "    66    11",
                                        "    66    11",
                                        NULL };

    (void)state; /* L-14: the arm right of the upper spinner, the arm up from the right one */
    drawn("fiveup:online",
          "5-5 5-2@5-5 5-3@5-5 5-4@5-5 5-1@5-5 3-3@3-5 4-4@4-5 3-0@3-3 4-0@4-4 3-6@3-3 4-6@4-4 "
          "3-1@3-3 4-1@4-4",
          0, 0, want);
}

int main(void)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(rounds),
                                               cmocka_unit_test(long_search),
                                               cmocka_unit_test(spoilt),
                                               cmocka_unit_test(spinner_in_the_middle),
                                               cmocka_unit_test(a_line_bends_and_comes_back),
                                               cmocka_unit_test(branches_that_would_meet) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
