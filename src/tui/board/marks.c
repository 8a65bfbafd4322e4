/* SPDX-License-Identifier: MIT */
/* marks.c: draws the picture: the tiles, the possible plays, the last tile, and the labels of trains and feet. */
#include <stdio.h>
#include <string.h>

#include "tiles.h"
#include "marks.h"
#include "rows.h"
#include "util/tell.h"

int by_board_opening(const struct by_layout *l, by_move m)
{
    for (int i = 0; i < l->openings && (l->tiles > 0 || by_families[l->family]->trains); i++)
        if (by_opening_takes(l, i, m))
            return i;
    return -1;
}

int by_board_touch(const struct by_board *b, int k, by_tile t, bool flip)
{
    int number = b->layout.opening[k].number;
    bool has = by_high(t) == number || by_low(t) == number;

    if (b->v->rules.opt[BY_BLANKS] == BY_BLANKS_WILD && (k == b->marks->cursor || !has))
        return by_touching(t, flip);
    return number;
}

/* Returns the spot of a tile as it would be laid at an opening. */
static struct by_spot ghost_of(const struct by_board *b, int k, by_tile t, bool flip)
{
    const struct by_opening *o = &b->layout.opening[k];
    struct by_spot s = by_is_double(t) ? o->twin : o->single;

    s.tile = t;
    s.first = (uint8_t)by_board_touch(b, k, t, flip);
    s.second = (uint8_t)by_across(t, s.first);
    return s;
}

/* Returns whether there is space for a tile. A slanting tile covers more cells than its numbers do, but needs only the
 * cells of the numbers. */
static bool room_for(const struct by_board *b, const struct by_spot *s)
{
    if ((s->turn & 1) == 0)
        return by_board_free(b, by_cells_of(b, s));
    return by_board_free(b, by_cells_half(b, s, 0)) && by_board_free(b, by_cells_half(b, s, 1));
}

/* Draws the wanted number in a disc where the touching half would be, or as close as possible. */
static struct by_cells draw_disc(struct by_board *b, const struct by_opening *o, enum by_ink ink)
{
    static const int8_t near[][2] = { { 0, 0 },   { 1, 0 },  { -1, 0 }, { 0, 1 },  { 0, -1 },
                                      { 2, 0 },   { -2, 0 }, { 1, 1 },  { -1, 1 }, { 1, -1 },
                                      { -1, -1 }, { 3, 0 },  { -3, 0 }, { 0, 2 },  { 0, -2 } };
    struct by_cells half = by_cells_half(b, &o->single, 0), at = half;
    int digits = o->number > 9 ? 2 : 1, x = (half.x0 + half.x1 - digits) / 2 - 1, y = (half.y0 + half.y1 - 1) / 2;

    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        at = (struct by_cells){ x + near[i][0], y + near[i][1], x + near[i][0] + digits + 2, y + near[i][1] + 1 };
        if (by_board_free(b, at))
            break;
        at.x1 = at.x0;
    }
    if (at.x1 == at.x0)
        return at;
    if ((o->single.turn & 1) == 0) /* makes the whole half clickable */
        for (int j = half.y0; j < half.y1; j++)
            for (int i = half.x0; i < half.x1; i++)
                if (by_board_free(b, (struct by_cells){ i, j, i + 1, j + 1 }))
                    by_canvas_sign(&b->canvas, i, j, ' ', BY_INK_FELT);
    by_canvas_print(&b->canvas, at.x0, at.y0, -1, ink, ink == BY_INK_TILE_CHOSEN ? ">%d<" : "(%d)", o->number);
    return at;
}

static bool wants(const struct by_board *b, int k)
{
    int play = b->marks->play[k];

    return b->marks->chosen == BY_NO_TILE ? play != 0 : play >= 2;
}

/* Draws one opening, and sets *at to its cells, for the label. */
static void draw_opening(struct by_board *b, int k, struct by_cells *at)
{
    const struct by_opening *o = &b->layout.opening[k];
    const struct by_marks *m = b->marks;
    bool cursor = m->cursor == k;
    struct by_spot s;

    b->canvas.tag = (uint16_t)(BY_TAG_PLACE + k);
    *at = (struct by_cells){ 0, 0, 0, 0 };
    if (m->chosen != BY_NO_TILE) {
        s = ghost_of(b, k, m->chosen, m->flip);
        if (room_for(b, &s)) {
            by_board_tile(b, &s, cursor ? BY_INK_TILE_CHOSEN : BY_INK_GHOST);
            *at = by_cells_of(b, &s);
        }
    }
    if (at->x0 == at->x1)
        *at = draw_disc(b, o, cursor ? BY_INK_TILE_CHOSEN : BY_INK_TURN);
    b->canvas.tag = 0;
}

