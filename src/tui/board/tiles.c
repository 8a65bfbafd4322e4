/* SPDX-License-Identifier: MIT */
/* tiles.c: converts tiles, ghosts and wanted numbers from the layout's units to cells.
 *
 * The middle of a half is rounded to a cell, and the half occupies a block of fixed size around that cell.  Even after
 * rounding, halves are at least a block apart, so straight halves never share a cell.  A slanting tile takes the free
 * cells inside its outline and those of its two numbers; by_cells_clash checks that the numbers overlap nothing. */
#include <string.h>

#include "tiles.h"

/* Converts units to cells, rounding down or, with `half`, to the nearest. */
static int cell_of(int32_t units, int cells, bool half)
{
    int32_t n = 2 * units * cells + (half ? BY_HALF : 0), by = 2 * BY_HALF;

    return (int)(n >= 0 ? n / by : -((by - 1 - n) / by));
}

static bool slants(const struct by_spot *s) { return (s->turn & 1) != 0; }

struct by_cells by_cells_half(const struct by_board *b, const struct by_spot *s, int half)
{
    const int cols = b->size.cols, rows = b->size.rows;
    int number = half == 0 ? s->first : s->second, x0, y0;
    int32_t x, y;

    by_spot_half(s, half, &x, &y);
    if (slants(s)) {
        x0 = b->left + cell_of(x, cols, (cols & 1) != 0) - (number > 9);
        y0 = b->top + cell_of(y, rows, (rows & 1) != 0);
        return (struct by_cells){ x0, y0, x0 + 1 + (number > 9), y0 + 1 };
    }
    x0 = b->left + cell_of(x, cols, true) - cols / 2;
    y0 = b->top + cell_of(y, rows, true) - rows / 2;
    return (struct by_cells){ x0, y0, x0 + cols, y0 + rows };
}

struct by_cells by_cells_of(const struct by_board *b, const struct by_spot *s)
{
    struct by_cells a = by_cells_half(b, s, 0), o = by_cells_half(b, s, 1);

    return (struct by_cells){ a.x0 < o.x0 ? a.x0 : o.x0, a.y0 < o.y0 ? a.y0 : o.y0, a.x1 > o.x1 ? a.x1 : o.x1,
                              a.y1 > o.y1 ? a.y1 : o.y1 };
}

static bool meet(struct by_cells a, struct by_cells b)
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

bool by_cells_clash(const struct by_board *b)
{
    const struct by_layout *l = &b->layout;

    for (int i = 0; i < l->tiles; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < 4 && (slants(&l->at[i]) || slants(&l->at[j])); k++)
                if ((i != j || (k & 1) != k >> 1)
                    && meet(by_cells_half(b, &l->at[i], k & 1), by_cells_half(b, &l->at[j], k >> 1)))
                    return true;
    return false;
}

static bool inside(const struct by_board *b, int x, int y)
{
    return x >= 0 && y >= 0 && x < b->canvas.width && y < b->canvas.height;
}

/* Returns whether a cell shows the felt and no text. Rails may be drawn over. */
static bool free_at(const struct by_board *b, int x, int y)
{
    const struct by_cell *cell;

    if (!inside(b, x, y))
        return false;
    cell = &b->canvas.cell[(size_t)y * (size_t)b->canvas.width + (size_t)x];
    return cell->ink == BY_INK_FELT
        && (cell->sign == ' ' || cell->sign == 0x2500 || cell->sign == (b->canvas.ascii ? '-' : 0x2502));
}

bool by_board_free(const struct by_board *b, struct by_cells at)
{
    for (int y = at.y0; y < at.y1; y++)
        for (int x = at.x0; x < at.x1; x++)
            if (!free_at(b, x, y))
                return false;
    return true;
}

/* ---- Slanting tiles -------------------------------------------------------------------------- */

/* Returns whether the middle of a cell is inside the outline. */
static bool encloses(const struct by_board *b, const struct by_spot *s, int x, int y)
{
    int32_t cx[4], cy[4];
    /* all values are in units times twice the size, so that half cells are integers */
    int32_t px = (2 * (x - b->left) + 1 - (b->size.cols & 1)) * BY_HALF * b->size.rows;
    int32_t py = (2 * (y - b->top) + 1 - (b->size.rows & 1)) * BY_HALF * b->size.cols;
    int32_t scale = 2 * b->size.cols * b->size.rows;

    by_spot_corners(s, cx, cy);
    for (int i = 0; i < 4; i++) {
        int k = (i + 1) & 3;
        int64_t ex = cx[k] - cx[i], ey = cy[k] - cy[i];

        if (ex * (py - (int64_t)cy[i] * scale) - ey * (px - (int64_t)cx[i] * scale) < 0)
            return false;
    }
    return true;
}

/* Returns the character at the left or right end of a slanting tile's row: the outline runs to the outermost corner and
 * back. */
static uint32_t edge_sign(const struct by_board *b, const struct by_spot *s, int y, bool right)
{
    int32_t cx[4], cy[4];
    int32_t py = (2 * (y - b->top) + 1 - (b->size.rows & 1)) * BY_HALF;
    int corner = 0;

    by_spot_corners(s, cx, cy);
    for (int i = 1; i < 4; i++)
        if (right ? cx[i] > cx[corner] : cx[i] < cx[corner])
            corner = i;
    return (py < 2 * b->size.rows * cy[corner]) != right ? 0x2571 : 0x2572;
}

