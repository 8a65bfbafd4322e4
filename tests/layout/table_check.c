/* SPDX-License-Identifier: MIT */
/* table_check.c: checks one position in every respect. */
#include "table.h"

#include <string.h>

static bool is_twin(const struct by_spot *s) { return by_is_double(s->tile); }

static bool blanks_wild(const struct by_view *v) { return v->rules.opt[BY_BLANKS] == BY_BLANKS_WILD; }

static bool match(const struct by_view *v, int a, int b)
{
    return a == b || (blanks_wild(v) && v->family == BY_LINE && (a == 0 || b == 0));
}

static by_tile tile_at(const struct by_view *v, int i) { return v->family == BY_CASTLE ? v->row[i] : v->laid[i].tile; }

/* ---- Tiles, their numbers, overlap ------------------------------------------------------------ */

static bool check_tiles(const struct by_view *v, const struct by_layout *l)
{
    if (l->tiles != v->now.laid || l->family != v->family)
        return bad("tiles", "%d tiles, not %d", l->tiles, v->now.laid);
    for (int i = 0; i < l->tiles; i++) {
        const struct by_spot *s = &l->at[i];
        by_tile t = tile_at(v, i);
        bool flip = v->family != BY_CASTLE && (v->laid[i].flip & 1) != 0;

        if (s->tile != t || s->turn > 7)
            return bad("tiles", "tile %d is %d, not %d, turn %d", i, s->tile, t, s->turn);
        if (s->first != by_touching(t, flip) || s->second != by_touching(t, !flip))
            return bad("numbers", "tile %d: %d-%d lies as %d-%d", i, by_high(t), by_low(t), s->first, s->second);
        if (s->turn % 2 == 1 && v->family != BY_FEET)
            return bad("tiles", "tile %d lies slanting", i);
        if (v->family == BY_CASTLE && s->turn != 2)
            return bad("tiles", "tile %d of the row does not stand upright", i);
    }
    return true;
}

static bool check_overlap(const struct by_layout *l)
{
    for (int i = 0; i < l->tiles; i++) {
        if (l->family == BY_TRAINS && exact_overlap(&l->at[i], &l->hub))
            return bad("overlap", "tile %d lies on the hub", i);
        for (int k = 0; k < i; k++)
            if (exact_overlap(&l->at[i], &l->at[k]))
                return bad("overlap", "tiles %d and %d: %d,%d turn %d and %d,%d turn %d", i, k, l->at[i].x, l->at[i].y,
                           l->at[i].turn, l->at[k].x, l->at[k].y, l->at[k].turn);
    }
    return true;
}

static bool hits(const struct by_spot *s, const struct by_layout *l)
{
    for (int i = 0; i < l->tiles; i++)
        if (exact_overlap(s, &l->at[i]))
            return true;
    return l->family == BY_TRAINS && l->hub.tile != BY_NO_TILE && exact_overlap(s, &l->hub);
}

/* Returns whether a tile may be detached: if all doubles are spinners that may touch, or have toes, they can be too
 * crowded. */
static bool lies_apart(const struct by_view *v, const struct by_layout *l)
{
    return (v->family == BY_FEET
            || (v->family == BY_LINE && v->rules.opt[BY_SPINNER] == BY_SPINNER_ALL && blanks_wild(v)))
        && l->fold == UINT8_MAX;
}

/* ---- Neighbours ------------------------------------------------------------------------------- */

/* Returns the tile that tile i was laid on, as an index into laid, or -1. */
static int laid_on(const struct by_view *v, int i)
{
    if (v->family != BY_TRAINS)
        return v->laid[i].on == BY_NO_TILE ? -1 : v->laid[i].on;
    for (int k = i - 1; k >= 0; k--)
        if (v->laid[k].on == v->laid[i].on)
            return k;
    return -1;
}

/* Returns the free half of tile `on` that shows this number, or -1 (any) for a double. */
static int free_half(const struct by_layout *l, int on, int number)
{
    const struct by_spot *s = &l->at[on];

    if (is_twin(s))
        return -1;
    return s->on == BY_NO_TILE && l->family == BY_LINE && s->first == number ? 0 : 1;
}

