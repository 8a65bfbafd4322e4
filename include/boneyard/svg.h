/* SPDX-License-Identifier: MIT */
/* boneyard/svg.h: draws a table as an SVG picture, as one seat sees it.
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
 * A picture is drawn from a view and therefore shows only information available to that seat: the table and, on
 * request, the seat's own hand.  Colours and shapes match the page (web/table, web/style/tokens.css).
 *
 * These functions allocate no memory, keep no state, and use no floating point.
 */
#ifndef BONEYARD_SVG_H
#define BONEYARD_SVG_H

#include "boneyard/layout.h"
#include "boneyard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_SVG_TEXT 524288 /* enough bytes for any picture, if no name is longer than BY_SVG_NAME bytes */
#define BY_SVG_NAME 128

/* How halves show their numbers: as dots up to double-9 and numerals above that, or always as one of the two.  A half
 * smaller than 14 pixels always shows a large numeral. */
enum by_svg_face { BY_FACE_AUTO, BY_FACE_DOTS, BY_FACE_NUMERALS };

/* The look of a picture.  Zero means the default for every member. */
struct by_svg_look {
    int32_t half;             /* the width of a half tile in pixels; 0 for BY_HALF */
    uint8_t face;             /* enum by_svg_face */
    bool dark;                /* uses the page's dark colours */
    bool plain;               /* shows all numbers in one colour */
    bool places;              /* shows the open places and their numbers */
    bool hand;                /* shows the seat's hand below the table, if the view has one */
    const char *const *names; /* one name per seat for Mexican Train, in UTF-8; NULL to number the seats from 1 */
};

/* Appends the picture of a table.  `l` must be a layout of this view; `look` may be NULL.  If the buffer is too small,
 * t->full is set and the picture is incomplete. */
void by_svg_table(struct by_text *t, const struct by_view *v, const struct by_layout *l,
                  const struct by_svg_look *look);

/* Appends the picture of one upright tile with its high half up, or its low half if `flip` is set. BY_NO_TILE draws a
 * face-down tile. */
void by_svg_tile(struct by_text *t, by_tile tile, bool flip, const struct by_svg_look *look);

#ifdef __cplusplus
}
#endif

#endif
