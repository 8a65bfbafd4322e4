/* lines.h: lines from a file or a pipe, with a limit. */
#ifndef BY_UTIL_LINES_H
#define BY_UTIL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum by_line { BY_LINE_READ, BY_LINE_LONG, BY_LINE_END, BY_LINE_FAILED };

struct by_lines {
    FILE *in;                           /* borrowed */
    char *at;                           /* the line, without its end, with a 0 behind it */
    size_t n, room, limit;
    int number;                         /* of the last line read, from 1 */
};

void by_lines_init(struct by_lines *l, FILE *in, size_t limit);
void by_lines_clear(struct by_lines *l);

/* The next line.  A line over the limit is passed over whole (BY_LINE_LONG).  A last line without
 * its end is a line.  A carriage return before the end is not part of it. */
enum by_line by_lines_next(struct by_lines *l);

/* That line without blanks and tabs around it, as far as its first NUL; cut where it stands. */
char *by_lines_bare(struct by_lines *l);

#endif
