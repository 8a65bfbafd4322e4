/* SPDX-License-Identifier: MIT */
/* paper.c: draws text and lines on a printed page (paper.h). */
#include "paper.h"

#include <string.h>

#include "util/utf8.h"

static cairo_status_t collect(void *to, const unsigned char *bytes, unsigned n)
{
    return fwrite(bytes, 1, n, to) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

cairo_t *by_paper_begin(FILE *out, double width, double height, const char *title)
{
    cairo_surface_t *paper = cairo_pdf_surface_create_for_stream(collect, out, width, height);
    cairo_t *c = cairo_create(paper);

    cairo_pdf_surface_set_metadata(paper, CAIRO_PDF_METADATA_TITLE, title);
    cairo_surface_destroy(paper); /* the context holds a reference */
    return c;
}

bool by_paper_end(cairo_t *c, FILE *out)
{
    cairo_surface_t *paper = cairo_surface_reference(cairo_get_target(c));
    bool fine;

    cairo_destroy(c);
    cairo_surface_finish(paper);
    fine = cairo_surface_status(paper) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(paper);
    cairo_debug_reset_static_data(); /* frees cached fonts, so that leak checkers do not report them */
    return fine && fflush(out) == 0;
}

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
