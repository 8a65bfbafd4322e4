/* feet_room.c: tiles and rooms by the cell of the plane in which their middle lies. */
#include "feet.h"

#include <string.h>

enum { CELL = 6 };                      /* 2^6 units: more than two tiles that overlap lie apart along an axis */

static int cell_of(int32_t x, int32_t y)
{
    return ((y >> CELL) & (BY_TOES_CELLS - 1)) * BY_TOES_CELLS + ((x >> CELL) & (BY_TOES_CELLS - 1));
}

void by_toes_clear(struct by_toes *f)
{
    static const uint8_t kind[BY_TOES_ROOMS] = { BY_ON_SINGLE, BY_ON_FOOT, BY_ON_FOOT, BY_ON_FOOT, BY_ON_FOOT,
                                                 BY_ON_WAY, BY_ON_WAY, BY_ON_WAY };

    memset(f->cell, 255, sizeof f->cell);
    for (int i = 0; i < BY_TOES_ITEMS; i++)
        f->next[i] = -2;
    for (int i = 0; i < BY_TOES_ITEMS; i++) {
        int room = i - BY_MAX_TILES;

        f->kind[i] = room < 0 ? BY_ON_TILE : kind[room % BY_TOES_ROOMS];
        f->end_of[i] = (uint8_t)(room < 0 ? BY_NO_TILE : room / BY_TOES_ROOMS);
    }
    f->tiles = f->ends = 0;
    f->doubles = 0;
}

void by_toes_drop(struct by_toes *f, int item)
{
    int16_t *at = &f->cell[cell_of(f->item[item].x, f->item[item].y)];

    if (f->next[item] == -2)
        return;
    while (*at != item)
        at = &f->next[*at];
    *at = f->next[item];
    f->next[item] = -2;
}

void by_toes_put(struct by_toes *f, int item, const struct by_spot *s)
{
    int16_t *at = &f->cell[cell_of(s->x, s->y)];

    by_toes_drop(f, item);
    f->item[item] = *s;
    f->next[item] = *at;
    *at = (int16_t)item;
}

int by_toes_meets(const struct by_toes *f, const struct by_spot *s, int end, int kinds)
{
    enum { REACH = 51 };                /* two tiles that overlap lie nearer than this along both axes */
    const int32_t left = (s->x - REACH) >> CELL, right = (s->x + REACH) >> CELL;
    const int32_t top = (s->y - REACH) >> CELL, bottom = (s->y + REACH) >> CELL;
    int met = 0;

    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++)
            for (int k = f->cell[(y & (BY_TOES_CELLS - 1)) * BY_TOES_CELLS + (x & (BY_TOES_CELLS - 1))]; k >= 0;
                 k = f->next[k]) {
                const int32_t dx = f->item[k].x - s->x + REACH, dy = f->item[k].y - s->y + REACH;

                if ((uint32_t)dx > 2 * REACH || (uint32_t)dy > 2 * REACH || (f->kind[k] & kinds & ~met) == 0
                    || f->end_of[k] == end || !by_spot_overlaps(s, &f->item[k]))
                    continue;
                met |= f->kind[k];
                if ((met & BY_ON_TILE) != 0)    /* nothing is worse */
                    return met;
            }
    return met;
}
