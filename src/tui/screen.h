/* SPDX-License-Identifier: MIT */
/* screen.h: handles the terminal's output, keys and mouse. Only screen.c uses ncurses. */
#ifndef BY_TUI_SCREEN_H
#define BY_TUI_SCREEN_H

#include "boneyard/budget.h"
#include "canvas.h"

enum by_press {
    BY_PRESS_NONE, /* no key in time */
    BY_PRESS_SIGN, /* a character: by_key.sign */
    BY_PRESS_ENTER,
    BY_PRESS_ESCAPE,
    BY_PRESS_TAB,
    BY_PRESS_BACK_TAB,
    BY_PRESS_ERASE,
    BY_PRESS_UP,
    BY_PRESS_DOWN,
    BY_PRESS_LEFT,
    BY_PRESS_RIGHT,
    BY_PRESS_HOME,
    BY_PRESS_END,
    BY_PRESS_PAGE_UP,
    BY_PRESS_PAGE_DOWN,
    BY_PRESS_CLICK, /* a mouse click at by_key.x, y; sign is 1, or 2 for a double click */
    BY_PRESS_WHEEL_UP,
    BY_PRESS_WHEEL_DOWN,
    BY_PRESS_RESIZE, /* the size has changed, or the screen needs redrawing (suspend) */
    BY_PRESS_STOP,   /* Ctrl-C, SIGTERM */
    BY_PRESS_LOST    /* the terminal has been closed */
};

struct by_key {
    enum by_press press;
    uint32_t sign;
    int x, y;
};

enum by_colours { BY_COLOURS_AUTO, BY_COLOURS_NONE, BY_COLOURS_16, BY_COLOURS_256 };

/* Takes over the terminal. Returns false, with a sentence in `why` (`size` bytes), if no terminal is available, or TERM
 * is unknown or "dumb". With NO_COLOR set, BY_COLOURS_AUTO means BY_COLOURS_NONE. */
bool by_screen_open(enum by_colours colours, char *why, size_t size);

/* Restores the terminal. Safe to call from an exit handler, or when the screen is not open. */
void by_screen_close(void);

void by_screen_size(int *width, int *height);

/* Returns whether the terminal shows UTF-8; otherwise canvases must be ASCII. */
bool by_screen_utf8(void);

/* Shows a canvas of the screen's size, with the cursor at x, y (hidden if -1). */
void by_screen_show(const struct by_canvas *c, int x, int y);

/* Sets *stop as soon as a key or signal is waiting to be read, until called with NULL. */
void by_screen_watch(struct by_stop *stop);

/* Waits up to ms milliseconds for a key (-1 for no limit). */
struct by_key by_screen_wait(int ms);

#endif
