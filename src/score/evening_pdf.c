/* SPDX-License-Identifier: MIT */
/* evening_pdf.c: draws the tables of a tournament's last round, with space to write the scores, and the standings. */
#include <stdio.h>
#include <string.h>

#include "evening.h"
#include "paper.h"
#include "boneyard/text.h"
#include "boneyard/words.h"
#include "tournament/standings.h"
#include "util/tell.h"

#define HEAD 58.0 /* height of a page header */
#define ROW 24.0  /* height of the row for a side or a standing */
#define GAP 14.0  /* space between two tables */
#define BOX 90.0  /* width of the box for a score */
#define PLACE 34.0
#define FIGURE 72.0 /* width of a column of figures */
#define FOOT 30.0   /* height of the explanations below the standings */

struct sheet_page {
    cairo_t *c;
    const struct by_tournament *t;
    double y;  /* position of the next row */
    int pages; /* pages drawn so far */
};

static double bottom(void) { return LONG_SIDE - MARGIN; }

static void open_page(struct sheet_page *p, const char *title)
{
    char words[400];
    struct by_text text = by_tell_on(words, sizeof words);

    if (p->pages++ > 0)
        cairo_show_page(p->c);
    by_paper_write(p->c, title, MARGIN, MARGIN + 18, SHORT_SIDE / 2, 22, true, 0, 0);
    by_evening_title(p->t, &text);
    by_paper_write(p->c, words, MARGIN, MARGIN + 36, SHORT_SIDE - 2 * MARGIN, 9.5, false, 0.25, 0);
    by_paper_write(p->c, p->t->date, SHORT_SIDE - MARGIN, MARGIN + 16, SHORT_SIDE / 3, 10, false, 0, 1);
    p->y = MARGIN + HEAD;
}

/* Draws a table: its number, and a row with a box for each side. */
static void draw_table(struct sheet_page *p, const struct by_seating *s, int number)
{
    int sides = by_seating_sides(p->t, s);
    double right = SHORT_SIDE - MARGIN, top = p->y;
    char words[BY_CONTESTANT_TEXT * 2 + 40];
    struct by_text text = by_tell_on(words, sizeof words);

    by_tell_put(&text, "tournament.table", BY_PARTS(BY_NUMBER(number)));
    by_paper_write(p->c, words, MARGIN, top + 17, PLACE * 2, 13, true, 0, 0);
    for (int i = 0; i < sides; i++) {
        by_paper_rule(p->c, MARGIN + 2 * PLACE, p->y, right, p->y, 0.6, 0.4);
        text = by_tell_on(words, sizeof words);
        by_seating_put(p->t, s, i, &text);
        by_paper_write(p->c, words, MARGIN + 2 * PLACE + 6, p->y + 17, right - BOX - MARGIN - 2 * PLACE - 12, 13, false,
                       0, 0);
        text = by_tell_on(words, sizeof words);
        by_put_int(&text, s->score[i]);
        if (s->scored)
            by_paper_write(p->c, words, right - 8, p->y + 17, BOX, 13, true, 0, 1);
        p->y += ROW;
    }
    by_paper_rule(p->c, MARGIN + 2 * PLACE, p->y, right, p->y, 0.6, 0.4);
    for (int i = 0; i < 3; i++) {
        double x = i == 0 ? MARGIN + 2 * PLACE : i == 1 ? right - BOX : right;

        by_paper_rule(p->c, x, top, x, p->y, 0.6, 0.4);
    }
    p->y += GAP;
}

static void draw_tables(struct sheet_page *p)
{
    const struct by_tournament_round *r = &p->t->round[p->t->rounds - 1];
    char words[4096], title[80];
    struct by_text text = by_tell_on(title, sizeof title);

    by_tell_put(&text, "tournament.round", BY_PARTS(BY_NUMBER(p->t->rounds)));
    open_page(p, title);
    for (int i = 0; i < r->tables; i++) {
        if (p->y + ROW * by_seating_sides(p->t, &r->table[i]) > bottom())
            open_page(p, title);
        draw_table(p, &r->table[i], i + 1);
    }
    if (r->byes == 0)
        return;
    if (p->y + ROW > bottom())
        open_page(p, title);
    text = by_tell_on(words, sizeof words);
    by_put(&text, by_tell("tournament.bye"));
    by_put_char(&text, ' ');
    by_evening_byes(p->t, r, &text);
    by_paper_write(p->c, words, MARGIN, p->y + 17, SHORT_SIDE - 2 * MARGIN, 12, false, 0, 0);
}

/* Draws a line of the standings, or the column titles if `position` is NULL. */
static void draw_position(struct sheet_page *p, const struct by_position *position)
{
    char words[BY_CONTESTANT_TEXT + 80];
    struct by_text text = by_tell_on(words, sizeof words);
    double right = SHORT_SIDE - MARGIN, left;
    int columns = p->t->ties + 2;

    left = right - columns * FIGURE;
    if (position != NULL) {
        struct by_seating one = { .n = 1, .at = { (int16_t)position->contestant } };

        by_put_int(&text, position->place);
        by_paper_write(p->c, words, MARGIN + PLACE - 12, p->y + 16, PLACE, 12, true, 0, 1);
        text = by_tell_on(words, sizeof words);
        by_seating_put(p->t, &one, 0, &text);
        if (p->t->contestant[position->contestant].out)
            by_tell_put(&text, "tournament.left", NULL);
        by_paper_write(p->c, words, MARGIN + PLACE, p->y + 16, left - MARGIN - PLACE, 12, false, 0, 0);
    }
    text = by_tell_on(words, sizeof words);
    for (int i = 0; by_evening_figure(p->t, position, i, &text); i++) {
        by_paper_write(p->c, words, left + (i + 1) * FIGURE - 4, p->y + 16, FIGURE - 6, position == NULL ? 9 : 12,
                       i == 0, 0, 1);
        text = by_tell_on(words, sizeof words);
    }
    p->y += ROW;
    by_paper_rule(p->c, MARGIN, p->y, right, p->y, position == NULL ? 1.2 : 0.4, position == NULL ? 0 : 0.6);
}

static void draw_standings(struct sheet_page *p)
{
    struct by_position position[BY_MOST_CONTESTANTS];
    int n = by_tournament_standings(p->t, position);

    for (int i = 0; i < n; i++) {
        if (i == 0 || p->y + ROW + FOOT > bottom()) {
            open_page(p, by_tell("tournament.standings"));
            draw_position(p, NULL);
        }
        draw_position(p, &position[i]);
    }
    by_paper_write(p->c, by_tell("tournament.explain"), MARGIN, p->y + 18, SHORT_SIDE - 2 * MARGIN, 8, false, 0.3, 0);
    by_paper_write(p->c, by_tell("tournament.explain.ties"), MARGIN, p->y + 30, SHORT_SIDE - 2 * MARGIN, 8, false, 0.3,
                   0);
}

bool by_evening_draw(const struct by_tournament *t, FILE *out)
{
    struct sheet_page p = { .t = t, .c = by_paper_begin(out, SHORT_SIDE, LONG_SIDE, by_tell("tournament.standings")) };

    if (t->rounds > 0)
        draw_tables(&p);
    draw_standings(&p);
    cairo_show_page(p.c);
    return by_paper_end(p.c, out);
}
