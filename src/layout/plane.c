/* SPDX-License-Identifier: MIT */
/* plane.c: computes the geometry of tiles on the plane. */
#include "plane.h"

const int8_t by_step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
const int8_t by_step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

/* Along a diagonal, BY_HALF / 2 and BY_HALF are 8.49 and 16.97 per axis. Both values are rounded down so that a tile
 * never grows. */
enum { SLANT_SIDE = 8, SLANT_LONG = 16 };

void by_spot_half(const struct by_spot *s, int half, int32_t *x, int32_t *y)
{
    int32_t step = (s->turn & 1) != 0 ? SLANT_SIDE : BY_HALF / 2;

    if (half == 0)
        step = -step;
    *x = s->x + step * by_step_x[s->turn & 7];
    *y = s->y + step * by_step_y[s->turn & 7];
}

void by_spot_corners(const struct by_spot *s, int32_t x[4], int32_t y[4])
{
    bool slant = (s->turn & 1) != 0;
    int32_t on = slant ? SLANT_LONG : BY_HALF, side = slant ? SLANT_SIDE : BY_HALF / 2;
    int right = (s->turn + 2) & 7;
    static const int8_t along[4] = { -1, 1, 1, -1 }, across[4] = { -1, -1, 1, 1 };

    for (int i = 0; i < 4; i++) {
        x[i] = s->x + along[i] * on * by_step_x[s->turn & 7] + across[i] * side * by_step_x[right];
        y[i] = s->y + along[i] * on * by_step_y[s->turn & 7] + across[i] * side * by_step_y[right];
    }
}

/* Returns the extent of a tile from its middle along one of its own axes: half its length or half its width. Along an
 * axis at 45 degrees to these, the extent is the sum of both divided by the square root of 2. To compare such distances
 * exactly, at_least_slanted uses squares. */
static int32_t reach(const struct by_spot *s, bool across)
{
    bool flat = (s->turn & 3) == 0 || (s->turn & 3) == 1; /* right, left, or the first of the two diagonals */

    return flat != across ? BY_HALF : BY_HALF / 2;
}

static bool at_least_slanted(int32_t d, int32_t straight, int32_t slanted)
{
    int32_t rest = d - straight; /* tests rest >= slanted / sqrt 2 */

    return rest >= 0 && 2 * (int64_t)rest * rest >= (int64_t)slanted * slanted;
}

static int32_t size_of(int32_t n) { return n < 0 ? -n : n; }

/* Returns whether a (straight) and b (diagonal) are separated along a straight or a diagonal axis. */
static bool apart_mixed(const struct by_spot *a, const struct by_spot *b, int32_t dx, int32_t dy)
{
    int32_t both = BY_HALF + BY_HALF / 2;

    if (at_least_slanted(size_of(dx), reach(a, false), both) || at_least_slanted(size_of(dy), reach(a, true), both))
        return true;
    /* Along a diagonal, the distance is (dx +- dy) / sqrt 2 and the straight tile reaches `both` / sqrt 2. */
    return at_least_slanted(size_of(dx + dy), both, 2 * reach(b, false))
        || at_least_slanted(size_of(dx - dy), both, 2 * reach(b, true));
}

bool by_spot_overlaps(const struct by_spot *a, const struct by_spot *b)
{
    int32_t dx = b->x - a->x, dy = b->y - a->y;
    bool slant_a = (a->turn & 1) != 0, slant_b = (b->turn & 1) != 0;

    if (size_of(dx) > 51 || size_of(dy) > 51)
        return false; /* a diagonal tile extends at most 36 / sqrt 2 along an axis */
    if (!slant_a && !slant_b)
        return size_of(dx) < reach(a, false) + reach(b, false) && size_of(dy) < reach(a, true) + reach(b, true);
    if (slant_a && slant_b)
        return !at_least_slanted(size_of(dx + dy), 0, 2 * (reach(a, false) + reach(b, false)))
            && !at_least_slanted(size_of(dx - dy), 0, 2 * (reach(a, true) + reach(b, true)));
    return slant_a ? !apart_mixed(b, a, dx, dy) : !apart_mixed(a, b, dx, dy);
}

void by_layout_reach(struct by_layout *l, const struct by_spot *s)
{
    int32_t x[4], y[4];

    by_spot_corners(s, x, y);
    for (int i = 0; i < 4; i++) {
        l->left = x[i] < l->left ? x[i] : l->left;
        l->right = x[i] > l->right ? x[i] : l->right;
        l->top = y[i] < l->top ? y[i] : l->top;
        l->bottom = y[i] > l->bottom ? y[i] : l->bottom;
    }
}
