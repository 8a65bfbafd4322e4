/* SPDX-License-Identifier: MIT */
/* fit.c: finds the layout that fits a felt with the largest tiles. */
#include <string.h>

#include "plane.h"

enum {
    FINE = 64,
    SMALLEST = 2,
    ACROSS = 12, /* number of halves along one side of a square with the felt's area; this leaves room for a whole round
                  * of a line game */
    CALM = 20,   /* minimum size of a half, in pixels, at the start of a round, however small the felt is */
    EASY = 24,   /* size of a half, in pixels, from which fewer rows are preferred to larger tiles */
    ROWS = 24,
    SIGNS = 5 * BY_HALF / 2 /* height of the arcs above and the brackets below a row of Castle Rock */
};

/* Returns the largest half tile allowed for a family on this felt. A line's tiles start as small as they would have to
 * be at the end, so that the line need not move during the round. */
static int32_t largest(const struct by_family *family, const struct by_felt *felt)
{
    const int64_t area = (int64_t)felt->width * felt->height;
    int32_t half = CALM;

    while (half < felt->half && (int64_t)(half + 1) * (half + 1) * ACROSS * ACROSS <= area)
        half++;
    return family->line && half < felt->half ? half : felt->half;
}

/* Returns the largest half tile, in 64ths of a pixel, at which the layout fits on the felt. */
static int32_t half_of(const struct by_layout *l, const struct by_felt *felt)
{
    const int64_t wide = l->right - l->left,
                  high = l->bottom - l->top + (by_families[l->family]->solitaire ? SIGNS : 0);
    int64_t half = (int64_t)felt->half * FINE;

    if (wide > 0 && (int64_t)felt->width * BY_HALF * FINE / wide < half)
        half = (int64_t)felt->width * BY_HALF * FINE / wide;
    if (high > 0 && (int64_t)felt->height * BY_HALF * FINE / high < half)
        half = (int64_t)felt->height * BY_HALF * FINE / high;
    return (int32_t)half;
}

int32_t by_layout_tiles(const struct by_config *rules)
{
    const int all = by_set_tiles(by_highest(rules)), dealt = rules->opt[BY_HAND] * rules->opt[BY_PLAYERS];

    if (by_families[by_games[rules->game]->family]->line && rules->opt[BY_SPINNER] != BY_SPINNER_ALL)
        return 0;
    return dealt + (all > dealt ? (all - dealt) / 4 : 0);
}

static void turn_spot(struct by_spot *s)
{
    const int32_t x = s->x;

    s->x = s->y;
    s->y = -x;
    s->turn = (s->turn + 6) & 7;
}

static void turn_point(int32_t *x, int32_t *y)
{
    const int32_t was = *x;

    *x = *y;
    *y = -was;
}

/* Rotates the table a quarter turn counterclockwise. */
static void turn(struct by_layout *l)
{
    const int32_t left = l->left, right = l->right, over = l->over_x;

    for (int i = 0; i < l->tiles; i++)
        turn_spot(&l->at[i]);
    for (int i = 0; i < l->openings; i++) {
        turn_spot(&l->opening[i].single);
        turn_spot(&l->opening[i].twin);
    }
    for (int i = 0; i < l->arms; i++) {
        l->arm[i].turn = (l->arm[i].turn + 6) & 7;
        turn_point(&l->arm[i].x, &l->arm[i].y);
        turn_point(&l->arm[i].name_x, &l->arm[i].name_y);
    }
    l->left = l->top;
    l->right = l->bottom;
    l->top = -right;
    l->bottom = -left;
    l->over_x = l->over_y;
    l->over_y = over;
    l->turned = 1;
}

/* The bottom right corner of a table centred on its first tile. */
struct corner {
    int32_t x, y;
};

static struct corner corner_of(const struct by_layout *l)
{
    return (struct corner){ (l->turned ? l->height : l->width) / 2, (l->turned ? l->width : l->height) / 2 };
}

/* Returns whether the table has room for all tiles and openings. */
static bool held(const struct by_layout *l)
{
    const struct corner most = corner_of(l);

    return l->left >= -most.x && l->right <= most.x && l->top >= -most.y && l->bottom <= most.y;
}

/* Reserves the whole table of a line, so that no tile moves until the table is full. */
static void reserve(struct by_layout *l)
{
    const struct corner most = corner_of(l);

    l->left = -most.x;
    l->right = most.x;
    l->top = -most.y;
    l->bottom = most.y;
}

/* Replaces *best if a table of this size allows larger tiles. Returns the size of a half tile. */
static int32_t consider(const struct by_view *v, const struct by_felt *felt, int32_t width, int32_t height, bool turned,
                        int32_t most, struct by_layout *best)
{
    struct by_layout l;
    int32_t half;

    by_layout_make(v, width, height, &l);
    if (turned)
        turn(&l);
    if (by_families[v->family]->line && held(&l))
        reserve(&l);
    half = half_of(&l, felt);
    if (half <= most)
        return most;
    *best = l;
    return half;
}

