/* SPDX-License-Identifier: MIT */
/* draw.h: declarations shared by the files of the board. The board is drawn on a canvas of its own size, which is then
 * copied to the screen's canvas, so nothing can be drawn outside it. A cell counts as free while it has the felt's
 * ink. */
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
    int left, top; /* the cell at the layout's 0, 0 */
    bool picture;  /* false if the table is drawn as a tree or as rows */
    bool tree;
};

/* A rectangle of cells; x1 and y1 are the first column and row outside it. */
struct by_cells {
    int x0, y0, x1, y1;
};

#endif
