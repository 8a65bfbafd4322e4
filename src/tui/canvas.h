/* canvas.h: a grid of character cells.  Everything that the full-screen game shows is drawn here first and
 * then given to the screen (screen.h), so that pictures can be tested without a terminal.
 *
 * A cell has one sign, an ink and a tag.  Inks say what a thing means, not what colour it has: the screen
 * chooses colours, bold, reverse and underline for as many colours as the terminal has, so that
 * every meaning can also be told without colour.  Tags tell which thing is under the mouse.
 */
#ifndef BY_TUI_CANVAS_H
#define BY_TUI_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum by_ink {
    BY_INK_TEXT,                        /* words */
    BY_INK_QUIET,                       /* words that matter less, frames */
    BY_INK_STRONG,                      /* words that matter more */
    BY_INK_BAR,                         /* the bar at the top and bottom */
    BY_INK_KEY,                         /* a key's name in the bar or a menu */
    BY_INK_TURN,                        /* gold: whose turn it is, what can be played, the place under the cursor */
    BY_INK_LAST,                        /* sky blue: what has just happened */
    BY_INK_HINT,                        /* violet: only when asked for */
    BY_INK_FELT,                        /* the table where nothing lies, and words on it */
    BY_INK_NAME,                        /* a name on the table */
    BY_INK_TILE,                        /* ivory: a tile at rest */
    BY_INK_TILE_DIM,                    /* a tile that cannot be played now */
    BY_INK_TILE_PLAY,                   /* a tile that can be played */
    BY_INK_TILE_CHOSEN,                 /* the tile under the cursor */
    BY_INK_TILE_LAST,                   /* the tile laid last */
    BY_INK_GHOST,                       /* a place where the chosen tile would go */
    BY_INK_REFUSED,                     /* a refusal's words: not red */
    BY_INK_PIP,                         /* BY_INK_PIP + n: number n in its colour, on ivory; 19 of them */
    BY_INKS = BY_INK_PIP + 19
};

struct by_cell {
    uint32_t sign;                      /* a character; 0: the right half of a wide one */
    uint16_t tag;                       /* 0: nothing */
    uint8_t ink;                        /* enum by_ink */
    uint8_t pad;
};

struct by_canvas {
    int width, height;
    bool ascii;                         /* boxes and marks in ASCII */
    uint16_t tag;                       /* what is put from now on is tagged with it */
    struct by_cell *cell;               /* width * height, row by row */
};

/* A canvas of this size, empty.  by_canvas_clear gives the memory back; a canvas of zeros is fine too. */
void by_canvas_init(struct by_canvas *c, int width, int height, bool ascii);
void by_canvas_clear(struct by_canvas *c);

/* Fills a rectangle; what lies outside the canvas is left out, here and everywhere below. */
void by_canvas_fill(struct by_canvas *c, int x, int y, int width, int height, uint32_t sign, enum by_ink ink);

/* One sign; one that may not be shown (a control character, a mark without a width) becomes '?', as does what
 * an ASCII canvas has nothing for.  Box drawing, dots, arrows and quotes become their nearest ASCII signs. */
void by_canvas_sign(struct by_canvas *c, int x, int y, uint32_t sign, enum by_ink ink);

/* Puts UTF-8 words from x on, at most `width` columns of them (-1: to the edge); control characters, broken
 * UTF-8 and marks without a width are shown as '?'.  Returns the columns used. */
int by_canvas_put(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *words);

/* The same with a format; at most 500 bytes. */
int by_canvas_print(struct by_canvas *c, int x, int y, int width, enum by_ink ink, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Words wrapped into a rectangle; returns the lines they need, also those that were not drawn (`skip` lines are
 * passed over first). */
int by_canvas_wrap(struct by_canvas *c, int x, int y, int width, int height, int skip, enum by_ink ink,
                   const char *words);

/* A frame, its corners at the rectangle's; dashed ones mark places. */
void by_canvas_frame(struct by_canvas *c, int x, int y, int width, int height, enum by_ink ink, bool dashed);

/* The columns words take. */
int by_canvas_width(const char *words);

/* The tag at a cell, 0 outside. */
uint16_t by_canvas_tag(const struct by_canvas *c, int x, int y);

/* The signs of a row as UTF-8 without the blanks at its end; for tests and `--plain` pictures.  Returns the length. */
size_t by_canvas_line(const struct by_canvas *c, int y, char *out, size_t size);

/* A character as UTF-8 with a final 0; returns its bytes. */
size_t by_sign_print(uint32_t sign, char out[5]);

#endif
