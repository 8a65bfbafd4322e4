/* SPDX-License-Identifier: MIT */
/* boneyard/pack.h: views as a few bytes, and states that a view's seat cannot tell from the true one.
 *
 * The bytes are the same on every machine, and each view has exactly one form.  The length follows from public
 * information: a hand takes the same space whatever its tiles, and private fields always have their place.  Data
 * that follows from the rest (lengths and tails of trains, neighbours) is omitted.
 */
#ifndef BONEYARD_PACK_H
#define BONEYARD_PACK_H

#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_PACKED 4096 /* an upper bound for the bytes of a packed view */

/* Packs a view and returns the number of bytes.  `v` is the view of a seat or of BY_NO_SEAT; the referee's view is
 * not packed (0). */
size_t by_view_pack(const struct by_view *v, uint8_t out[BY_PACKED]);

/* Unpacks a view from n untrusted bytes.  Returns false if they are invalid; do not use *out then.  An accepted view
 * is safe to display, to lay out and to list moves for. */
bool by_view_unpack(const uint8_t *bytes, size_t n, struct by_view *out);

/* Makes a state that looks like the view to its seat, with the hidden tiles in an arbitrary order.  Use it for the
 * seat's own moves and for output; it reveals nothing about the hidden tiles.  `v` comes from by_view_of or
 * by_view_unpack. */
void by_state_seen(const struct by_view *v, struct by_state *out);

#ifdef __cplusplus
}
#endif

#endif
