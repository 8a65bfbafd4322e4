/* SPDX-License-Identifier: MIT */
/* page.h: prints text for human readers: headings, and paragraphs wrapped to the width of the terminal. */
#ifndef BY_UTIL_PAGE_H
#define BY_UTIL_PAGE_H

#include <stdio.h>

/* Returns the output width, between 40 and 120: COLUMNS, otherwise the terminal's width, otherwise 80. */
int by_page_width(void);

/* Prints a heading, bold on a terminal unless NO_COLOR is set. */
void by_page_heading(const char *words);

/* Prints a wrapped paragraph, with `label` in a left margin of `indent` columns. */
void by_page_text(FILE *out, const char *label, int indent, const char *words);

/* Sanitise untrusted text (a name, a path, typed input) like by_put_clean, into `out` or to a file. */
void by_page_clean(char *out, size_t size, const char *words);
void by_page_put(FILE *out, const char *words);

/* Prints one or more sanitized lines on standard error after "boneyard: ", with a final newline. */
void by_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
