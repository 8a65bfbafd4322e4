/* SPDX-License-Identifier: MIT */
/* pdf.c: draws a score sheet or a tournament (evening_pdf.c) on A4 paper. The sheet is filled in up to the current
 * score, with empty rows for the remaining rounds. This is the program boneyard-print, which reads a file of either
 * kind and writes a PDF in the language given as its argument. Lengths are in points, 72 to an inch; y increases down
 * the page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "sheet.h"
#include "say.h"
#include "keep.h"
#include "evening.h"
#include "paper.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

#define ROUND_WIDTH 74.0 /* width of the round column */
#define NARROW 70.0      /* cells no wider than this have small numbers and omit long hands */
#define LOWEST_ROW 21.0
#define HIGHEST_ROW 44.0
#define FULL_ROW 34.0 /* row height for open-ended games, which get as many rows as fit */
#define WIDE_SIDES 6  /* with at least this many sides, the page is in landscape format */

struct sheet {
    cairo_t *c;
    const struct by_score *s;
    struct by_tally ahead;      /* used to determine who leads the remaining rounds */
    double width, height, cell; /* the size of the paper, and the width of a side's column */
    double names, row, foot;    /* heights: the row of names, a round, the footer */
    bool upright;               /* names are written vertically, from bottom to top */
    int lines, per_page, pages;
};

/* ---- Text ---- */

/* Draws a paragraph and returns the y below it. If `draw` is false, only measures it. */
static double paragraph(struct sheet *p, const char *text, double x, double y, double width, double size, bool draw)
{
    char line[1024] = "", tried[1024];

    by_paper_letters(p->c, size, false, 0.25);
    while (*text != '\0') {
        size_t n = strcspn(text, " ");

        snprintf(tried, sizeof tried, "%s%s%.*s", line, line[0] == '\0' ? "" : " ", (int)n, text);
        if (line[0] != '\0' && by_paper_width(p->c, tried) > width) {
            cairo_move_to(p->c, x, y);
            if (draw)
                cairo_show_text(p->c, line);
            y += size * 1.3;
            snprintf(line, sizeof line, "%.*s", (int)n, text);
        } else {
            memcpy(line, tried, sizeof line);
        }
        text += n;
        text += strspn(text, " ");
    }
    cairo_move_to(p->c, x, y);
    if (draw)
        cairo_show_text(p->c, line);
    return y + size * 1.5;
}

/* ---- The parts of a page ---- */

static void side_name(const struct by_score *s, int side, char *out, size_t size)
{
    struct by_text t = by_tell_on(out, size);

    by_score_side(s, side, &t);
}

/* Describes the scoring of a round in small print. */
static double rules_below(struct sheet *p, double y, bool draw)
{
    struct by_paragraph r;

    for (int i = 0; by_explain(&p->s->rules, i, by_tell_language(), &r); i++) {
        if (r.in != BY_IN_ROUND && r.in != BY_IN_GAME && r.in != BY_IN_SCORING)
            continue;
        y = paragraph(p, r.text, MARGIN, y, p->width - 2 * MARGIN, 7, draw);
    }
    return y;
}

/* Formats the date of the score as "21 November 2026". */
static void long_date(const char *date, char *out, size_t size)
{
    struct by_text t = by_tell_on(out, size);
    long month = strtol(date + 5, NULL, 10);
    const char *name = by_tell("score.print.months");
    char in_words[32];

    if (month < 1 || month > 12) {
        by_put(&t, date);
        return;
    }
    while (--month > 0)
        name = strchr(name, ',') + 1;
    snprintf(in_words, sizeof in_words, "%.*s", (int)strcspn(name, ","), name);
    by_tell_put(&t, "score.print.on",
                BY_PARTS(BY_NUMBER(strtol(date + 8, NULL, 10)), BY_WORDS(in_words), BY_NUMBER(strtol(date, NULL, 10))));
}

static void head(struct sheet *p, int page)
{
    char text[600], date[64];
    struct by_text t = by_tell_on(text, sizeof text);
    const char *colon;

    by_paper_write(p->c, by_tell_of("game", by_games[p->s->rules.game]->key, "name"), MARGIN, MARGIN + 16, p->width / 2,
                   21, true, 0, 0);
    by_score_title(p->s, &t);
    colon = strchr(text, ',');
    by_paper_write(p->c, colon == NULL ? text : colon + 2, MARGIN, MARGIN + 32, p->width * 0.6, 9.5, false, 0.25, 0);
    long_date(p->s->date, date, sizeof date);
    by_paper_write(p->c, p->s->entries > 0 ? date : by_tell("score.print.date"), p->width - MARGIN, MARGIN + 14,
                   p->width / 3, 10, false, 0, 1);
    if (p->pages > 1) {
        t = by_tell_on(text, sizeof text);
        by_tell_put(&t, "score.print.page", BY_PARTS(BY_NUMBER(page + 1), BY_NUMBER(p->pages)));
        by_paper_write(p->c, text, p->width - MARGIN, MARGIN + 32, p->width / 3, 8, false, 0.35, 1);
    }
}

