/* SPDX-License-Identifier: MIT */
/* picture.c: the table as lines of text. */
#include "picture.h"

#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/text.h"
#include "tui/canvas.h"
#include "util/tell.h"

#define WIDTH 78

/* A row of output; a line broken between tiles continues indented. */
struct row {
    FILE *out;
    int column, indent;
};

static void row_put(struct row *r, const char *words)
{
    int n = by_canvas_width(words);

    if (r->column + n > WIDTH && r->column > r->indent)
        r->column = fprintf(r->out, "\n%*s", r->indent, "") - 1;
    fputs(words, r->out);
    r->column += n;
}

static void row_tile(struct row *r, by_tile t, bool flip)
{
    char text[24];
    struct by_text to = by_tell_on(text, sizeof text);

    by_put_char(&to, '[');
    by_put_int(&to, flip ? by_low(t) : by_high(t));
    by_put_char(&to, '|');
    by_put_int(&to, flip ? by_high(t) : by_low(t));
    by_put_char(&to, ']');
    row_put(r, text);
}

static struct row row_begin(FILE *out, const char *label, int indent)
{
    struct row r = { out, by_canvas_width(label), indent };

    fputs(label, out);
    return r;
}

/* ---- Line games and Chickenfoot ----------------------------------------------------------- */

/* Prints the line of play and its branches, one row each. */
static void draw_rows(FILE *out, const struct by_view *v)
{
    static struct by_rows rows; /* large; one drawing at a time */
    char label[64];

    by_rows_make(v, &rows);
    for (int i = 0; i < rows.rows; i++) {
        const struct by_row *row = &rows.row[i];
        struct by_text to = by_tell_on(label, sizeof label);
        struct row r;

        for (int k = 0; k <= row->depth && k < 14; k++)
            by_put(&to, "  ");
        if (row->on != BY_NO_TILE) {
            by_tell_put(&to, "tui.picture.off", BY_PARTS(BY_THE_TILE(v->laid[row->on].tile)));
        } else if (by_families[v->family]->toes) {
            by_tell_put(&to, "tui.picture.centre", NULL);
        }
        r = row_begin(out, label, row->depth == 0 ? 2 : 2 * row->depth + 4);
        for (int k = row->begin; k < row->begin + row->n; k++)
            row_tile(&r, v->laid[rows.at[k]].tile, rows.low_left[k] != 0);
        putc('\n', out);
    }
}

/* Prints "The ends: 6 on 6-4, 5 on 4-5; they make 11." */
static void draw_ends(FILE *out, const struct by_view *v)
{
    int must = by_next_foot(&v->now, v->family);
    struct row r;
    char text[80];
    struct by_text to;

    if (must != BY_NO_TILE) {
        by_tell_print(out, "tui.picture.must",
                      BY_PARTS(BY_THE_TILE(v->laid[must].tile), BY_NUMBER(v->now.of.line.toes)));
        return;
    }
    r = row_begin(out, by_tell("tui.picture.ends"), by_canvas_width(by_tell("tui.picture.ends")));
    for (int i = 0; i < v->now.places; i++) {
        to = by_tell_on(text, sizeof text);
        by_tell_put(&to, "tui.picture.end", BY_PARTS(BY_NUMBER(v->place[i].number)));
        by_put_tile(&to, v->laid[v->place[i].laid].tile, v->laid[v->place[i].laid].flip & 1);
        by_put(&to, i + 1 < v->now.places ? "," : "");
        row_put(&r, text);
    }
    fputs("\n", out);
    if (by_count_told(v))
        by_tell_print(out, "tui.picture.make", BY_PARTS(BY_NUMBER(v->now.of.line.count)));
}

/* Pads text with spaces up to a column. */
static void put_to(struct by_text *t, int column)
{
    for (int at = by_canvas_width(t->at); at < column && !t->full; at++)
        by_put_char(t, ' ');
}

/* ---- Trains and Castle Rock --------------------------------------------------------------- */

