/* SPDX-License-Identifier: MIT */
/* draw.h: shared by the files of the board. Everything is drawn on a canvas of the board's size, which is then copied
 * to the screen's canvas; so nothing can be drawn outside the board, and a cell is free while it has the ink of the
 * felt. */
#ifndef BY_TUI_BOARD_DRAW_H
#define BY_TUI_BOARD_DRAW_H

#include "board.h"
#include "faces.h"

struct by_board {
    struct by_canvas canvas;
    const struct by_view *v;
    const char *const *names;
    const struct by_look *look;
    struct by_marks *marks;
    struct by_layout layout;
    struct by_face_size size;
    int left, top; /* the cell of the layout's 0, 0 */
    bool picture;  /* false: drawn as rows */
};

/* Draws everything on a canvas of this size in the best form; v, names, look and marks are set. */
void by_board_compose(struct by_board *b, int width, int height, bool ascii);

/* A rectangle of cells; x1 and y1 are the first ones outside. */
struct by_cells {
    int x0, y0, x1, y1;
};

/* The cells of a straight tile, or of a slanting one as far as its numbers reach. */
struct by_cells by_cells_of(const struct by_board *b, const struct by_spot *s);

/* The cells of a half: all of them if it is straight, else those of its number. */
struct by_cells by_cells_half(const struct by_board *b, const struct by_spot *s, int half);

/* Tells whether two tiles would share cells; only slanting ones can. */
bool by_cells_clash(const struct by_board *b);

bool by_board_free(const struct by_board *b, struct by_cells at);

/* Draws a tile, or a ghost; `any`: also over occupied cells. */
void by_board_tile(struct by_board *b, const struct by_spot *s, enum by_ink ink);

/* Returns the number with which a tile would touch at opening k; `flip` decides it when blanks are wild. */
int by_board_touch(const struct by_board *b, int k, by_tile t, bool flip);

/* Draws all tiles and marks; needs layout, size, left and top. */
void by_board_picture(struct by_board *b);

/* Writes words next to a rectangle if there is room; returns false if not. */
bool by_board_label(struct by_board *b, struct by_cells at, enum by_ink ink, const char *words);

/* Chickenfoot: "two toes to go". Returns false if no foot is in progress. */
bool by_board_foot(const struct by_board *b, char *out, size_t size);

/* Mexican Train: the words next to a train's name ("8 tiles"), on its flag ("open"), and the flag's ink. */
enum by_ink by_board_train(const struct by_board *b, int train, char *count, char *flag, size_t size);
const char *by_board_name(const struct by_board *b, int train);
enum by_ink by_board_name_ink(const struct by_board *b, int train);

/* Trains as rows; other tables as rows; Castle Rock. */
void by_board_trains(struct by_board *b);
void by_board_rows(struct by_board *b);
void by_board_castle(struct by_board *b);

/* For rows that do not fit: how many to leave out so that row `want` (or -1) is visible; and, after drawing, the signs
 * at the edge for more. */
int by_board_scroll(struct by_board *b, int rows, int height, int want);
void by_board_more(struct by_board *b, int rows, int height, int from);

#endif
