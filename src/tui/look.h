/* look.h: how the game is shown: chosen by options, changed by keys, known to everything that draws. */
#ifndef BY_TUI_LOOK_H
#define BY_TUI_LOOK_H

#include <stdbool.h>

enum by_face { BY_FACE_AUTO, BY_FACE_DOTS, BY_FACE_NUMERALS, BY_FACE_COLOURS, BY_FACE_SIGNS, BY_FACES };

struct by_look {
    enum by_face face;                  /* auto: dots where there is room for them; colours: dots in colours; signs: the
                                           Unicode domino signs, double-6 at most */
    bool ascii;
    int pause;                          /* milliseconds between what others do; 0: none */
};

#endif
