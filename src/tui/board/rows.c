/* SPDX-License-Identifier: MIT */
/* rows.c: draws the table as rows, for screens too small for the picture. Mexican Train has one row per train, with its
 * name, tiles in hand, flag, last tiles and the number it needs. Other games have one row for the line of play, then
 * its branches, each with its open ends. */
#include <stdio.h>
#include <string.h>

#include "marks.h"
#include "rows.h"
#include "util/tell.h"

/* ---- Tiles in a row -------------------------------------------------------------------------- */

static int left_number(const struct by_view *v, const struct by_rows *r, int k)
{
    by_tile t = v->laid[r->at[k]].tile;

    return r->low_left[k] ? by_low(t) : by_high(t);
}

/* b->size is the size of tiles in rows. */
static int tile_width(const struct by_board *b, const struct by_rows *r, int k)
{
    by_tile t = b->v->laid[r->at[k]].tile;

    return b->size.rows > 1 ? 2 * b->size.cols : by_face_line_width(by_high(t), by_low(t));
}

static int draw_tile(struct by_board *b, int x, int y, int first, int second, enum by_ink ink)
{
    if (b->size.rows < 2)
        return by_face_line(&b->canvas, x, y, first, second, b->look, ink);
    by_face_draw(&b->canvas, x, y, b->size, false, first, second, b->look, ink);
    return 2 * b->size.cols;
}

/* Draws the last tiles of a row, with "+2" for those that do not fit. Returns the next free column. */
static int draw_chain(struct by_board *b, const struct by_rows *r, int row, int x, int y, int room, enum by_ink ink)
{
    const int begin = r->row[row].begin, end = begin + r->row[row].n;
    int from = end, used = 0;

    while (from > begin && used + tile_width(b, r, from - 1) <= room - (from - 1 > begin ? 4 : 0))
        used += tile_width(b, r, --from);
    if (from > begin)
        x += by_canvas_print(&b->canvas, x, y, -1, BY_INK_FELT, "+%d ", from - begin);
    for (int k = from; k < end; k++) {
        int left = left_number(b->v, r, k), right = by_across(b->v->laid[r->at[k]].tile, left);

        x += draw_tile(b, x, y, left, right, r->at[k] == b->marks->last ? BY_INK_TILE_LAST : ink);
    }
    return x;
}

static bool is_wanted(const struct by_board *b, int k)
{
    return b->marks->chosen == BY_NO_TILE ? b->marks->play[k] != 0 : b->marks->play[k] >= 2;
}

enum by_ink by_board_end_ink(const struct by_board *b, int k)
{
    return b->marks->cursor == k ? BY_INK_TILE_CHOSEN : is_wanted(b, k) ? BY_INK_TURN : BY_INK_FELT;
}

by_tile by_board_ghost(const struct by_board *b, int k, enum by_ink *ink)
{
    const struct by_marks *m = b->marks;
    bool hint = m->chosen == BY_NO_TILE && by_board_opening(&b->layout, m->hint) == k;

    *ink = hint ? BY_INK_HINT : m->cursor == k ? BY_INK_TILE_CHOSEN : BY_INK_GHOST;
    if (hint)
        return by_move_tile(m->hint);
    return m->play[k] < 2 ? BY_NO_TILE : m->chosen;
}

bool by_board_flip(const struct by_board *b, int k)
{
    const struct by_marks *m = b->marks;
    bool hint = m->chosen == BY_NO_TILE && by_board_opening(&b->layout, m->hint) == k;

    return hint ? by_move_flip(m->hint) : m->flip;
}

/* Draws the chosen or hinted tile, if any, as it would be laid at opening k. Returns the next free column. */
static int draw_ghost(struct by_board *b, int k, int x, int y, bool leftwards)
{
    enum by_ink ink;
    by_tile t = by_board_ghost(b, k, &ink);
    int number, other;

    if (t == BY_NO_TILE)
        return x;
    number = by_board_touch(b, k, t, by_board_flip(b, k));
    other = by_across(t, number);
    return x + draw_tile(b, x, y, leftwards ? other : number, leftwards ? number : other, ink);
}

