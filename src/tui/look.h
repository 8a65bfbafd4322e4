/* SPDX-License-Identifier: MIT */
/* look.h: display settings: chosen by options, changed by keys, used by all drawing code. */
#ifndef BY_TUI_LOOK_H
#define BY_TUI_LOOK_H

#include <stdbool.h>

enum by_face { BY_FACE_AUTO, BY_FACE_DOTS, BY_FACE_NUMERALS, BY_FACE_COLOURS, BY_FACE_SIGNS, BY_FACES };

struct by_look {
    /* auto: dots where they fit; colours: coloured dots; signs: the Unicode domino signs, up to double-6 */
    enum by_face face;
    bool ascii;
    int pause; /* milliseconds between the moves of others; 0: none */
};

#endif
