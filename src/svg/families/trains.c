/* SPDX-License-Identifier: MIT */
/* trains.c: draws the hub of Mexican Train with its rails and engine, and a sign with each train's name, as in
 * web/table/families/trains.ts. */
#include "boneyard/words.h"
#include "svg/svg.h"

enum { LINE = 2 * BY_HALF, LETTER = 55 /* the typical width of a letter, in hundredths of its height */ };

/* Returns whether trains leave the hub on both sides; otherwise they are rows with their names in front. */
static bool star(const struct by_layout *l)
{
    for (int i = 0; i < l->arms; i++)
        if (l->arm[i].name_y != l->arm[i].y)
            return true;
    return false;
}

/* ---- Rails ---------------------------------------------------------------------------------- */

/* Returns the number of lines in a train's lane. */
static int lines_of(const struct by_layout *l, int arm)
{
    int32_t low = l->arm[arm].y;

    for (int i = 0; i < l->tiles; i++)
        if (l->at[i].arm == arm && l->at[i].y > low)
            low = l->at[i].y;
    for (int i = 0; i < l->openings; i++)
        if (l->opening[i].single.arm == arm && l->opening[i].single.y > low)
            low = l->opening[i].single.y;
    return 1 + (low - l->arm[arm].y + BY_HALF / 4) / LINE;
}

/* Returns the length of a lane, which is the same for all trains. */
static int32_t lane_length(const struct by_layout *l)
{
    int32_t first = INT32_MIN, length;

    for (int i = 0; i < l->arms; i++)
        first = l->arm[i].x > first ? l->arm[i].x : first;
    length = l->right - first;
    return length > 4 * BY_HALF ? length : 4 * BY_HALF;
}

/* Appends the centre line of a train's track as path data: from the hub along the lane, and back below if the lane has
 * several lines. */
static void put_track(struct by_drawing *d, int arm)
{
    const struct by_arm *a = &d->l->arm[arm];
    int side = a->turn == 4 ? -1 : 1, lines = lines_of(d->l, arm);
    int32_t far = a->x + side * (lane_length(d->l) - BY_HALF / 2), x = far, dy = a->y;

    if (!star(d->l))
        by_svg_put(d, "M% %", (a->x - 2) * UNIT, dy * UNIT);
    else if (dy > -BY_HALF && dy < BY_HALF)
        by_svg_put(d, "M0 %H%", dy * UNIT, a->x * UNIT);
    else
        by_svg_put(d, "M% %C% % % % % %", side * 30 * UNIT, dy * 28, side * 58 * UNIT, dy * 55, side * 46 * UNIT,
                   dy * UNIT, a->x * UNIT, dy * UNIT);
    for (int i = 0; i < lines; i++) {
        bool out = (i % 2 == 0) == (side > 0);

        by_svg_put(d, "H%", x * UNIT);
        if (i + 1 < lines)
            by_svg_put(d, "a9 24 0 0 $ 0 48", out ? "1" : "0");
        x = x == far ? a->x : far;
    }
}

/* Draws two rails, as a broad line with a narrower felt-coloured line on it; the sleepers are drawn over both. */
static void put_rails(struct by_drawing *d)
{
    static const char *const stroke[] = { "7", "5", "11" };
    const char *colour[] = { d->c->line, d->c->felt, d->c->shade };

    for (int i = 0; i < 3; i++) {
        by_svg_put(d, "<path fill='none' stroke='$' stroke-width='$'$ d='", colour[i], stroke[i],
                   i == 2 ? " stroke-opacity=\".3\" stroke-dasharray=\"2.4 5.6\"" : "");
        for (int arm = 0; arm < d->l->arms; arm++)
            put_track(d, arm);
        by_svg_put(d, "'/>");
    }
}

/* ---- The hub -------------------------------------------------------------------------------- */

static void put_octagon(struct by_drawing *d, int w, int h, int cut)
{
    by_svg_put(d, "M% %H%L% %V%L% %H%L% %V%Z", cut - w, -h, w - cut, w, cut - h, h - cut, w - cut, h, cut - w, -w,
               h - cut, cut - h);
}

/* Draws the wooden hub below the engine. */
static void put_hub(struct by_drawing *d)
{
    const struct by_spot *hub = &d->l->hub;
    bool flat = hub->turn == 0, rows = !star(d->l);
    int w = (rows ? flat ? 40 : 32 : 58) * UNIT, h = (rows ? flat ? 22 : 44 : 58) * UNIT,
        cut = (w < h ? w : h) * 55 / 100;

    by_svg_put(d, "<g transform='translate(% %)'><path transform='translate(0 3)' fill='$' opacity='.3' d='",
               hub->x * UNIT, hub->y * UNIT, d->c->shade);
    put_octagon(d, w, h, cut);
    by_svg_put(d, "'/><path fill='$' stroke='$' stroke-width='1.4' d='", d->c->wood, d->c->wood_low);
    put_octagon(d, w, h, cut);
    by_svg_put(d, "'/><path fill='$' d='", d->c->wood_high);
    put_octagon(d, w - 7 * UNIT, h - 7 * UNIT, cut - 3 * UNIT);
    by_svg_put(d, "'/></g>");
    if (hub->tile != BY_NO_TILE)
        by_svg_put_tile(d, hub->x * UNIT, hub->y * UNIT, hub->turn, hub->first, hub->second);
}

