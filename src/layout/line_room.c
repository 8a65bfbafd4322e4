/* SPDX-License-Identifier: MIT */
/* line_room.c: implements the grid of a line game's layout. */
#include "line_room.h"

#include "plane.h"

struct box {
    int32_t x0, y0, x1, y1;
};

enum { SIDE_SINGLE = 1, SIDE_TWIN = 2, LONG_SINGLE = 4, LONG_TWIN = 2, MIDDLE = BY_GRID / 2 };

/* Returns the box that lies between two distances ahead of the gate and extends `side` to the right and left. */
static struct box ahead(const struct by_line_gate *g, int32_t from, int32_t to, int32_t side)
{
    const int8_t dx = by_step_x[g->turn], dy = by_step_y[g->turn];
    const int32_t ax = g->x + dx * from, ay = g->y + dy * from, bx = g->x + dx * to, by = g->y + dy * to;
    const int32_t sx = dx == 0 ? side : 0, sy = dy == 0 ? side : 0;

    return (struct box){ (ax < bx ? ax : bx) - sx, (ay < by ? ay : by) - sy, (ax > bx ? ax : bx) + sx,
                         (ay > by ? ay : by) + sy };
}

static struct box tile_box(const struct by_line_gate *g, bool twin)
{
    return ahead(g, 0, twin ? LONG_TWIN : LONG_SINGLE, twin ? SIDE_TWIN : SIDE_SINGLE);
}

static bool inside(const struct by_line_space *r, struct box b)
{
    return b.x0 >= -r->wide && b.x1 <= r->wide && b.y0 >= -r->high && b.y1 <= r->high;
}

static bool on_grid(struct box b) { return b.x0 >= -BY_EDGE && b.x1 <= BY_EDGE && b.y0 >= -BY_EDGE && b.y1 <= BY_EDGE; }

/* Returns the columns x0 to x1 - 1 within word w of a row. */
static uint64_t columns(int32_t x0, int32_t x1, int w)
{
    int32_t from = x0 + MIDDLE - w * 64, to = x1 + MIDDLE - w * 64;

    from = from < 0 ? 0 : from;
    to = to > 64 ? 64 : to;
    return from >= to ? 0 : (~(uint64_t)0 >> (64 - (to - from))) << from;
}

static bool is_free(const struct by_line_space *r, struct box b)
{
    for (int w = (b.x0 + MIDDLE) / 64; w <= (b.x1 - 1 + MIDDLE) / 64; w++) {
        uint64_t mask = columns(b.x0, b.x1, w);

        for (int32_t y = b.y0; y < b.y1; y++)
            if ((r->taken[y + MIDDLE][w] & mask) != 0)
                return false;
    }
    return true;
}

static void fill(struct by_line_space *r, struct box b, bool taken)
{
    for (int w = (b.x0 + MIDDLE) / 64; w <= (b.x1 - 1 + MIDDLE) / 64; w++) {
        uint64_t mask = columns(b.x0, b.x1, w);

        for (int32_t y = b.y0; y < b.y1; y++)
            if (taken)
                r->taken[y + MIDDLE][w] |= mask;
            else
                r->taken[y + MIDDLE][w] &= ~mask;
    }
}

static struct by_line_gate gate(int32_t x, int32_t y, int turn, bool spun)
{
    return (struct by_line_gate){ (int16_t)x, (int16_t)y, (uint8_t)(turn & 7), spun, 0 };
}

int by_gates_of(const struct by_line_gate *at, bool twin, bool spin, struct by_line_gate out[3])
{
    const int8_t dx = by_step_x[at->turn], dy = by_step_y[at->turn];
    const int32_t on = twin ? LONG_TWIN : LONG_SINGLE, last = on - 1, side = twin ? SIDE_TWIN : SIDE_SINGLE;

    out[0] = gate(at->x + dx * on, at->y + dy * on, at->turn, twin);
    for (int i = 1; i < 3; i++) {
        int turn = at->turn + (i == 1 ? 2 : 6);

        out[i] = gate(at->x + dx * last + side * by_step_x[turn & 7], at->y + dy * last + side * by_step_y[turn & 7],
                      turn, twin);
    }
    return twin && !spin ? 1 : 3;
}

struct by_line_gate by_elbow(const struct by_line_gate *at, bool left)
{
    const int turn = (at->turn + (left ? 6 : 2)) & 7;
    struct by_line_gate g =
        gate(at->x + by_step_x[at->turn] - by_step_x[turn], at->y + by_step_y[at->turn] - by_step_y[turn], turn, true);

