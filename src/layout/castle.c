/* SPDX-License-Identifier: MIT */
/* castle.c: lays out the row of Castle Rock. The tiles stand upright, a quarter of a tile apart, so that an arc
 * or a bracket can mark them. At the table's edge the row continues on the next line, with space for arcs above it. In
 * this game no tile is attached to another (`on`), and no place is open. */
#include "plane.h"

enum { ROW = 2 * BY_HALF + BY_ROW_PITCH };

void by_layout_castle(const struct by_view *v, struct by_layout *out)
{
    int columns = out->width > 0 ? (out->width - BY_HALF) / BY_ROW_PITCH + 1 : v->now.laid;

    if (columns < 1)
        columns = 1;
    for (int i = 0; i < v->now.laid; i++) {
        by_tile t = v->row[i];

        out->at[i] = (struct by_spot){ i % columns * BY_ROW_PITCH,
                                       i / columns * ROW,
                                       t,
                                       (uint8_t)by_high(t),
                                       (uint8_t)by_low(t),
                                       2,
                                       0,
                                       (uint8_t)i,
                                       BY_NO_TILE,
                                       0 };
    }
    out->arms = 1;
    out->arm[0] = (struct by_arm){ BY_NO_TILE, 0, v->now.laid, 0, 0, 0, 0, 0 };
}
