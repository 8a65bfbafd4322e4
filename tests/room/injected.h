/* injected.h: the shuffle with two tiles exchanged where a test wants it, and everything else about it as if they were
 * not: what goes out of the secret is the same in both worlds.  The program is linked with --wrap for these calls. */
#ifndef ROOM_INJECTED_H
#define ROOM_INJECTED_H

#include "fair/fair.h"

enum { SWAPS = 3 };
struct swap { uint64_t deal; int n; uint8_t a[SWAPS], b[SWAPS]; };      /* deal 0: none */
extern struct swap injected;

void swap_places(const struct swap *s, by_tile *deck);

#endif
