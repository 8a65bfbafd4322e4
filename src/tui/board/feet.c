/* SPDX-License-Identifier: MIT */
/* feet.c: draws Chickenfoot as a tree. The centre is in the middle, and its toes run to the left and to the right. A
 * line of tiles continues past a double with the double's first toe; the other toes branch off above and below it:
 *
 *                                        ┌─[8│1](1)
 *     (4)[4│9]─┐     ┌─[9│6][6│2][2│2][2│0](0)
 *     (2)[2│9]─┼[9│9]┼─[9│5](5)   └─[2│3](3)
 *
 * Every open end shows its number, and a foot shows one end for each missing toe. If space is short, lines move closer
 * together, then tiles lose their brackets, and finally only the ends of long lines are shown, after a count such as
 * "+3".
 *
 * A node is a tile or an end; ends come after the tiles. Distances grow outwards from the centre. */
#include "feet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "marks.h"
#include "rows.h"
#include "tiles.h"
#include "util/memory.h"

enum { NODES = 2 * BY_MAX_TILES + 4, FAR = 256, TOES = 6, NONE = -1 };

/* The rows that a branch occupies at each distance, relative to its own row; it occupies none where top > low. */
struct shape {
    int16_t top[FAR], low[FAR];
    int far;
};

/* The space that tiles and lines take. */
struct form {
    bool brackets; /* whether each tile has its own brackets, or only doubles and the last tile */
    bool ghosts;   /* whether an end has space for a tile */
    int gap;       /* empty rows between lines */
    int run;       /* the number of tiles shown in a line without doubles */
};

static const struct form forms[] = { { true, true, 1, BY_MAX_TILES },
                                     { true, true, 0, BY_MAX_TILES },
                                     { false, true, 0, BY_MAX_TILES },
                                     { false, false, 0, BY_MAX_TILES },
                                     { false, false, 0, 6 },
                                     { false, false, 0, 4 },
                                     { false, false, 0, 3 },
                                     { false, false, 0, 2 },
                                     { false, false, 0, 1 } };

/* The toes on one side of the centre: middle, above, below, above ... */
struct pile {
    int rows, n, order[TOES];
};

struct tree {
    struct by_board *b;
    const struct form *form;
    int tiles, nodes;
    int16_t on[NODES], ahead[NODES]; /* the node to which this one is attached, and the node that continues its line */
    int16_t opening[NODES];          /* an end's index in layout.opening; -1 while a foot must be filled first */
    int16_t at[NODES], row[NODES];   /* the node's distance, and its row counted from that of `on` */
    int16_t hidden[NODES];           /* n if this node and the following ones are shown as "+n"; -1 for those following
                                      * nodes */
    bool left[NODES];
    int16_t toe[TOES]; /* the toes of the centre */
    int toes;
    struct shape arm[TOES];
    struct pile side[2]; /* the toes on the right and on the left */
    int x, y;            /* the centre's cell */
};

/* ---- Nodes ----------------------------------------------------------------------------------- */

static bool is_tile(const struct tree *t, int i) { return i < t->tiles; }
static by_tile tile_of(const struct tree *t, int i) { return t->b->v->laid[i].tile; }

static bool has_brackets(const struct tree *t, int i)
{
    return !is_tile(t, i) || t->form->brackets || by_is_double(tile_of(t, i)) || i == t->b->marks->last;
}

static int number_of(const struct tree *t, int end)
{
    return t->opening[end] == NONE ? t->b->layout.at[t->on[end]].second : t->b->layout.opening[t->opening[end]].number;
}

static int width_of(const struct tree *t, int i)
{
    int tile = t->b->v->rules.opt[BY_SET] > 9 ? 7 : 5;

    if (is_tile(t, i) && has_brackets(t, i))
        return by_face_line_width(by_high(tile_of(t, i)), by_low(tile_of(t, i)));
    if (is_tile(t, i))
        return 1 + (by_high(tile_of(t, i)) > 9 ? 2 : 1) + (by_low(tile_of(t, i)) > 9 ? 2 : 1);
    return t->form->ghosts ? tile : number_of(t, i) > 9 ? 4 : 3;
}

static void attach(struct tree *t, int on)
{
    t->on[t->nodes] = (int16_t)on;
    t->ahead[t->nodes] = NONE;
    if (on > 0 && on < NODES && t->ahead[on] == NONE)
        t->ahead[on] = (int16_t)t->nodes;
    if (on == 0 && t->toes < TOES)
        t->toe[t->toes] = (int16_t)t->nodes;
    t->toes += on == 0;
    t->nodes++;
}

