/* SPDX-License-Identifier: MIT */
/* paper.c: text and lines on a printed page (paper.h). */
#include "paper.h"

#include <stdio.h>
#include <string.h>

#include "util/utf8.h"

void by_paper_letters(cairo_t *c, double size, bool bold, double grey)
{
    cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c, size);
    cairo_set_source_rgb(c, grey, grey, grey);
}

double by_paper_width(cairo_t *c, const char *text)
{
    cairo_text_extents_t box;

    cairo_text_extents(c, text, &box);
    return box.x_advance;
}

/* Truncates a string to a width with an ellipsis, without splitting a character. The buffer has room for four more
 * bytes. */
static void cut(cairo_t *c, char *text, double width)
{
    size_t n = strlen(text);

    if (by_paper_width(c, text) <= width)
        return;
    do {
        n = by_utf8_back(text, n);
        memcpy(text + n, "...", 4);
    } while (n > 0 && by_paper_width(c, text) > width);
}

/* Writes text at x, y in the largest font size that fits, from `size` down. `at` says which point of the text is at x:
 * 0 the left end, 1 the right end, 0.5 the middle. */
void by_paper_write(cairo_t *c, const char *text, double x, double y, double width, double size, bool bold, double grey,
                    double at)
{
    char line[1024 + 4]; /* room for the ellipsis */

    snprintf(line, sizeof line - 4, "%s", text);
    by_paper_letters(c, size, bold, grey);
    while (size > SMALLEST && by_paper_width(c, line) > width) {
        size -= 0.5;
        by_paper_letters(c, size, bold, grey);
    }
    cut(c, line, width);
    cairo_move_to(c, x - at * by_paper_width(c, line), y);
    cairo_show_text(c, line);
}

void by_paper_rule(cairo_t *c, double x1, double y1, double x2, double y2, double width, double grey)
{
    cairo_set_source_rgb(c, grey, grey, grey);
    cairo_set_line_width(c, width);
    cairo_move_to(c, x1, y1);
    cairo_line_to(c, x2, y2);
    cairo_stroke(c);
}
