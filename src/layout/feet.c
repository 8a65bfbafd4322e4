/* SPDX-License-Identifier: MIT */
/* feet.c: lays out Chickenfoot.
 *
 * The centre double lies crosswise, and three toes leave each of its long sides. A double on a toe lies across it and
 * grows three toes of its own. Tiles are placed one by one, each in the spot that its end has planned, so a tile's
 * position depends only on earlier plays. If an end finds no space, the whole table is laid out again with different
 * preferences; each such attempt is a fold. A fold that has failed would also fail with more tiles, so the fold number
 * never decreases. */
#include "feet.h"

#include <string.h>

enum { LEAST = 20 * BY_HALF }; /* minimum width and height assumed for a table */

static int add_end(struct by_toes *f, int on, int side, int turn)
{
    struct by_end *e = &f->end[f->ends];

    *e = (struct by_end){ .on = (uint8_t)on, .side = (uint8_t)side, .turn = (uint8_t)(turn & 7), .live = true };
    return f->ends++;
}

static void lay_centre(struct by_toes *f, by_tile t)
{
    const int turn = f->high > f->wide && f->wide > 0 ? 2 : 0;
    const struct by_spot s = { .tile = t,
                               .first = (uint8_t)by_high(t),
                               .second = (uint8_t)by_low(t),
                               .turn = (uint8_t)(turn + 2),
                               .arm = BY_NO_TILE,
                               .on = BY_NO_TILE };
    int end[2][3];

    by_toes_put(f, 0, &s);
    f->heading[0] = (uint8_t)turn;
    f->doubles |= (uint32_t)1 << by_high(t);
    f->tiles = 1;
    for (int side = 0; side < 3; side++)
        for (int k = 0; k < 2; k++)
            end[k][side] = add_end(f, 0, BY_AHEAD + side, turn + 4 * k);
    by_toes_foot(f, end[0]);
    by_toes_foot(f, end[1]);
}

/* Returns the first free end of a tile, which takes the next tile. */
static int end_of(const struct by_toes *f, int on)
{
    for (int i = 0; i < f->ends; i++)
        if (f->end[i].live && f->end[i].on == on)
            return i;
    return -1;
}

/* Marks ends that lose space to the new tile as needing a new plan. Releases the space kept for a double that has been
 * played. */
static void make_way(struct by_toes *f, const struct by_spot *s)
{
    for (int i = 0; i < f->ends; i++) {
        struct by_end *e = &f->end[i];

        e->tries = 0;
        for (int k = 0; e->live && k < BY_TOES_ROOMS; k++)
            if (f->thing[by_room(i, k)].next != -2 && by_spot_overlaps(s, &f->item[by_room(i, k)])) {
                by_toes_drop(f, by_room(i, k));
                e->stale = true;
            }
        if (e->live && e->twin && (f->doubles >> f->item[e->on].second & 1) != 0) {
            e->twin = false;
            for (int k = BY_TOES_TWIN; k < BY_TOES_ON; k++)
                by_toes_drop(f, by_room(i, k));
        }
    }
}

static bool lay(struct by_toes *f, int i, const struct by_laid *laid)
{
    const by_tile t = laid->tile;
    const int at = end_of(f, laid->on), twin = by_is_double(t);
    struct by_end *e = &f->end[at];
    struct by_spot s = f->item[by_room(at, twin)];
    int end[3] = { at, 0, 0 };

    s.tile = t;
    s.first = (uint8_t)by_touching(t, laid->flip & 1);
    s.second = (uint8_t)by_across(t, s.first);
    s.arm = (uint8_t)at;
    s.order = e->tiles++;
    s.on = laid->on;
    for (int k = 0; k < BY_TOES_ROOMS; k++)
        by_toes_drop(f, by_room(at, k));
    by_toes_put(f, i, &s);
    f->tiles++;
    f->heading[i] = e->turn = e->turns[twin];
    f->side[i] = e->side;
    e->on = (uint8_t)i;
    e->stale = !twin;
    if (twin) {
        f->doubles |= (uint32_t)1 << s.first;
        e->side = BY_AHEAD;
        e->twin = false;
        make_way(f, &s);
        end[1] = add_end(f, i, BY_LEFT, e->turn);
        end[2] = add_end(f, i, BY_RIGHT, e->turn);
        return by_toes_foot(f, end) && by_toes_settle(f);
    }
    e->side = BY_BEHIND;
    e->twin = (f->doubles >> s.second & 1) == 0;
    make_way(f, &s);
    return by_toes_settle(f);
}

bool by_toes_table(struct by_toes *f, const struct by_view *v)
{
    if (f->tiles == 0) {
        by_toes_clear(f);
        lay_centre(f, v->laid[0].tile);
    }
    for (int i = f->tiles; i < v->now.laid; i++)
        if (!lay(f, i, &v->laid[i]))
            return false;
    return true;
}

