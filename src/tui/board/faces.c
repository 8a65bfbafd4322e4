/* SPDX-License-Identifier: MIT */
/* faces.c: draws the faces of tiles. */
#include "faces.h"

#include <stdio.h>

#include "board.h"

/* A frame: corners and sides in reading order, the middle line, and the characters for the sides of one-row tiles. */
struct frame {
    uint32_t side, low, low_left, low_right, cross, join, up_left, up_right, open, close;
};

enum { REST, DASHED, DOUBLE, HEAVY, FOOT };

static const struct frame frames[] = {
    [REST] = { 0x2502, 0x2500, 0x2514, 0x2518, 0x2500, 0x2534, 0x250c, 0x2510, '[', ']' },
    [DASHED] = { 0x2506, 0x2504, 0x2514, 0x2518, 0x2504, 0x2534, 0x250c, 0x2510, '(', ')' },
    [DOUBLE] = { 0x2551, 0x2550, 0x255a, 0x255d, 0x2550, 0x2569, 0x2554, 0x2557, 0xab, 0xbb },
    [HEAVY] = { 0x2503, 0x2501, 0x2517, 0x251b, 0x2501, 0x253b, 0x250f, 0x2513, '>', '<' },
    [FOOT] = { 0x2502, 0x2550, 0x2558, 0x255b, 0x2500, 0x2567, 0x250c, 0x2510, '*', '*' }
};
static const struct frame plain[] = { [REST] = { '|', '-', '\'', '\'', '-', '-', '.', '.', '[', ']' },
                                      [DASHED] = { ':', '.', '.', '.', '.', '.', '.', '.', '(', ')' },
                                      [DOUBLE] = { '#', '=', '#', '#', '=', '=', '#', '#', '<', '>' },
                                      [HEAVY] = { 'H', '=', 'H', 'H', '=', '=', 'H', 'H', '>', '<' },
                                      [FOOT] = { '|', '*', '*', '*', '-', '*', '.', '.', '*', '*' } };

static const struct frame *frame_of(bool ascii, enum by_ink ink)
{
    int kind = REST;

    if (ink == BY_INK_GHOST || ink == BY_INK_HINT)
        kind = DASHED;
    else if (ink == BY_INK_TILE_LAST)
        kind = DOUBLE;
    else if (ink == BY_INK_TILE_CHOSEN || ink == BY_INK_TURN)
        kind = HEAVY;
    else if (ink == BY_INK_TILE_PLAY)
        kind = FOOT;

    return ascii ? &plain[kind] : &frames[kind];
}

/* Returns the ink for a number on a tile of this ink: the number's own colour on ivory, unless the player has chosen a
 * single colour. */
static enum by_ink pip_ink(int number, const struct by_look *look, enum by_ink ink)
{
    if (ink != BY_INK_TILE && ink != BY_INK_TILE_PLAY)
        return ink;
    if (look->face == BY_FACE_DOTS || look->face == BY_FACE_NUMERALS)
        return BY_INK_TILE;
    return (enum by_ink)(BY_INK_PIP + number);
}

/* Writes a number, centred in this many columns. */
static void put_number(struct by_canvas *c, int x, int y, int width, int number, const struct by_look *look,
                       enum by_ink ink)
{
    int digits = number > 9 ? 2 : 1;

    by_canvas_print(c, x + (width - digits) / 2, y, digits, pip_ink(number, look, ink), "%d", number);
}

/* Draws the dots of a half in three rows of five columns. Horizontal tiles show 6 and 7 as rows, upright ones as
 * columns. */
static void put_dots(struct by_canvas *c, int x, int y, bool upright, int number, const struct by_look *look,
                     enum by_ink ink)
{
    /* for an upright half: bit 3 * row + column */
    static const uint16_t dots[10] = { 0, 020, 0104, 0124, 0505, 0525, 0555, 0575, 0757, 0777 };

    for (int i = 0; i < 9; i++) {
        int at = upright ? i : i % 3 * 3 + i / 3;

        if ((dots[number] >> at & 1) != 0)
            by_canvas_sign(c, x + i % 3 * 2, y + i / 3, 0x25cf, pip_ink(number, look, ink));
    }
}

