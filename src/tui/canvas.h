/* SPDX-License-Identifier: MIT */
/* canvas.h: a grid of character cells. Everything the full-screen game shows is drawn here first and then passed to the
 * screen (screen.h), so that pictures can be tested without a terminal.
 *
 * A cell has one sign, an ink and a tag. Inks say what a thing means, not what colour it has: the screen chooses
 * colours, bold, reverse and underline for as many colours as the terminal has, so that every meaning is visible
 * without colour too. Tags identify the thing under the mouse. */
#ifndef BY_TUI_CANVAS_H
#define BY_TUI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum by_ink {
    BY_INK_TEXT,        /* words */
    BY_INK_QUIET,       /* words that matter less, frames */
    BY_INK_STRONG,      /* words that matter more */
    BY_INK_BAR,         /* the bar at the top and bottom */
    BY_INK_KEY,         /* a key's name in the bar or a menu */
    BY_INK_TURN,        /* gold: the seat to move, what can be played, the place under the cursor */
    BY_INK_LAST,        /* sky blue: the latest event */
    BY_INK_HINT,        /* violet: only when asked for */
    BY_INK_FELT,        /* the empty part of the table, and words on it */
    BY_INK_NAME,        /* a name on the table */
    BY_INK_TILE,        /* ivory: a tile at rest */
    BY_INK_TILE_DIM,    /* a tile that cannot be played now */
    BY_INK_TILE_PLAY,   /* a tile that can be played */
    BY_INK_TILE_CHOSEN, /* the tile under the cursor */
    BY_INK_TILE_LAST,   /* the tile laid last */
    BY_INK_GHOST,       /* a place where the chosen tile fits */
    BY_INK_REFUSED,     /* a refusal's words: not red */
    BY_INK_PIP,         /* BY_INK_PIP + n: number n in its colour, on ivory; 19 of them */
    BY_INKS = BY_INK_PIP + 19
};

struct by_cell {
    uint32_t sign; /* a character; 0: the right half of a wide one */
    uint16_t tag;  /* 0: nothing */
    uint8_t ink;   /* enum by_ink */
    uint8_t pad;
};

struct by_canvas {
    int width, height;
    bool ascii;           /* boxes and marks in ASCII */
    uint16_t tag;         /* tag for everything drawn from now on */
    struct by_cell *cell; /* width * height, row by row */
};

/* Makes an empty canvas of this size. by_canvas_clear frees its memory; a zeroed canvas is valid too. */
void by_canvas_init(struct by_canvas *c, int width, int height, bool ascii);
void by_canvas_clear(struct by_canvas *c);

/* Fills a rectangle, clipped to the canvas, like all functions below. */
void by_canvas_fill(struct by_canvas *c, int x, int y, int width, int height, uint32_t sign, enum by_ink ink);

/* Draws one sign. A sign that may not be displayed (a control character, a mark without width) becomes '?', as does one
 * that an ASCII canvas cannot show. Box drawing, dots, arrows and quotes become their nearest ASCII signs. */
void by_canvas_sign(struct by_canvas *c, int x, int y, uint32_t sign, enum by_ink ink);

/* Writes a UTF-8 text from x on, at most `width` columns (-1: to the edge); a longer one ends with "…". Control
 * characters, invalid UTF-8 and marks without width appear as '?'. Returns the columns used. */
int by_canvas_put(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *words);

/* The same with a printf-style format; at most 500 bytes. */
int by_canvas_print(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Wraps a text into a rectangle and returns the number of lines, including those not drawn (the first `skip` lines are
 * left out). */
int by_canvas_wrap(struct by_canvas *c, int x, int y, int width, int height, int skip, enum by_ink ink,
                   const char *words);

/* The same for words that do not scroll: those that need more than `height` lines end with "…". */
int by_canvas_wrap_cut(struct by_canvas *c, int x, int y, int width, int height, enum by_ink ink, const char *words);

/* Draws a frame with its corners at the rectangle's; dashed ones mark places. */
void by_canvas_frame(struct by_canvas *c, int x, int y, int width, int height, enum by_ink ink, bool dashed);

/* The columns words take. */
int by_canvas_width(const char *words);

/* The tag at a cell, 0 outside. */
uint16_t by_canvas_tag(const struct by_canvas *c, int x, int y);

/* Writes the signs of a row as UTF-8 without trailing blanks, for tests and `--plain` pictures. Returns the length. */
size_t by_canvas_line(const struct by_canvas *c, int y, char *out, size_t size);

#endif
