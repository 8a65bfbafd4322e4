/* SPDX-License-Identifier: MIT */
/* lines.c: reads lines from a file or pipe, up to a limit (lines.h). */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

void by_lines_init(struct by_lines *l, FILE *in, size_t limit) { *l = (struct by_lines){ .in = in, .limit = limit }; }

void by_lines_clear(struct by_lines *l)
{
    free(l->at);
    l->at = NULL;
    l->room = 0;
}

static bool grow(struct by_lines *l)
{
    size_t room = l->room == 0 ? 4096 : l->room * 2;
    char *at = realloc(l->at, room);

    if (at == NULL)
        return false;
    l->at = at;
    l->room = room;
    return true;
}

enum by_line by_lines_next(struct by_lines *l)
{
    bool over = false, any = false;
    int c;

    l->n = 0;
    while ((c = getc_unlocked(l->in)) != EOF) {
        any = true;
        if (c == '\n')
            break;
        if (l->n > l->limit) {
            over = true;
            continue;
        }
        if (l->n + 1 >= l->room && !grow(l))
            return BY_LINE_FAILED;
        l->at[l->n++] = (char)c;
    }
    if (ferror(l->in) != 0)
        return BY_LINE_FAILED;
    if (!any)
        return BY_LINE_END;
    if (l->room == 0 && !grow(l))
        return BY_LINE_FAILED;
    if (l->n > 0 && l->at[l->n - 1] == '\r')
        l->n--;
    l->number++;
    l->at[l->n] = '\0';
    return over || l->n > l->limit ? BY_LINE_LONG : BY_LINE_READ;
}

char *by_lines_bare(struct by_lines *l)
{
    char *words = l->at + strspn(l->at, " \t");

    for (size_t n = strlen(words); n > 0 && (words[n - 1] == ' ' || words[n - 1] == '\t');)
        words[--n] = '\0';
    return words;
}
