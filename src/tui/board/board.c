/* SPDX-License-Identifier: MIT */
/* board.c: draws the table, choosing the tile size, the position and the form.
 *
 * As long as all tiles fit, the layout's 0, 0 is drawn in the middle of the board, so that existing tiles do not move
 * when one is added. Otherwise, the picture is shifted and then keeps its new position. */
#include "tiles.h"
#include "board.h"

#include <string.h>

#include "marks.h"
#include "tui/family.h"

/* The sizes of a half, largest first: one with dots, one with framed numerals, and two that take one row. The last size
 * is for one-digit numbers only. */
static const struct by_face_size sizes[] = { { 7, 4 }, { 5, 2 }, { 4, 1 }, { 3, 1 } };
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static void widen(struct by_cells *r, struct by_cells at)
{
    r->x0 = least(r->x0, at.x0);
    r->y0 = least(r->y0, at.y0);
    r->x1 = most(r->x1, at.x1);
    r->y1 = most(r->y1, at.y1);
}

/* Returns the extent of the picture in cells from 0, 0: the layout's extent, enlarged for the rounding of tiles. */
static struct by_cells reach_of(struct by_board *b)
{
    const struct by_layout *l = &b->layout;
    struct by_cells r = { (l->left * b->size.cols - BY_HALF + 1) / BY_HALF,
                          (l->top * b->size.rows - BY_HALF + 1) / BY_HALF,
                          (l->right * b->size.cols + BY_HALF - 1) / BY_HALF,
                          (l->bottom * b->size.rows + BY_HALF - 1) / BY_HALF };

    b->left = b->top = 0;
    for (int i = 0; i < l->tiles; i++)
        widen(&r, by_cells_of(b, &l->at[i]));
    for (int i = 0; i < l->openings; i++) {
        widen(&r, by_cells_of(b, &l->opening[i].single));
        widen(&r, by_cells_of(b, &l->opening[i].twin));
    }
    return r;
}

/* Returns a position for 0, 0 that puts [from, to) between 0 and size: in the middle if possible, otherwise with equal
 * margins, so that the picture need not move again for a while. */
static int stand(int from, int to, int size)
{
    int at = size / 2;

    return at + from >= 0 && at + to <= size ? at : (size - from - to) / 2;
}

/* Returns whether the previous picture had the same space and size, and this one fits in the same position. */
static bool was_fits(const struct by_board *b, const struct by_cells *r)
{
    const int16_t *was = b->marks->was;
    const int width = b->canvas.width, height = b->canvas.height;

    return was[0] == width && was[1] == height && was[2] == b->size.cols && was[3] == b->size.rows
        && was[4] + r->x0 >= 0 && was[4] + r->x1 <= width && was[5] + r->y0 >= 0 && was[5] + r->y1 <= height;
}

static void keep_was(const struct by_board *b)
{
    int16_t was[6] = { (int16_t)b->canvas.width, (int16_t)b->canvas.height, (int16_t)b->size.cols,
                       (int16_t)b->size.rows,    (int16_t)b->left,          (int16_t)b->top };

    memcpy(b->marks->was, was, sizeof was);
}

static bool try_size(struct by_board *b, struct by_face_size size)
{
    const int width = b->canvas.width, height = b->canvas.height;
    struct by_cells r;

    b->size = size;
    by_layout_make(b->v, width * BY_HALF / size.cols, height * BY_HALF / size.rows, &b->layout);
    r = reach_of(b);
    if (was_fits(b, &r)) {
        b->left = b->marks->was[4];
        b->top = b->marks->was[5];
    } else {
        b->left = stand(r.x0, r.x1, width);
        b->top = stand(r.y0, r.y1, height);
    }
    return r.x1 - r.x0 <= width && r.y1 - r.y0 <= height && !by_cells_clash(b);
}

/* Returns whether 0, 0 is in the middle. */
static bool is_central(const struct by_board *b)
{
    return b->left == b->canvas.width / 2 && b->top == b->canvas.height / 2;
}

/* Chooses the largest size that fits.  Trains drawn with one row per half leave no space for words, so the form with
 * rows is better.  A picture that barely fits would shift often, so a smaller one that remains centred is better.
 * Feet, however, grow to one side, so they may shift at the smaller sizes. */
static bool choose_size(struct by_board *b)
{
    const int cells = b->canvas.width * b->canvas.height;

    for (int i = 0; i < SIZES; i++) {
        if (sizes[i].cols == 3 && b->v->rules.opt[BY_SET] > 9)
            break;
        if (by_families[b->v->family]->trains && sizes[i].rows == 1)
            break;
        /* Slanting tiles with one row per half are hard to read, and larger ones fit on a low board for only a few
         * moves. */
        if (by_families[b->v->family]->toes && b->v->now.laid > 0 && (sizes[i].rows == 1 || b->canvas.height < 24))
            break;
        /* Feet need about four times the space of their tiles. Searching for a smaller layout is slow and hardly ever
         * succeeds. */
        if (by_families[b->v->family]->toes && 4 * 2 * sizes[i].cols * sizes[i].rows * b->v->now.laid > cells)
            continue;
        if (!try_size(b, sizes[i]) || (sizes[i].rows > (by_families[b->v->family]->line ? 1 : 2) && !is_central(b)))
            continue;
        keep_was(b);
        return true;
    }
    return false;
}