/* Draws the openings, starting with the one under the cursor, so that it gets the best place. */
static void draw_openings(struct by_board *b)
{
    const struct by_marks *m = b->marks;
    const int n = b->layout.openings, cursor = m->cursor >= 0 && m->cursor < n ? m->cursor : -1;
    struct by_cells at[BY_MAX_TILES + 2];

    memset(at, 0, sizeof at);
    for (int i = cursor >= 0 ? -1 : 0; i < n; i++) {
        int k = i < 0 ? cursor : i;

        if ((i < 0 || i != cursor) && (i < 0 || wants(b, k)))
            draw_opening(b, k, &at[k]);
    }
    for (int i = cursor >= 0 ? -1 : 0; i < n; i++) {
        int k = i < 0 ? cursor : i;

        if (at[k].x1 > at[k].x0 && m->label[k] != NULL && (i < 0 || i != cursor))
            by_board_label(b, at[k], m->play[k] == 3 ? BY_INK_TURN : BY_INK_TEXT, m->label[k]);
    }
}

static void draw_hint(struct by_board *b)
{
    int k = by_board_opening(&b->layout, b->marks->hint);
    struct by_spot s;

    if (k < 0)
        return;
    s = ghost_of(b, k, by_move_tile(b->marks->hint), by_move_flip(b->marks->hint));
    if (!room_for(b, &s))
        return;
    b->canvas.tag = (uint16_t)(BY_TAG_PLACE + k);
    by_board_tile(b, &s, BY_INK_HINT);
    b->canvas.tag = 0;
    by_board_label(b, by_cells_of(b, &s), BY_INK_HINT, by_tell("tui.board.hint"));
}

/* ---- Feet ------------------------------------------------------------------------------------ */

bool by_board_foot(const struct by_board *b, char *out, size_t size)
{
    const struct by_view *v = b->v;
    struct by_text t = by_tell_on(out, size);
    int toes = v->now.of.line.toes;

    if (!by_families[v->family]->toes || v->now.of.line.must >= v->now.laid || toes < 1)
        return false;
    by_tell_put(&t, "tui.board.toes", BY_PARTS(BY_NUMBER(toes)));
    return true;
}

static void draw_foot(struct by_board *b)
{
    const struct by_cells corner = { 0, b->canvas.height - 1, 0, b->canvas.height };
    char words[120];

    if (by_board_foot(b, words, sizeof words)
        && !by_board_label(b, by_cells_of(b, &b->layout.at[b->v->now.of.line.must]), BY_INK_TURN, words))
        by_board_label(b, corner, BY_INK_TURN, words);
}

/* ---- Trains ---------------------------------------------------------------------------------- */

/* Draws a rail on the free cells. */
static void rail(struct by_board *b, int x0, int x1, int y)
{
    for (int x = x0 < x1 ? x0 : x1; x <= (x0 < x1 ? x1 : x0); x++)
        if (by_board_free(b, (struct by_cells){ x, y, x + 1, y + 1 }))
            by_canvas_sign(&b->canvas, x, y, 0x2500, BY_INK_FELT);
}

static int rail_row(const struct by_board *b, const struct by_arm *a)
{
    const struct by_spot s = { .x = a->x, .y = a->y, .turn = 0 };
    struct by_cells at = by_cells_of(b, &s);

    return (at.y0 + at.y1 - 1) / 2;
}

static void draw_train(struct by_board *b, int k)
{
    const struct by_arm *a = &b->layout.arm[k];
    const struct by_spot sign = { .x = a->name_x, .y = a->name_y, .turn = 0 };
    struct by_cells name = by_cells_of(b, &sign);
    bool star = a->name_y != a->y;
    int x = name.x0 + b->size.cols, y = (name.y0 + name.y1 - 1) / 2, n;
    const char *flag;
    char count[80];
    enum by_ink ink = by_board_train(b, a->train, count, sizeof count, &flag);

    if (star)
        rail(b, b->left, a->turn == 4 ? 0 : b->canvas.width - 1, rail_row(b, a));
    n = by_canvas_put(&b->canvas, x, y, star ? -1 : 4 * b->size.cols, by_board_name_ink(b, a->train),
                      by_board_name(b, a->train));
    if (!star) {
        x = name.x0 + b->size.cols;
        y++;
        n = -2;
    }
    n += 2 + by_canvas_put(&b->canvas, x + n + 2, y, -1, BY_INK_FELT, count);
    if (flag[0] != '\0')
        by_canvas_print(&b->canvas, x + n + 2, y, -1, ink, " %s ", flag);
}

/* Writes words in the middle of a frame. */
static void put_inside(struct by_board *b, int x0, int x1, int y, const char *words)
{
    int room = x1 - x0, wide = by_canvas_width(words), spare = wide < room ? (room - wide) / 2 : 0;

    by_canvas_put(&b->canvas, x0 + spare, y, room - spare, BY_INK_GHOST, words);
}