static bool check_touching(const struct by_view *v, const struct by_layout *l)
{
    for (int i = 0; i < l->tiles; i++) {
        const struct by_spot *s = &l->at[i];
        int on = laid_on(v, i), number;

        if (s->on != (on < 0 ? BY_NO_TILE : on))
            return bad("touching", "tile %d is said to lie on %d, not on %d", i, s->on, on);
        if (on < 0) {
            if (v->family == BY_TRAINS && s->first != by_high(v->centre))
                return bad("touching", "tile %d shows the engine %d", i, s->first);
            continue;
        }
        number = v->family == BY_TRAINS ? l->at[on].second : by_touching(v->laid[on].tile, v->laid[i].flip >> 1 & 1);
        if (!match(v, s->first, number))
            return bad("touching", "tile %d: %d touches a %d", i, s->first, number);
        if (!lies_apart(v, l)
            && !touches(v->family, s, is_twin(s), &l->at[on], is_twin(&l->at[on]), free_half(l, on, number)))
            return bad("touching", "tile %d at %d,%d turn %d does not touch tile %d at %d,%d turn %d rightly", i, s->x,
                       s->y, s->turn, on, l->at[on].x, l->at[on].y, l->at[on].turn);
    }
    return true;
}

/* ---- Arms ------------------------------------------------------------------------------------- */

static bool check_arm(const struct by_view *v, const struct by_layout *l, int arm)
{
    const struct by_arm *a = &l->arm[arm];
    int last = -1, n = 0;

    for (int i = 0; i < l->tiles; i++) {
        const struct by_spot *s = &l->at[i];

        if (s->arm != arm)
            continue;
        if (s->order != n++)
            return bad("arms", "tile %d is number %d of arm %d, not %d", i, s->order, arm, n - 1);
        if (s->on != (last >= 0 ? last : a->on))
            return bad("arms", "tile %d of arm %d lies on %d", i, arm, s->on);
        if (last < 0 && (i > 0 || v->family == BY_TRAINS)) {
            if (!leaves_at(s, is_twin(s), a->x, a->y))
                return bad("arms", "arm %d leaves at %d,%d, its first tile lies at %d,%d turn %d", arm, a->x, a->y,
                           s->x, s->y, s->turn);
            if (is_twin(s) ? (s->turn - a->turn) % 4 == 0 || (s->turn - a->turn) % 2 != 0 : s->turn != a->turn)
                return bad("arms", "arm %d leaves with turn %d, its first tile has %d", arm, a->turn, s->turn);
        }
        if (v->family == BY_TRAINS && v->laid[i].on != a->train)
            return bad("arms", "tile %d of train %d lies on arm %d", i, v->laid[i].on, arm);
        last = i;
    }
    return n == a->tiles || bad("arms", "arm %d has %d tiles, not %d", arm, n, a->tiles);
}

/* Checks that a train's name is placed where no tile is or can be: a line half a half tile high and four halves
 * wide. */
static bool check_name(const struct by_layout *l, int arm)
{
    for (int part = 0; part < 8; part++) {
        struct by_spot s = { .x = l->arm[arm].name_x + BY_HALF / 4 + part * BY_HALF / 2, .y = l->arm[arm].name_y };
        int32_t x[4], y[4];

        for (int i = 0; i < l->tiles + 2 * l->openings; i++) {
            const struct by_opening *o = i < l->tiles ? NULL : &l->opening[(i - l->tiles) / 2];
            const struct by_spot *t = o == NULL ? &l->at[i] : (i - l->tiles) % 2 == 0 ? &o->single : &o->twin;

            by_spot_corners(t, x, y);
            if (s.x > (x[0] < x[2] ? x[0] : x[2]) - BY_HALF / 4 && s.x < (x[0] > x[2] ? x[0] : x[2]) + BY_HALF / 4
                && s.y > (y[0] < y[2] ? y[0] : y[2]) - BY_HALF / 4 && s.y < (y[0] > y[2] ? y[0] : y[2]) + BY_HALF / 4)
                return bad("names", "the name of arm %d at %d,%d lies under a tile", arm, l->arm[arm].name_x,
                           l->arm[arm].name_y);
        }
    }
    return true;
}

