/* feet_room.c: tiles and rooms by the cell of the plane in which their middle lies. */
#include "feet.h"

#include <string.h>

enum { CELL = 6 };                      /* 2^6 units: more than two tiles that overlap lie apart along an axis */

static int cell_of(int32_t x, int32_t y)
{
    return ((y >> CELL) & (BY_FEET_CELLS - 1)) * BY_FEET_CELLS + ((x >> CELL) & (BY_FEET_CELLS - 1));
}

void by_feet_clear(struct by_feet *f)
{
    memset(f->cell, 255, sizeof f->cell);
    for (int i = 0; i < BY_FEET_ITEMS; i++)
        f->next[i] = -2;
    f->tiles = f->ends = 0;
    f->doubles = 0;
}

void by_feet_drop(struct by_feet *f, int item)
{
    int16_t *at = &f->cell[cell_of(f->item[item].x, f->item[item].y)];

    if (f->next[item] == -2)
        return;
    while (*at != item)
        at = &f->next[*at];
    *at = f->next[item];
    f->next[item] = -2;
}

void by_feet_put(struct by_feet *f, int item, const struct by_spot *s)
{
    int16_t *at = &f->cell[cell_of(s->x, s->y)];

    by_feet_drop(f, item);
    f->item[item] = *s;
    f->next[item] = *at;
    *at = (int16_t)item;
}

static int kind_of(int item)
{
    static const uint8_t kind[BY_FEET_ROOMS] = { BY_ON_SINGLE, BY_ON_TWIN, BY_ON_WAY, BY_ON_WAY, BY_ON_WAY };

    return item < BY_MAX_TILES ? BY_ON_TILE : kind[(item - BY_MAX_TILES) % BY_FEET_ROOMS];
}

int by_feet_meets(const struct by_feet *f, const struct by_spot *s, int end, int kinds)
{
    const int first = by_room(end, 0), last = by_room(end, BY_FEET_ROOMS);
    int met = 0;

    for (int i = 0; i < 9; i++)
        for (int k = f->cell[cell_of(s->x + (i % 3 - 1) * 64, s->y + (i / 3 - 1) * 64)]; k >= 0; k = f->next[k])
            if ((k < first || k >= last) && (kind_of(k) & kinds & ~met) != 0 && by_spot_overlaps(s, &f->item[k]))
                met |= kind_of(k);
    return met;
}
