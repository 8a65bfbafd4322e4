/* SPDX-License-Identifier: MIT */
/* golden.c: prints records natively, to the last byte: each seat's sentences in every language, its legal moves, the
 * bytes of its view, and the layout of the tiles. golden.mjs prints the same with the page's module. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/words.h"
#include "boneyard/layout.h"
#include "boneyard/why.h"
#include "wire/record.h"

static struct by_view view;
static struct by_layout layout;
static struct by_rows rows;
static by_move list[BY_MOVES];

static unsigned sum(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    uint32_t h = 2166136261u; /* FNV-1a */

    for (size_t i = 0; i < n; i++)
        h = (h ^ b[i]) * 16777619u;
    return (unsigned)h;
}

static void tell_event(const struct by_table *m, const char *const names[], const struct by_event *e, int ear)
{
    char text[1024];

    for (int language = 0; language < by_language_count; language++) {
        struct by_text t = by_text_in(text, sizeof text, language);

        by_table_view(m, ear, &view);
        by_say(&view, by_hear(*e, view.family, ear), names, ear == BY_NO_SEAT ? -1 : ear, &t);
        printf("  %d: %s\n", ear, text);
    }
}

static void tell_seat(const struct by_table *m, const char *const names[], int seat)
{
    char text[1024];
    struct by_text t = by_text_on(text, sizeof text);
    int n;

    by_table_view(m, seat, &view);
    printf("  %d sees %08x;", seat, sum(&view, sizeof view));
    n = by_moves(&m->state, seat, list);
    for (int i = 0; i < n; i++) {
        by_move_print(list[i], view.family, text);
        printf(" %s (%d)", text, by_points_of(&view, list[i]));
    }
    by_put_task(&view, list, n, BY_NO_TILE, names, &t);
    printf("; %s\n", n > 0 ? text : "");
}

static void tell_table(const struct by_table *m, int width, int height)
{
    by_table_view(m, BY_NO_SEAT, &view);
    by_layout_make(&view, width, height, &layout);
    printf("  lies %08x %08x;", sum(layout.at, sizeof layout.at[0] * (size_t)layout.tiles),
           sum(layout.opening, sizeof layout.opening[0] * layout.openings));
    by_rows_make(&view, &rows);
    printf(" rows %08x\n", sum(rows.row, sizeof rows.row[0] * (size_t)rows.rows));
}

static void hear(void *context, const struct by_record *t, const struct by_view *v, const struct by_events *ev)
{
    const char *names[BY_SEATS];
    int *n = context, players = v->players;

    for (int i = 0; i < players; i++)
        names[i] = by_record_name(t, i);
    printf("%d\n", ++*n);
    for (int i = 0; i < ev->n; i++)
        for (int ear = -1; ear < players; ear++)
            tell_event(&t->table, names, &ev->at[i], ear < 0 ? BY_NO_SEAT : ear);
    for (int seat = 0; seat < players; seat++)
        tell_seat(&t->table, names, seat);
    tell_table(&t->table, *n % 2 == 0 ? 720 : 340, *n % 2 == 0 ? 480 : 0); /* alternate: one layout may be cached */
    tell_table(&t->table, *n % 2 != 0 ? 720 : 340, *n % 2 != 0 ? 480 : 0);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "r");
        struct by_fault f;
        int n = 0;

        puts(argv[i]);
        if (in == NULL || by_record_read(in, hear, &n, &f) == NULL) {
            fprintf(stderr, "%s: %s\n", argv[i], in == NULL ? "cannot be read" : f.text);
            return 1;
        }
        fclose(in);
    }
    return 0;
}
