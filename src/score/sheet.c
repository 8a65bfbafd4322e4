/* SPDX-License-Identifier: MIT */
/* sheet.c: prints the score sheet as text, with one column per side and one line per round. */
#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "sheet.h"
#include "say.h"
#include "keep.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

#define MORE_LINES 15 /* rows on an empty sheet for an open-ended game */

int by_score_lines(const struct by_score *s)
{
    int n = !by_score_family(s)->low_wins ? s->rows + 3 : s->rules.opt[BY_ROUNDS];

    if (by_score_family(s)->low_wins)
        return n;
    return by_score_over(s) ? s->rows : n > MORE_LINES ? n : MORE_LINES;
}

/* Truncates or pads a string to `width` characters plus a space. Numbers are right-aligned. */
static void put_cell(FILE *out, const char *text, int width, bool right)
{
    int n = by_utf8_count(text), room = width - 1;

    if (right)
        fprintf(out, "%*s", n < room ? room - n : 0, "");
    fwrite(text, 1, by_utf8_first(text, n > room ? room - 1 : n), out);
    fputs(n > room ? "~ " : " ", out);
    if (!right)
        fprintf(out, "%*s", n < room ? room - n : 0, "");
}

/* Writes a gain and a total, as in "+45 120". */
static void put_sums(const struct by_score *s, int round, int side, int width, FILE *out)
{
    char text[48];

    text[0] = '\0';
    if (round <= s->rows) {
        const struct by_score_row *row = &s->row[round - 1];

        snprintf(text, sizeof text, "%+d %5d", (int)(row->play[side] + row->gain[side]), (int)row->total[side]);
    }
    put_cell(out, round <= s->rows ? text : "_____", width, true);
}

/* Writes the columns of the sides in [from, to). */
static void put_block(const struct by_score *s, int from, int to, int width, int lines, FILE *out)
{
    char text[BY_NAME_TEXT * 2 + 8];
    struct by_text t;

    put_cell(out, by_tell("score.sheet.round"), 11, false);
    for (int i = from; i < to; i++) {
        t = by_tell_on(text, sizeof text);
        by_score_side(s, i, &t);
        put_cell(out, text, width, true);
    }
    putc('\n', out);
    for (int r = 1; r <= lines; r++) {
        by_tile centre = by_score_double(s, r);

        t = by_tell_on(text, sizeof text);
        if (centre != BY_NO_TILE)
            by_put_tile(&t, centre, false);
        fprintf(out, "%4d ", r);
        put_cell(out, centre == BY_NO_TILE ? "" : text, 6, false);
        for (int i = from; i < to; i++)
            put_sums(s, r, i, width, out);
        putc('\n', out);
    }
}

/* Writes all entries, one paragraph per round. */
static void put_entries(const struct by_score *s, FILE *out)
{
    char label[16], text[4096];

    for (int i = 0, round = 1; i < s->entries; round++) {
        struct by_text t = by_tell_on(text, sizeof text);

        do {
            by_put(&t, t.used > 0 ? "; " : "");
            by_entry_put(s, &s->entry[i], &t);
        } while (s->entry[i++].kind != BY_ENTRY_ROUND && i < s->entries);
        snprintf(label, sizeof label, "%4d", round);
        by_page_text(out, label, 6, text);
    }
}

void by_score_sheet(const struct by_score *s, FILE *out, int width, bool whole)
{
    char text[4096];
    struct by_text t = by_tell_on(text, sizeof text);
    int column = 9, fit, lines = whole ? by_score_lines(s) : s->rows;

    for (int i = 0; i < by_score_sides(s); i++) {
        char name[BY_NAME_TEXT * 2 + 8];
        struct by_text n = by_tell_on(name, sizeof name);

        by_score_side(s, i, &n);
        if (by_utf8_count(name) + 2 > column)
            column = by_utf8_count(name) + 2;
    }
    column = column < 12 ? 12 : column > 20 ? 20 : column;
    fit = (width - 11) / column;
    fit = fit < 1 ? 1 : fit;
    by_score_title(s, &t);
    fprintf(out, "%s  %s\n", text, s->date);
    if (lines > 0)
        for (int from = 0; from < by_score_sides(s); from += fit) {
            int to = from + fit < by_score_sides(s) ? from + fit : by_score_sides(s);

            putc('\n', out);
            put_block(s, from, to, column, lines, out);
        }
    t = by_tell_on(text, sizeof text);
    by_score_next(s, &t);
    fprintf(out, "\n%s\n", text);
    if (whole && s->entries > 0) {
        fprintf(out, "\n%s\n", by_tell("score.sheet.entered"));
        put_entries(s, out);
    }
}