/* Draws an open end: the ghost or the wanted number, and the label. Returns the next free column. */
static int draw_end(struct by_board *b, int k, int x, int y, bool leftwards)
{
    const struct by_marks *m = b->marks;
    int after;

    b->canvas.tag = (uint16_t)(BY_TAG_PLACE + k);
    after = draw_ghost(b, k, x, y, leftwards);
    if (after == x)
        after += by_canvas_print(&b->canvas, x, y, -1, by_board_end_ink(b, k), m->cursor == k ? ">%d<" : "(%d)",
                                 b->layout.opening[k].number);
    if (m->label[k] != NULL && (m->cursor == k || is_wanted(b, k)))
        after += 1
            + by_canvas_print(&b->canvas, after + 1, y, -1, m->play[k] == 3 ? BY_INK_TURN : BY_INK_TEXT, " %s ",
                              m->label[k]);
    b->canvas.tag = 0;
    return after;
}

/* ---- Trains ---------------------------------------------------------------------------------- */

const char *by_board_name(const struct by_board *b, int train)
{
    return train == BY_MEXICAN ? by_tell("tui.board.mexican") : b->names[train];
}

enum by_ink by_board_name_ink(const struct by_board *b, int train)
{
    return b->v->now.phase == BY_PLAYING && b->v->now.turn == train ? BY_INK_TURN : BY_INK_NAME;
}

static const char *const flags[] = { "tui.board.double", "tui.board.open.waits", "tui.board.open", "tui.board.waits" };
enum { DOUBLE, OPEN_WAITS, OPEN, WAITS, FLAGS };

enum by_ink by_board_train(const struct by_board *b, int train, char *count, size_t size, const char **flag)
{
    const struct by_view *v = b->v;
    struct by_text t = by_tell_on(count, size);
    bool own_double = (v->now.of.trains.doubles >> train & 1) != 0;
    bool waits = v->now.of.trains.doubles != 0 && !own_double;
    bool marker = train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) != 0;

    if (train == BY_MEXICAN)
        by_tell_put(&t, "tui.board.all", NULL);
    else
        by_put_words(&t, BY_SAY_COUNT_TILES, BY_PARTS(BY_NUMBER(v->count[train])));
    *flag = "";
    if (own_double)
        *flag = by_tell(flags[DOUBLE]);
    else if (marker || waits)
        *flag = by_tell(flags[marker && waits ? OPEN_WAITS : marker ? OPEN : WAITS]);
    return waits ? BY_INK_TEXT : BY_INK_TURN;
}

/* Returns the opening of a train, or -1 if there is no engine yet. */
static int opening_of(const struct by_layout *l, int train)
{
    for (int k = 0; k < l->openings; k++)
        if (l->opening[k].train == train)
            return k;
    return -1;
}

/* The columns for names, tiles in hand ("8 tiles") and flags. The tiles follow. */
enum { NAMES = 14 };

static int counts_width(void)
{
    char words[80];
    struct by_text t = by_tell_on(words, sizeof words);
    int all = by_canvas_width(by_tell("tui.board.all")), many;

    by_put_words(&t, BY_SAY_COUNT_TILES, BY_PARTS(BY_NUMBER(10)));
    many = by_canvas_width(words);
    return 1 + (many > all ? many : all);
}

static int flags_width(void)
{
    int widest = 0;

    for (int i = 0; i < FLAGS; i++) {
        int wide = by_canvas_width(by_tell(flags[i]));

        widest = wide > widest ? wide : widest;
    }
    return widest + 2;
}

/* Chooses the size of tiles for rows of this width: dots if all trains fit completely, frames if the last six tiles of
 * each fit. */
static struct by_face_size row_size(const struct by_board *b, const struct by_rows *r, int step)
{
    const struct by_face_size dots = { 7, 4 }, framed = { 5, 2 };
    int room = b->canvas.width - 16 - NAMES - counts_width() - flags_width(), most = 0;

    for (int k = 0; k < r->rows; k++)
        most = r->row[k].n > most ? r->row[k].n : most;
    if (step > dots.rows && (most + 1) * 2 * dots.cols <= room)
        return dots;
    return step > framed.rows && 6 * 2 * framed.cols <= room ? framed : (struct by_face_size){ 0, 1 };
}

