/* SPDX-License-Identifier: MIT */
/* svg.c: draws a table: the frame, the tiles in drawing order, and the seat's hand. */
#include "boneyard/svg.h"

#include <stdarg.h>
#include <string.h>

#include "planted.h"
#include "svg.h"

enum { PAD = BY_HALF / 2, DOTS_FROM = 14 /* minimum size of a half, in pixels, at which its dots can be counted */ };

static const struct {
    void (*reach)(struct by_drawing *d);
    void (*below)(struct by_drawing *d);
    void (*above)(struct by_drawing *d);
} members[BY_FAMILIES] = {
#define BY_FAMILY(id, name) { by_svg_reach_##name, by_svg_below_##name, by_svg_above_##name },
#include "boneyard/families.def"
#undef BY_FAMILY
};

#define PIPS \
    { \
        "#5B5F58", "#1C63C9", "#125330", "#970F03", "#431900", "#1E0D74", "#8D5C16", "#BE1191", "#12636E", "#5400A3", \
            "#A84300", "#1F2A2A", "#4F5D6B", "#5B6100", "#8E0F3C", "#0A55C4", "#2C5E1A", "#7A2E68", "#2F5580" \
    }
#define SEATS \
    { \
        "#F7BE3B", "#8FD0F5", "#F2A48B", "#B9DE8A", "#D9C2F0" \
    }

static const struct by_svg_colours light = {
    .felt = "#23604F",
    .low = "#1B4E40",
    .ink = "#F4F8F2",
    .ink2 = "#D3E4DA",
    .line = "#4D8474",
    .well = "#1A4A3D",
    .turn = "#F7BE3B",
    .turn_ink = "#2A1E00",
    .last = "#A5DCFF",
    .tile = "#FBF5E6",
    .edge = "#CDBE9C",
    .rim = "#9C8C68",
    .split = "#B9AA87",
    .shade = "#06160F",
    .wood = "#6A4A2C",
    .wood_high = "#7B5836",
    .wood_low = "#3E2A17",
    .back = "#56708A",
    .back_edge = "#364B60",
    .back_mark = "#C9D8E6",
    .pip = "#1E2A2A",
    .number = PIPS,
    .seat = SEATS,
};
static const struct by_svg_colours dark = {
    .felt = "#17392F",
    .low = "#102A23",
    .ink = "#EEF5EF",
    .ink2 = "#B9CFC4",
    .line = "#37604F",
    .well = "#0F261F",
    .turn = "#F5B942",
    .turn_ink = "#2A1E00",
    .last = "#8CCFF8",
    .tile = "#EDE4CF",
    .edge = "#B3A580",
    .rim = "#9C8C68",
    .split = "#B9AA87",
    .shade = "#06160F",
    .wood = "#6A4A2C",
    .wood_high = "#7B5836",
    .wood_low = "#3E2A17",
    .back = "#56708A",
    .back_edge = "#364B60",
    .back_mark = "#C9D8E6",
    .pip = "#1E2A2A",
    .number = PIPS,
    .seat = SEATS,
};

/* ---- Elements ------------------------------------------------------------------------------- */

static void put_number(struct by_text *t, int hundredths)
{
    int n = hundredths < 0 ? -hundredths : hundredths;

    if (hundredths < 0)
        by_put_char(t, '-');
    if (n >= 100 || n == 0)
        by_put_int(t, n / 100);
    if (n % 100 != 0) {
        by_put_char(t, '.');
        by_put_char(t, (char)('0' + n / 10 % 10));
        if (n % 10 != 0)
            by_put_char(t, (char)('0' + n % 10));
    }
}

void by_svg_put(struct by_drawing *d, const char *markup, ...)
{
    va_list values;

    va_start(values, markup);
    for (; *markup != '\0'; markup++) {
        if (*markup == '%')
            put_number(d->t, va_arg(values, int));
        else if (*markup == '$')
            by_put(d->t, va_arg(values, const char *));
        else
            by_put_char(d->t, *markup == '\'' ? '"' : *markup);
    }
    va_end(values);
}

void by_svg_put_name(struct by_drawing *d, const char *name)
{
    char clean[BY_SVG_NAME + 1];
    struct by_text t = by_text_on(clean, sizeof clean);

    by_put_clean(&t, name, by_length(name));
    for (const char *at = clean; *at != '\0'; at++) {
        if (*at == '&')
            by_put(d->t, "&amp;");
        else if (*at == '<' && !BY_PLANTED(702))
            by_put(d->t, "&lt;");
        else if (memcmp(at, "\xEF\xBF\xBE", 3) == 0 || memcmp(at, "\xEF\xBF\xBF", 3) == 0) { /* invalid in XML */
            by_put_char(d->t, '?');
            at += 2;
        } else {
            by_put_char(d->t, *at);
        }
    }
}