static void put_half(struct by_canvas *c, int x, int y, int width, int height, bool upright, int number,
                     const struct by_look *look, enum by_ink ink)
{
    bool dots = width >= 5 && height >= 3 && number <= 9 && look->face != BY_FACE_NUMERALS;

    by_canvas_fill(c, x, y, width, height, ' ', ink);
    if (dots)
        put_dots(c, x + (width - 5) / 2, y + (height - 3) / 2, upright, number, look, ink);
    else
        put_number(c, x, y + (height - 1) / 2, width, number, look, ink);
}

/* Draws a box for tiles of two or more rows per half. Its lower edge looks as if the tile were seen slightly from the
 * front. */
static void draw_box(struct by_canvas *c, int x, int y, struct by_face_size size, bool upright, int first, int second,
                     const struct by_look *look, enum by_ink ink)
{
    const struct frame *f = frame_of(c->ascii, ink);
    int width = upright ? size.cols : 2 * size.cols, height = upright ? 2 * size.rows : size.rows;
    int middle = upright ? y + size.rows - 1 : x + size.cols;
    int right = x + width - 1, foot = y + height - 1;

    for (int j = y; j < foot; j++) {
        by_canvas_sign(c, x, j, f->side, ink);
        by_canvas_sign(c, right, j, f->side, ink);
        if (!upright)
            by_canvas_sign(c, middle, j, f->side, ink);
    }
    by_canvas_fill(c, x + 1, foot, width - 2, 1, f->low, ink);
    by_canvas_sign(c, x, foot, f->low_left, ink);
    by_canvas_sign(c, right, foot, f->low_right, ink);
    if (upright) {
        put_half(c, x + 1, y, width - 2, size.rows - 1, true, first, look, ink);
        by_canvas_fill(c, x + 1, middle, width - 2, 1, f->cross, ink);
        put_half(c, x + 1, middle + 1, width - 2, size.rows - 1, true, second, look, ink);
    } else {
        put_half(c, x + 1, y, size.cols - 1, height - 1, false, first, look, ink);
        put_half(c, middle + 1, y, size.cols - 2, height - 1, false, second, look, ink);
        by_canvas_sign(c, middle, foot, f->join, ink);
    }
}

/* Returns the Unicode character for a tile of the double-6 set, or 0 if the tile has none or none is wanted. */
static uint32_t domino_sign(bool ascii, bool upright, int first, int second, const struct by_look *look)
{
    if (look->face != BY_FACE_SIGNS || ascii || first > 6 || second > 6)
        return 0;
    return (upright ? 0x1f063u : 0x1f031u) + 7u * (uint32_t)first + (uint32_t)second;
}

/* Draws one row per half: "[ 6|4 ]", or a small box. */
static void draw_small(struct by_canvas *c, int x, int y, struct by_face_size size, bool upright, int first, int second,
                       const struct by_look *look, enum by_ink ink)
{
    const struct frame *f = frame_of(c->ascii, ink);
    int width = upright ? size.cols : 2 * size.cols, right = x + width - 1;
    uint32_t sign = domino_sign(c->ascii, upright, first, second, look);

    by_canvas_fill(c, x, y, width, upright ? 2 : 1, ' ', ink);
    by_canvas_sign(c, x, y, upright ? f->up_left : f->open, ink);
    by_canvas_sign(c, right, y, upright ? f->up_right : f->close, ink);
    if (upright) {
        by_canvas_sign(c, x, y + 1, f->low_left, ink);
        by_canvas_sign(c, right, y + 1, f->low_right, ink);
    }
    if (sign != 0) { /* a space follows, because most fonts draw the character wider than its cell */
        by_canvas_sign(c, x + (width - 1) / 2, y, sign, ink);
        if (upright)
            by_canvas_fill(c, x + 1, y, width - 2, 1, ' ', ink);
        by_canvas_sign(c, x + (width - 1) / 2, y, sign, ink);
    } else if (upright) {
        put_number(c, x + 1, y, width - 2, first, look, ink);
        put_number(c, x + 1, y + 1, width - 2, second, look, ink);
    } else { /* puts the numbers next to the line that separates them */
        int digits = first > 9 ? 2 : 1, line = x + (width - 1) / 2;

        line += digits == 2 && second < 10 && width < 8;
        put_number(c, line - digits, y, digits, first, look, ink);
        by_canvas_sign(c, line, y, c->ascii ? '|' : 0x2502, ink);
        put_number(c, line + 1, y, second > 9 ? 2 : 1, second, look, ink);
    }
}

