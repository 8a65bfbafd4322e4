/* plane.h: tiles on the plane: turns, corners, overlap.  For the layouts of the families; everything is exact. */
#ifndef BY_LAYOUT_PLANE_H
#define BY_LAYOUT_PLANE_H

#include "boneyard/layout.h"

/* One step along a turn, in eighths of a turn: straight steps are a unit long, slanting ones go a unit on each axis. */
extern const int8_t by_step_x[8], by_step_y[8];

/* Whether two tiles share more than an edge: exact, also for tiles at an eighth of a turn to each other. */
bool by_spot_overlaps(const struct by_spot *a, const struct by_spot *b);

/* Widens left, top, right and bottom so that the tile lies within. */
void by_layout_reach(struct by_layout *l, const struct by_spot *s);

/* The families: each fills in tiles, arms and openings; sizes and the rest are done by by_layout_make. */
void by_layout_line(const struct by_view *v, struct by_layout *out);
void by_layout_feet(const struct by_view *v, struct by_layout *out);
void by_layout_trains(const struct by_view *v, struct by_layout *out);
void by_layout_castle(const struct by_view *v, struct by_layout *out);

#endif
