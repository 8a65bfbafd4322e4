/* page.h: text for people: width, wrapped paragraphs, headings. */
#ifndef BY_UTIL_PAGE_H
#define BY_UTIL_PAGE_H

#include <stdio.h>

/* The width of the output: COLUMNS, else the terminal's, else 80; 40 to 120. */
int by_page_width(void);

/* A heading: bold on a terminal, unless NO_COLOR is set. */
void by_page_heading(const char *words);

/* A paragraph wrapped to the width: `label` stands in the margin of `indent` columns. */
void by_page_text(FILE *out, const char *label, int indent, const char *words);

/* Somebody else's words (a name, a path, what was typed) made harmless, as by_put_clean does it: into `out`, or
 * onto a file. */
void by_page_clean(char *out, size_t size, const char *words);
void by_page_put(FILE *out, const char *words);

/* A sentence, or several lines, on standard error behind "boneyard: ", made harmless, with a line's end. */
void by_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
