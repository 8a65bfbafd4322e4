/* SPDX-License-Identifier: MIT */
/* fit.c: finds the layout with the largest tiles on a felt. */
#include <string.h>

#include "plane.h"

enum { FINE = 64, SMALLEST = 2 };

/* Returns the largest half tile, in 64ths of a pixel, at which the layout fits on the felt. */
static int32_t half_of(const struct by_layout *l, const struct by_felt *felt)
{
    const int64_t wide = l->right - l->left, high = l->bottom - l->top;
    int64_t half = (int64_t)felt->half * FINE;

    if (wide > 0 && (int64_t)felt->width * BY_HALF * FINE / wide < half)
        half = (int64_t)felt->width * BY_HALF * FINE / wide;
    if (high > 0 && (int64_t)felt->height * BY_HALF * FINE / high < half)
        half = (int64_t)felt->height * BY_HALF * FINE / high;
    return (int32_t)half;
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

/* Replaces *best if a table of this size has larger tiles; returns its half tile. */
static int32_t consider(const struct by_view *v, const struct by_felt *felt, int32_t width, int32_t height, bool turned,
                        int32_t most, struct by_layout *best)
{
    struct by_layout l;
    int32_t half;

    by_layout_make(v, width, height, &l);
    if (turned)
        turn(&l);
    half = half_of(&l, felt);
    if (half <= most)
        return most;
    *best = l;
    return half;
}

/* Tries tables for smaller and smaller tiles until one meets its estimate. */
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

int32_t by_layout_fit(const struct by_view *v, const struct by_felt *felt, struct by_layout *out)
{
    struct by_layout best;
    int32_t half = 0, most;

    if (felt->width <= 0 || felt->height <= 0 || felt->half <= 0) {
        by_layout_make(v, 0, 0, out);
        return felt->half * FINE;
    }
    if (felt->last_width > 0)
        half = consider(v, felt, felt->last_width, felt->last_height, felt->last_turned != 0, half, out);
    if (half >= felt->half * FINE || (half > 0 && by_families[v->family]->toes))
        return half;
    most = search(v, felt, &best);
    if (most * 6 > half * 7)
        *out = best;
    else if (half == 0)
        by_layout_make(v, 0, 0, out);
    return most * 6 > half * 7 ? most : half;
}
