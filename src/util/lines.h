/* SPDX-License-Identifier: MIT */
/* lines.h: reads lines from a file or pipe, up to a limit. */
#ifndef BY_UTIL_LINES_H
#define BY_UTIL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum by_line { BY_LINE_READ, BY_LINE_LONG, BY_LINE_END, BY_LINE_FAILED };

struct by_lines {
    FILE *in; /* borrowed */
    char *at; /* the line without its newline, NUL-terminated */
    size_t n, room, limit;
    int number; /* number of the last line read, from 1 */
};

void by_lines_init(struct by_lines *l, FILE *in, size_t limit);
void by_lines_clear(struct by_lines *l);

/* Reads the next line. If a line exceeds the limit, skips all of it and returns BY_LINE_LONG. Accepts a last line
 * without a newline. Drops a carriage return before the newline. */
enum by_line by_lines_next(struct by_lines *l);

/* Trims spaces and tabs around the line in place. The line ends at its first NUL. */
char *by_lines_bare(struct by_lines *l);

#endif
