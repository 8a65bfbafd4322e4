/* SPDX-License-Identifier: MIT */
/* picture.c: the table as lines of text. */
#include "picture.h"

#include <string.h>

#include "boneyard/layout.h"
#include "boneyard/text.h"
#include "util/tell.h"

#define WIDTH 78

/* A line broken between tiles continues indented. */
struct row {
    FILE *out;
    int column, indent;
};

static void row_put(struct row *r, const char *words)
{
    int n = (int)strlen(words);

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
    struct row r = { out, (int)strlen(label), indent };

    fputs(label, out);
    return r;
}

/* ---- Line games and Chickenfoot ----------------------------------------------------------- */

/* The line of play and its branches, one row each. */
static void draw_rows(FILE *out, const struct by_view *v)
{
    static struct by_rows rows; /* large; drawn one at a time */
    char label[64];

    by_rows_make(v, &rows);
    for (int i = 0; i < rows.rows; i++) {
        const struct by_row *row = &rows.row[i];
        struct by_text to = by_tell_on(label, sizeof label);
        struct row r;

        for (int k = 0; k <= row->depth && k < 14; k++)
            by_put(&to, "  ");
        if (row->on != BY_NO_TILE) {
            by_put(&to, "off ");
            by_put_tile(&to, v->laid[row->on].tile, false);
            by_put(&to, ": ");
        } else if (by_families[v->family]->toes) {
            by_put(&to, "centre ");
        }
        r = row_begin(out, label, row->depth == 0 ? 2 : 2 * row->depth + 4);
        for (int k = row->begin; k < row->begin + row->n; k++)
            row_tile(&r, v->laid[rows.at[k]].tile, rows.low_left[k] != 0);
        putc('\n', out);
    }
}

/* "The ends: 6 on 6-4, 5 on 4-5; they make 11." */
static void draw_ends(FILE *out, const struct by_view *v)
{
    int must = by_next_foot(&v->now, v->family);
    struct row r;
    char text[40];
    struct by_text to;

    if (must != BY_NO_TILE) {
        fprintf(out, "  %d-%d takes %d more before anything else is open\n", by_high(v->laid[must].tile),
                by_low(v->laid[must].tile), v->now.of.line.toes);
        return;
    }
    r = row_begin(out, "  ends:", 7);
    for (int i = 0; i < v->now.places; i++) {
        to = by_tell_on(text, sizeof text);
        by_put_char(&to, ' ');
        by_put_int(&to, v->place[i].number);
        by_put(&to, " on ");
        by_put_tile(&to, v->laid[v->place[i].laid].tile, v->laid[v->place[i].laid].flip & 1);
        by_put(&to, i + 1 < v->now.places ? "," : "");
        row_put(&r, text);
    }
    fputs("\n", out);
    if (by_count_told(v))
        fprintf(out, "  the ends make %d\n", v->now.of.line.count);
}

/* ---- Trains and Castle Rock --------------------------------------------------------------- */

static void draw_train(FILE *out, const struct by_view *v, int train, const char *name)
{
    char label[80];
    bool open = train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) != 0;
    struct row r;

    snprintf(label, sizeof label, "  %s%d %-10.10s%s ", train == BY_MEXICAN ? " " : "t", train, name,
             open ? " open" : "     ");
    if (train == BY_MEXICAN)
        snprintf(label, sizeof label, "  m  %-10.10s      ", name);
    r = row_begin(out, label, (int)strlen(label));
    for (int i = 0; i < v->now.laid; i++)
        if (v->laid[i].on == train)
            row_tile(&r, v->laid[i].tile, v->laid[i].flip & 1);
    fprintf(out, "%swants %d%s\n", v->length[train] > 0 ? "  " : "", v->tail[train],
            (v->now.of.trains.doubles >> train & 1) != 0 ? ", an open double" : "");
}

static void draw_trains(FILE *out, const struct by_view *v, const char *const names[])
{
    if (v->centre == BY_NO_TILE) {
        fputs("  the hub is empty: the highest double opens it\n", out);
        return;
    }
    fprintf(out, "  engine [%d|%d]\n", by_high(v->centre), by_low(v->centre));
    for (int i = 0; i < v->players; i++)
        draw_train(out, v, i, names[i]);
    draw_train(out, v, BY_MEXICAN, "Mexican");
}

static void draw_castle(FILE *out, const struct by_view *v, const char *const names[])
{
    struct row r = row_begin(out, "  ", 2);

    (void)names;
    for (int i = 0; i < v->now.laid; i++) {
        row_tile(&r, v->row[i], false);
        row_put(&r, i + 1 < v->now.laid ? " " : "");
    }
    fprintf(out, "%s\n  %d removed\n", v->now.laid == 0 ? "the row is empty" : "", v->now.of.castle.removed);
}

/* ---- The whole ---------------------------------------------------------------------------- */

static void draw_seats(FILE *out, const struct by_view *v, const char *const names[], int you)
{
    for (int i = 0; i < v->players; i++) {
        bool turn = v->now.phase == BY_PLAYING && v->now.turn == i;

        fprintf(out, "  %s%-15.15s %3d tile%s", turn ? "> " : "  ", i == you ? "You" : names[i], v->count[i],
                v->count[i] == 1 ? " " : "s");
        fprintf(out, " %5d point%s", (int)v->score[i], v->score[i] == 1 ? "" : "s");
        if (v->seat == BY_REFEREE && v->count[i] > 0) {
            struct row r = { out, 43, 43 };
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
        fputs("  the table is empty\n", out);
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
    fprintf(out, "  boneyard: %d tile%s", v->boneyard, v->boneyard == 1 ? "" : "s");
    if (v->drawable < v->boneyard && v->rules.opt[BY_DRAW] != BY_DRAW_NONE)
        fprintf(out, ", %d may be drawn", v->drawable);
    putc('\n', out);
}