static bool check_arms(const struct by_view *v, const struct by_layout *l)
{
    if (l->arms > BY_LAYOUT_ARMS)
        return bad("arms", "%d arms", l->arms);
    for (int i = 0; i < l->tiles; i++)
        if (l->at[i].arm >= l->arms && !(v->family == BY_FEET && i == 0))
            return bad("arms", "tile %d lies on arm %d of %d", i, l->at[i].arm, l->arms);
    if (v->family == BY_CASTLE)
        return true;
    for (int arm = 0; arm < l->arms; arm++)
        if (!check_arm(v, l, arm))
            return false;
    if (v->family != BY_TRAINS)
        return true;
    if (l->arms != v->players + 1)
        return bad("arms", "%d arms for %d players", l->arms, v->players);
    for (int arm = 0; arm < l->arms; arm++) {
        if (l->arm[arm].train != (arm < v->players ? arm : BY_MEXICAN))
            return bad("arms", "arm %d is train %d", arm, l->arm[arm].train);
        if (!check_name(l, arm))
            return false;
    }
    return true;
}

/* ---- Openings and moves ----------------------------------------------------------------------- */

static int train_of(const struct by_view *v, int arm) { return arm < v->players ? arm : BY_MEXICAN; }

static int last_of_train(const struct by_view *v, int train)
{
    for (int i = v->now.laid - 1; i >= 0; i--)
        if (v->laid[i].on == train)
            return i;
    return BY_NO_TILE;
}

/* Returns the number of open places, and sets the number and the tile of the i-th one. */
static int open_places(const struct by_view *v, int i, int *number, int *laid)
{
    const uint8_t must = v->now.of.line.must;

    *number = *laid = BY_NO_TILE;
    if (v->family == BY_CASTLE || (v->family == BY_TRAINS && v->centre == BY_NO_TILE))
        return 0;
    if (v->family == BY_TRAINS) {
        *number = v->tail[train_of(v, i)];
        *laid = last_of_train(v, train_of(v, i));
        return v->players + 1;
    }
    if (v->now.laid == 0)
        return v->family == BY_LINE;
    if (v->family == BY_FEET && must != BY_NO_TILE && v->now.of.line.toes > 0) { /* F-07 */
        *number = by_high(v->laid[must].tile);
        *laid = must;
        return 1;
    }
    *number = v->place[i].number;
    *laid = v->place[i].laid;
    return v->now.places;
}

/* Returns whether a double with this number can still be played. */
static bool twin_may_come(const struct by_view *v, int number)
{
    uint32_t lie = v->centre == BY_NO_TILE || v->family == BY_CASTLE ? 0 : (uint32_t)1 << by_high(v->centre);

    for (int i = 0; i < v->now.laid; i++)
        if (by_is_double(v->laid[i].tile))
            lie |= (uint32_t)1 << by_high(v->laid[i].tile);
    if (number == BY_NO_TILE) /* the empty table */
        return true;
    if (blanks_wild(v) && v->family == BY_LINE && (number == 0 || (lie & 1) == 0))
        return lie != 0x7f;
    return (lie >> number & 1) == 0;
}

static bool check_room(const struct by_view *v, const struct by_layout *l, const struct by_opening *o, bool twin)
{
    const struct by_spot *s = twin ? &o->twin : &o->single;

    if (s->tile != BY_NO_TILE || s->on != o->laid)
        return bad("openings", "room at %d,%d with tile %d on %d, not on %d", s->x, s->y, s->tile, s->on, o->laid);
    if (hits(s, l))
        return bad("openings", "the room at %d,%d turn %d for a %d is not free", s->x, s->y, s->turn, o->number);
    if (o->laid != BY_NO_TILE && !lies_apart(v, l)
        && !touches(v->family, s, twin, &l->at[o->laid], is_twin(&l->at[o->laid]), free_half(l, o->laid, o->number)))
        return bad("openings", "the room for a %s at %d,%d turn %d does not touch tile %d at %d,%d turn %d",
                   twin ? "double" : "single", s->x, s->y, s->turn, o->laid, l->at[o->laid].x, l->at[o->laid].y,
                   l->at[o->laid].turn);
    return true;
}