static void attach_end(struct tree *t, int on, int opening)
{
    t->opening[t->nodes] = (int16_t)opening;
    attach(t, on);
}

static void plant(struct tree *t)
{
    const struct by_view *v = t->b->v;
    const int must = by_next_foot(&v->now, v->family);

    t->nodes = t->toes = 0;
    t->tiles = v->now.laid;
    attach(t, NONE);
    for (int i = 1; i < v->now.laid; i++)
        attach(t, v->laid[i].on);
    for (int k = 0; k < t->b->layout.openings; k++)
        attach_end(t, t->b->layout.opening[k].laid, k);
    if (must == BY_NO_TILE)
        return;
    for (int left = v->now.of.line.toes - t->b->layout.openings; left > 0; left--)
        attach_end(t, must, 0);
    for (int i = 1; i < t->tiles; i++)
        if (t->ahead[i] == NONE)
            attach_end(t, i, NONE);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void clear(struct shape *s)
{
    for (int i = 0; i < FAR; i++) {
        s->top[i] = 1;
        s->low[i] = 0;
    }
    s->far = 0;
}

/* Occupies [from, to) and one column after it. Returns false if those columns are too far out. */
static bool occupy(struct shape *s, int from, int to)
{
    if (to >= FAR)
        return false;
    for (int i = from; i <= to; i++)
        s->top[i] = s->low[i] = 0;
    s->far = to > s->far ? to : s->far;
    return true;
}

/* Adds a branch above (side -1) or below (side 1) all existing branches, as near as possible. Returns its row. */
static int stack(struct shape *to, const struct shape *s, int side, int gap)
{
    int row = side, low, top;

    for (int i = 0; i < FAR; i++) {
        if (s->top[i] > s->low[i] || to->top[i] > to->low[i])
            continue;
        top = to->top[i] - s->low[i] - 1 - gap;
        low = to->low[i] - s->top[i] + 1 + gap;
        if (side < 0 ? top < row : low > row)
            row = side < 0 ? top : low;
    }
    for (int i = 0; i < FAR; i++) {
        bool free = to->top[i] > to->low[i];

        if (s->top[i] > s->low[i])
            continue;
        if (free || s->top[i] + row < to->top[i])
            to->top[i] = (int16_t)(s->top[i] + row);
        if (free || s->low[i] + row > to->low[i])
            to->low[i] = (int16_t)(s->low[i] + row);
    }
    to->far = s->far > to->far ? s->far : to->far;
    return row;
}

static int extent(const struct shape *s, int *top)
{
    int low = 0;

    *top = 0;
    for (int i = 0; i < FAR; i++) {
        if (s->top[i] > s->low[i])
            continue;
        *top = s->top[i] < *top ? s->top[i] : *top;
        low = s->low[i] > low ? s->low[i] : low;
    }
    return low;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static bool is_single(const struct tree *t, int i)
{
    return i != NONE && is_tile(t, i) && !by_is_double(tile_of(t, i));
}

/* Hides the first tiles of each long run of non-doubles. */
static void hide(struct tree *t, int first)
{
    int run = 0, begin = first;

    for (int i = first; i != NONE; i = t->ahead[i]) {
        t->hidden[i] = 0;
        begin = run == 0 ? i : begin;
        run = is_single(t, i) ? run + 1 : 0;
        if (is_single(t, t->ahead[i]) || run < t->form->run + 2)
            continue;
        for (int k = begin, left = run - t->form->run; left > 0; k = t->ahead[k], left--)
            t->hidden[k] = k == begin ? (int16_t)left : -1;
    }
}

/* Sets the distances of the nodes of a line that starts at `from`. Returns where the line ends. */
static int measure(struct tree *t, int first, int from)
{
    bool brackets = true;

    for (int i = first; i != NONE; i = t->ahead[i]) {
        if (t->hidden[i] < 0)
            continue;
        if (t->hidden[i] > 0) {
            t->at[i] = (int16_t)from;
            from += 3 + (t->hidden[i] > 9);
            brackets = true;
            continue;
        }
        from += !brackets && !has_brackets(t, i);
        t->at[i] = (int16_t)from;
        from += width_of(t, i);
        brackets = has_brackets(t, i);
    }
    return from;
}

static bool grow(struct tree *t, int first, int from, struct shape *s);

/* Adds the branches of a double: the first above, the second below. */
static bool branch(struct tree *t, int on, struct shape *s)
{
    int side = -1;

    for (int i = on + 1; i < t->nodes; i++) {
        struct shape more;

        if (t->on[i] != on || i == t->ahead[on])
            continue;
        if (!grow(t, i, t->at[on] + width_of(t, on) / 2 + 2, &more))
            return false;
        more.top[t->at[i] - 1] = more.top[t->at[i] - 2] = 0; /* the corner */
        more.low[t->at[i] - 1] = more.low[t->at[i] - 2] = 0;
        t->row[i] = (int16_t)stack(s, &more, side, t->form->gap);
        side = -side;
    }
    return true;
}

/* Places a line and its branches. Branches nearer the centre are placed outside those further out, so that no line
 * crosses another. */
static bool grow(struct tree *t, int first, int from, struct shape *s)
{
    int line[NODES], n = 0, end;

    clear(s);
    hide(t, first);
    end = measure(t, first, from);
    if (!occupy(s, from, end))
        return false;
    for (int i = first; i != NONE; i = t->ahead[i])
        line[n++] = i;
    while (n-- > 0) {
        t->row[line[n]] = 0;
        if (is_tile(t, line[n]) && by_is_double(tile_of(t, line[n])) && !branch(t, line[n], s))
            return false;
    }
    return true;
}

/* ---- The two sides --------------------------------------------------------------------------- */

/* Tries all orders of these toes, stacked on the toes already placed, until one fits. */
static void arrange(struct tree *t, unsigned toes, const struct shape *below, struct pile *now, struct pile *best)
{
    int top, low = extent(below, &top);

    if (now->n > 0 && low - top + 1 >= best->rows)
        return; /* later toes would only need more rows */
    if (toes == 0) {
        *best = *now;
        best->rows = now->n == 0 ? 0 : low - top + 1;
        return;
    }
    for (int k = 0; k < t->toes && best->rows > t->b->canvas.height; k++) {
        struct shape all = *below;

        if ((toes >> k & 1) == 0)
            continue;
        if (now->n == 0)
            all = t->arm[k];
        else
            stack(&all, &t->arm[k], now->n % 2 == 1 ? -1 : 1, t->form->gap);
        now->order[now->n++] = k;
        arrange(t, toes & ~(1u << k), &all, now, best);
        now->n--;
    }
}

static struct pile pile_of(struct tree *t, unsigned toes)
{
    struct pile now = { 0 }, best = { .rows = FAR };
    struct shape none;

    clear(&none);
    arrange(t, toes, &none, &now, &best);
    return best;
}

static int reach(const struct tree *t, unsigned toes)
{
    int far = 0;

    for (int k = 0; k < t->toes; k++)
        if ((toes >> k & 1) != 0 && t->arm[k].far > far)
            far = t->arm[k].far;
    return far;
}

/* Returns a penalty for a choice of toes for the left side: its distance from the usual one (every other toe), plus its
 * imbalance. */
static int cost_of(const struct tree *t, unsigned left)
{
    int uneven = 2 * __builtin_popcount(left) - t->toes;

    return __builtin_popcount(left ^ (0x2au & ((1u << t->toes) - 1))) + 2 * (uneven < 0 ? -uneven : uneven);
}

/* Chooses which toes run to the left and which to the right. */
static bool share(struct tree *t)
{
    const unsigned all = (1u << t->toes) - 1;
    const int width = t->b->canvas.width - width_of(t, 0), height = t->b->canvas.height;
    struct pile pile[1 << TOES];

    for (unsigned set = 0; set <= all; set++)
        pile[set].rows = -1;
    for (int cost = 0; cost <= 3 * TOES; cost++)
        for (unsigned left = 0; left <= all; left++) {
            unsigned side[2] = { all & ~left, left };

            if (cost_of(t, left) != cost || reach(t, side[0]) + reach(t, side[1]) > width)
                continue;
            for (int k = 0; k < 2; k++)
                if (pile[side[k]].rows < 0)
                    pile[side[k]] = pile_of(t, side[k]);
            if (pile[side[0]].rows > height || pile[side[1]].rows > height)
                continue;
            t->side[0] = pile[side[0]];
            t->side[1] = pile[side[1]];
            return true;
        }
    return false;
}

static bool fits(struct tree *t, const struct form *form)
{
    t->form = form;
    for (int k = 0; k < t->toes; k++)
        if (!grow(t, t->toe[k], 2, &t->arm[k]))
            return false;
    return share(t);
}

/* ---- Places on the board --------------------------------------------------------------------- */

/* Stacks the toes of one side as chosen. Returns the lowest row and sets *top to the highest, counted from the first
 * toe. */
static int settle(struct tree *t, int side, int *top)
{
    const struct pile *p = &t->side[side];
    struct shape s;

    clear(&s);
    for (int k = 0; k < p->n; k++) {
        int toe = t->toe[p->order[k]];

        if (k == 0)
            s = t->arm[p->order[k]];
        t->row[toe] = k == 0 ? 0 : (int16_t)stack(&s, &t->arm[p->order[k]], k % 2 == 1 ? -1 : 1, t->form->gap);
        t->left[toe] = side == 1;
    }
    return extent(&s, top);
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* Sets the centre's place and every node's row on the board. The centre is in the middle if the sides allow it,
 * so that it seldom moves. */
static void place(struct tree *t)
{
    const int width = t->b->canvas.width, height = t->b->canvas.height, hub = width_of(t, 0);
    int top[2], low[2], far[2];

    for (int k = 0; k < 2; k++) {
        low[k] = settle(t, k, &top[k]);
        far[k] = 0;
        for (int i = 0; i < t->side[k].n; i++)
            far[k] = most(far[k], t->arm[t->side[k].order[i]].far);
    }
    t->x = most(far[1], least((width - hub) / 2, width - hub - far[0]));
    t->y = most(least(height / 2, height - 1 - most(low[0], low[1])), -least(top[0], top[1]));
    t->y = least(t->y, height - 1);
    for (int i = 0; i < t->nodes; i++) {
        int k = i > 0 && t->on[i] > 0 ? t->left[i] = t->left[t->on[i]] : t->left[i];

        if (i == 0)
            t->row[i] = (int16_t)t->y;
        else if (t->on[i] > 0)
            t->row[i] = (int16_t)(t->row[i] + t->row[t->on[i]]);
        else /* a side that would leave the board moves up or down as a whole */
            t->row[i] = (int16_t)(t->row[i] + most(least(t->y, height - 1 - low[k]), -top[k]));
    }
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Returns the column at a distance from the centre, on the side of a node. */
static int column(const struct tree *t, int i, int at, int width)
{
    return t->left[i] ? t->x - at - width : t->x + width_of(t, 0) + at;
}

enum { UP = 1, DOWN = 2, INWARD = 4, OUTWARD = 8 };

/* Draws the connection from a double to a branch: up or down, then outward. */
static void connect(struct tree *t, int i, uint8_t *lines)
{
    const int on = t->on[i], at = on == 0 ? 0 : t->at[on] + width_of(t, on) / 2, width = t->b->canvas.width;
    int from = t->row[on], to = t->row[i], x = column(t, i, at, 1), step = to > from ? 1 : -1;

    if (on == 0)
        lines[from * width + x] |= INWARD;
    for (int y = from; y != to; y += step) {
        if (on == 0 || y != from)
            lines[y * width + x] |= step > 0 ? DOWN : UP;
        lines[(y + step) * width + x] |= step > 0 ? UP : DOWN;
    }
    lines[to * width + x] |= OUTWARD;
    lines[to * width + column(t, i, at + 1, 1)] |= INWARD | OUTWARD;
}

static void draw_lines(struct tree *t)
{
    static const uint32_t signs[16] = { ' ',    0x2502, 0x2502, 0x2502, 0x2500, 0x2518, 0x2510, 0x2524,
                                        0x2500, 0x2514, 0x250c, 0x251c, 0x2500, 0x2534, 0x252c, 0x253c };
    const int width = t->b->canvas.width, height = t->b->canvas.height;
    uint8_t *lines = by_sure(calloc((size_t)width * (size_t)height, 1));

    for (int i = 1; i < t->nodes; i++)
        if (t->on[i] == 0 || i != t->ahead[t->on[i]])
            connect(t, i, lines);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int l = lines[y * width + x];

            if (l != 0 && x < t->x)
                l = (l & 3) | (l & INWARD) << 1 | (l & OUTWARD) >> 1;
            if (l != 0)
                by_canvas_sign(&t->b->canvas, x, y, signs[l], BY_INK_NAME);
        }
    free(lines);
}

static void draw_tile(struct tree *t, int i)
{
    const struct by_spot *s = &t->b->layout.at[i];
    int x = column(t, i, i == 0 ? -width_of(t, 0) : t->at[i], width_of(t, i)), y = t->row[i];
    int first = t->left[i] ? s->second : s->first, second = t->left[i] ? s->first : s->second;
    enum by_ink ink = i == t->b->marks->last ? BY_INK_TILE_LAST : BY_INK_TILE;

    if (t->hidden[i] > 0) {
        by_canvas_print(&t->b->canvas, column(t, i, t->at[i], 3 + (t->hidden[i] > 9)) + t->left[i], y, -1, BY_INK_FELT,
                        "+%d", t->hidden[i]);
    } else if (t->hidden[i] == 0 && has_brackets(t, i)) {
        by_face_line(&t->b->canvas, x, y, first, second, t->b->look, ink);
    } else if (t->hidden[i] == 0) {
        by_face_bare(&t->b->canvas, x, y, first, second, t->b->look, ink);
    }
}

/* Draws an end: the chosen or hinted tile if it fits, otherwise the wanted number. For a foot, shows the tile only
 * once. */
static void draw_end(struct tree *t, int i)
{
    struct by_canvas *c = &t->b->canvas;
    const int k = t->opening[i], number = number_of(t, i), digits = number > 9 ? 2 : 1;
    const bool first = i == t->tiles || t->opening[i - 1] != k;
    enum by_ink ink = BY_INK_FELT;
    by_tile tile = k == NONE || !first ? BY_NO_TILE : by_board_ghost(t->b, k, &ink);
    int touch, wide;

    c->tag = k == NONE ? 0 : (uint16_t)(BY_TAG_PLACE + k);
    if (tile != BY_NO_TILE && t->form->ghosts) {
        touch = by_board_touch(t->b, k, tile, by_board_flip(t->b, k));
        wide = by_face_line_width(touch, by_across(tile, touch));
        by_face_line(c, column(t, i, t->at[i], wide), t->row[i], t->left[i] ? by_across(tile, touch) : touch,
                     t->left[i] ? touch : by_across(tile, touch), t->b->look, ink);
    } else {
        ink = tile != BY_NO_TILE || k == NONE ? ink : by_board_end_ink(t->b, k);
        by_canvas_print(c, column(t, i, t->at[i], digits + 2), t->row[i], -1, ink,
                        first && t->b->marks->cursor == k ? ">%d<" : "(%d)", number);
    }
    c->tag = 0;
}

/* Writes the number of toes that the foot in progress needs, next to its double or in a corner. */
static void draw_toes(struct tree *t)
{
    const int must = t->b->v->now.of.line.must, height = t->b->canvas.height;
    const struct by_cells corner[] = { { 0, height - 1, 0, height }, { 0, 0, 0, 1 } };
    struct by_cells at;
    char words[120];

    if (!by_board_foot(t->b, words, sizeof words))
        return;
    at.x0 = column(t, must, must == 0 ? -width_of(t, 0) : t->at[must], width_of(t, must));
    at.x1 = at.x0 + width_of(t, must);
    at.y0 = t->row[must];
    at.y1 = at.y0 + 1;
    if (!by_board_label(t->b, at, BY_INK_TURN, words) && !by_board_label(t->b, corner[0], BY_INK_TURN, words))
        by_board_label(t->b, corner[1], BY_INK_TURN, words);
}

bool by_board_feet(struct by_board *b)
{
    struct tree *t = by_sure(calloc(1, sizeof *t));
    bool fine = false;

    b->size = (struct by_face_size){ 0, 1 };
    by_layout_make(b->v, 0, 0, &b->layout);
    t->b = b;
    plant(t);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0] && t->toes <= TOES && !fine; i++)
        fine = fits(t, &forms[i]);
    if (fine) {
        b->tree = true;
        place(t);
        draw_lines(t);
        for (int i = 0; i < t->tiles; i++)
            draw_tile(t, i);
        for (int i = t->tiles; i < t->nodes; i++)
            draw_end(t, i);
        draw_toes(t);
    }
    free(t);
    return fine;
}