void by_face_draw(struct by_canvas *c, int x, int y, struct by_face_size size, bool upright, int first, int second,
                  const struct by_look *look, enum by_ink ink)
{
    if (size.rows < 2)
        draw_small(c, x, y, size, upright, first, second, look, ink);
    else
        draw_box(c, x, y, size, upright, first, second, look, ink);
}

int by_face_line_width(int first, int second) { return first > 9 || second > 9 ? 7 : 5; }

int by_face_line(struct by_canvas *c, int x, int y, int first, int second, const struct by_look *look, enum by_ink ink)
{
    const struct frame *f = frame_of(c->ascii, ink);
    int width = by_face_line_width(first, second), digits = (width - 3) / 2;
    uint32_t sign = domino_sign(c->ascii, false, first, second, look);

    by_canvas_fill(c, x, y, width, 1, ' ', ink);
    by_canvas_sign(c, x, y, f->open, ink);
    by_canvas_sign(c, x + width - 1, y, f->close, ink);
    if (sign != 0) {
        by_canvas_sign(c, x + 2, y, sign, ink);
        return width;
    }
    put_number(c, x + 1 + (first < 10 ? digits - 1 : 0), y, first > 9 ? 2 : 1, first, look, ink);
    by_canvas_sign(c, x + 1 + digits, y, c->ascii ? '|' : 0x2502, ink);
    put_number(c, x + 2 + digits, y, second > 9 ? 2 : 1, second, look, ink);
    return width;
}

void by_face_bare(struct by_canvas *c, int x, int y, int first, int second, const struct by_look *look, enum by_ink ink)
{
    int line = x + (first > 9 ? 2 : 1);

    put_number(c, x, y, line - x, first, look, ink);
    by_canvas_sign(c, line, y, c->ascii ? '|' : 0x2502, ink);
    put_number(c, line + 1, y, second > 9 ? 2 : 1, second, look, ink);
}

void by_face_sides(bool ascii, enum by_ink ink, uint32_t *open, uint32_t *close)
{
    *open = frame_of(ascii, ink)->open;
    *close = frame_of(ascii, ink)->close;
}

void by_face_number(struct by_canvas *c, int x, int y, int number, const struct by_look *look, enum by_ink ink)
{
    put_number(c, x, y, number > 9 ? 2 : 1, number, look, ink);
}

int by_face_disc(struct by_canvas *c, int x, int y, int number, enum by_ink ink)
{
    int left = x - 1 - (number > 9);

    by_canvas_print(c, left, y, -1, ink, "(%d)", number);
    return left;
}

/* ---- The hand -------------------------------------------------------------------------------- */

static const struct by_face_size hand[] = {
    [BY_TILE_LINE] = { 0, 1 }, [BY_TILE_SMALL] = { 5, 2 }, [BY_TILE_LARGE] = { 7, 4 }
};

void by_tile_size(enum by_tile_size size, int *width, int *height)
{
    *width = size == BY_TILE_LINE ? 7 : hand[size].cols;
    *height = size == BY_TILE_LINE ? 1 : 2 * hand[size].rows;
}

void by_tile_draw(struct by_canvas *c, int x, int y, enum by_tile_size size, by_tile t, const struct by_look *look,
                  enum by_ink ink)
{
    int first = by_high(t), second = by_low(t);

    if (size == BY_TILE_LINE)
        by_face_line(c, x + (7 - by_face_line_width(first, second)) / 2, y, first, second, look, ink);
    else
        by_face_draw(c, x, y, hand[size], true, first, second, look, ink);
}
