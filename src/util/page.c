/* SPDX-License-Identifier: MIT */
/* page.c: formats text for human readers on standard output (page.h). */
#include "page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "utf8.h"

int by_page_width(void)
{
    const char *columns = getenv("COLUMNS");
    long wish = columns == NULL ? 0 : strtol(columns, NULL, 10);
    struct winsize size;
    int width = 80;

    if (wish > 0)
        width = wish > 120 ? 120 : (int)wish;
    else if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    return width < 40 ? 40 : width > 120 ? 120 : width;
}

void by_page_heading(const char *words)
{
    const char *plain = getenv("NO_COLOR");
    int bold = isatty(STDOUT_FILENO) && (plain == NULL || *plain == '\0');

    printf("\n%s%s%s\n", bold ? "\033[1m" : "", words, bold ? "\033[0m" : "");
}

void by_page_text(FILE *out, const char *label, int indent, const char *words)
{
    int width = by_page_width(), column = by_utf8_count(label);

    fputs(label, out);
    if (column > indent)
        column = fprintf(out, "\n%*s", indent, "") - 1;
    else
        column += fprintf(out, "%*s", indent - column, "");
    while (*words != '\0') {
        int n = (int)strcspn(words, " "), columns = by_utf8_count(words) - by_utf8_count(words + n);

        if (column > indent && column + 1 + columns > width)
            column = fprintf(out, "\n%*s", indent, "") - 1;
        else if (column > indent)
            column += fprintf(out, " ");
        fprintf(out, "%.*s", n, words);
        column += columns;
        words += n;
        words += strspn(words, " ");
    }
    putc('\n', out);
}

void by_page_clean(char *out, size_t size, const char *words)
{
    struct by_text t = by_text_on(out, size);

    by_put_clean(&t, words, strlen(words));
}

void by_page_put(FILE *out, const char *words)
{
    char safe[4096];

    by_page_clean(safe, sizeof safe, words);
    fputs(safe, out);
}

void by_complain(const char *format, ...)
{
    char words[2048], *line = words;
    va_list list;

    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    fputs("boneyard: ", stderr);
    while (line != NULL) { /* newlines come only from the program's own text, never from untrusted text */
        by_page_put(stderr, strsep(&line, "\n"));
        putc('\n', stderr);
    }
}
