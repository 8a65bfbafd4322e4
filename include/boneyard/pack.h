/* boneyard/pack.h: a view as a few bytes, and a state that a view's seat cannot tell from the true one.
 *
 * The bytes are the same on every machine, and each view has exactly one form.  How many they are follows from what
 * everybody at the table knows: a hand takes the same room whichever tiles are in it, and what only one seat may know
 * always has its place.  Whatever follows from the rest (lengths and tails of trains, neighbours) is not written.
 */
#ifndef BONEYARD_PACK_H
#define BONEYARD_PACK_H

#include "boneyard/view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_PACKED 4096                  /* more bytes than any packed view has */

/* The bytes of a view; how many.  `v` is the view of a seat or of BY_NO_SEAT: the referee's is not packed (0). */
size_t by_view_pack(const struct by_view *v, uint8_t out[BY_PACKED]);

/* The view of n bytes that came from anywhere.  False: they are none; *out is then not to be used.  Whatever is read is
 * safe to show, to lay out and to ask for moves. */
bool by_view_unpack(const uint8_t *bytes, size_t n, struct by_view *out);

/* A state that looks like the view to its seat, the hidden tiles lying anyhow.  For the seat's own moves, for what is
 * shown and said; nothing about the hidden tiles follows from it.  `v` is a view of by_view_of or by_view_unpack. */
void by_state_seen(const struct by_view *v, struct by_state *out);

#ifdef __cplusplus
}
#endif

#endif
