/* SPDX-License-Identifier: MIT */
/* feet_shape.c: computes how one tile leaves another. In a straight line, the short sides meet. At 45 degrees, the new
 * tile's axis passes through the middle of the end that it leaves, and the inner corner of that end touches the tile.
 * At 90 degrees, the new tile leaves the side of the last half. A toe at the side of a double leaves from the
 * corner that is farther along the line. */
#include "feet.h"

enum { U = 16, HALF = BY_HALF / 2 * U, FULL = BY_HALF * U, EIGHTH = 136 }; /* EIGHTH is 12 / sqrt 2, in sixteenths */

static const struct by_leave leaves[BY_TOES_LEAVES] = {
    /* after a single */
    { 0, 0, FULL, 0, 0, BY_FOR_BOTH },
    { 1, 44, FULL, 0, EIGHTH, BY_FOR_BOTH },
    { 2, 65, HALF, HALF, 0, BY_FOR_SINGLE },
    { 2, 108, FULL + HALF, -HALF, 0, BY_FOR_SINGLE },
    { 3, 140, FULL, HALF, HALF, BY_FOR_SINGLE },
    { 0, 21, FULL, HALF, 0, BY_FOR_TWIN }, /* one half of the double extends beyond the line */
    { 1, 89, FULL + EIGHTH, -EIGHTH, EIGHTH, BY_FOR_TWIN },
    { 1, 70, FULL - EIGHTH, EIGHTH, EIGHTH, BY_FOR_TWIN },
    /* a tile that goes straight on from a double */
    { 0, 0, HALF, 0, 0, BY_FOR_SINGLE },
    { 1, 50, HALF, 0, EIGHTH, BY_FOR_SINGLE },
    /* a tile that leaves the side of a double */
    { 1, 0, HALF, FULL, 0, BY_FOR_SINGLE },
    { 2, 40, 0, FULL, 0, BY_FOR_SINGLE },
    { 0, 180, HALF, FULL + U, 0, BY_FOR_SINGLE }, /* next to the toe ahead, whose position may be rounded */
    { 3, 150, -HALF, FULL, 0, BY_FOR_SINGLE },
};

const struct by_leave *by_toes_leaves(int side, int *n)
{
    *n = side == BY_BEHIND ? 8 : side == BY_AHEAD ? 2 : 4;
    return leaves + (side == BY_BEHIND ? 0 : side == BY_AHEAD ? 8 : 10);
}

/* Returns a length along a turn, projected onto one axis; 2896 / 4096 is 1 / sqrt 2. */
static int32_t share(int32_t length, int turn, const int8_t *step)
{
    return length * step[turn & 7] * ((turn & 1) != 0 ? 2896 : 4096);
}

static int32_t rounded(int32_t n) { return (n + (1 << 15)) >> 16; }

/* Moves s to the position nearest to x, y (in 65536ths from `from`) where it does not overlap `from`. */
static void nudge(const struct by_spot *from, struct by_spot *s, int32_t x, int32_t y)
{
    int32_t cx = rounded(x), cy = rounded(y), best = INT32_MAX;
    struct by_spot try = *s;

    s->x = from->x + cx;
    s->y = from->y + cy;
    if (!by_spot_overlaps(from, s))
        return;
    for (int i = 0; i < 25; i++) {
        int32_t nx = cx + i % 5 - 2, ny = cy + i / 5 - 2;
        int32_t dx = (nx * 65536 - x) >> 8, dy = (ny * 65536 - y) >> 8, far = dx * dx + dy * dy;

        try.x = from->x + nx;
        try.y = from->y + ny;
        if (far < best && !by_spot_overlaps(from, &try)) {
            best = far;
            *s = try;
        }
    }
}

/* Returns the step from a tile to the next, on a toe with this heading. */
static struct by_spot step(const struct by_leave *l, int heading, int hand, bool twin)
{
    const struct by_spot from = { .turn = (uint8_t)(l < leaves + 8 ? heading : heading + 2) };
    int on = (heading + hand * l->bend) & 7, side = (heading + 2 * hand) & 7;
    struct by_spot s = { .turn = (uint8_t)(twin ? (on + 2) & 7 : on) };
    int32_t out = l->push + (twin ? HALF : FULL);
    int32_t x = share(l->along, heading, by_step_x) + share(l->across, side, by_step_x) + share(out, on, by_step_x);
    int32_t y = share(l->along, heading, by_step_y) + share(l->across, side, by_step_y) + share(out, on, by_step_y);

    nudge(&from, &s, x, y);
    return s;
}

void by_toes_steps(struct by_toes *f)
{
    for (int heading = 0; heading < 2; heading++)
        for (int l = 0; l < BY_TOES_LEAVES; l++)
            for (int k = 0; k < 4; k++) {
                struct by_spot s = step(&leaves[l], heading, k < 2 ? -1 : 1, k % 2 != 0);

                f->step[heading][l][k][0] = (int8_t)s.x;
                f->step[heading][l][k][1] = (int8_t)s.y;
            }
}

struct by_spot by_toes_next(const struct by_toes *f, const struct by_spot *from, int heading, const struct by_leave *l,
                            int hand, bool twin, int *turn)
{
    const int8_t *by = f->step[heading & 1][l - leaves][(hand > 0) * 2 + twin];
    int on = (heading + hand * l->bend) & 7;
    struct by_spot s = { .x = from->x, .y = from->y, .tile = BY_NO_TILE, .turn = (uint8_t)(twin ? (on + 2) & 7 : on) };

    *turn = on;
    switch (heading >> 1 & 3) { /* a quarter turn maps x, y to -y, x */
    case 0:
        s.x += by[0];
        s.y += by[1];
        break;
    case 1:
        s.x -= by[1];
        s.y += by[0];
        break;
    case 2:
        s.x -= by[0];
        s.y -= by[1];
        break;
    default:
        s.x += by[1];
        s.y -= by[0];
        break;
    }
    return s;
}