/* Releases the space kept for a double that can no longer be played. Returns a crosswise spot if one fits, otherwise
 * the spot of a single. */
static struct by_spot idle_twin(const struct by_toes *f, int end)
{
    const struct by_end *e = &f->end[end];
    int n, turn;
    const struct by_leave *l = by_toes_leaves(e->side, &n);

    for (int i = 0; i < n; i++)
        for (int hand = -1; hand <= 1; hand += 2) {
            struct by_spot s = by_toes_next(f, &f->item[e->on], e->turn, &l[i], hand, true, &turn);

            if ((e->side == BY_BEHIND && (l[i].fit & BY_FOR_TWIN) == 0) || e->side == (hand < 0 ? BY_RIGHT : BY_LEFT))
                continue;
            if (by_toes_meets(f, &s, end, BY_ON_TILE) == 0)
                return s;
        }
    return f->item[by_room(end, BY_TOES_SINGLE)];
}

static void open_end(const struct by_toes *f, int end, int number, struct by_layout *out)
{
    const struct by_end *e = &f->end[end];
    struct by_opening *o = &out->opening[out->openings++];

    o->number = (uint8_t)number;
    o->laid = e->on;
    o->single = f->item[by_room(end, BY_TOES_SINGLE)];
    o->twin = e->twin ? f->item[by_room(end, BY_TOES_TWIN)] : idle_twin(f, end);
    o->single.tile = o->twin.tile = BY_NO_TILE;
    o->single.first = o->twin.first = o->twin.second = (uint8_t)number;
    o->single.second = BY_NO_TILE;
    o->single.arm = o->twin.arm = (uint8_t)end;
    o->single.order = o->twin.order = e->tiles;
    o->single.on = o->twin.on = e->on;
}

/* Finds where each toe leaves its double: the middle of the outer side of its first tile's touching half. */
static void list_arms(const struct by_toes *f, struct by_layout *out)
{
    out->arms = (uint8_t)f->ends;
    for (int i = 0; i < f->ends; i++) {
        const struct by_end *e = &f->end[i];
        const struct by_spot *first = &f->item[by_room(i, BY_TOES_SINGLE)];
        struct by_arm *a = &out->arm[i];
        int32_t x[4], y[4];

        for (int k = 1; k < f->tiles; k++)
            if (f->item[k].arm == i && f->item[k].order == 0) {
                first = &f->item[k];
                break;
            }
        by_spot_corners(first, x, y);
        a->on = first->tile == BY_NO_TILE ? e->on : first->on;
        a->tiles = e->tiles;
        a->turn = first->turn;
        a->x = a->name_x = (x[0] + x[3]) / 2;
        a->y = a->name_y = (y[0] + y[3]) / 2;
    }
}

/* Sets the area in which lines try to stay. The area has the requested shape but always has room for all tiles in the
 * set and the gaps between them, because cramped lines get stuck. */
static void set_table(struct by_toes *f, int32_t width, int32_t height, int tiles)
{
    const int64_t room = (int64_t)tiles * 7 * BY_HALF * 2 * BY_HALF;
    int64_t wide = width, high = height, grown = 100;

    if (wide > 0 && high > 0) {
        for (; wide * high * grown * grown < 10000 * room; grown += 5)
            ;
        wide = wide * grown / 100;
        high = high * grown / 100;
    }
    if (wide == 0 || high == 0)
        while ((wide + high) * (wide + high) * 3 < room && wide + high > 0) {
            wide += wide > 0 ? BY_HALF : 0;
            high += high > 0 ? BY_HALF : 0;
        }
    f->wide = (int32_t)(wide == 0 || wide > LEAST ? wide : LEAST) / 2;
    f->high = (int32_t)(high == 0 || high > LEAST ? high : LEAST) / 2;
}

void by_layout_feet(const struct by_view *v, struct by_layout *out)
{
    struct by_toes f;

    if (v->now.laid == 0)
        return;
    by_toes_steps(&f);
    by_toes_measure(&f);
    set_table(&f, out->width, out->height, by_set_tiles(v->rules.opt[BY_SET]));
    out->fold = (uint8_t)by_toes_afresh(&f, v);
    memcpy(out->at, f.item, sizeof out->at[0] * (size_t)v->now.laid);
    if (v->now.of.line.must != BY_NO_TILE && v->now.of.line.toes > 0) {
        open_end(&f, end_of(&f, v->now.of.line.must), f.item[v->now.of.line.must].first, out);
    } else {
        for (int i = 0; i < v->now.places; i++)
            open_end(&f, end_of(&f, v->place[i].laid), v->place[i].number, out);
    }
    list_arms(&f, out);
}
