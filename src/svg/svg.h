/* SPDX-License-Identifier: MIT */
/* svg.h: declarations shared by the files that draw a picture: colours, elements, tiles, and the families' parts.
 *
 * Lengths are hundredths of a layout unit, so that nothing needs floating point. */
#ifndef BY_SVG_SVG_H
#define BY_SVG_SVG_H

#include "boneyard/svg.h"

enum { UNIT = 100, HALF = BY_HALF * UNIT, EDGE = 240 /* the visible thickness of a tile */ };

/* The page's colours (web/style/tokens.css), each as "#rrggbb". */
struct by_svg_colours {
    const char *felt, *low, *ink, *ink2, *line, *well, *turn, *turn_ink, *last, *tile, *edge, *rim, *split, *shade;
    const char *wood, *wood_high, *wood_low, *back, *back_edge, *back_mark, *pip;
    const char *number[BY_NUMBERS], *seat[5];
};

struct by_drawing {
    struct by_text *t;
    const struct by_view *v;
    const struct by_layout *l;
    struct by_svg_look look;
    const struct by_svg_colours *c;
    enum { SHOWS_DOTS, SHOWS_NUMERALS, SHOWS_LARGE } shows;
    int32_t left, top, right, bottom; /* the area of the picture, in units */
};

/* Appends markup in which each % stands for an int in hundredths, printed as a decimal number, and each $ for a string.
 * Single quotes become double ones. */
void by_svg_put(struct by_drawing *d, const char *markup, ...);

/* Appends a name as XML text, cleaned and limited to BY_SVG_NAME bytes. */
void by_svg_put_name(struct by_drawing *d, const char *name);

/* Appends a tile with its shadow and edge, centred at x, y.  If `first` is BY_NO_TILE, the tile is face down. */
void by_svg_put_tile(struct by_drawing *d, int x, int y, int turn, int first, int second);

/* Appends an empty place for a tile, with its number in a disc. */
void by_svg_put_place(struct by_drawing *d, const struct by_spot *s);
void by_svg_put_disc(struct by_drawing *d, int x, int y, int number);

/* by_svg_put_ring appends the frame around the last tile; by_svg_put_joints appends a mark at each joint made by a wild
 * blank (L-08). */
void by_svg_put_ring(struct by_drawing *d, const struct by_spot *s);
void by_svg_put_joints(struct by_drawing *d);

/* Each family extends the picture's area (by_svg_reach_NAME) and draws the parts below and above the tiles. */
#define BY_FAMILY(id, name) \
    void by_svg_reach_##name(struct by_drawing *d); \
    void by_svg_below_##name(struct by_drawing *d); \
    void by_svg_above_##name(struct by_drawing *d);
#include "boneyard/families.def"
#undef BY_FAMILY

#endif