/* ---- Signs ---------------------------------------------------------------------------------- */

/* The shapes of the seats' marks, which repeat from the sixth seat on. */
static const char *const shapes[] = {
    "M0 -7A7 7 0 1 1 -.01 -7Z",
    "M-4.5 -6.3H4.5Q6.3 -6.3 6.3 -4.5V4.5Q6.3 6.3 4.5 6.3H-4.5Q-6.3 6.3 -6.3 4.5V-4.5Q-6.3 -6.3 -4.5 -6.3Z",
    "M0 -8L8 0L0 8L-8 0Z",
    "M0 -7.5L8 6.5H-8Z",
    "M-4 -7H4L8 0L4 7H-4L-8 0Z",
};

static void put_mark(struct by_drawing *d, int train)
{
    if (train == BY_MEXICAN)
        by_svg_put(d,
                   "<path fill='$' d='M-7 -1V-6H-1V-2H2V-5H5V-2H7V4H-7ZM-4 3A2.2 2.2 0 1 0 -4 7.4A2.2 2.2 0 1 0 -4 3Z"
                   "M3.4 3A2.2 2.2 0 1 0 3.4 7.4A2.2 2.2 0 1 0 3.4 3Z'/>",
                   d->c->ink);
    else
        by_svg_put(d, "<path fill='$' stroke='#10261F' stroke-width='1.5' stroke-linejoin='round' d='$'/>",
                   d->c->seat[train % 5], shapes[train % 5]);
    if (train != BY_MEXICAN && train >= 5)
        by_svg_put(d, "<text y='%' font-size='9' font-weight='800' text-anchor='middle' fill='#10261F'>%</text>",
                   train % 5 == 3 ? 500 : 320, (train / 5 + 1) * UNIT);
}

/* Draws the flag of a train with a marker or an open double (T-11, T-13). */
static void put_flag(struct by_drawing *d)
{
    by_svg_put(
        d,
        "<g transform='translate(86 0)'><rect x='-9' y='-6' width='18' height='12' rx='6' fill='$'/><path "
        "transform='scale(.6)' "
        "fill='$' stroke='$' stroke-width='1.6' stroke-linejoin='round' d='M-4 -6V7M-4 -5.5H5L2.6 -2L5 1.5H-4'/></g>",
        d->c->turn, d->c->turn_ink, d->c->turn_ink);
}

/* Appends a name, squeezed to this many units if it is likely to be wider. */
static void put_name(struct by_drawing *d, const char *name, int room, int size)
{
    int letters = 0;

    for (const char *at = name; *at != '\0'; at++)
        letters += (*at & 0xC0) != 0x80;
    by_svg_put(d, "<text x='19' y='%' font-size='%' font-weight='700' fill='$'", size * 35, size * UNIT, d->c->ink);
    if (letters * size * LETTER > room * 100)
        by_svg_put(d, " textLength='%' lengthAdjust='spacingAndGlyphs'", room * UNIT);
    by_svg_put(d, ">");
    by_svg_put_name(d, name);
    by_svg_put(d, "</text>");
}

static void put_sign(struct by_drawing *d, const struct by_arm *a)
{
    char name[BY_SVG_NAME];
    struct by_text t = by_text_in(name, sizeof name, d->t->language);
    bool open = ((d->v->now.of.trains.doubles | (uint32_t)d->v->now.of.trains.markers) >> a->train & 1) != 0;

    if (a->train == BY_MEXICAN)
        by_put_words(&t, BY_SAY_MEXICAN_SIGN, NULL);
    else if (d->look.names != NULL)
        by_put(&t, d->look.names[a->train]);
    else
        by_put_int(&t, a->train + 1);
    by_svg_put(d, "<g transform='translate(% %)'><g transform='translate(8)scale(.8)'>", a->name_x * UNIT,
               a->name_y * UNIT);
    put_mark(d, a->train);
    by_svg_put(d, "</g>");
    put_name(d, name, open ? 56 : 76, 10);
    if (open)
        put_flag(d);
    by_svg_put(d, "</g>");
}

/* ---- The family ----------------------------------------------------------------------------- */

/* Extends the area to all lanes, as measured by the layout. */
void by_svg_reach_trains(struct by_drawing *d)
{
    d->left = d->l->left;
    d->top = d->l->top;
    d->right = d->l->right;
    d->bottom = d->l->bottom;
}

void by_svg_below_trains(struct by_drawing *d)
{
    put_rails(d);
    put_hub(d);
}

void by_svg_above_trains(struct by_drawing *d)
{
    if (d->l->tiles > 0)
        by_svg_put_ring(d, &d->l->at[d->l->tiles - 1]);
    for (int i = 0; i < d->l->arms; i++)
        put_sign(d, &d->l->arm[i]);
}
