/* SPDX-License-Identifier: MIT */
/* feet.c: draws a circle around the foot that must be filled in Chickenfoot (F-05, F-07), as in
 * web/table/families/feet.ts. */
#include "svg/svg.h"

enum { ONE = 1024, MOST = 6 + 2 * (BY_MAX_TILES + 2) + 1 };

/* The cosines of the multiples of 45 degrees, times ONE. */
static const int16_t cosine[8] = { 1024, 724, 0, -724, -1024, -724, 0, 724 };

struct circle {
    int32_t x, y, r;
};

/* Returns the square root, rounded up. */
static int32_t root(int64_t square)
{
    int64_t low = 0, high = 1 << 20;

    while (low < high) {
        int64_t middle = (low + high) / 2;

        if (middle * middle >= square)
            high = middle;
        else
            low = middle + 1;
    }
    return (int32_t)low;
}

/* The usual places of a double's toes: ahead and at the corners, away from the tile before it. */
static int toes_of(const struct by_spot *twin, const struct by_spot *behind, struct by_spot out[6])
{
    int turn = (twin->turn + 2) & 7, ux = cosine[turn], uy = cosine[(turn + 6) & 7], n = 0, reach = BY_HALF * 724 / ONE;
    int ahead = behind != NULL && (twin->x - behind->x) * ux + (twin->y - behind->y) * uy < 0 ? -1 : 1;

    for (int side = -1; side <= 1; side += 2)
        for (int corner = -1; corner <= 1 && (behind == NULL || side == ahead); corner++) {
            int along = side * (corner != 0 ? BY_HALF / 2 + reach : BY_HALF + BY_HALF / 2),
                across = corner * (BY_HALF + reach);

            out[n++] = (struct by_spot){ .x = twin->x + (ux * along - uy * across) / ONE,
                                         .y = twin->y + (uy * along + ux * across) / ONE,
                                         .turn = (uint8_t)((turn + side * corner + 8) & 7) };
        }
    return n;
}

/* Returns the circle around these tiles, centred on their midpoint. */
static struct circle around(const struct by_spot *s, int n)
{
    int32_t x[4], y[4], left = INT32_MAX, right = INT32_MIN, top = INT32_MAX, bottom = INT32_MIN;
    struct circle c;
    int64_t most = 0;

    for (int i = 0; i < n; i++) {
        by_spot_corners(&s[i], x, y);
        for (int k = 0; k < 4; k++) {
            left = x[k] < left ? x[k] : left;
            right = x[k] > right ? x[k] : right;
            top = y[k] < top ? y[k] : top;
            bottom = y[k] > bottom ? y[k] : bottom;
        }
    }
    c = (struct circle){ (left + right) / 2, (top + bottom) / 2, 0 };
    for (int i = 0; i < n; i++) {
        by_spot_corners(&s[i], x, y);
        for (int k = 0; k < 4; k++) {
            int64_t dx = x[k] - c.x, dy = y[k] - c.y;

            most = dx * dx + dy * dy > most ? dx * dx + dy * dy : most;
        }
    }
    c.r = root(most) + BY_HALF / 4;
    return c;
}

/* Sets *out to the circle around the foot that must be filled. Returns false if there is none. */
static bool foot(const struct by_drawing *d, struct circle *out)
{
    const struct by_layout *l = d->l;
    int centre = by_next_foot(&d->v->now, d->v->family), n = 1;
    struct by_spot room[MOST];

    if (centre == BY_NO_TILE || centre >= l->tiles || d->v->now.of.line.toes == 0)
        return false;
    room[0] = l->at[centre];
    n += toes_of(&room[0], room[0].on == BY_NO_TILE ? NULL : &l->at[room[0].on], room + 1);
    for (int i = 0; i < l->tiles; i++)
        if (l->at[i].on == centre)
            room[n++] = l->at[i];
    for (int i = 0; i < l->openings; i++)
        if (l->opening[i].laid == centre)
            room[n++] = l->opening[i].single;
    *out = around(room, n);
    return true;
}

void by_svg_reach_feet(struct by_drawing *d)
{
    struct circle c;

    if (!foot(d, &c))
        return;
    d->left = c.x - c.r < d->left ? c.x - c.r : d->left;
    d->right = c.x + c.r > d->right ? c.x + c.r : d->right;
    d->top = c.y - c.r < d->top ? c.y - c.r : d->top;
    d->bottom = c.y + c.r > d->bottom ? c.y + c.r : d->bottom;
}

void by_svg_below_feet(struct by_drawing *d)
{
    struct circle c;

    if (foot(d, &c))
        by_svg_put(d,
                   "<circle cx='%' cy='%' r='%' fill='$' fill-opacity='.13' stroke='$' stroke-opacity='.55' "
                   "stroke-width='1.6'/>",
                   c.x * UNIT, c.y * UNIT, c.r * UNIT, d->c->turn, d->c->turn);
}

void by_svg_above_feet(struct by_drawing *d) { by_svg_put_joints(d); }