static void names(struct sheet *p, double y)
{
    char name[BY_NAME_TEXT * 2 + 8];

    by_paper_write(p->c, by_tell("score.print.round"), MARGIN + 4, y + p->names - 7, ROUND_WIDTH - 8, 9, true, 0, 0);
    for (int i = 0; i < by_score_sides(p->s); i++) {
        double x = MARGIN + ROUND_WIDTH + i * p->cell;

        side_name(p->s, i, name, sizeof name);
        if (name[0] == '\0' || (by_score_teams(p->s) && p->s->name[0][0] == '\0'))
            continue;
        if (!p->upright) {
            by_paper_write(p->c, name, x + p->cell / 2, y + p->names - 7, p->cell - 6, 11, true, 0, 0.5);
            continue;
        }
        cairo_save(p->c);
        cairo_translate(p->c, x + p->cell / 2 + 3.5, y + p->names - 5);
        cairo_rotate(p->c, -1.5707963267948966);
        by_paper_write(p->c, name, 0, 0, p->names - 8, 10, true, 0, 0);
        cairo_restore(p->c);
    }
}

/* Returns the leader of a future round, if the lead simply rotates. */
static int lead_ahead(struct sheet *p)
{
    struct by_left none[BY_SEATS] = { { 0 } };
    int rule, seat = by_tally_leads(&p->ahead, &rule);

    if (p->ahead.sheet.now.phase == BY_GAME_OVER)
        return -1;
    by_tally_round(&p->ahead, BY_ENDED_BLOCKED, BY_NO_SEAT, none);
    return seat;
}

static void round_label(struct sheet *p, int round, double y)
{
    const struct by_score_row *row = round <= p->s->rows ? &p->s->row[round - 1] : NULL;
    by_tile centre = by_score_double(p->s, round);
    int lead = -1;
    char text[BY_NAME_TEXT + 32];
    struct by_text t = by_tell_on(text, sizeof text);

    if (row == NULL || row->entry < 0)
        lead = lead_ahead(p);
    lead = row != NULL ? row->lead : lead;
    by_put_int(&t, round);
    by_paper_write(p->c, text, MARGIN + 4, y + 12, 20, 11, true, 0, 0);
    if (centre != BY_NO_TILE) {
        t = by_tell_on(text, sizeof text);
        by_put_tile(&t, centre, false);
        by_paper_write(p->c, text, MARGIN + ROUND_WIDTH - 5, y + 12, ROUND_WIDTH - 30, 9, false, 0, 1);
    }
    if (lead >= 0 && p->s->name[lead][0] != '\0') {
        t = by_tell_on(text, sizeof text);
        by_tell_put(&t, "score.leads", BY_PARTS(BY_WORDS(p->s->name[lead])));
        by_paper_write(p->c, text, MARGIN + 4, y + p->row - 4, ROUND_WIDTH - 8, 6.5, false, 0.35, 0);
    }
}

/* Draws one side's round: in small print, the pips left and the points scored in play; then the gain and the total. */
static void cell(struct sheet *p, int round, int side, double x, double y)
{
    const struct by_score_row *row = &p->s->row[round - 1];
    char text[1024];
    struct by_text t = by_tell_on(text, sizeof text);

    if (row->play[side] != 0)
        by_tell_put(&t, "score.print.play", BY_PARTS(BY_NUMBER(row->play[side])));
    for (int i = side; row->entry >= 0 && i < by_score_players(p->s); i += by_score_teams(p->s) ? 2 : BY_SEATS) {
        by_put(&t, t.used > 0 ? "; " : "");
        by_score_held(p->s, &p->s->entry[row->entry], i, &t);
    }
    by_paper_letters(p->c, SMALLEST, false, 0);
    if (by_paper_width(p->c, text) <= p->cell - 6 || p->cell > NARROW) /* if they do not fit, the pips are omitted */
        by_paper_write(p->c, text, x + 3, y + 9, p->cell - 6, 7, false, 0.3, 0);
    snprintf(text, sizeof text, "%+d", (int)(row->play[side] + row->gain[side]));
    by_paper_write(p->c, text, x + 3, y + p->row - 5, p->cell, p->cell > NARROW ? 9 : 6, false, 0.2, 0);
    snprintf(text, sizeof text, "%d", (int)row->total[side]);
    by_paper_write(p->c, text, x + p->cell - 3, y + p->row - 5, p->cell, p->cell > NARROW ? 12 : 8.5, true, 0, 1);
}

