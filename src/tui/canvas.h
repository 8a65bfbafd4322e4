/* SPDX-License-Identifier: MIT */
/* canvas.h: draws on a grid of character cells. The full-screen game draws its screen on a canvas first and then passes
 * it to screen.h, so that pictures can be tested without a terminal.
 *
 * A cell has a character (`sign`), an ink and a tag. An ink is a meaning, not a colour: the screen chooses colours,
 * bold, reverse video and underlining to suit the terminal, so every meaning is visible even without colour. Tags
 * identify the object under the mouse. */
#ifndef BY_TUI_CANVAS_H
#define BY_TUI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum by_ink {
    BY_INK_TEXT,        /* normal text */
    BY_INK_QUIET,       /* less important text, and frames */
    BY_INK_STRONG,      /* more important text */
    BY_INK_BAR,         /* the bars at the top and bottom */
    BY_INK_KEY,         /* a key's name, in the bar or a menu */
    BY_INK_TURN,        /* gold: the seat to move, playable tiles, the place under the cursor */
    BY_INK_LAST,        /* sky blue: the latest event */
    BY_INK_HINT,        /* violet: a hint, shown only on request */
    BY_INK_FELT,        /* the empty part of the table, and text on it */
    BY_INK_NAME,        /* a name on the table */
    BY_INK_TILE,        /* ivory: a tile at rest */
    BY_INK_TILE_DIM,    /* a tile that cannot be played now */
    BY_INK_TILE_PLAY,   /* a tile that can be played */
    BY_INK_TILE_CHOSEN, /* the tile under the cursor */
    BY_INK_TILE_LAST,   /* the last tile laid */
    BY_INK_GHOST,       /* a place where the chosen tile fits */
    BY_INK_REFUSED,     /* the text of a refusal; not red, because it explains a rule and is not an alarm */
    BY_INK_PIP,         /* BY_INK_PIP + n: number n in its own colour, on ivory; 19 inks */
    BY_INKS = BY_INK_PIP + 19
};

struct by_cell {
    uint32_t sign; /* a character; 0 for the right half of a wide one */
    uint16_t tag;  /* 0 if none */
    uint8_t ink;   /* enum by_ink */
    uint8_t pad;
};

struct by_canvas {
    int width, height;
    bool ascii;           /* whether to draw boxes and marks in ASCII */
    uint16_t tag;         /* the tag for everything drawn from now on */
    int lost;             /* number of strings for which not even "…" fit; a bug, except in a part that scrolls */
    struct by_cell *cell; /* width * height, row by row */
};

/* Makes an empty canvas of this size. by_canvas_clear frees its memory; a zeroed canvas is also valid. */
void by_canvas_init(struct by_canvas *c, int width, int height, bool ascii);
void by_canvas_clear(struct by_canvas *c);

/* Fills a rectangle. Clips to the canvas, like all functions below. */
void by_canvas_fill(struct by_canvas *c, int x, int y, int width, int height, uint32_t sign, enum by_ink ink);

/* Draws one character. Characters that must not be displayed (control and zero-width characters), and those that an
 * ASCII canvas cannot show, become '?'. Box-drawing characters, dots, arrows and quotes become the nearest ASCII
 * characters. */
void by_canvas_sign(struct by_canvas *c, int x, int y, uint32_t sign, enum by_ink ink);

/* Writes a UTF-8 string starting at x, at most `width` columns (-1 for no limit); a longer string ends with "…".
 * Control characters, zero-width characters and invalid UTF-8 appear as '?'. Returns the number of columns used. */
int by_canvas_put(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *words);

/* Does the same with a printf-style format, for up to 500 bytes. */
int by_canvas_print(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Wraps text into a rectangle and returns the number of lines, including those not drawn (the first `skip` lines are
 * left out). */
int by_canvas_wrap(struct by_canvas *c, int x, int y, int width, int height, int skip, enum by_ink ink,
                   const char *words);

/* Does the same for text that does not scroll. Text that needs more than `height` lines ends with "…". */
int by_canvas_wrap_cut(struct by_canvas *c, int x, int y, int width, int height, enum by_ink ink, const char *words);

/* Draws a frame along the edge of the rectangle; dashed frames mark places. */
void by_canvas_frame(struct by_canvas *c, int x, int y, int width, int height, enum by_ink ink, bool dashed);

/* Returns the width of a string in columns. */
int by_canvas_width(const char *words);

/* Returns the tag of a cell, or 0 outside the canvas. */
uint16_t by_canvas_tag(const struct by_canvas *c, int x, int y);

/* Writes the characters of a row as UTF-8 without trailing spaces, for tests and `--plain` pictures. Returns the
 * length. */
size_t by_canvas_line(const struct by_canvas *c, int y, char *out, size_t size);

#endif
