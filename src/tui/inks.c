/* SPDX-License-Identifier: MIT */
/* inks.c: holds the table of inks.
 *
 * With 256 colours, inks use the design's values (felt #23604F, ivory #FBF5E6, gold #F7BE3B, sky #A5DCFF, violet
 * #E3C6FF, and the colours of the numbers, which remain distinguishable to colour-blind players), mapped to the nearest
 * entries of the 256-colour cube. With 16 colours, which differ between terminals, tiles are plain white with dark
 * inks, and marks are black on yellow or cyan. The numbers share four colours, chosen so that neighbouring numbers
 * differ; the digits remain readable. Without colours, a tile or band is in reverse video, the turn is bold, and the
 * last tile is underlined. */
#include "inks.h"

enum { B = BY_BOLD, D = BY_DIM, U = BY_UNDER, R = BY_REVERSE };
enum { PAGE = 235, WELL = 238, FELT = 23, IVORY = 230, REST = 187, GOLD = 221, SKY = 153, VIOLET = 183, DARK = 234 };

#define NUMBER(colour, of_16) \
    { \
        (colour), IVORY, B, (of_16), 7, 0, R \
    }

const struct by_ink_look by_inks[BY_INKS] = { [BY_INK_TEXT] = { 254, PAGE, 0, 7, 0, 0, 0 },
                                              [BY_INK_QUIET] = { 248, PAGE, 0, 7, 0, D, D },
                                              [BY_INK_STRONG] = { 231, PAGE, B, 15, 0, B, B },
                                              [BY_INK_BAR] = { 252, WELL, 0, 7, 4, 0, R },
                                              [BY_INK_KEY] = { 231, WELL, B, 15, 4, B, R | B | U },
                                              [BY_INK_TURN] = { DARK, GOLD, B, 0, 3, 0, R | B },
                                              [BY_INK_LAST] = { SKY, PAGE, 0, 14, 0, 0, U },
                                              [BY_INK_HINT] = { VIOLET, PAGE, 0, 13, 0, 0, U | D },
                                              [BY_INK_FELT] = { 188, FELT, 0, 2, 0, 0, 0 },
                                              [BY_INK_NAME] = { 231, FELT, B, 15, 0, B, B },
                                              [BY_INK_TILE] = { DARK, IVORY, 0, 0, 7, 0, R },
                                              [BY_INK_TILE_DIM] = { DARK, REST, 0, 7, 0, 0, 0 },
                                              [BY_INK_TILE_PLAY] = { DARK, IVORY, B, 4, 7, 0, R | B },
                                              [BY_INK_TILE_CHOSEN] = { DARK, GOLD, B, 0, 3, 0, B },
                                              [BY_INK_TILE_LAST] = { DARK, SKY, B, 0, 6, 0, R | U },
                                              [BY_INK_GHOST] = { GOLD, FELT, B, 11, 0, 0, D },
                                              [BY_INK_REFUSED] = { IVORY, WELL, B, 15, 0, U, B | U },
                                              [BY_INK_PIP + 0] = NUMBER(59, 0),
                                              [BY_INK_PIP + 1] = NUMBER(26, 4),
                                              [BY_INK_PIP + 2] = NUMBER(22, 0),
                                              [BY_INK_PIP + 3] = NUMBER(88, 1),
                                              [BY_INK_PIP + 4] = NUMBER(52, 0),
                                              [BY_INK_PIP + 5] = NUMBER(18, 5),
                                              [BY_INK_PIP + 6] = NUMBER(94, 4),
                                              [BY_INK_PIP + 7] = NUMBER(126, 1),
                                              [BY_INK_PIP + 8] = NUMBER(24, 0),
                                              [BY_INK_PIP + 9] = NUMBER(55, 5),
                                              [BY_INK_PIP + 10] = NUMBER(130, 1),
                                              [BY_INK_PIP + 11] = NUMBER(235, 0),
                                              [BY_INK_PIP + 12] = NUMBER(240, 4),
                                              [BY_INK_PIP + 13] = NUMBER(58, 5),
                                              [BY_INK_PIP + 14] = NUMBER(89, 1),
                                              [BY_INK_PIP + 15] = NUMBER(26, 4),
                                              [BY_INK_PIP + 16] = NUMBER(22, 0),
                                              [BY_INK_PIP + 17] = NUMBER(90, 5),
                                              [BY_INK_PIP + 18] = NUMBER(60, 4) };