/* Checks that trains do not share their lanes. */
static bool check_rooms_apart(const struct by_layout *l)
{
    for (int i = 0; i < l->openings; i++)
        for (int k = 0; k < i; k++)
            for (int kind = 0; kind < 4; kind++)
                if (exact_overlap(kind % 2 == 0 ? &l->opening[i].single : &l->opening[i].twin,
                                  kind / 2 == 0 ? &l->opening[k].single : &l->opening[k].twin))
                    return bad("openings", "the rooms of openings %d and %d overlap", i, k);
    return true;
}

static bool check_openings(const struct by_view *v, const struct by_layout *l)
{
    int number, laid, n = open_places(v, 0, &number, &laid);

    if (l->openings != n)
        return bad("openings", "%d openings, not %d", l->openings, n);
    for (int i = 0; i < n; i++) {
        const struct by_opening *o = &l->opening[i];

        open_places(v, i, &number, &laid);
        if (o->laid != laid || o->number != number)
            return bad("openings", "opening %d is a %d on tile %d, not a %d on %d", i, o->number, o->laid, number,
                       laid);
        if (v->family == BY_TRAINS && o->train != train_of(v, i))
            return bad("openings", "opening %d is of train %d", i, o->train);
        if (l->tiles > 0
            && (o->single.first != number || o->twin.first != number || o->twin.second != number
                || o->single.second != BY_NO_TILE))
            return bad("openings", "opening %d shows %d-%d and %d-%d", i, o->single.first, o->single.second,
                       o->twin.first, o->twin.second);
        if (!check_room(v, l, o, false) || (twin_may_come(v, number) && !check_room(v, l, o, true)))
            return false;
    }
    return v->family != BY_TRAINS || check_rooms_apart(l);
}

static bool check_move(const struct by_view *v, const struct by_layout *l, by_move m)
{
    int kind = by_move_kind(m), place = by_move_place(m);
    struct by_spot s = { 0 };
    bool there = t_spot(l, v, m, &s);

    if (there != (kind == BY_LAY || kind == BY_HUB || kind == BY_TAKE || kind == BY_TAKE3))
        return bad("moves", "a move of kind %d has %s place", kind, there ? "a" : "no");
    if (!there)
        return true;
    if (s.tile != by_move_tile(m))
        return bad("moves", "the place of %d is for %d", by_move_tile(m), s.tile);
    if (kind == BY_TAKE || kind == BY_TAKE3) {
        for (int i = 0; i < l->tiles; i++)
            if (l->at[i].tile == s.tile && memcmp(&l->at[i], &s, sizeof s) == 0)
                return true;
        return bad("moves", "tile %d is taken elsewhere than it lies", s.tile);
    }
    if (s.first != by_touching(s.tile, by_move_flip(m)) || s.second != by_touching(s.tile, !by_move_flip(m)))
        return bad("moves", "the place of %d shows %d-%d", s.tile, s.first, s.second);
    if (hits(&s, l))
        return bad("moves", "tile %d would lie on another at %d,%d", s.tile, s.x, s.y);
    if (kind == BY_HUB || place == BY_NO_TILE)
        return true;
    if (s.on == BY_NO_TILE)
        return v->family == BY_TRAINS || bad("moves", "tile %d would touch nothing", s.tile);
    if (v->family != BY_TRAINS && l->at[s.on].tile != place)
        return bad("moves", "tile %d would touch another than %d", s.tile, place);
    return lies_apart(v, l)
        || touches(
               v->family, &s, is_twin(&s), &l->at[s.on], is_twin(&l->at[s.on]),
               free_half(l, s.on, v->family == BY_TRAINS ? s.first : by_touching((by_tile)place, by_move_flip_at(m))))
        || bad("moves", "tile %d would lie at %d,%d turn %d and not touch", s.tile, s.x, s.y, s.turn);
}

/* ---- The size ----------------------------------------------------------------------------------- */

struct box {
    int32_t left, top, right, bottom;
};

static void widen(struct box *b, const struct by_spot *s)
{
    int32_t x[4], y[4];

    by_spot_corners(s, x, y);
    for (int i = 0; i < 4; i++) {
        b->left = x[i] < b->left ? x[i] : b->left;
        b->right = x[i] > b->right ? x[i] : b->right;
        b->top = y[i] < b->top ? y[i] : b->top;
        b->bottom = y[i] > b->bottom ? y[i] : b->bottom;
    }
}

