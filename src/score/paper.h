/* SPDX-License-Identifier: MIT */
/* paper.h: draws text and lines on a printed page. Lengths are in points, 72 to an inch; y increases down the page. */
#ifndef BY_SCORE_PAPER_H
#define BY_SCORE_PAPER_H

#include <cairo.h>
#include <cairo-pdf.h>
#include <stdbool.h>
#include <stdio.h>

#define SHORT_SIDE 595.28
#define LONG_SIDE 841.89
#define MARGIN 40.0
#define SMALLEST 6.5 /* smallest font size */

/* Begins a PDF written to the stream, with pages of width by height. */
cairo_t *by_paper_begin(FILE *out, double width, double height, const char *title);

/* Ends the PDF and frees it. Returns false if the PDF could not be written. */
bool by_paper_end(cairo_t *c, FILE *out);

/* Chooses a font size, a weight and a grey level (0 is black). */
void by_paper_letters(cairo_t *c, double size, bool bold, double grey);

/* Returns the width of a string. */
double by_paper_width(cairo_t *c, const char *text);

/* Writes text at x, y in the largest font size that fits, from `size` down. `at` selects the point of the text placed
 * at x: 0 for the left end, 0.5 for the middle, 1 for the right end. */
void by_paper_write(cairo_t *c, const char *text, double x, double y, double width, double size, bool bold, double grey,
                    double at);

void by_paper_rule(cairo_t *c, double x1, double y1, double x2, double y2, double width, double grey);

#endif
