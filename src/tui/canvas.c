/* canvas.c: cells with signs, inks and tags. */
#include "canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

struct range { uint32_t from, to; };

/* Signs of two columns, and signs of none: the blocks of Unicode that have them.  Where a terminal thinks
 * otherwise about a sign, screen.c shows '?' for it, so that no row can shift. */
static const struct range wide[] = {
    { 0x1100, 0x115f }, { 0x231a, 0x231b }, { 0x2329, 0x232a }, { 0x23e9, 0x23ec }, { 0x23f0, 0x23f0 },
    { 0x23f3, 0x23f3 }, { 0x25fd, 0x25fe }, { 0x2614, 0x2615 }, { 0x2648, 0x2653 }, { 0x26a1, 0x26a1 },
    { 0x2705, 0x2705 }, { 0x2728, 0x2728 }, { 0x274c, 0x274c }, { 0x2795, 0x2797 }, { 0x2b1b, 0x2b1c },
    { 0x2b50, 0x2b50 }, { 0x2e80, 0x303e }, { 0x3041, 0x4dbf }, { 0x4e00, 0xa4cf }, { 0xa960, 0xa97c },
    { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff }, { 0xfe30, 0xfe6f }, { 0xff01, 0xff60 }, { 0xffe0, 0xffe6 },
    { 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6fc }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd }
};
static const struct range none[] = {
    { 0xad, 0xad }, { 0x300, 0x36f }, { 0x483, 0x489 }, { 0x591, 0x5bd }, { 0x5bf, 0x5c7 }, { 0x600, 0x605 },
    { 0x610, 0x61c }, { 0x64b, 0x65f }, { 0x670, 0x670 }, { 0x6d6, 0x6ed }, { 0x70f, 0x711 }, { 0x730, 0x74a },
    { 0x7a6, 0x7b0 }, { 0x816, 0x82d }, { 0x859, 0x85b }, { 0x8d3, 0x903 }, { 0x93a, 0x94f }, { 0x962, 0x963 },
    { 0xe31, 0xe3a }, { 0xe47, 0xe4e }, { 0x1160, 0x11ff }, { 0x180b, 0x180e }, { 0x1ab0, 0x1aff },
    { 0x1dc0, 0x1dff }, { 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0x20d0, 0x20ff },
    { 0x302a, 0x302f }, { 0xd800, 0xf8ff }, { 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff },
    { 0xfff0, 0xfffb }, { 0xe0000, 0x1fffff }
};

/* What stands for a sign where only ASCII may be shown. */
static const struct { uint32_t sign; char plain; } plain[] = {
    { 0xa0, ' ' }, { 0xab, '<' }, { 0xb7, '.' }, { 0xbb, '>' }, { 0xd7, 'x' },
    { 0x2010, '-' }, { 0x2011, '-' }, { 0x2012, '-' }, { 0x2013, '-' }, { 0x2014, '-' }, { 0x2018, '\'' },
    { 0x2019, '\'' }, { 0x201c, '"' }, { 0x201d, '"' }, { 0x2022, 'o' }, { 0x2026, '.' },
    { 0x2190, '<' }, { 0x2191, '^' }, { 0x2192, '>' }, { 0x2193, 'v' }, { 0x2212, '-' },
    { 0x2500, '-' }, { 0x2501, '=' }, { 0x2502, '|' }, { 0x2503, '#' }, { 0x2504, '.' }, { 0x2506, ':' },
    { 0x250c, '.' }, { 0x250f, '#' }, { 0x2510, '.' }, { 0x2513, '#' }, { 0x2514, '\'' }, { 0x2517, '#' },
    { 0x2518, '\'' }, { 0x251b, '#' }, { 0x251c, '+' }, { 0x2524, '+' }, { 0x252c, '+' }, { 0x2534, '+' },
    { 0x253c, '+' }, { 0x2550, '=' }, { 0x2551, '#' }, { 0x2554, '#' }, { 0x2557, '#' }, { 0x255a, '#' },
    { 0x255d, '#' }, { 0x2571, '/' }, { 0x2572, '\\' }, { 0x2588, '#' }, { 0x2591, '.' }, { 0x2592, ':' },
    { 0x25a0, '#' }, { 0x25b2, '^' }, { 0x25b6, '>' }, { 0x25b8, '>' }, { 0x25bc, 'v' }, { 0x25c0, '<' },
    { 0x25c2, '<' }, { 0x25c6, '*' }, { 0x25cb, 'o' }, { 0x25cf, 'o' }, { 0x2605, '*' }, { 0x2691, '!' }
};

