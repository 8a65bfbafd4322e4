/* SPDX-License-Identifier: MIT */
/* page.h: text for people: width, wrapped paragraphs, headings. */
#ifndef BY_UTIL_PAGE_H
#define BY_UTIL_PAGE_H

#include <stdio.h>

/* Returns the width of the output: COLUMNS, else the terminal's, else 80; limited to 40 to 120. */
int by_page_width(void);

/* Prints a heading, bold on a terminal unless NO_COLOR is set. */
void by_page_heading(const char *words);

/* Prints a wrapped paragraph; `label` goes into a margin of `indent` columns. */
void by_page_text(FILE *out, const char *label, int indent, const char *words);

/* Sanitize foreign text (a name, a path, typed input) as by_put_clean does, into `out` or onto a file. */
void by_page_clean(char *out, size_t size, const char *words);
void by_page_put(FILE *out, const char *words);

/* Prints one or more sanitized lines on standard error after "boneyard: ", with a final newline. */
void by_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
