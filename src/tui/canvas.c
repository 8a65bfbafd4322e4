/* SPDX-License-Identifier: MIT */
/* canvas.c: implements cells with characters, inks and tags (canvas.h). */
#include "canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/utf8.h"

/* The ASCII replacement for each character. */
static const struct {
    uint32_t sign;
    char plain;
} plain[] = { { 0xa0, ' ' },   { 0xab, '<' },    { 0xb7, '.' },   { 0xbb, '>' },    { 0xd7, 'x' },    { 0x2010, '-' },
              { 0x2011, '-' }, { 0x2012, '-' },  { 0x2013, '-' }, { 0x2014, '-' },  { 0x2018, '\'' }, { 0x2019, '\'' },
              { 0x201c, '"' }, { 0x201d, '"' },  { 0x2022, 'o' }, { 0x2026, '~' },  { 0x2190, '<' },  { 0x2191, '^' },
              { 0x2192, '>' }, { 0x2193, 'v' },  { 0x2212, '-' }, { 0x2500, '-' },  { 0x2501, '=' },  { 0x2502, '|' },
              { 0x2503, '#' }, { 0x2504, '.' },  { 0x2506, ':' }, { 0x250c, '.' },  { 0x250f, '#' },  { 0x2510, '.' },
              { 0x2513, '#' }, { 0x2514, '\'' }, { 0x2517, '#' }, { 0x2518, '\'' }, { 0x251b, '#' },  { 0x251c, '+' },
              { 0x2524, '+' }, { 0x252c, '+' },  { 0x2534, '+' }, { 0x253c, '+' },  { 0x2550, '=' },  { 0x2551, '#' },
              { 0x2554, '#' }, { 0x2557, '#' },  { 0x255a, '#' }, { 0x255d, '#' },  { 0x2571, '/' },  { 0x2572, '\\' },
              { 0x2588, '#' }, { 0x2591, '.' },  { 0x2592, ':' }, { 0x25a0, '#' },  { 0x25b2, '^' },  { 0x25b6, '>' },
              { 0x25b8, '>' }, { 0x25bc, 'v' },  { 0x25c0, '<' }, { 0x25c2, '<' },  { 0x25c6, '*' },  { 0x25cb, 'o' },
              { 0x25cf, 'o' }, { 0x2605, '*' },  { 0x2691, '!' } };

/* Returns the next character of a UTF-8 string, sanitized for display. */
static uint32_t fit_sign(const char **words)
{
    uint32_t sign = by_utf8_next(words);

    return by_utf8_columns(sign) == 0 ? '?' : sign;
}

static uint32_t ascii_of(uint32_t sign)
{
    if (sign < 0x7f)
        return sign;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (plain[i].sign == sign)
            return (unsigned char)plain[i].plain;
    return '?';
}

void by_canvas_init(struct by_canvas *c, int width, int height, bool ascii)
{
    *c = (struct by_canvas){ .width = width > 0 ? width : 0, .height = height > 0 ? height : 0, .ascii = ascii };
    c->cell = by_sure(calloc((size_t)c->width * (size_t)c->height + 1, sizeof *c->cell));
    by_canvas_fill(c, 0, 0, width, height, ' ', BY_INK_TEXT);
}

void by_canvas_clear(struct by_canvas *c)
{
    free(c->cell);
    *c = (struct by_canvas){ .cell = NULL };
}

/* Sets one cell. The other half of an overwritten wide character becomes blank. */
static void set(struct by_canvas *c, int x, int y, uint32_t sign, enum by_ink ink)
{
    struct by_cell *at;

    if (x < 0 || y < 0 || x >= c->width || y >= c->height)
        return;
    at = &c->cell[(size_t)y * (size_t)c->width + (size_t)x];
    if (at->sign == 0 && x > 0 && sign != 0)
        at[-1].sign = ' ';
    if (x + 1 < c->width && at[1].sign == 0)
        at[1].sign = ' ';
    *at = (struct by_cell){ .sign = sign, .tag = c->tag, .ink = (uint8_t)ink };
}

void by_canvas_sign(struct by_canvas *c, int x, int y, uint32_t sign, enum by_ink ink)
{
    int n = by_utf8_columns(sign);

    if (c->ascii || n == 0)
        sign = n == 0 ? '?' : ascii_of(sign);
    if (!c->ascii && n == 2) {
        if (x < 0 || x + 1 >= c->width)
            sign = '?';
        else
            set(c, x + 1, y, 0, ink);
    }
    set(c, x, y, sign, ink);
    if (!c->ascii && n == 2 && sign != '?' && y >= 0 && y < c->height)
        c->cell[(size_t)y * (size_t)c->width + (size_t)x + 1].sign = 0;
}

void by_canvas_fill(struct by_canvas *c, int x, int y, int width, int height, uint32_t sign, enum by_ink ink)
{
    int right = x + width < c->width ? x + width : c->width, bottom = y + height < c->height ? y + height : c->height;

    for (int j = y < 0 ? 0 : y; j < bottom; j++)
        for (int i = x < 0 ? 0 : x; i < right; i++)
            by_canvas_sign(c, i, j, sign, ink);
}

