/* start_screen.h: the start screen as a picture and as what keys do to it; start.c runs it on a terminal. */
#ifndef BY_TUI_START_SCREEN_H
#define BY_TUI_START_SCREEN_H

#include "screen.h"
#include "start.h"
#include "start_form.h"

#define BY_STARTING_HELP 32768          /* bytes of an explanation */

struct by_starting {
    struct by_form form;
    int focus;                          /* the field under the cursor: a place in by_form_fields */
    int scroll[2];                      /* rows above the first one shown, a column each */
    bool naming;                        /* a name is being typed at the focus */
    bool helping;                       /* `help` is shown, from its row `skip` on */
    int skip, help_rows, help_shown;
    char help[BY_STARTING_HELP];
    enum by_start_end end;              /* what was chosen, once by_starting_press has been true */
};

/* `line`: what was chosen the last time (by_form_print), or NULL; a broken one is ignored. */
void by_starting_init(struct by_starting *s, const char *kept, const char *line);

/* Draws it on the whole canvas, scrolled so that the focus can be seen; where the cursor goes to *x and *y (-1:
 * nowhere). */
void by_starting_draw(struct by_starting *s, struct by_canvas *c, int *x, int *y);

/* A key or a click; `c` is what was drawn last.  True: it is over, s->end says how. */
bool by_starting_press(struct by_starting *s, const struct by_canvas *c, struct by_key key);

/* What a tag of the canvas stands for: a field and a part of it, or a key. */
enum { BY_PART_ROW, BY_PART_LESS, BY_PART_MORE, BY_PART_VALUE, BY_PARTS = 16, BY_TAG_PRESS = 4096 };

/* What was chosen the last time is kept in a file of its own, $XDG_STATE_HOME/boneyard/setup.  Reading is false where
 * it is missing or no line; writing fails silently, as nothing is lost by it. */
void by_start_remember(const struct by_form *f);
bool by_start_recall(char line[BY_FORM_LINE]);

#endif