static int32_t over(int32_t used, int32_t asked) { return asked > 0 && used > asked ? used - asked : 0; }

static bool check_size(const struct by_layout *l)
{
    struct box b = { 0, 0, 0, 0 };

    for (int i = 0; i < l->tiles; i++)
        widen(&b, &l->at[i]);
    for (int i = 0; i < l->openings; i++) {
        widen(&b, &l->opening[i].single);
        widen(&b, &l->opening[i].twin);
    }
    if (l->family == BY_TRAINS) { /* lanes count as used */
        if (b.left < l->left || b.top < l->top || b.right > l->right || b.bottom > l->bottom)
            return bad("size", "%d,%d to %d,%d is used", b.left, b.top, b.right, b.bottom);
        if (l->width >= 800 && l->over_x > 0)
            return bad("size", "a train does not break at the edge");
        for (int i = 0; i < l->arms; i++)
            if (l->arm[i].name_x < l->left || l->arm[i].name_x + 4 * BY_HALF > l->right || l->arm[i].name_y < l->top)
                return bad("size", "the name of train %d lies outside", l->arm[i].train);
    } else if (b.left != l->left || b.top != l->top || b.right != l->right || b.bottom != l->bottom) {
        return bad("size", "%d,%d to %d,%d is used", b.left, b.top, b.right, b.bottom);
    }
    if (l->over_x != over(l->right - l->left, l->width) || l->over_y != over(l->bottom - l->top, l->height))
        return bad("size", "%d,%d over", l->over_x, l->over_y);
    return true;
}

/* ---- The whole ---------------------------------------------------------------------------------- */

bool check_layout(const struct by_view *v, const struct by_layout *l, const by_move *list, int n)
{
    if (!check_tiles(v, l) || !check_overlap(l))
        return false;
    if (v->family == BY_TRAINS && (l->hub.tile != v->centre || l->hub.x != 0 || l->hub.y != 0))
        return bad("tiles", "the hub holds %d at %d,%d", l->hub.tile, l->hub.x, l->hub.y);
    if (v->family != BY_CASTLE && (!check_touching(v, l) || !check_arms(v, l)))
        return false;
    if (!check_openings(v, l))
        return false;
    for (int i = 0; i < n; i++)
        if (!check_move(v, l, list[i]))
            return false;
    return check_size(l) && check_rows(v);
}

bool check_seats(const struct by_state *s, const struct by_layout *l)
{
    static struct by_view v;
    static struct by_layout other;

    for (int seat = 0; seat < s->players; seat++) {
        by_view_of(s, NULL, seat, &v);
        t_make(&v, l->width, l->height, &other);
        if (memcmp(&other, l, sizeof other) != 0)
            return bad("seats", "seat %d sees another table", seat);
    }
    return true;
}

bool check_stable(const struct by_layout *from, const struct by_layout *to, const struct by_spot *landed)
{
    if (to->fold < from->fold)
        return bad("fold", "fold %d after %d", to->fold, from->fold);
    if (to->fold != from->fold)
        return true;
    if (to->family == BY_TRAINS && to->width > 0
        && (to->left != from->left || to->right != from->right || to->top != from->top || to->bottom != from->bottom))
        return bad("stable", "the lanes are no longer where they were");
    for (int i = 0; i < from->tiles; i++)
        if (memcmp(&from->at[i], &to->at[i], sizeof from->at[i]) != 0)
            return bad("stable", "tile %d moved from %d,%d turn %d to %d,%d turn %d", i, from->at[i].x, from->at[i].y,
                       from->at[i].turn, to->at[i].x, to->at[i].y, to->at[i].turn);
    if (landed != NULL && memcmp(&to->at[to->tiles - 1], landed, sizeof *landed) != 0)
        return bad("landing", "the tile lies at %d,%d turn %d arm %d order %d, not at %d,%d turn %d arm %d order %d",
                   to->at[to->tiles - 1].x, to->at[to->tiles - 1].y, to->at[to->tiles - 1].turn,
                   to->at[to->tiles - 1].arm, to->at[to->tiles - 1].order, landed->x, landed->y, landed->turn,
                   landed->arm, landed->order);
    return true;
}
