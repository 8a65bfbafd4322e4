/* SPDX-License-Identifier: MIT */
/* boneyard/pack.h: packs views into a few bytes, and makes states that the view's seat cannot tell from the true one.
 *
 * The bytes are the same on every machine, and each view has exactly one packed form.  The length depends only on
 * public information: a hand takes the same space whatever tiles it holds, and private fields are always present.  Data
 * that can be derived from the rest (lengths and tails of trains, neighbours) is omitted.
 */
#ifndef BONEYARD_PACK_H
#define BONEYARD_PACK_H

#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_PACKED 4096 /* maximum size of a packed view, in bytes */

/* Packs the view of a seat or of BY_NO_SEAT and returns its size in bytes.  Returns 0 for the referee's view, which
 * cannot be packed. */
size_t by_view_pack(const struct by_view *v, uint8_t out[BY_PACKED]);

/* Unpacks a view from n untrusted bytes. Returns false if they are invalid; *out must then not be used. An accepted
 * view can be displayed, laid out and passed to the move generator safely. */
bool by_view_unpack(const uint8_t *bytes, size_t n, struct by_view *out);

/* Makes a state that gives v's seat the view v, with the hidden tiles in an arbitrary order.  Use the state for the
 * seat's own moves and for output; it reveals nothing about the hidden tiles. `v` must come from by_view_of or
 * by_view_unpack. */
void by_state_seen(const struct by_view *v, struct by_state *out);

#ifdef __cplusplus
}
#endif

#endif