static void draw_train(FILE *out, const struct by_view *v, int train, const char *name)
{
    char label[200];
    struct by_text to = by_tell_on(label, sizeof label);
    bool open = train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) != 0;
    struct row r;

    by_put(&to, train == BY_MEXICAN ? "  m" : "  t");
    if (train != BY_MEXICAN)
        by_put_int(&to, train);
    put_to(&to, 5);
    by_put(&to, name);
    put_to(&to, 16);
    by_put(&to, open ? by_tell("tui.board.open") : "");
    put_to(&to, 17 + by_canvas_width(by_tell("tui.board.open")));
    r = row_begin(out, label, by_canvas_width(label));
    for (int i = 0; i < v->now.laid; i++)
        if (v->laid[i].on == train)
            row_tile(&r, v->laid[i].tile, v->laid[i].flip & 1);
    fputs(v->length[train] > 0 ? "  " : "", out);
    by_tell_print(out, (v->now.of.trains.doubles >> train & 1) != 0 ? "tui.picture.double" : "tui.picture.wants",
                  BY_PARTS(BY_NUMBER(v->tail[train])));
}

static void draw_trains(FILE *out, const struct by_view *v, const char *const names[])
{
    if (v->centre == BY_NO_TILE) {
        fprintf(out, "  %s\n", by_tell("tui.hub.empty"));
        return;
    }
    fprintf(out, "  %s[%d|%d]\n", by_tell("tui.board.engine"), by_high(v->centre), by_low(v->centre));
    for (int i = 0; i < v->players; i++)
        draw_train(out, v, i, names[i]);
    draw_train(out, v, BY_MEXICAN, by_tell("tui.picture.mexican"));
}

static void draw_castle(FILE *out, const struct by_view *v, const char *const names[])
{
    struct row r = row_begin(out, "  ", 2);

    (void)names;
    for (int i = 0; i < v->now.laid; i++) {
        row_tile(&r, v->row[i], false);
        row_put(&r, i + 1 < v->now.laid ? " " : "");
    }
    fprintf(out, "%s\n", v->now.laid == 0 ? by_tell("tui.row.empty") : "");
    by_tell_print(out, "tui.picture.removed", BY_PARTS(BY_NUMBER(v->now.of.castle.removed)));
}

/* ---- The whole table ---------------------------------------------------------------------- */

/* Writes a number that ends at a column, with its noun. */
static void put_count(struct by_text *t, int column, const char *id, int number)
{
    char digits[16];

    put_to(t, column - snprintf(digits, sizeof digits, "%d", number));
    by_tell_put(t, id, BY_PARTS(BY_NUMBER(number)));
}

static void draw_seats(FILE *out, const struct by_view *v, const char *const names[], int you)
{
    for (int i = 0; i < v->players; i++) {
        bool turn = v->now.phase == BY_PLAYING && v->now.turn == i;
        char line[400];
        struct by_text t = by_tell_on(line, sizeof line);

        by_put(&t, turn ? "  > " : "    ");
        by_put(&t, i == you ? by_tell("tui.you.first") : names[i]);
        put_count(&t, 23, "tui.picture.tiles", v->count[i]);
        put_count(&t, 35, "tui.picture.points", v->score[i]);
        fputs(line, out);
        if (v->seat == BY_REFEREE && v->count[i] > 0) {
            struct row r = { out, by_canvas_width(line) + 3, 45 };
            struct by_set hand = v->hand[i];

            fputs("   ", out);
            while (!by_set_empty(&hand))
                row_tile(&r, by_set_take(&hand), false);
        }
        putc('\n', out);
    }
}

static void draw_line(FILE *out, const struct by_view *v, const char *const names[])
{
    (void)names;
    if (v->now.laid == 0) {
        fprintf(out, "  %s\n", by_tell("tui.table.empty"));
        return;
    }
    draw_rows(out, v);
    draw_ends(out, v);
}

static void draw_feet(FILE *out, const struct by_view *v, const char *const names[]) { draw_line(out, v, names); }

static void (*const draw[BY_FAMILIES])(FILE *out, const struct by_view *v, const char *const names[]) = {
#define BY_FAMILY(id, name) draw_##name,
#include "boneyard/families.def"
#undef BY_FAMILY
};

void by_picture_table(FILE *out, const struct by_view *v, const char *const names[], int you)
{
    draw[v->family](out, v, names);
    if (!by_families[v->family]->solitaire)
        draw_seats(out, v, names, you);
    by_tell_print(out, "tui.picture.boneyard", BY_PARTS(BY_NUMBER(v->boneyard)));
    if (v->drawable < v->boneyard && v->rules.opt[BY_DRAW] != BY_DRAW_NONE)
        by_tell_print(out, "tui.picture.drawable", BY_PARTS(BY_NUMBER(v->drawable)));
    putc('\n', out);
}