/* ---- The table ------------------------------------------------------------------------------ */

static void begin(struct by_drawing *d, struct by_text *t, const struct by_svg_look *look, int highest)
{
    memset(d, 0, sizeof *d);
    d->t = t;
    if (look != NULL)
        d->look = *look;
    if (d->look.half <= 0)
        d->look.half = BY_HALF;
    d->c = d->look.dark ? &dark : &light;
    if (d->look.half < DOTS_FROM)
        d->shows = SHOWS_LARGE;
    else if (d->look.face == BY_FACE_NUMERALS || (d->look.face == BY_FACE_AUTO && highest > 9))
        d->shows = SHOWS_NUMERALS;
    else
        d->shows = SHOWS_DOTS;
}

static void open_picture(struct by_drawing *d, int32_t x, int32_t y, int32_t width, int32_t height)
{
    int32_t half = d->look.half;

    by_svg_put(d,
               "<svg xmlns='http://www.w3.org/2000/svg' viewBox='% % % %' width='%' height='%' role='img' "
               "font-family='sans-serif'>",
               x * UNIT, y * UNIT, width * UNIT, height * UNIT, width * half / BY_HALF * UNIT,
               height * half / BY_HALF * UNIT);
}

/* Draws the tiles from top to bottom, so that lower ones cover the edges of those above. */
static void put_tiles(struct by_drawing *d)
{
    const struct by_layout *l = d->l;
    uint8_t order[BY_MAX_TILES + 2];

    for (int i = 0; i < l->tiles; i++) {
        const struct by_spot *s = &l->at[i];
        int k = i;

        for (; k > 0; k--) {
            const struct by_spot *o = &l->at[order[k - 1]];

            if (o->y < s->y || (o->y == s->y && o->x <= s->x))
                break;
            order[k] = order[k - 1];
        }
        order[k] = (uint8_t)i;
    }
    for (int i = 0; i < l->tiles; i++) {
        const struct by_spot *s = &l->at[order[i]];

        by_svg_put_tile(d, s->x * UNIT, s->y * UNIT, s->turn, s->first, s->second);
    }
}

void by_svg_put_joints(struct by_drawing *d)
{
    const struct by_layout *l = d->l;

    if (l->tiles > 0)
        by_svg_put_ring(d, &l->at[l->tiles - 1]);
    for (int i = 0; i < l->tiles; i++) {
        const struct by_laid *one = &d->v->laid[i];
        int on = one->on, near[2] = { 0, 0 };
        int32_t x[2], y[2], least = INT32_MAX, far;

        if (on >= l->tiles
            || by_touching(one->tile, one->flip & 1) == by_touching(d->v->laid[on].tile, one->flip >> 1 & 1))
            continue;
        for (int k = 0; k < 4; k++) {
            by_spot_half(&l->at[i], k & 1, &x[0], &y[0]);
            by_spot_half(&l->at[on], k >> 1, &x[1], &y[1]);
            far = (x[0] - x[1]) * (x[0] - x[1]) + (y[0] - y[1]) * (y[0] - y[1]);
            if (far >= least)
                continue;
            least = far;
            near[0] = (x[0] + x[1]) * UNIT / 2;
            near[1] = (y[0] + y[1]) * UNIT / 2;
        }
        by_svg_put(d,
                   "<g transform='translate(% %)scale(.6)'><circle r='9' fill='$' stroke='#7D5F22' stroke-width='1.5'/>"
                   "<path fill='$' d='M0-6L1.6-1.6 6 0 1.6 1.6 0 6-1.6 1.6-6 0-1.6-1.6Z'/></g>",
                   near[0], near[1], d->c->tile, d->c->pip);
    }
}

static void put_places(struct by_drawing *d)
{
    const struct by_layout *l = d->l;

    for (int i = 0; i < l->openings; i++) {
        const struct by_spot *s = &l->opening[i].single;

        by_svg_put_place(d, s);
        if (l->opening[i].number < BY_NUMBERS)
            by_svg_put_disc(d, s->x * UNIT, s->y * UNIT, l->opening[i].number);
    }
}

/* ---- The hand ------------------------------------------------------------------------------- */

enum { PITCH = BY_HALF + BY_HALF / 4, ROW = 2 * BY_HALF + BY_HALF / 2 };

static int columns(const struct by_drawing *d) { return (d->right - d->left) / PITCH; }