/* Tries tables sized for smaller and smaller tiles, until a table's tiles turn out as large as estimated. */
static int32_t search(const struct by_view *v, const struct by_felt *felt, struct by_layout *best)
{
    const struct by_family *family = by_families[v->family];
    int32_t most = 0;

    for (int32_t half = felt->half; half >= SMALLEST; half -= 1 + half / (family->ends ? 10 : 25)) {
        const int64_t wide = (int64_t)felt->width * BY_HALF / half, high = (int64_t)felt->height * BY_HALF / half;
        const bool room = wide * high >= (int64_t)v->now.laid * 2 * BY_HALF * BY_HALF;

        if (!room && !family->toes)
            continue;
        most = consider(v, felt, (int32_t)wide, (int32_t)high, false, most, best);
        if (family->ends)
            most = consider(v, felt, (int32_t)high, (int32_t)wide, true, most, best);
        if (most >= half * FINE || family->toes) /* the layout of feet depends only on the shape of the table */
            break;
    }
    return most;
}

/* Tries more and more rows of equal length until the tiles are large enough. Fewer rows are better: the end of a row
 * separates neighbours, which matter in Castle Rock. */
static int32_t search_rows(const struct by_view *v, const struct by_felt *felt, struct by_layout *best)
{
    int32_t most = 0;

    for (int rows = 1; rows <= ROWS && most < EASY * FINE && most < felt->half * FINE; rows++) {
        const int columns = v->now.laid > 0 ? (v->now.laid + rows - 1) / rows : 1;

        most = consider(v, felt, (columns - 1) * BY_ROW_PITCH + BY_HALF, 0, false, most, best);
    }
    return most;
}

/* Finds a table with clearly smaller tiles than before, so that the line need not move again soon. Lays the table along
 * the longer side of the felt if possible. Returns 0 if no table has enough room. */
static int32_t search_line(const struct by_view *v, const struct by_felt *felt, struct by_layout *best)
{
    const bool tall = felt->height > felt->width, flip = felt->last_turned != 0;
    const int32_t along = flip ? felt->last_height : felt->last_width,
                  down = flip ? felt->last_width : felt->last_height;
    int32_t half = felt->half;

    if (along > 0 && down > 0) {
        const int32_t x = felt->width * BY_HALF / along, y = felt->height * BY_HALF / down, last = x < y ? x : y;

        half = last * 9 / 10 < half ? last * 9 / 10 : half;
    }
    for (; half >= SMALLEST && half >= felt->half / 2; half -= 1 + half / 10) {
        const int32_t wide = felt->width * BY_HALF / half, high = felt->height * BY_HALF / half;

        for (int k = 0; k < 2; k++) {
            const bool turned = tall == (k == 0);
            const int32_t most = consider(v, felt, turned ? high : wide, turned ? wide : high, turned, 0, best);

            if (most > 0 && best->fold == 0)
                return most;
        }
    }
    return 0;
}

/* Returns whether to keep the last layout, whose halves have this size. */
static bool stays(const struct by_family *family, const struct by_felt *felt, const struct by_layout *l, int32_t half)
{
    if (family->toes)
        return true;
    return family->line ? held(l) && l->fold == 0 : half >= felt->half * FINE;
}

/* Fits a table to the felt; felt->half is the largest half tile allowed for the family. */
static int32_t fit(const struct by_view *v, const struct by_felt *felt, struct by_layout *out)
{
    const struct by_family *family = by_families[v->family];
    struct by_layout best;
    int32_t half = 0, most = 0;

    if (felt->last_width > 0)
        half = consider(v, felt, felt->last_width, felt->last_height, felt->last_turned != 0, half, out);
    if (half > 0 && stays(family, felt, out, half))
        return half;
    if (family->line)
        most = search_line(v, felt, &best);
    if (most == 0 && half > 0 && family->line && held(out))
        return half;
    if (most == 0) {
        most = family->solitaire ? search_rows(v, felt, &best) : search(v, felt, &best);
        if (half > 0 && most * 6 <= half * 7)
            return half;
    }
    if (most > 0)
        *out = best;
    else
        by_layout_make(v, 0, 0, out);
    return most;
}

int32_t by_layout_fit(const struct by_view *v, const struct by_felt *felt, struct by_layout *out)
{
    struct by_felt on = *felt;
    int32_t half;

    if (felt->width <= 0 || felt->height <= 0 || felt->half <= 0) {
        by_layout_make(v, 0, 0, out);
        return felt->half * FINE;
    }
    on.half = largest(by_families[v->family], felt);
    half = fit(v, &on, out);
    out->largest = on.half;
    return half;
}
