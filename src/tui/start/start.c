/* SPDX-License-Identifier: MIT */
/* start.c: runs the start screen on a terminal and remembers the choice. */
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/keep.h"
#include "util/memory.h"

/* ---- The previous choice ---------------------------------------------------------------------- */

static bool setup_place(char *path, size_t size) { return by_keep_place("setup", path, size); }

void by_start_remember(const struct by_form *f)
{
    char path[1024], line[BY_FORM_LINE + 1];
    size_t n;

    if (!setup_place(path, sizeof path))
        return;
    by_form_print(f, line);
    n = strlen(line);
    line[n] = '\n';
    by_keep_write(path, line, n + 1);
}

bool by_start_recall(char line[BY_FORM_LINE])
{
    char path[1024];
    FILE *in;
    size_t n;

    if (!setup_place(path, sizeof path) || (in = fopen(path, "r")) == NULL)
        return false;
    n = fread(line, 1, BY_FORM_LINE - 1, in);
    fclose(in);
    line[n] = '\0';
    if (n == 0 || line[n - 1] != '\n' || strlen(line) != n)
        return false;
    line[n - 1] = '\0';
    return true;
}

/* ---- On a terminal ----------------------------------------------------------------------------------- */

enum by_start_end by_start_run(const char *kept, const struct by_look *look, struct by_setup *out)
{
    struct by_starting *s = by_sure(malloc(sizeof *s));
    struct by_canvas c = { .width = 0 };
    char line[BY_FORM_LINE];
    enum by_start_end end;
    bool over = false;

    by_starting_init(s, kept, by_start_recall(line) ? line : NULL);
    while (!over) {
        int width, height, x, y;

        by_screen_size(&width, &height);
        if (width != c.width || height != c.height) {
            by_canvas_clear(&c);
            by_canvas_init(&c, width, height, look->ascii || !by_screen_utf8());
        }
        by_starting_draw(s, &c, &x, &y);
        by_screen_show(&c, x, y);
        over = by_starting_press(s, &c, by_screen_wait(-1));
    }
    end = s->end;
    if (end == BY_START_NEW) {
        by_form_done(&s->form, out);
        by_start_remember(&s->form);
    }
    by_canvas_clear(&c);
    free(s);
    return end;
}
