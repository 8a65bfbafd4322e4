/* SPDX-License-Identifier: MIT */
/* best.c: stores the best results of Castle Rock (best.h). */
#include "best.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boneyard/text.h"
#include "util/keep.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/tell.h"

static bool better(const struct by_best *a, const struct by_best *b)
{
    return a->pips != b->pips ? a->pips < b->pips : a->ms < b->ms;
}

/* Inserts a result unless it is already in the list or not good enough. Returns the new length. */
static int insert(struct by_best list[BY_BEST_KEPT], int n, const struct by_best *one)
{
    int at = n;

    for (int i = 0; i < n; i++)
        if (list[i].pips == one->pips && list[i].ms == one->ms)
            return n;
    while (at > 0 && better(one, &list[at - 1]))
        at--;
    if (at == BY_BEST_KEPT)
        return n;
    n += n < BY_BEST_KEPT;
    memmove(&list[at + 1], &list[at], sizeof *list * (size_t)(n - 1 - at));
    list[at] = *one;
    return n;
}

/* Parses a line. Sets *rules to its last part. Returns false if the line is not a result. */
static bool read_one(const char *line, struct by_best *out, const char **rules)
{
    char *pips, *ms;
    int at = 0;

    out->pips = (int)strtol(line, &pips, 10);
    out->ms = strtoll(pips, &ms, 10);
    if (pips == line || ms == pips || sscanf(ms, "%11s %n", out->date, &at) != 1)
        return false;
    *rules = ms + at;
    return true;
}

/* Reads the results for these rules; copies all other lines unchanged. */
static int read_list(const char *path, const char *rules, struct by_best list[BY_BEST_KEPT], FILE *others)
{
    FILE *in = fopen(path, "r");
    struct by_lines l;
    int n = 0;

    if (in == NULL)
        return 0;
    by_lines_init(&l, in, 4000);
    while (by_lines_next(&l) == BY_LINE_READ) {
        struct by_best one;
        const char *of;

        if (read_one(l.at, &one, &of) && strcmp(of, rules) == 0)
            n = insert(list, n, &one);
        else
            fprintf(others, "%s\n", l.at);
    }
    by_lines_clear(&l);
    fclose(in);
    return n;
}

/* Gets the session's result, if the game is finished and saved. */
static bool result_of(struct by_session *s, struct by_best *out)
{
    time_t now = time(NULL);
    struct by_view v;
    struct tm here;

    by_session_view(s, by_session_you(s) >= 0 ? by_session_you(s) : BY_NO_SEAT, &v);
    if (!by_families[v.family]->solitaire || v.now.phase != BY_GAME_OVER || by_session_people(s) != 1
        || by_session_file(s)->path == NULL)
        return false;
    *out = (struct by_best){ .pips = (int)v.score[0], .ms = by_session_elapsed(s) };
    if (localtime_r(&now, &here) == NULL || strftime(out->date, sizeof out->date, "%Y-%m-%d", &here) == 0)
        memcpy(out->date, "2000-01-01", 11);
    return true;
}

int by_best_add(struct by_session *s, struct by_best list[BY_BEST_KEPT], int *here)
{
    char path[1024], rules[BY_CONFIG_TEXT], *bytes = NULL;
    struct by_best now;
    size_t size = 0;
    FILE *out;
    int n;

    if (!result_of(s, &now) || !by_keep_place("best.txt", path, sizeof path))
        return 0;
    by_config_print(by_session_rules(s), rules, sizeof rules);
    out = by_sure(open_memstream(&bytes, &size));
    n = insert(list, read_list(path, rules, list, out), &now);
    *here = -1;
    for (int i = 0; i < n; i++) {
        fprintf(out, "%d %lld %s %s\n", list[i].pips, list[i].ms, list[i].date, rules);
        if (list[i].pips == now.pips && list[i].ms == now.ms)
            *here = i;
    }
    if (fclose(out) != 0)
        by_sure(NULL);
    if (*here >= 0)
        by_keep_write(path, bytes, size);
    free(bytes);
    return n;
}

void by_best_put(const struct by_best list[], int i, int here, struct by_text *out)
{
    const struct by_best *b = &list[i];

    by_tell_put(out, "tui.best.line",
                BY_PARTS(BY_NUMBER(i + 1), BY_NUMBER(b->pips), BY_NUMBER(b->ms / 60000), BY_NUMBER(b->ms / 1000 % 60),
                         BY_WORDS(b->date)));
    if (i == here)
        by_tell_put(out, "tui.best.here", NULL);
}
