/* SPDX-License-Identifier: MIT */
/* feet_room.c: indexes tiles and spaces by the cell of the plane that contains their centres. */
#include "feet.h"

#include <string.h>

enum { CELL = 6 }; /* a cell is 2^6 units wide: more than the distance along an axis between two overlapping tiles */

static int cell_of(int32_t x, int32_t y)
{
    return ((y >> CELL) & (BY_TOES_CELLS - 1)) * BY_TOES_CELLS + ((x >> CELL) & (BY_TOES_CELLS - 1));
}

/* Computes where two tiles overlap. The area of overlap is convex, so the ends of its rows shift only slightly from one
 * row to the next. */
void by_toes_measure(struct by_toes *f)
{
    for (uint8_t i = 0; i < 16; i++) {
        const struct by_spot a = { .turn = i / 4 };
        struct by_spot b = { .turn = i % 4 };
        int from = 0, to = 0;

        for (b.y = 0; b.y <= BY_TOES_REACH; b.y++) {
            while (from <= to && (b.x = from, !by_spot_overlaps(&a, &b)))
                from++;
            while (from <= to && (b.x = to, !by_spot_overlaps(&a, &b)))
                to--;
            while (from <= to && (b.x = from - 1, by_spot_overlaps(&a, &b)))
                from--;
            while (from <= to && (b.x = to + 1, by_spot_overlaps(&a, &b)))
                to++;
            f->over[i / 4][i % 4][b.y][0] = (int8_t)from;
            f->over[i / 4][i % 4][b.y][1] = (int8_t)to;
        }
    }
}

void by_toes_clear(struct by_toes *f)
{
    static const uint8_t kind[BY_TOES_ROOMS] = { BY_ON_SINGLE, BY_ON_FOOT, BY_ON_FOOT, BY_ON_FOOT,
                                                 BY_ON_FOOT,   BY_ON_WAY,  BY_ON_WAY,  BY_ON_WAY };

    memset(f->cell, 255, sizeof f->cell);
    for (int i = 0; i < BY_TOES_ITEMS; i++)
        f->thing[i] = (struct by_thing){ .next = -2, .kind = BY_ON_TILE, .end = BY_NO_TILE };
    for (int i = 0; i < BY_TOES_ENDS * BY_TOES_ROOMS; i++) {
        f->thing[BY_MAX_TILES + i].kind = kind[i % BY_TOES_ROOMS];
        f->thing[BY_MAX_TILES + i].end = (uint8_t)(i / BY_TOES_ROOMS);
    }
    f->tiles = f->ends = 0;
    f->doubles = 0;
}

void by_toes_drop(struct by_toes *f, int item)
{
    int16_t *at = &f->cell[cell_of(f->thing[item].x, f->thing[item].y)];

    if (f->thing[item].next == -2)
        return;
    while (*at != item)
        at = &f->thing[*at].next;
    *at = f->thing[item].next;
    f->thing[item].next = -2;
}

void by_toes_put(struct by_toes *f, int item, const struct by_spot *s)
{
    int16_t *at = &f->cell[cell_of(s->x, s->y)];
    struct by_thing *t = &f->thing[item];

    by_toes_drop(f, item);
    f->item[item] = *s;
    t->x = (int16_t)s->x;
    t->y = (int16_t)s->y;
    t->turn = s->turn & 3;
    t->next = *at;
    *at = (int16_t)item;
}

int by_toes_meets(const struct by_toes *f, const struct by_spot *s, int end, int kinds)
{
    enum { REACH = BY_TOES_REACH };
    const int32_t left = (s->x - REACH) >> CELL, right = (s->x + REACH) >> CELL;
    const int32_t top = (s->y - REACH) >> CELL, bottom = (s->y + REACH) >> CELL;
    int met = 0;

    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++) {
            const struct by_thing *t;

            for (int k = f->cell[(y & (BY_TOES_CELLS - 1)) * BY_TOES_CELLS + (x & (BY_TOES_CELLS - 1))]; k >= 0;
                 k = t->next) {
                int32_t dx, dy;
                const int8_t *over;

                t = &f->thing[k];
                dy = t->y - s->y;
                dx = dy < 0 ? s->x - t->x : t->x - s->x;
                dy = dy < 0 ? -dy : dy;
                if (dy > REACH || (t->kind & kinds & ~met) == 0 || t->end == end)
                    continue;
                over = f->over[s->turn & 3][t->turn][dy];
                if (dx < over[0] || dx > over[1])
                    continue;
                met |= t->kind;
                if ((met & BY_ON_TILE) != 0) /* stops, since no kind is worse than this one */
                    return met;
            }
        }
    return met;
}
