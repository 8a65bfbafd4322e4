/* SPDX-License-Identifier: MIT */
/* layout.c: implements the parts shared by the layouts of all families: the size, and the spot for a move's tile. */
#include "boneyard/layout.h"

#include <string.h>

#include "plane.h"

static const struct {
    void (*make)(const struct by_view *v, struct by_layout *out);
    void (*rows)(const struct by_view *v, struct by_rows *out);
} members[BY_FAMILIES] = {
#define BY_FAMILY(id, name) { by_layout_##name, by_rows_##name },
#include "boneyard/families.def"
#undef BY_FAMILY
};

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
    members[v->family].make(v, out);
    measure(out);
}

void by_rows_make(const struct by_view *v, struct by_rows *out)
{
    out->rows = out->tiles = 0;
    members[v->family].rows(v, out);
}

/* Returns whether a move plays on an opening. A play identifies the opening by its train, or by a tile and a number on
 * it. */
bool by_opening_takes(const struct by_layout *l, int opening, by_move m)
{
    const struct by_opening *o = &l->opening[opening];
    int place = by_move_place(m);

    if (by_move_kind(m) != BY_LAY)
        return false;
    if (by_families[l->family]->trains)
        return o->train == place;
    if (place == BY_NO_TILE || o->laid == BY_NO_TILE)
        return place == o->laid;
    return l->at[o->laid].tile == place && o->number == by_touching((by_tile)place, by_move_flip_at(m));
}

static const struct by_opening *opening_of(const struct by_layout *l, by_move m)
{
    for (int i = 0; i < l->openings; i++)
        if (by_opening_takes(l, i, m))
            return &l->opening[i];
    return NULL;
}

bool by_layout_spot(const struct by_layout *l, const struct by_view *v, by_move m, struct by_spot *out)
{
    by_tile t = by_move_tile(m);
    const struct by_opening *o;

    if (by_move_kind(m) == BY_TAKE || by_move_kind(m) == BY_TAKE3) {
        for (int i = 0; by_families[v->family]->solitaire && i < l->tiles; i++)
            if (l->at[i].tile == t) {
                *out = l->at[i];
                return true;
            }
        return false;
    }
    if (by_move_kind(m) == BY_HUB) { /* T-04 */
        *out = l->hub;
    } else {
        o = opening_of(l, m);
        if (o == NULL)
            return false;
        *out = by_is_double(t) ? o->twin : o->single;
    }
    out->tile = t;
    out->first = (uint8_t)by_touching(t, by_move_flip(m));
    out->second = (uint8_t)by_touching(t, !by_move_flip(m));
    return true;
}
