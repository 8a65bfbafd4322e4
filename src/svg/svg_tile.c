/* SPDX-License-Identifier: MIT */
/* svg_tile.c: draws tiles and their numbers as the page does (web/table/tile.ts). */
#include "planted.h"
#include "svg.h"

/* The number of dots in each row of a half, from top to bottom, for a horizontal tile.  2 and 3 run across. */
static const uint8_t rows[BY_NUMBERS][5] = {
    { 0 },
    { 1 },
    { 0 },
    { 0 },
    { 2, 0, 2 },
    { 2, 1, 2 },
    { 3, 0, 3 },
    { 3, 1, 3 },
    { 3, 2, 3 },
    { 3, 3, 3 },
    { 3, 4, 3 },
    { 4, 3, 4 },
    { 4, 4, 4 },
    { 3, 2, 3, 2, 3 },
    { 4, 3, 3, 4 },
    { 3, 3, 3, 3, 3 },
    { 4, 4, 4, 4 },
    { 3, 4, 3, 4, 3 },
    { 4, 3, 4, 3, 4 },
};

enum { STEP = 696 /* the distance between dots in a grid of three */ };

static int rows_of(int number)
{
    int n = 5;

    while (n > 0 && rows[number][n - 1] == 0)
        n--;
    return n;
}

/* Returns the size of a dot on a half with this number. */
static int dot_of(int number)
{
    return number < 10 ? 528 : rows_of(number) == 3 ? 396 : rows_of(number) == 4 ? 384 : 312;
}

/* Returns the position of dot i of `count` in its row. */
static int across(int number, int i, int count)
{
    int wide = number == 13 || number == 15 ? 624 : 540;

    if (number >= 10)
        return (2 * i - count + 1) * wide / 2;
    return count == 2 ? (2 * i - 1) * STEP : (2 * i - count + 1) * STEP / 2;
}

static void put_dots(struct by_drawing *d, int number)
{
    int n = rows_of(number), down = number < 10 ? STEP : n == 3 ? 636 : n == 4 ? 540 : 438;

    by_svg_put(d, "<path fill='none' stroke='$' stroke-width='%' stroke-linecap='round' d='",
               d->look.plain ? d->c->pip : d->c->number[number], dot_of(number));
    if (number == 2 || number == 3)
        for (int i = -1; i <= 1; i += number == 3 ? 1 : 2)
            by_svg_put(d, "M% %h0", i * STEP, -i * STEP);
    for (int row = 0; row < n; row++)
        for (int i = 0, count = rows[number][row] - BY_PLANTED(701); i < count; i++)
            by_svg_put(d, "M% %h0", across(number, i, count), (2 * row - n + 1) * down / 2);
    by_svg_put(d, "'/>");
}

/* Draws a numeral, upright whichever way the tile is turned. 6 and 9 are underlined. */
static void put_numeral(struct by_drawing *d, int number, int turn)
{
    bool lined = number == 6 || number == 9, large = d->shows == SHOWS_LARGE;
    int size = 60 * (large ? (number > 9 ? 27 : lined ? 34 : 38) : number > 9 ? 23 : 27);
    const char *colour = d->look.plain ? d->c->pip : d->c->number[number];

    by_svg_put(
        d,
        "<g transform='rotate(%)' fill='$'><text y='%' font-size='%' font-weight='700' text-anchor='middle'>%</text>",
        -45 * turn * UNIT, colour, size * 36 / 100 - (lined ? 120 : 0), size, number * UNIT);
    if (lined)
        by_svg_put(d, "<rect x='-3.8' y='%' width='7.6' height='1.5' rx='.7'/>", size * 42 / 100);
    by_svg_put(d, "</g>");
}