static void draw_hub(struct by_board *b)
{
    struct by_cells at = by_cells_of(b, &b->layout.hub);

    if (b->v->centre != BY_NO_TILE) {
        by_board_tile(b, &b->layout.hub, BY_INK_TILE);
        return;
    }
    b->canvas.tag = BY_TAG_PLACE;
    if (b->marks->chosen != BY_NO_TILE && by_is_double(b->marks->chosen)) {
        struct by_spot s = b->layout.hub;

        s.first = s.second = (uint8_t)by_high(b->marks->chosen);
        by_board_tile(b, &s, b->marks->cursor >= 0 ? BY_INK_TILE_CHOSEN : BY_INK_GHOST);
        b->canvas.tag = 0;
        return;
    }
    by_canvas_fill(&b->canvas, at.x0 - 2, at.y0, at.x1 - at.x0 + 4, at.y1 - at.y0, ' ', BY_INK_GHOST);
    by_canvas_frame(&b->canvas, at.x0 - 2, at.y0, at.x1 - at.x0 + 4, at.y1 - at.y0, BY_INK_GHOST, true);
    put_inside(b, at.x0 - 1, at.x1 + 1, (at.y0 + at.y1 - 1) / 2, by_tell("tui.board.hub"));
    b->canvas.tag = 0;
}

/* Returns the character of the track in a row, given the rails that branch off there and whether the track continues
 * above and below.
 */
static uint32_t track_sign(const struct by_board *b, int y, int top, int foot)
{
    static const uint32_t signs[3][4] = { /* rows: middle, top, bottom; columns: no rail, left, right, both */
                                          { 0x2502, 0x2524, 0x251c, 0x253c },
                                          { 0x2502, 0x2510, 0x250c, 0x252c },
                                          { 0x2502, 0x2518, 0x2514, 0x2534 }
    };
    int sides = 0;

    for (int k = 0; k < b->layout.arms; k++)
        if (rail_row(b, &b->layout.arm[k]) == y)
            sides |= b->layout.arm[k].turn == 4 ? 1 : 2;
    return signs[y == top ? 1 : y == foot ? 2 : 0][sides];
}

/* Draws the track that joins the trains on both sides of the hub. */
static void draw_track(struct by_board *b)
{
    const struct by_layout *l = &b->layout;
    int top = b->canvas.height, foot = 0;

    for (int k = 0; k < l->arms; k++) {
        int row = rail_row(b, &l->arm[k]);

        top = row < top ? row : top;
        foot = row > foot ? row : foot;
    }
    for (int y = top; y <= foot; y++)
        if (by_board_free(b, (struct by_cells){ b->left, y, b->left + 1, y + 1 }))
            by_canvas_sign(&b->canvas, b->left, y, track_sign(b, y, top, foot), BY_INK_FELT);
}

/* Marks the place of the first tile on an empty table. */
static void draw_first(struct by_board *b)
{
    const struct by_marks *m = b->marks;
    struct by_spot s = { .tile = m->chosen, .turn = 0 };
    struct by_cells at;

    b->canvas.tag = BY_TAG_PLACE;
    if (m->chosen != BY_NO_TILE) {
        s.first = (uint8_t)by_high(m->chosen);
        s.second = (uint8_t)by_low(m->chosen);
        s.turn = by_is_double(m->chosen) ? 2 : 0;
        by_board_tile(b, &s, m->cursor >= 0 ? BY_INK_TILE_CHOSEN : BY_INK_GHOST);
        if (m->label[0] != NULL)
            by_board_label(b, by_cells_of(b, &s), m->play[0] == 3 ? BY_INK_TURN : BY_INK_TEXT, m->label[0]);
    } else {
        at = by_cells_of(b, &s);
        by_canvas_frame(&b->canvas, at.x0 - 5, at.y0 - 1, at.x1 - at.x0 + 10, at.y1 - at.y0 + 2, BY_INK_GHOST, true);
        put_inside(b, at.x0 - 4, at.x1 + 4, (at.y0 + at.y1) / 2, by_tell("tui.board.first"));
    }
    b->canvas.tag = 0;
}

void by_board_picture(struct by_board *b)
{
    const struct by_layout *l = &b->layout;

    b->picture = true;
    if (l->tiles == 0 && !by_families[l->family]->trains) {
        draw_first(b);
        return;
    }
    for (int pass = 0; pass < 2; pass++) /* slanting tiles use the remaining cells */
        for (int i = 0; i < l->tiles; i++)
            if ((l->at[i].turn & 1) == pass && i != b->marks->last)
                by_board_tile(b, &l->at[i], BY_INK_TILE);
    if (b->marks->last >= 0 && b->marks->last < l->tiles)
        by_board_tile(b, &l->at[b->marks->last], BY_INK_TILE_LAST);
    if (by_families[l->family]->trains)
        draw_hub(b);
    draw_openings(b);
    draw_hint(b);
    if (by_families[l->family]->trains) {
        for (int k = 0; k < l->arms; k++)
            draw_train(b, k);
        if (l->arms > 0 && l->arm[0].name_y != l->arm[0].y)
            draw_track(b);
    }
    draw_foot(b);
}