static void rounds(struct sheet *p, int from, int to, double top)
{
    const double left = MARGIN, right = MARGIN + ROUND_WIDTH + by_score_sides(p->s) * p->cell;
    double y = top + p->names;

    for (int r = from; r <= to; r++) {
        by_paper_rule(p->c, left, y, right, y, r == from ? 1.2 : 0.5, r == from ? 0 : 0.55);
        round_label(p, r, y);
        for (int i = 0; i < by_score_sides(p->s) && r <= p->s->rows; i++)
            cell(p, r, i, left + ROUND_WIDTH + i * p->cell, y);
        y += p->row;
    }
    by_paper_rule(p->c, left, y, right, y, 1.2, 0);
    by_paper_rule(p->c, left, top, right, top, 1.2, 0);
    for (int i = 0; i <= by_score_sides(p->s); i++)
        by_paper_rule(p->c, left + ROUND_WIDTH + i * p->cell, top, left + ROUND_WIDTH + i * p->cell, y, 0.5, 0.55);
    by_paper_rule(p->c, left, top, left, y, 1.2, 0);
    by_paper_rule(p->c, right, top, right, y, 1.2, 0);
}

static void foot(struct sheet *p)
{
    char text[1024];
    struct by_text t = by_tell_on(text, sizeof text);
    double y = p->height - MARGIN - p->foot + 20;

    if (by_score_over(p->s))
        by_score_next(p->s, &t);
    by_paper_write(p->c, by_score_over(p->s) ? text : by_tell("score.print.winner"), MARGIN, y, p->width - 2 * MARGIN,
                   13, true, 0, 0);
    rules_below(p, y + 16, true);
}

/* ---- The document ---- */

/* Computes the sizes, making rows as tall as possible on as many pages as needed. */
static void measure(struct sheet *p)
{
    char name[BY_NAME_TEXT * 2 + 8];
    double longest = 0, room;

    p->cell = (p->width - 2 * MARGIN - ROUND_WIDTH) / by_score_sides(p->s);
    p->names = 24;
    by_paper_letters(p->c, 8, true, 0);
    for (int i = 0; i < by_score_sides(p->s); i++) {
        side_name(p->s, i, name, sizeof name);
        longest = by_paper_width(p->c, name) > longest ? by_paper_width(p->c, name) : longest;
    }
    p->upright = longest > p->cell - 6 && p->cell < 90;
    if (p->upright)
        p->names = longest + 12 > 130 ? 130 : longest + 12;
    p->foot = rules_below(p, 36, false);
    room = p->height - 2 * MARGIN - 44 - p->names - p->foot;
    p->lines = by_score_lines(p->s);
    if (!by_score_family(p->s)->low_wins && !by_score_over(p->s) && p->lines < (int)(room / FULL_ROW))
        p->lines = (int)(room / FULL_ROW);
    p->per_page = (int)(room / LOWEST_ROW);
    p->pages = (p->lines + p->per_page - 1) / p->per_page;
    p->per_page = (p->lines + p->pages - 1) / p->pages;
    p->row = room / p->per_page > HIGHEST_ROW ? HIGHEST_ROW : room / p->per_page;
}

/* Draws all pages. Returns false if the stream could not be written. */
static bool draw(const struct by_score *s, FILE *out)
{
    bool wide = by_score_sides(s) >= WIDE_SIDES;
    struct sheet p = {
        .s = s, .ahead = s->tally, .width = wide ? LONG_SIDE : SHORT_SIDE, .height = wide ? SHORT_SIDE : LONG_SIDE
    };

    p.c = by_paper_begin(out, p.width, p.height, by_tell_of("game", by_games[s->rules.game]->key, "name"));
    measure(&p);
    for (int page = 0; page < p.pages; page++) {
        int from = page * p.per_page + 1, to = from + p.per_page - 1 < p.lines ? from + p.per_page - 1 : p.lines;

        head(&p, page);
        rounds(&p, from, to, MARGIN + 44);
        names(&p, MARGIN + 44);
        foot(&p);
        cairo_show_page(p.c);
    }
    return by_paper_end(p.c, out);
}

/* Draws the input if it is a tournament. Otherwise returns false. */
static bool draw_tournament(FILE *in, int *status)
{
    static struct by_tournament t;
    struct by_fault f;
    static const char first[] = "boneyard tournament ";
    char start[sizeof first] = "";

    if (fgets(start, sizeof start, in) == NULL)
        start[0] = '\0';
    rewind(in); /* the input is always a file, never a pipe */
    if (strncmp(start, first, sizeof first - 1) != 0)
        return false;
    if (!by_tournament_read(&t, in, &f)) {
        by_complain("-:%d: %s", f.line, f.text);
        *status = 1;
        return true;
    }
    *status = by_evening_draw(&t, stdout) ? 0 : 1;
    by_tournament_clear(&t);
    return true;
}

int main(int argc, char **argv)
{
    struct by_score s;
    struct by_fault f;
    int status;

    by_tell_choose(argc > 1 ? argv[1] : NULL);
    if (draw_tournament(stdin, &status))
        return status;
    if (!by_score_read(&s, stdin, &f)) {
        by_complain("-:%d: %s", f.line, f.text);
        return 1;
    }
    status = draw(&s, stdout) ? 0 : 1;
    by_score_clear(&s);
    return status;
}
