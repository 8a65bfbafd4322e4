/* SPDX-License-Identifier: MIT */
/* inks.h: defines the appearance of each ink with 256 colours, with 16 colours and without colours. */
#ifndef BY_TUI_INKS_H
#define BY_TUI_INKS_H

#include "canvas.h"

enum { BY_BOLD = 1, BY_DIM = 2, BY_UNDER = 4, BY_REVERSE = 8 };

/* Colours are numbers in the terminal's palette; `more`, `more16` and `alone` are combinations of attributes such as
 * BY_BOLD. */
struct by_ink_look {
    uint8_t fore, back, more; /* with 256 colours */
    uint8_t fore16, back16,
        more16;    /* with 16 colours; backgrounds stay below 8, since higher numbers turn bold on some terminals */
    uint8_t alone; /* without colour */
};

extern const struct by_ink_look by_inks[BY_INKS];

#endif