    g.elbow = left ? 2 : 1;
    return g;
}

void by_gate_side(const struct by_line_gate *at, int32_t *x, int32_t *y)
{
    const int from = (at->turn + (at->elbow == 1 ? 6 : 2)) & 7;

    *x = at->elbow == 0 ? at->x : at->x - by_step_x[from] + by_step_x[at->turn];
    *y = at->elbow == 0 ? at->y : at->y - by_step_y[from] + by_step_y[at->turn];
}

void by_gate_middle(const struct by_line_gate *at, bool twin, int32_t *x, int32_t *y)
{
    const int32_t on = twin ? LONG_TWIN / 2 : LONG_SINGLE / 2;

    *x = at->x + on * by_step_x[at->turn];
    *y = at->y + on * by_step_y[at->turn];
}

void by_room_mark(struct by_line_space *r, const struct by_line_gate *at, bool twin, bool taken)
{
    fill(r, tile_box(at, twin), taken);
}

/* Returns whether a tile fits at the gate, with the required gap ahead and at the sides. At a double, the gap applies
 * only beyond half a tile, since tiles on its other sides may touch there. */
static bool fits(const struct by_line_space *r, const struct by_line_gate *at, bool twin)
{
    const struct box plain = tile_box(at, twin);
    const int32_t on = twin ? LONG_TWIN : LONG_SINGLE, side = twin ? SIDE_TWIN : SIDE_SINGLE;

    if (!inside(r, plain))
        return false;
    if (r->gap > 0 && !is_free(r, ahead(at, at->spun ? LONG_TWIN : 0, on + r->gap, side + r->gap)))
        return false;
    return (r->gap > 0 && !at->spun) || is_free(r, plain);
}

/* Returns whether one of these gates suits a single and, if `twins` is set, also a double. If `loose` is set, the two
 * may use different gates. */
static bool one_of(struct by_line_space *r, const struct by_line_gate *gate, int n, bool twins, int deep)
{
    bool single = false, twin = !twins;

    for (int i = 0; i < n && !(single && twin); i++) {
        bool also = single || by_room_for(r, &gate[i], false, deep);

        if (twins && (also || r->loose) && (r->loose || !single))
            twin = twin || by_room_for(r, &gate[i], true, deep);
        single = r->loose || twin ? also : false;
    }
    for (int k = 0; k < 2 && r->loose && twin && !single; k++) {
        struct by_line_gate g = by_elbow(&gate[0], k == 1);

        single = by_room_for(r, &g, false, deep);
    }
    return single && twin;
}

/* Returns whether the line can continue in its direction for `deep` tiles, from one gate of a single or from all gates
 * of a double. */
static bool goes_on(struct by_line_space *r, const struct by_line_gate *at, bool twin, int deep)
{
    struct by_line_gate next[3];
    const int n = by_gates_of(at, twin, r->spin, next);
    bool found = true;

    by_room_mark(r, at, twin, true);
    if (!twin)
        found = one_of(r, next, n, r->twins, deep - 1);
    for (int i = 0; twin && i < n && found; i++)
        found = one_of(r, &next[i], 1, r->pairs, i == 0 ? deep - 1 : 0);
    by_room_mark(r, at, twin, false);
    return found;
}

bool by_room_for(struct by_line_space *r, const struct by_line_gate *at, bool twin, int deep)
{
    return fits(r, at, twin) && (deep <= 0 || goes_on(r, at, twin, deep));
}

struct by_line_gate by_room_near(const struct by_line_space *r, const struct by_line_gate *at, bool twin)
{
    for (int far = 1; far < BY_EDGE; far++)
        for (int side = -far; side <= far; side++)
            for (int k = 0; k < 8; k++) { /* the four sides of a square, with the tile along either axis */
                const int out = k % 2 == 0 ? far : -far, x = k % 4 < 2 ? side : out, y = k % 4 < 2 ? out : side;
                const struct by_line_gate g = gate(at->x + x, at->y + y, k < 4 ? at->turn : at->turn + 2, false);

                if (on_grid(tile_box(&g, twin)) && is_free(r, tile_box(&g, twin)))
                    return g;
            }
    return *at;
}

int by_room_ahead(const struct by_line_space *r, const struct by_line_gate *at, int most)
{
    int n = 0;

    while (n < most) {
        struct box plain = ahead(at, n, n + 1, SIDE_TWIN), kept = ahead(at, n, n + 1, SIDE_TWIN + r->gap);

        if (!inside(r, plain) || !is_free(r, at->spun && n < LONG_TWIN ? plain : kept))
            break;
        n++;
    }
    return n;
}