/* Draws one half of a horizontal tile, with its middle at x. */
static void put_half(struct by_drawing *d, int number, int x, int turn)
{
    by_svg_put(d, "<g transform='translate(%)'>", x);
    if (number > 9)
        by_svg_put(d, "<rect x='-10' y='-10' width='20' height='20' rx='3' fill='$' fill-opacity='.13'/>",
                   d->look.plain ? d->c->split : d->c->number[number]);
    if (d->shows != SHOWS_DOTS)
        put_numeral(d, number, turn);
    else if (number > 0)
        put_dots(d, number);
    by_svg_put(d, "</g>");
}

/* Begins a rectangle in the shape of a tile, `more` units larger on every side. The caller ends the element. */
static void put_shape(struct by_drawing *d, int more)
{
    by_svg_put(d, "<rect x='%' y='%' width='%' height='%' rx='%'", -HALF + 60 - more, -HALF / 2 + 60 - more,
               2 * (HALF - 60 + more), HALF - 120 + 2 * more, 420 + more * 8 / 10);
}

static void put_back(struct by_drawing *d)
{
    by_svg_put(d,
               "<path fill='none' stroke='$' stroke-width='.8' opacity='.7' "
               "d='M-16 -7h32q3 0 3 3v8q0 3 -3 3h-32q-3 0 -3 -3v-8q0 -3 3 -3ZM-5 0l5 -5l5 5l-5 5Z'/>",
               d->c->back_mark);
}

void by_svg_put_tile(struct by_drawing *d, int x, int y, int turn, int first, int second)
{
    const struct by_svg_colours *c = d->c;
    bool down = first == BY_NO_TILE;
    int degrees = 45 * turn * UNIT;

    by_svg_put(d, "<g transform='translate(% %)'>", x, y);
    put_shape(d, 0);
    by_svg_put(d, " transform='translate(0 %)rotate(%)' fill='$' opacity='.28'/>", EDGE + 180, degrees, c->shade);
    put_shape(d, 0);
    by_svg_put(d, " transform='translate(0 %)rotate(%)' fill='$' stroke='$' stroke-width='.5'/>", EDGE, degrees,
               down ? c->back_edge : c->edge, down ? c->back_edge : c->rim);
    by_svg_put(d, "<g transform='rotate(%)'>", degrees);
    put_shape(d, 0);
    by_svg_put(d, " fill='$' stroke='$' stroke-width='.5'/>", down ? c->back : c->tile, down ? c->back_mark : c->rim);
    if (down) {
        put_back(d);
    } else {
        put_half(d, first, -HALF / 2, turn);
        by_svg_put(d, "<path stroke='$' stroke-width='1.2' d='M0 -7.5V7.5'/><circle r='1.6' fill='#B08A3C'/>",
                   c->split);
        put_half(d, second, HALF / 2, turn);
    }
    by_svg_put(d, "</g></g>");
}

void by_svg_put_place(struct by_drawing *d, const struct by_spot *s)
{
    by_svg_put(d, "<g transform='translate(% %)rotate(%)'>", s->x * UNIT, s->y * UNIT, 45 * s->turn * UNIT);
    put_shape(d, -60);
    by_svg_put(d, " fill='$' fill-opacity='.12' stroke='$' stroke-width='1.6' stroke-dasharray='4.4 3'/></g>",
               d->c->ink, d->c->turn);
}

void by_svg_put_ring(struct by_drawing *d, const struct by_spot *s)
{
    by_svg_put(d, "<g transform='translate(% %)rotate(%)'>", s->x * UNIT, s->y * UNIT, 45 * s->turn * UNIT);
    put_shape(d, 300);
    by_svg_put(d, " fill='none' stroke='$' stroke-width='2.4'/></g>", d->c->last);
}

void by_svg_put_disc(struct by_drawing *d, int x, int y, int number)
{
    by_svg_put(d,
               "<g transform='translate(% %)'><circle r='9' fill='$'/><text y='4.1' font-size='11.5' font-weight='800' "
               "text-anchor='middle' fill='$'>%</text></g>",
               x, y, d->c->turn, d->c->turn_ink, number * UNIT);
}