static bool within(const struct range *list, size_t n, uint32_t sign)
{
    for (size_t i = 0; i < n && list[i].from <= sign; i++)
        if (sign <= list[i].to)
            return true;
    return false;
}

/* The columns of a sign; 0 for what may not be shown. */
static int columns(uint32_t sign)
{
    if (sign < 0x20 || (sign >= 0x7f && sign < 0xa0) || within(none, sizeof none / sizeof none[0], sign))
        return 0;
    return within(wide, sizeof wide / sizeof wide[0], sign) ? 2 : 1;
}

/* The next character of UTF-8 words; '?' for what is broken, and one byte further. */
static uint32_t next_sign(const char **words)
{
    static const uint32_t least[4] = { 0, 0x80, 0x800, 0x10000 };
    const unsigned char *at = (const unsigned char *)*words;
    int more = at[0] < 0x80 ? 0 : at[0] < 0xc2 ? -1 : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : at[0] < 0xf5 ? 3 : -1;
    uint32_t sign = more <= 0 ? at[0] : at[0] & (0x3fu >> more);

    *words += 1;
    if (more < 0)
        return '?';
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return '?';
        sign = sign << 6 | (at[i] & 0x3fu);
    }
    *words += more;
    return sign < least[more] ? '?' : sign;
}

/* The same, made fit to be shown. */
static uint32_t fit_sign(const char **words)
{
    uint32_t sign = next_sign(words);

    return columns(sign) == 0 ? '?' : sign;
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

/* One cell.  What is left of a wide sign whose other half goes turns blank. */
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
    int n = columns(sign);

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

/* Puts at most `bytes` bytes of words. */
static int put(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *words, size_t bytes)
{
    const char *end = words + bytes;
    int used = 0;

    if (width < 0 || width > c->width - x)
        width = c->width - x;
    while (words < end && *words != '\0') {
        uint32_t sign = fit_sign(&words);
        int n = c->ascii ? 1 : columns(sign);

        if (used + n > width)
            break;
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
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): va_start behind six parameters is lost on clang-tidy 14 */
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    return by_canvas_put(c, x, y, width, ink, words);
}

/* The bytes of the next line of wrapped words; *skip: what stands between it and the line after. */
static size_t line_of(const char *words, int width, bool ascii, size_t *skip)
{
    const char *at = words, *blank = NULL;

    *skip = 0;
    for (int used = 0; *at != '\0' && *at != '\n';) {
        const char *before = at;
        uint32_t sign = fit_sign(&at);

        used += ascii ? 1 : columns(sign);
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
        used += columns(fit_sign(&words));
    return used;
}

uint16_t by_canvas_tag(const struct by_canvas *c, int x, int y)
{
    if (x < 0 || y < 0 || x >= c->width || y >= c->height)
        return 0;
    return c->cell[(size_t)y * (size_t)c->width + (size_t)x].tag;
}

size_t by_sign_print(uint32_t sign, char out[5])
{
    size_t n = 0;

    if (sign < 0x80) {
        out[n++] = (char)sign;
    } else if (sign < 0x800) {
        out[n++] = (char)(0xc0 | sign >> 6);
    } else if (sign < 0x10000) {
        out[n++] = (char)(0xe0 | sign >> 12);
        out[n++] = (char)(0x80 | (sign >> 6 & 0x3f));
    } else {
        out[n++] = (char)(0xf0 | sign >> 18);
        out[n++] = (char)(0x80 | (sign >> 12 & 0x3f));
        out[n++] = (char)(0x80 | (sign >> 6 & 0x3f));
    }
    if (sign >= 0x80)
        out[n++] = (char)(0x80 | (sign & 0x3f));
    out[n] = '\0';
    return n;
}

size_t by_canvas_line(const struct by_canvas *c, int y, char *out, size_t size)
{
    size_t n = 0, end = 0;

    for (int x = 0; y >= 0 && y < c->height && x < c->width; x++) {
        uint32_t sign = c->cell[(size_t)y * (size_t)c->width + (size_t)x].sign;
        char bytes[5];
        size_t k;

        if (sign == 0)
            continue;
        k = by_sign_print(sign, bytes);
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
