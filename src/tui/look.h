/* SPDX-License-Identifier: MIT */
/* look.h: declares the display settings. Options set them, keys change them, and all drawing code uses them. */
#ifndef BY_TUI_LOOK_H
#define BY_TUI_LOOK_H

#include <stdbool.h>

enum by_face { BY_FACE_AUTO, BY_FACE_DOTS, BY_FACE_NUMERALS, BY_FACE_COLOURS, BY_FACE_SIGNS, BY_FACES };

struct by_look {
    /* automatic: dots if they fit; colours: coloured dots; signs: Unicode domino characters, up to double-6 */
    enum by_face face;
    bool ascii;
    int pause; /* milliseconds between other seats' moves; 0 for none */
};

#endif
