/* SPDX-License-Identifier: MIT */
/* plane.h: computes the geometry of tiles for the families' layouts: turns, corners and overlap. All calculations are
 * exact. */
#ifndef BY_LAYOUT_PLANE_H
#define BY_LAYOUT_PLANE_H

#include "boneyard/layout.h"

/* The distance between the middles of neighbours in a row of Castle Rock, which leaves a gap of a quarter tile. */
enum { BY_ROW_PITCH = BY_HALF + BY_HALF / 2 };

/* One step in the direction of a turn, which is given in eighths. Straight steps are one unit long; diagonal steps go
 * one unit along each axis. */
extern const int8_t by_step_x[8], by_step_y[8];

/* Returns whether two tiles share more than an edge. The result is exact even for tiles at 45 degrees to each other. */
bool by_spot_overlaps(const struct by_spot *a, const struct by_spot *b);

/* Extends left, top, right and bottom to include the tile. */
void by_layout_reach(struct by_layout *l, const struct by_spot *s);

/* Each family sets tiles, arms and openings in by_layout_NAME and rows in by_rows_NAME; by_layout_make sets everything
 * else. */
#define BY_FAMILY(id, name) \
    void by_layout_##name(const struct by_view *v, struct by_layout *out); \
    void by_rows_##name(const struct by_view *v, struct by_rows *out);
#include "boneyard/families.def"
#undef BY_FAMILY

#endif