/* Returns the height of the hand's part of the picture, or 0 if the picture shows no hand. */
static int32_t hand_height(const struct by_drawing *d)
{
    const struct by_view *v = d->v;
    int n;

    if (!d->look.hand || v->seat >= v->players || (v->known >> v->seat & 1) == 0)
        return 0;
    n = by_set_count(&v->hand[v->seat]);
    return n == 0 ? 0 : (n + columns(d) - 1) / columns(d) * ROW + PAD;
}

static void put_hand(struct by_drawing *d, int32_t height)
{
    struct by_set hand = d->v->hand[d->v->seat];
    int n = by_set_count(&hand), in_row = n < columns(d) ? n : columns(d);
    int32_t middle = (d->left + d->right) / 2;

    by_svg_put(d, "<rect x='%' y='%' width='%' height='%' fill='$'/>", d->left * UNIT, d->bottom * UNIT,
               (d->right - d->left) * UNIT, height * UNIT, d->c->well);
    for (int i = 0; i < n; i++) {
        by_tile t = by_set_take(&hand);
        int32_t x = middle + (2 * (i % in_row) - in_row + 1) * PITCH / 2;

        by_svg_put_tile(d, x * UNIT, (d->bottom + PAD / 2 + i / in_row * ROW + ROW / 2) * UNIT, 2, by_high(t),
                        by_low(t));
    }
}

/* ---- The picture ---------------------------------------------------------------------------- */

static void reach(struct by_drawing *d, const struct by_spot *s)
{
    int32_t x[4], y[4];

    by_spot_corners(s, x, y);
    for (int k = 0; k < 4; k++) {
        d->left = x[k] < d->left ? x[k] : d->left;
        d->right = x[k] > d->right ? x[k] : d->right;
        d->top = y[k] < d->top ? y[k] : d->top;
        d->bottom = y[k] > d->bottom ? y[k] : d->bottom;
    }
}

/* Sets the area of the picture: tiles, open places, the family's additions, a margin, and space for a few tiles. */
static void measure(struct by_drawing *d)
{
    const struct by_layout *l = d->l;
    int32_t wide, high;

    for (int i = 0; i < l->tiles; i++)
        reach(d, &l->at[i]);
    for (int i = 0; i < l->openings; i++)
        reach(d, &l->opening[i].single);
    members[l->family].reach(d);
    wide = 8 * BY_HALF - (d->right - d->left);
    high = 4 * BY_HALF - (d->bottom - d->top);
    d->left -= PAD + (wide > 0 ? wide / 2 : 0);
    d->right += PAD + (wide > 0 ? wide / 2 : 0);
    d->top -= PAD + (high > 0 ? high / 2 : 0);
    d->bottom += PAD + (high > 0 ? high / 2 : 0);
}

void by_svg_table(struct by_text *t, const struct by_view *v, const struct by_layout *l, const struct by_svg_look *look)
{
    struct by_drawing d;
    char rules[BY_CONFIG_TEXT];
    int32_t hand;

    begin(&d, t, look, by_highest(&v->rules));
    d.v = v;
    d.l = l;
    measure(&d);
    hand = hand_height(&d);
    by_config_print(&v->rules, rules, sizeof rules);
    open_picture(&d, d.left, d.top, d.right - d.left, d.bottom - d.top + hand);
    by_svg_put(&d, "<title>$</title><rect x='%' y='%' width='%' height='%' fill='$'/>", rules, d.left * UNIT,
               d.top * UNIT, (d.right - d.left) * UNIT, (d.bottom - d.top) * UNIT, d.c->felt);
    members[l->family].below(&d);
    if (d.look.places)
        put_places(&d);
    put_tiles(&d);
    members[l->family].above(&d);
    if (hand > 0)
        put_hand(&d, hand);
    by_svg_put(&d, "</svg>\n");
}

void by_svg_tile(struct by_text *t, by_tile tile, bool flip, const struct by_svg_look *look)
{
    struct by_drawing d;
    int first = BY_NO_TILE, second = BY_NO_TILE;

    if (tile != BY_NO_TILE) {
        first = by_touching(tile, flip);
        second = by_touching(tile, !flip);
    }
    begin(&d, t, look, tile == BY_NO_TILE ? 0 : by_high(tile));
    open_picture(&d, -BY_HALF / 2 - 4, -BY_HALF - 4, BY_HALF + 8, 2 * BY_HALF + 11);
    by_svg_put_tile(&d, 0, 0, 2, first, second);
    by_svg_put(&d, "</svg>\n");
}
