/* SPDX-License-Identifier: MIT */
/* castle.c: draws the row of Castle Rock. An arc with the shared number joins the two outer tiles of a trio; a bracket
 * below marks all three. Both are drawn only for the trio under the cursor; other trios show only the number, above the
 * middle tile. */
#include "castle.h"
#include "tiles.h"
#include "util/tell.h"

/* Rows needed above a line of tiles for the arc, and below it for the bracket and a margin. */
enum { ABOVE = 1, BELOW = 2 };

static const struct by_face_size sizes[] = { { 7, 4 }, { 5, 2 }, { 4, 1 } };
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* The arrangement of lines of tiles on the board. */
struct shelf {
    int per, pitch, left, height;
};

static struct shelf shelf_for(const struct by_board *b, struct by_face_size size)
{
    struct shelf s = { .pitch = size.cols + 1, .height = ABOVE + 2 * size.rows + BELOW };

    s.per = (b->canvas.width - 1) / s.pitch;
    s.left = (b->canvas.width - s.per * s.pitch) / 2; /* independent of the row's length, so that tiles do not move */
    return s;
}

static int lines_of(const struct by_board *b, const struct shelf *s) { return (b->v->now.laid + s->per - 1) / s->per; }

static struct shelf choose_shelf(struct by_board *b)
{
    struct shelf s = { .per = 1 };

    for (int i = 0; i < SIZES; i++) {
        b->size = sizes[i];
        s = shelf_for(b, sizes[i]);
        if (s.per > 0 && lines_of(b, &s) * s.height <= b->canvas.height + BELOW - 1)
            break;
    }
    return s;
}

/* Returns the number that the neighbours of the tile at i share, or -1. */
static int shared(const struct by_view *v, int i)
{
    return i < 1 || i + 1 >= v->now.laid ? -1 : by_shared(v->row[i - 1], v->row[i + 1]);
}

static bool is_hint(const struct by_board *b, int i)
{
    int kind = by_move_kind(b->marks->hint);

    return (kind == BY_TAKE || kind == BY_TAKE3) && by_move_tile(b->marks->hint) == b->v->row[i];
}

static enum by_ink tile_ink(const struct by_board *b, int i)
{
    const struct by_marks *m = b->marks;

    if (is_hint(b, i))
        return BY_INK_HINT;
    if (m->cursor == i || (m->three && m->cursor >= 0 && (m->cursor == i - 1 || m->cursor == i + 1)))
        return BY_INK_TILE_CHOSEN;
    if (m->last == i)
        return BY_INK_TILE_LAST;
    return m->play[i] != 0 ? BY_INK_TILE_PLAY : BY_INK_TILE;
}

/* Returns the column of the middle of a tile. */
static int middle_of(const struct by_board *b, const struct shelf *s, int i)
{
    return s->left + i % s->per * s->pitch + (b->size.cols - 1) / 2;
}

/* Draws a mark spanning the tile at i and those of its neighbours that are on the same line. */
static void draw_arch(struct by_board *b, const struct shelf *s, int i, int y, bool above, enum by_ink ink)
{
    bool left = i % s->per > 0, right = i % s->per + 1 < s->per;
    int from = middle_of(b, s, i) - (left ? s->pitch : 0), to = middle_of(b, s, i) + (right ? s->pitch : 0);

    by_canvas_fill(&b->canvas, from, y, to - from + 1, 1, 0x2500, ink);
    if (left)
        by_canvas_sign(&b->canvas, from, y, above ? 0x250c : 0x2514, ink);
    if (right)
        by_canvas_sign(&b->canvas, to, y, above ? 0x2510 : 0x2518, ink);
}

static void draw_place(struct by_board *b, const struct shelf *s, int i, int y)
{
    const struct by_marks *m = b->marks;
    int x = middle_of(b, s, i);
    struct by_cells at = { x - 3, y + 1, x + 4, y + 1 + 2 * b->size.rows };

    b->canvas.tag = (uint16_t)(BY_TAG_PLACE + i);
    if (m->cursor == i)
        draw_arch(b, s, i, y, true, BY_INK_GHOST);
    if (m->cursor == i && m->play[i] == 2)
        draw_arch(b, s, i, at.y1, false, m->three ? BY_INK_TURN : BY_INK_GHOST);
    if (shared(b->v, i) >= 0)
        by_face_disc(&b->canvas, x, y, shared(b->v, i), m->cursor == i ? BY_INK_TURN : BY_INK_GHOST);
    b->canvas.tag = 0;
    at.x0 = x - s->pitch;
    at.x1 = x + s->pitch;
    if (is_hint(b, i))
        by_board_label(b, at, BY_INK_HINT,
                       by_tell(by_move_kind(m->hint) == BY_TAKE3 ? "tui.board.hint.three" : "tui.board.hint"));
    else if (m->label[i] != NULL && m->cursor == i)
        by_board_label(b, at, BY_INK_TURN, m->label[i]);
}

static void draw_tiles(struct by_board *b, const struct shelf *s, int from)
{
    for (int i = 0; i < b->v->now.laid; i++) {
        int y = i / s->per * s->height + ABOVE - from;

        if (b->marks->play[i] != 0)
            b->canvas.tag = (uint16_t)(BY_TAG_PLACE + i);
        by_face_draw(&b->canvas, s->left + i % s->per * s->pitch, y, b->size, true, by_high(b->v->row[i]),
                     by_low(b->v->row[i]), b->look, tile_ink(b, i));
        b->canvas.tag = 0;
    }
}

void by_board_castle(struct by_board *b)
{
    struct shelf s = choose_shelf(b);
    int n = b->v->now.laid, cursor = b->marks->cursor < n ? b->marks->cursor : -1, lines, from, top = 0;

    if (n == 0) {
        const char *words = by_tell("tui.row.empty");

        by_canvas_put(&b->canvas, (b->canvas.width - by_canvas_width(words)) / 2, b->canvas.height / 2, -1, BY_INK_FELT,
                      words);
        return;
    }
    lines = lines_of(b, &s);
    from =
        by_board_scroll(b, lines * s.height - BELOW + 1, b->canvas.height, cursor < 0 ? -1 : cursor / s.per * s.height);
    if (from == 0 && lines * s.height < b->canvas.height)
        top = (b->canvas.height - lines * s.height) / 2;
    draw_tiles(b, &s, from - top);
    for (int i = 0; i < n; i++)
        if (b->marks->play[i] != 0 && i != cursor)
            draw_place(b, &s, i, i / s.per * s.height - from + top);
    if (cursor >= 0 && b->marks->play[cursor] != 0)
        draw_place(b, &s, cursor, cursor / s.per * s.height - from + top);
    by_board_more(b, lines * s.height - BELOW + 1, b->canvas.height, from);
}
