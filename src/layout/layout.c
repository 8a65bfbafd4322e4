/* layout.c: the table of any family; its size, and where a move's tile would lie. */
#include "boneyard/layout.h"

#include <string.h>

#include "plane.h"

static void measure(struct by_layout *l)
{
    for (int i = 0; i < l->tiles; i++)
        by_layout_reach(l, &l->at[i]);
    for (int i = 0; i < l->openings; i++) {
        by_layout_reach(l, &l->opening[i].single);
        by_layout_reach(l, &l->opening[i].twin);
    }
    if (l->width > 0 && l->right - l->left > l->width)
        l->over_x = l->right - l->left - l->width;
    if (l->height > 0 && l->bottom - l->top > l->height)
        l->over_y = l->bottom - l->top - l->height;
}

void by_layout_make(const struct by_view *v, int32_t width, int32_t height, struct by_layout *out)
{
    memset(out, 0, sizeof *out);
    out->width = width;
    out->height = height;
    out->family = v->family;
    out->tiles = v->now.laid;
    out->hub.tile = BY_NO_TILE;
    if (v->family == BY_LINE)
        by_layout_line(v, out);
    else if (v->family == BY_FEET)
        by_layout_feet(v, out);
    else if (v->family == BY_TRAINS)
        by_layout_trains(v, out);
    else
        by_layout_castle(v, out);
    measure(out);
}

bool by_layout_spot(const struct by_layout *l, const struct by_view *v, by_move m, struct by_spot *out)
{
    (void)l;
    (void)v;
    (void)m;
    (void)out;
    return false;
}
