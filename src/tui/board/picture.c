/* SPDX-License-Identifier: MIT */
/* picture.c: prints the table as lines of text. */
#include "picture.h"

#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/text.h"
#include "tui/canvas.h"
#include "tui/family.h"
#include "util/tell.h"

#define WIDTH 78

void by_picture_put(struct by_picture_line *r, const char *words)
{
    int n = by_canvas_width(words);

    if (r->column + n > WIDTH && r->column > r->indent)
        r->column = fprintf(r->out, "\n%*s", r->indent, "") - 1;
    fputs(words, r->out);
    r->column += n;
}

void by_picture_tile(struct by_picture_line *r, by_tile t, bool flip)
{
    char text[24];
    struct by_text to = by_tell_on(text, sizeof text);

    by_put_char(&to, '[');
    by_put_int(&to, flip ? by_low(t) : by_high(t));
    by_put_char(&to, '|');
    by_put_int(&to, flip ? by_high(t) : by_low(t));
    by_put_char(&to, ']');
    by_picture_put(r, text);
}

struct by_picture_line by_picture_row(FILE *out, const char *label, int indent)
{
    struct by_picture_line r = { out, by_canvas_width(label), indent };

    fputs(label, out);
    return r;
}

/* ---- Tiles that join tiles ---------------------------------------------------------------- */

/* Prints the line of play on one row and each branch on a row of its own. */
static void print_rows(FILE *out, const struct by_view *v)
{
    static struct by_rows rows; /* static because the struct is large; only one drawing is made at a time */
    char label[64];

    by_rows_make(v, &rows);
    for (int i = 0; i < rows.rows; i++) {
        const struct by_row *row = &rows.row[i];
        struct by_text to = by_tell_on(label, sizeof label);
        struct by_picture_line r;

        for (int k = 0; k <= row->depth && k < 14; k++)
            by_put(&to, "  ");
        if (row->on != BY_NO_TILE) {
            by_tell_put(&to, "tui.picture.off", BY_PARTS(BY_THE_TILE(v->laid[row->on].tile)));
        } else if (by_families[v->family]->toes) {
            by_tell_put(&to, "tui.picture.centre", NULL);
        }
        r = by_picture_row(out, label, row->depth == 0 ? 2 : 2 * row->depth + 4);
        for (int k = row->begin; k < row->begin + row->n; k++)
            by_picture_tile(&r, v->laid[rows.at[k]].tile, rows.low_left[k] != 0);
        putc('\n', out);
    }
}

/* Prints "The ends: 6 on 6-4, 5 on 4-5; they make 11." */
static void print_ends(FILE *out, const struct by_view *v)
{
    int must = by_next_foot(&v->now, v->family);
    struct by_picture_line r;
    char text[80];
    struct by_text to;

    if (must != BY_NO_TILE) {
        by_tell_print(out, "tui.picture.must",
                      BY_PARTS(BY_THE_TILE(v->laid[must].tile), BY_NUMBER(v->now.of.line.toes)));
        return;
    }
    r = by_picture_row(out, by_tell("tui.picture.ends"), by_canvas_width(by_tell("tui.picture.ends")));
    for (int i = 0; i < v->now.places; i++) {
        to = by_tell_on(text, sizeof text);
        by_tell_put(&to, "tui.picture.end", BY_PARTS(BY_NUMBER(v->place[i].number)));
        by_put_tile(&to, v->laid[v->place[i].laid].tile, v->laid[v->place[i].laid].flip & 1);
        by_put(&to, i + 1 < v->now.places ? "," : "");
        by_picture_put(&r, text);
    }
    fputs("\n", out);
    if (by_count_told(v))
        by_tell_print(out, "tui.picture.make", BY_PARTS(BY_NUMBER(v->now.of.line.count)));
}

void by_picture_rows(FILE *out, const struct by_view *v, const char *const names[])
{
    (void)names;
    if (v->now.laid == 0) {
        fprintf(out, "  %s\n", by_tell("tui.table.empty"));
        return;
    }
    print_rows(out, v);
    print_ends(out, v);
}

/* ---- Seats -------------------------------------------------------------------------------- */

void by_picture_pad(struct by_text *t, int column)
{
    for (int at = by_canvas_width(t->at); at < column && !t->full; at++)
        by_put_char(t, ' ');
}

/* ---- The whole table ---------------------------------------------------------------------- */

/* Writes a number and its noun so that the number ends at a given column. */
static void put_count(struct by_text *t, int column, const char *id, int number)
{
    char digits[16];

    by_picture_pad(t, column - snprintf(digits, sizeof digits, "%d", number));
    by_tell_put(t, id, BY_PARTS(BY_NUMBER(number)));
}

static void draw_seats(FILE *out, const struct by_view *v, const char *const names[], int you)
{
    for (int i = 0; i < v->players; i++) {
        bool turn = v->now.phase == BY_PLAYING && v->now.turn == i;
        char line[400];
        struct by_text t = by_tell_on(line, sizeof line);

        by_put(&t, turn ? "  > " : "    ");
        by_put(&t, i == you ? by_tell("seat.you") : names[i]);
        put_count(&t, 23, "tui.picture.tiles", v->count[i]);
        put_count(&t, 35, "tui.picture.points", v->score[i]);
        fputs(line, out);
        if (v->seat == BY_REFEREE && v->count[i] > 0) {
            struct by_picture_line r = { out, by_canvas_width(line) + 3, 45 };
            struct by_set hand = v->hand[i];

            fputs("   ", out);
            while (!by_set_empty(&hand))
                by_picture_tile(&r, by_set_take(&hand), false);
        }
        putc('\n', out);
    }
}

void by_picture_table(FILE *out, const struct by_view *v, const char *const names[], int you)
{
    by_tui_families[v->family]->print(out, v, names);
    if (!by_families[v->family]->solitaire)
        draw_seats(out, v, names, you);
    by_tell_print(out, "tui.picture.boneyard", BY_PARTS(BY_NUMBER(v->boneyard)));
    if (v->drawable < v->boneyard && v->rules.opt[BY_DRAW] != BY_DRAW_NONE)
        by_tell_print(out, "tui.picture.drawable", BY_PARTS(BY_NUMBER(v->drawable)));
    putc('\n', out);
}