enum { CUT = 0x2026 }; /* the ellipsis shown where text is cut off */

/* Writes at most `bytes` bytes of a string. */
static int put(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *words, size_t bytes)
{
    const char *end = words + bytes;
    int used = 0;

    if (width < 0 || width > c->width - x)
        width = c->width - x;
    while (words < end && *words != '\0') {
        bool blank = words[strspn(words, " ")] == '\0';
        uint32_t sign = fit_sign(&words);
        int n = c->ascii ? 1 : by_utf8_columns(sign);

        if (used + n > width && (blank || width <= 0)) {
            c->lost += !blank;
            break;
        }
        if (used + n > width) {
            by_canvas_sign(c, x + used - (used == width), y, CUT, ink);
            return width;
        }
        by_canvas_sign(c, x + used, y, sign, ink);
        used += n;
    }
    return used;
}

int by_canvas_put(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *words)
{
    return put(c, x, y, width, ink, words, strlen(words));
}

int by_canvas_print(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *format, ...)
{
    char words[501];
    va_list list;

    va_start(list, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): clang-tidy 14 loses track of va_start after six
     * parameters */
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    return by_canvas_put(c, x, y, width, ink, words);
}

/* Returns the length in bytes of the next line of wrapped text, and sets *skip to the number of spaces before the line
 * after it. */
static size_t line_of(const char *words, int width, bool ascii, size_t *skip)
{
    const char *at = words, *blank = NULL;

    *skip = 0;
    for (int used = 0; *at != '\0' && *at != '\n';) {
        const char *before = at;
        uint32_t sign = fit_sign(&at);

        used += ascii ? 1 : by_utf8_columns(sign);
        if (sign == ' ' && before > words)
            blank = before;
        if (used > width && before > words) {
            if (blank == NULL)
                return (size_t)(before - words);
            *skip = strspn(blank, " ");
            if (blank[*skip] == '\n')
                ++*skip;
            return (size_t)(blank - words);
        }
    }
    *skip = *at == '\n';
    return (size_t)(at - words);
}

int by_canvas_wrap(struct by_canvas *c, int x, int y, int width, int height, int skip, enum by_ink ink,
                   const char *words)
{
    int lines = 0;

    if (width <= 0)
        return 0;
    for (size_t between; *words != '\0'; lines++) {
        size_t n = line_of(words, width, c->ascii, &between);

        if (lines >= skip && lines - skip < height)
            put(c, x, y + lines - skip, width, ink, words, n);
        words += n + between;
    }
    return lines;
}

int by_canvas_wrap_cut(struct by_canvas *c, int x, int y, int width, int height, enum by_ink ink, const char *words)
{
    int lines = by_canvas_wrap(c, x, y, width, height, 0, ink, words), end = x + width - 1;

    if (lines <= height || height < 1 || width < 1 || y + height > c->height)
        return lines;
    while (end > x && c->cell[(size_t)(y + height - 1) * (size_t)c->width + (size_t)end - 1].sign == ' ')
        end--;
    by_canvas_sign(c, end, y + height - 1, CUT, ink);
    return lines;
}

void by_canvas_frame(struct by_canvas *c, int x, int y, int width, int height, enum by_ink ink, bool dashed)
{
    int right = x + width - 1, bottom = y + height - 1;

    if (width < 2 || height < 2)
        return;
    for (int i = x + 1; i < right; i++) {
        by_canvas_sign(c, i, y, dashed ? 0x2504 : 0x2500, ink);
        by_canvas_sign(c, i, bottom, dashed ? 0x2504 : 0x2500, ink);
    }
    for (int j = y + 1; j < bottom; j++) {
        by_canvas_sign(c, x, j, dashed ? 0x2506 : 0x2502, ink);
        by_canvas_sign(c, right, j, dashed ? 0x2506 : 0x2502, ink);
    }
    by_canvas_sign(c, x, y, 0x250c, ink);
    by_canvas_sign(c, right, y, 0x2510, ink);
    by_canvas_sign(c, x, bottom, 0x2514, ink);
    by_canvas_sign(c, right, bottom, 0x2518, ink);
}

int by_canvas_width(const char *words)
{
    int used = 0;

    while (*words != '\0')
        used += by_utf8_columns(fit_sign(&words));
    return used;
}

uint16_t by_canvas_tag(const struct by_canvas *c, int x, int y)
{
    if (x < 0 || y < 0 || x >= c->width || y >= c->height)
        return 0;
    return c->cell[(size_t)y * (size_t)c->width + (size_t)x].tag;
}

size_t by_canvas_line(const struct by_canvas *c, int y, char *out, size_t size)
{
    size_t n = 0, end = 0;

    for (int x = 0; y >= 0 && y < c->height && x < c->width; x++) {
        uint32_t sign = c->cell[(size_t)y * (size_t)c->width + (size_t)x].sign;
        char bytes[7];
        size_t k;

        if (sign == 0)
            continue;
        k = by_utf8_put(sign, bytes);
        if (n + k >= size)
            break;
        memcpy(out + n, bytes, k);
        n += k;
        if (sign != ' ')
            end = n;
    }
    if (size > 0)
        out[end] = '\0';
    return end;
}
