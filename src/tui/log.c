/* SPDX-License-Identifier: MIT */
/* log.c: stores the events of a game as sentences (log.h). */
#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "boneyard/why.h"
#include "util/memory.h"
#include "util/tell.h"

#define SENTENCE 1024

void by_log_cut(struct by_log *l, int n)
{
    while (l->n > n)
        free(l->line[--l->n].text);
}

void by_log_clear(struct by_log *l)
{
    by_log_cut(l, 0);
    free(l->line);
    l->line = NULL;
    l->room = 0;
}

static void add_line(struct by_log *l, const struct by_table *m, const struct by_event *e, const char *text)
{
    if (l->n == l->room) {
        l->room = 2 * l->room + 64;
        l->line = by_sure(realloc(l->line, (size_t)l->room * sizeof *l->line));
    }
    l->line[l->n++] = (struct by_line_said){
        by_sure(strdup(text)), m->state.round, m->moves, e->kind, e->seat, e->kind == BY_EV_MOVE ? e->move : BY_NO_MOVE
    };
}

int by_log_hear(struct by_log *l, const struct by_table *m, const struct by_events *ev)
{
    int ear = l->you >= 0 ? l->you : BY_NO_SEAT;
    char text[SENTENCE];
    struct by_view v;

    by_table_view(m, ear, &v);
    for (int i = 0; i < ev->n; i++) {
        struct by_event e = by_hear(ev->at[i], v.family, ear);
        struct by_text t = by_tell_on(text, sizeof text);

        by_say(&v, e, l->names, l->you, &t);
        add_line(l, m, &e, text);
    }
    return ev->n;
}

/* Returns whether a line reports a draw in the same words as the first line, apart from a tile as the last word. */
static bool draws_on(const struct by_line_said *first, const struct by_line_said *line)
{
    size_t n = (size_t)(strrchr(first->text, ' ') - first->text);

    return line->what == BY_DRAW_MOVE && line->seat == first->seat && strncmp(line->text, first->text, n) == 0
        && line->text[n] == ' ' && strchr(line->text + n + 1, ' ') == NULL;
}

int by_log_said(const struct by_log *l, int i, int end, char *out, size_t size)
{
    const struct by_line_said *first = &l->line[i];
    struct by_text t = by_tell_on(out, size);
    int n = 1;

    if (first->what == BY_DRAW_MOVE && draws_on(first, first))
        while (i + n < end && draws_on(first, &l->line[i + n]))
            n++;
    if (n > 1 && strcmp(first->text, l->line[i + 1].text) == 0) {
        by_tell_put(&t, "tui.draws", BY_PARTS(BY_SEAT_AS(l->names[first->seat], first->seat == l->you), BY_NUMBER(n)));
        return n;
    }
    by_put(&t, first->text);
    for (int k = 1; k < n; k++) { /* merges "You draw 3-1." and "You draw 5-2." */
        t.used -= out[t.used - 1] == '.';
        out[t.used] = '\0';
        by_put(&t, strrchr(l->line[i + k].text, ' '));
    }
    return n;
}

int by_log_numbered(const struct by_log *l, int i, int *moves, char *out, size_t size)
{
    bool move = l->line[i].kind == BY_EV_MOVE;
    struct by_text t = by_tell_on(out, size);
    char text[SENTENCE];
    int n = by_log_said(l, i, l->n, text, sizeof text);

    if (move) {
        by_put_int(&t, *moves + 1);
        by_put(&t, n > 1 ? "-" : "");
        *moves += n;
    }
    if (n > 1)
        by_put_int(&t, *moves);
    by_put(&t, move ? ". " : "");
    by_put(&t, text);
    return n;
}

void by_log_tell(const struct by_log *l, int from, int end, struct by_text *out)
{
    char text[SENTENCE];

    for (int i = from; i < end;) {
        by_put(out, i > from ? " " : "");
        i += by_log_said(l, i, end, text, sizeof text);
        by_put(out, text);
    }
}
