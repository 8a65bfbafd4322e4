/* SPDX-License-Identifier: MIT */
/* boneyard/svg.h: a table as an SVG picture, as one seat sees it.
 *
 * by_svg_table draws a view with its layout (layout.h).  The picture is complete XML without scripts, styles or ids, so
 * one HTML page can contain several pictures, and every viewer can open a file that contains one:
 *
 *     char *text = malloc(BY_SVG_TEXT);
 *     struct by_text t = by_text_on(text, BY_SVG_TEXT);
 *
 *     by_layout_make(&view, 40 * BY_HALF, 24 * BY_HALF, &layout);
 *     by_svg_table(&t, &view, &layout, NULL);
 *     fwrite(text, 1, t.used, file);
 *
 * It is drawn from a view and therefore shows only what that seat may know: the table and, if asked for, the seat's
 * own hand.  Colours and shapes are those of the page (web/table, web/style/tokens.css).
 *
 * These functions do not allocate or keep state, and use no floating point.
 */
#ifndef BONEYARD_SVG_H
#define BONEYARD_SVG_H

#include "boneyard/layout.h"
#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_SVG_TEXT 524288 /* always enough bytes for a picture, if each name has at most BY_SVG_NAME bytes */
#define BY_SVG_NAME 128

/* What a half shows: dots up to double-9 and numerals beyond, or always one of them.  Tiles with less than 14 pixels
 * for a half show large numerals. */
enum by_svg_face { BY_FACE_AUTO, BY_FACE_DOTS, BY_FACE_NUMERALS };

/* How a picture looks; all 0 is the default. */
struct by_svg_look {
    int32_t half;             /* pixels of a half tile; 0: BY_HALF */
    uint8_t face;             /* enum by_svg_face */
    bool dark;                /* the page's dark colours */
    bool plain;               /* all numbers in one colour */
    bool places;              /* shows the open places and their numbers */
    bool hand;                /* shows the seat's hand below the table, if the view has one */
    const char *const *names; /* one name per seat for Mexican Train, in UTF-8; NULL: seats from 1 */
};

/* Appends the picture of a table.  `l` must be a layout of this view; `look` may be NULL.  If the buffer is too small,
 * t->full is set and the text is not a picture. */
void by_svg_table(struct by_text *t, const struct by_view *v, const struct by_layout *l,
                  const struct by_svg_look *look);

/* Appends the picture of one upright tile, high half up, or low half up if `flip` is set. For BY_NO_TILE, the tile lies
 * face down. */
void by_svg_tile(struct by_text *t, by_tile tile, bool flip, const struct by_svg_look *look);

#ifdef __cplusplus
}
#endif

#endif
