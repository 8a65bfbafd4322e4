/* SPDX-License-Identifier: MIT */
/* castle.c: draws the wall below the row of Castle Rock, as in web/table/families/castle.ts. */
#include "svg/svg.h"

enum { BRICK = 36, COURSE = 16, WALL = 3 * BY_HALF / 2 };

void by_svg_reach_castle(struct by_drawing *d) { d->bottom += WALL; }

void by_svg_below_castle(struct by_drawing *d)
{
    int32_t top = d->l->bottom + 4, x = d->left * UNIT, width = (d->right - d->left) * UNIT;

    for (int i = 1; i < d->l->tiles; i++) /* a ledge below each row but the last */
        if (d->l->at[i].y != d->l->at[i - 1].y)
            by_svg_put(d, "<rect x='%' y='%' width='%' height='3' rx='1.5' fill='$'/>", x,
                       (d->l->at[i - 1].y + BY_HALF + 4) * UNIT, width, d->c->low);
    by_svg_put(d, "<rect x='%' y='%' width='%' height='%' fill='$'/><path fill='none' stroke='$' d='", x, top * UNIT,
               width, (d->bottom - top) * UNIT, d->c->low, d->c->felt);
    for (int row = 0; top + 10 + row * COURSE < d->bottom; row++)
        for (int32_t at = d->left - BRICK + (row & 1) * BRICK / 2; at < d->right; at += BRICK) {
            int32_t from = at < d->left ? d->left : at, to = at + BRICK - 6 > d->right ? d->right : at + BRICK - 6;
            int32_t y = top + 10 + row * COURSE, high = d->bottom - y < COURSE - 4 ? d->bottom - y : COURSE - 4;

            if (to > from)
                by_svg_put(d, "M% %h%v%h%z", from * UNIT, y * UNIT, (to - from) * UNIT, high * UNIT,
                           (from - to) * UNIT);
        }
    by_svg_put(d, "'/>");
}

void by_svg_above_castle(struct by_drawing *d) { (void)d; }