static void put_free(struct by_board *b, int x, int y, uint32_t sign, enum by_ink ink)
{
    if (free_at(b, x, y))
        by_canvas_sign(&b->canvas, x, y, sign, ink);
}

/* Draws a row of a slanting tile on free cells; its numbers always have background next to them. */
static void slant_row(struct by_board *b, const struct by_spot *s, int y, struct by_cells box, enum by_ink ink)
{
    int from = box.x1, to = box.x0;

    for (int x = box.x0; x < box.x1; x++) {
        bool near = false;

        for (int half = 0; half < 2; half++) {
            struct by_cells n = by_cells_half(b, s, half);

            near = near || (y == n.y0 && x >= n.x0 - 1 && x <= n.x1);
        }
        if ((!near && !encloses(b, s, x, y)) || !free_at(b, x, y))
            continue;
        from = x < from ? x : from;
        to = x > to ? x : to;
    }
    if (from >= to)
        return; /* the row contains only the tip of a corner */
    for (int x = from; x <= to; x++)
        put_free(b, x, y, x == from ? edge_sign(b, s, y, false) : x == to ? edge_sign(b, s, y, true) : ' ', ink);
}

/* Draws two boxes with a slash between them if an outline does not fit: "[9\" and below it "\4]". */
static void slant_boxes(struct by_board *b, const struct by_spot *s, enum by_ink ink)
{
    struct by_cells n[2] = { by_cells_half(b, s, 0), by_cells_half(b, s, 1) };
    int left = n[0].x0 > n[1].x0; /* index of the left half */
    uint32_t slash = (s->turn & 3) == 1 ? 0x2572 : 0x2571, open, close;
    int down = n[1 - left].y0 > n[left].y0 ? 1 : -1;

    by_face_sides(b->canvas.ascii, ink, &open, &close);
    put_free(b, n[left].x0 - 1, n[left].y0, open, ink);
    put_free(b, n[left].x1, n[left].y0, slash, ink);
    put_free(b, n[1 - left].x0 - 1, n[1 - left].y0, slash, ink);
    put_free(b, n[1 - left].x1, n[1 - left].y0, close, ink);
    for (int y = n[left].y0 + down; n[left].y0 != n[1 - left].y0 && y != n[1 - left].y0; y += down)
        for (int x = n[left].x1; x < n[1 - left].x0; x++)
            put_free(b, x, y, x == (n[left].x1 + n[1 - left].x0 - 1) / 2 ? slash : ' ', ink);
}

static void draw_slanting(struct by_board *b, const struct by_spot *s, enum by_ink ink)
{
    struct by_cells at = by_cells_of(b, s);
    const struct by_cells box = { at.x0 - b->size.cols, at.y0 - b->size.rows, at.x1 + b->size.cols,
                                  at.y1 + b->size.rows };

    for (int y = box.y0; y < box.y1 && b->size.rows > 2; y++)
        slant_row(b, s, y, box, ink);
    if (b->size.rows <= 2)
        slant_boxes(b, s, ink);
    for (int half = 0; half < 2; half++) {
        struct by_cells n = by_cells_half(b, s, half);

        by_face_number(&b->canvas, n.x0, n.y0, half == 0 ? s->first : s->second, b->look, ink);
    }
}

void by_board_tile(struct by_board *b, const struct by_spot *s, enum by_ink ink)
{
    struct by_cells at = by_cells_of(b, s);
    bool back = s->turn == 4 || s->turn == 6; /* whether the second half is the left or upper one */

    if (slants(s))
        draw_slanting(b, s, ink);
    else
        by_face_draw(&b->canvas, at.x0, at.y0, b->size, (s->turn & 2) != 0, back ? s->second : s->first,
                     back ? s->first : s->second, b->look, ink);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

bool by_board_label(struct by_board *b, struct by_cells at, enum by_ink ink, const char *words)
{
    const int n = by_canvas_width(words) + 2, middle = (at.x0 + at.x1 - n) / 2, high = (at.y0 + at.y1 - 1) / 2;
    const int tries[][2] = { { at.x1, high },       { at.x0 - n, high },      { middle, at.y1 },
                             { middle, at.y0 - 1 }, { at.x1, at.y1 },         { at.x0 - n, at.y1 },
                             { at.x1, at.y0 - 1 },  { at.x0 - n, at.y0 - 1 }, { middle, at.y1 + 1 },
                             { middle, at.y0 - 2 }, { at.x1, at.y1 + 1 },     { at.x0 - n, at.y0 - 2 } };

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct by_cells room = { tries[i][0], tries[i][1], tries[i][0] + n, tries[i][1] + 1 };

        if (!by_board_free(b, room))
            continue;
        by_canvas_fill(&b->canvas, room.x0, room.y0, n, 1, ' ', ink);
        by_canvas_put(&b->canvas, room.x0 + 1, room.y0, n - 2, ink, words);
        return true;
    }
    return false;
}