/* Draws a row: name, tiles in hand, flag | the last tiles | the wanted number. */
static void draw_train(struct by_board *b, const struct by_rows *r, int row, int y)
{
    const int width = b->canvas.width - 1, counts = counts_width();
    int train = r->row[row].train, k = opening_of(&b->layout, train), x = 2, end = width - 5;
    const char *flag;
    char count[80];
    bool narrow = width < 60; /* shows only names and tiles */
    enum by_ink ink = by_board_train(b, train, count, sizeof count, &flag);
    bool waits = b->v->now.of.trains.doubles != 0 && (b->v->now.of.trains.doubles >> train & 1) == 0;

    if (k >= 0)
        b->canvas.tag = (uint16_t)(BY_TAG_PLACE + k);
    by_canvas_fill(&b->canvas, 0, y, width, b->size.rows, ' ', BY_INK_FELT); /* makes the whole row clickable */
    if (k >= 0 && is_wanted(b, k))
        by_canvas_sign(&b->canvas, 0, y, 0x25b6, b->marks->cursor == k ? BY_INK_TILE_CHOSEN : BY_INK_TURN);
    by_canvas_put(&b->canvas, x, y, NAMES - 1, by_board_name_ink(b, train), by_board_name(b, train));
    x += NAMES;
    if (!narrow)
        by_canvas_put(&b->canvas, x, y, counts - 1, BY_INK_FELT, count);
    if (!narrow && flag[0] != '\0')
        by_canvas_print(&b->canvas, x + counts, y, -1, ink, " %s ", flag);
    x += narrow ? 0 : counts + flags_width();
    if (k >= 0 && b->marks->label[k] != NULL && is_wanted(b, k) && !narrow) {
        end -= by_canvas_width(b->marks->label[k]) + 1;
        by_canvas_put(&b->canvas, end + 1, y, -1, b->marks->play[k] == 3 ? BY_INK_TURN : BY_INK_TEXT,
                      b->marks->label[k]);
    }
    end -= b->size.rows > 1 ? 2 * b->size.cols + 1 : 8; /* leaves space for the ghost */
    x = draw_chain(b, r, row, x, y, end - x, waits ? BY_INK_TILE_DIM : BY_INK_TILE);
    if (k >= 0) {
        draw_ghost(b, k, x, y, false);
        by_face_disc(&b->canvas, width - 3, y, b->layout.opening[k].number, by_board_end_ink(b, k));
    }
    b->canvas.tag = 0;
}

void by_board_trains(struct by_board *b)
{
    struct by_rows rows;
    int height = b->canvas.height, first = 0, step, from, want = -1;

    by_layout_make(b->v, 0, 0, &b->layout);
    by_rows_make(b->v, &rows);
    if (height > rows.rows) {
        first = 1;
        if (b->v->centre == BY_NO_TILE) {
            b->canvas.tag = BY_TAG_PLACE;
            by_canvas_put(&b->canvas, 2, 0, -1, BY_INK_GHOST, by_tell("tui.board.waiting"));
            b->canvas.tag = 0;
        } else {
            int n = by_canvas_put(&b->canvas, 2, 0, -1, BY_INK_FELT, by_tell("tui.board.engine"));

            by_face_line(&b->canvas, 2 + n, 0, by_high(b->v->centre), by_high(b->v->centre), b->look, BY_INK_TILE);
        }
    }
    step = (height - first) / rows.rows;
    step = step < 1 ? 1 : step > 5 ? 5 : step;
    b->size = row_size(b, &rows, step);
    step = step > b->size.rows + 1 ? b->size.rows + 1 : step;
    for (int k = 0; k < rows.rows; k++)
        if (b->marks->cursor >= 0 && opening_of(&b->layout, rows.row[k].train) == b->marks->cursor)
            want = k;
    from = by_board_scroll(b, rows.rows * step, height - first, want < 0 ? -1 : want * step);
    for (int k = 0; k < rows.rows; k++)
        if (k * step >= from && k * step - from < height - first)
            draw_train(b, &rows, k, first + k * step - from);
    by_board_more(b, rows.rows * step, height - first, from);
}

/* ---- Lines and feet -------------------------------------------------------------------------- */

/* A line of the board: a row of tiles, or the open sides of a double inside one. */
struct line {
    int16_t row, on;
};

enum { LINES = BY_LAYOUT_ARMS + BY_NUMBERS };

/* Returns the end of its row at which a tile with open places is: -1 for left, 1 for right, 0 for neither. */
static int side_of(const struct by_board *b, const struct by_rows *r, int row, const struct by_opening *o)
{
    const int begin = r->row[row].begin, end = begin + r->row[row].n;
    bool both = row == 0 && by_families[b->v->family]->line;

    if (both && r->at[begin] == o->laid && (r->row[row].n > 1 || left_number(b->v, r, begin) == o->number))
        return -1;
    return r->at[end - 1] == o->laid ? 1 : 0;
}

static bool row_has(const struct by_rows *r, int row, int at)
{
    for (int k = r->row[row].begin; k < r->row[row].begin + r->row[row].n; k++)
        if (r->at[k] == at)
            return true;
    return false;
}

