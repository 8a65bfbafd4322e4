/* SPDX-License-Identifier: MIT */
/* screen.h: draws the start screen and handles its keys; start.c runs it on a terminal. */
#ifndef BY_TUI_START_SCREEN_H
#define BY_TUI_START_SCREEN_H

#include "tui/screen.h"
#include "start.h"
#include "form.h"

#define BY_STARTING_HELP 32768 /* bytes for a help text */

struct by_starting {
    struct by_form form;
    int focus;     /* the field under the cursor: an index into by_form_fields */
    int scroll[2]; /* rows scrolled off the top, per column */
    bool naming;   /* whether a name is being typed at the focus */
    bool helping;  /* `help` is open, starting at row `skip` */
    int skip, help_rows, help_shown;
    char help[BY_STARTING_HELP];
    enum by_start_end end; /* how the screen ended; set once by_starting_press has returned true */
};

/* `line` is the previous choice (by_form_print) or NULL. An invalid line is ignored. */
void by_starting_init(struct by_starting *s, const char *kept, const char *line);

/* Draws the screen on the whole canvas, scrolled to show the focus; sets *x and *y to the cursor (-1 if none). */
void by_starting_draw(struct by_starting *s, struct by_canvas *c, int *x, int *y);

/* Handles a key or click; `c` is the canvas last drawn. Returns true if the screen is done; s->end then holds the
 * result. */
bool by_starting_press(struct by_starting *s, const struct by_canvas *c, struct by_key key);

/* The parts of a canvas tag, which identifies a field and a part of it, or a key. */
enum { BY_PART_ROW, BY_PART_LESS, BY_PART_MORE, BY_PART_VALUE, BY_PARTS = 16, BY_TAG_PRESS = 4096 };

#endif