/* ---- Scrolling ------------------------------------------------------------------------------- */

/* Returns `scroll`, limited so that the view stays within [from, to). If the whole range fits, returns its middle. */
static int keep(int scroll, int from, int to, int size)
{
    if (to - from <= size)
        return (from + to) / 2;
    return most(from + size / 2, least(scroll, to - (size - size / 2)));
}

/* Scrolls as little as possible to show [from, to). */
static int follow(int scroll, int from, int to, int size)
{
    if (from < scroll - size / 2)
        return from + size / 2;
    if (to > scroll + (size - size / 2))
        return to - (size - size / 2);
    return scroll;
}

static void follow_spot(struct by_board *b, const struct by_spot *s)
{
    struct by_cells at;

    b->left = b->top = 0;
    at = by_cells_of(b, s);
    b->marks->scroll_x = follow(b->marks->scroll_x, at.x0 - 1, at.x1 + 1, b->canvas.width - 2);
    b->marks->scroll_y = follow(b->marks->scroll_y, at.y0, at.y1, b->canvas.height);
}

void by_board_scrolling(struct by_board *b)
{
    struct by_marks *m = b->marks;
    int width = b->canvas.width - 2, height = b->canvas.height;
    struct by_cells r;

    try_size(b, b->v->rules.opt[BY_SET] > 9 ? sizes[SIZES - 2] : sizes[SIZES - 1]);
    r = reach_of(b);
    if (m->last >= 0 && m->last < b->layout.tiles && m->seen != m->last) {
        m->seen = m->last;
        follow_spot(b, &b->layout.at[m->last]);
    }
    if (m->cursor >= 0 && m->cursor < b->layout.openings)
        follow_spot(b, &b->layout.opening[m->cursor].single);
    m->scroll_x = keep(m->scroll_x, r.x0, r.x1, width);
    m->scroll_y = keep(m->scroll_y, r.y0, r.y1, height);
    b->left = 1 + width / 2 - m->scroll_x;
    b->top = height / 2 - m->scroll_y;
    by_board_picture(b);
    width = b->canvas.width;
    by_canvas_fill(&b->canvas, 0, 0, 1, height, ' ', BY_INK_FELT);
    by_canvas_fill(&b->canvas, width - 1, 0, 1, height, ' ', BY_INK_FELT);
    if (b->left + r.x0 < 1)
        by_canvas_sign(&b->canvas, 0, height / 2, 0x25c0, BY_INK_KEY);
    if (b->left + r.x1 > width - 1)
        by_canvas_sign(&b->canvas, width - 1, height / 2, 0x25b6, BY_INK_KEY);
    if (b->top + r.y0 < 0)
        by_canvas_sign(&b->canvas, width - 1, 0, 0x25b2, BY_INK_KEY);
    if (b->top + r.y1 > height)
        by_canvas_sign(&b->canvas, width - 1, height - 1, 0x25bc, BY_INK_KEY);
}

int by_board_scroll(struct by_board *b, int rows, int height, int want)
{
    struct by_marks *m = b->marks;

    if (rows <= height) {
        m->scroll_y = 0;
        return 0;
    }
    if (want >= 0)
        m->scroll_y = follow(m->scroll_y, want - height / 2, want + 1 - height / 2, height);
    m->scroll_y = most(0, least(m->scroll_y, rows - height));
    return m->scroll_y;
}

void by_board_more(struct by_board *b, int rows, int height, int from)
{
    if (from > 0)
        by_canvas_sign(&b->canvas, b->canvas.width - 1, 0, 0x25b2, BY_INK_KEY);
    if (from + height < rows)
        by_canvas_sign(&b->canvas, b->canvas.width - 1, b->canvas.height - 1, 0x25bc, BY_INK_KEY);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void paste(struct by_canvas *to, int x, int y, const struct by_canvas *from)
{
    for (int j = 0; j < from->height; j++)
        for (int i = 0; i < from->width; i++) {
            const struct by_cell *cell = &from->cell[(size_t)j * (size_t)from->width + (size_t)i];

            if (cell->sign == 0)
                continue; /* copied along with its left half */
            to->tag = cell->tag;
            by_canvas_sign(to, x + i, y + j, cell->sign, (enum by_ink)cell->ink);
        }
    to->tag = 0;
}

bool by_board_large(struct by_board *b)
{
    if (b->marks->rows || !choose_size(b))
        return false;
    by_board_picture(b);
    return true;
}

void by_board_compose(struct by_board *b, int width, int height, bool ascii)
{
    by_canvas_init(&b->canvas, width, height, ascii);
    by_canvas_fill(&b->canvas, 0, 0, width, height, ' ', BY_INK_FELT);
    by_tui_families[b->v->family]->draw(b);
}

void by_board_draw(struct by_canvas *c, int x, int y, int width, int height, const struct by_view *v,
                   const char *const names[], const struct by_look *look, struct by_marks *marks)
{
    struct by_board b = { .v = v, .names = names, .look = look, .marks = marks };

    if (width < 8 || height < 1)
        return;
    by_board_compose(&b, width, height, c->ascii);
    paste(c, x, y, &b.canvas);
    by_canvas_clear(&b.canvas);
}