/* Lists the lines in order, and sets *want to the one with the opening under the cursor. */
static int list_lines(const struct by_board *b, const struct by_rows *r, struct line out[LINES], int *want)
{
    int n = 0;

    *want = -1;
    for (int row = 0; row < r->rows; row++) {
        out[n++] = (struct line){ (int16_t)row, -1 };
        for (int k = 0; k < b->layout.openings; k++) {
            const struct by_opening *o = &b->layout.opening[k];

            if (!row_has(r, row, o->laid))
                continue;
            if (side_of(b, r, row, o) == 0 && out[n - 1].on != o->laid && n < LINES)
                out[n++] = (struct line){ (int16_t)row, o->laid };
            if (k == b->marks->cursor)
                *want = n - 1;
        }
    }
    return n;
}

/* Writes "from 8-8" before a branch that starts at a tile in another row. */
static int draw_from(struct by_board *b, int on, int depth, int y, const char *id)
{
    int x = 1 + 2 * (depth < 6 ? depth : 6);
    char words[80];
    struct by_text t = by_tell_on(words, sizeof words);

    if (on >= b->v->now.laid)
        return x;
    by_tell_put(&t, id, BY_PARTS(BY_THE_TILE(b->v->laid[on].tile)));
    return x + by_canvas_put(&b->canvas, x, y, -1, BY_INK_FELT, words);
}

/* Writes the number of toes that a foot still needs, after its double. */
static void draw_toes(struct by_board *b, int on, int x, int y)
{
    char words[120];

    if (by_families[b->v->family]->toes && on == b->v->now.of.line.must && by_board_foot(b, words, sizeof words))
        by_canvas_print(&b->canvas, x + 1, y, -1, BY_INK_TURN, " %s ", words);
}

/* Draws the open sides of a double inside its row. */
static void draw_sides(struct by_board *b, const struct by_rows *r, const struct line *at, int y)
{
    int x = draw_from(b, at->on, r->row[at->row].depth + 1, y, "tui.board.on");

    for (int k = 0; k < b->layout.openings; k++)
        if (b->layout.opening[k].laid == at->on && side_of(b, r, at->row, &b->layout.opening[k]) == 0)
            x = 1 + draw_end(b, k, x, y, false);
    draw_toes(b, at->on, x, y);
}

static void draw_line(struct by_board *b, const struct by_rows *r, const struct line *at, int y)
{
    const struct by_row *row = &r->row[at->row];
    const int width = b->canvas.width - 1;
    int x, right = 1, left = 0;

    if (at->on >= 0) {
        draw_sides(b, r, at, y);
        return;
    }
    x = draw_from(b, row->on, row->depth, y, "tui.board.from");
    for (int k = 0; k < b->layout.openings; k++) {
        const struct by_opening *o = &b->layout.opening[k];
        int side = row_has(r, at->row, o->laid) ? side_of(b, r, at->row, o) : 0;

        if (side < 0 && left++ == 0)
            x = draw_end(b, k, x, y, true);
        else if (side != 0)
            right += 8 + (b->marks->label[k] != NULL ? by_canvas_width(b->marks->label[k]) + 3 : 0);
    }
    x = draw_chain(b, r, at->row, x, y, width - x - right, BY_INK_TILE);
    left = 0;
    for (int k = 0; k < b->layout.openings; k++) {
        const struct by_opening *o = &b->layout.opening[k];
        int side = row_has(r, at->row, o->laid) ? side_of(b, r, at->row, o) : 0;

        if (side > 0 || (side < 0 && left++ > 0))
            x = 1 + draw_end(b, k, x, y, false);
    }
    draw_toes(b, r->at[row->begin + row->n - 1], x, y);
}

void by_board_rows(struct by_board *b)
{
    struct by_rows rows;
    struct line line[LINES];
    int n, from, want;

    b->size = (struct by_face_size){ 0, 1 };
    by_layout_make(b->v, 0, 0, &b->layout);
    by_rows_make(b->v, &rows);
    if (rows.rows == 0) {
        by_canvas_put(&b->canvas, 2, b->canvas.height / 2, -1, BY_INK_GHOST, by_tell("tui.board.first"));
        return;
    }
    n = list_lines(b, &rows, line, &want);
    from = by_board_scroll(b, n, b->canvas.height, want);
    for (int i = from; i < n && i - from < b->canvas.height; i++)
        draw_line(b, &rows, &line[i], i - from);
    by_board_more(b, n, b->canvas.height, from);
}
