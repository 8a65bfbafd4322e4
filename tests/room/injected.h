/* SPDX-License-Identifier: MIT */
/* injected.h: the shuffle with two tiles swapped at a chosen deal.  Everything else stays the same: both worlds
 * publish the same commitments.  The program is linked with --wrap for these calls. */
#ifndef ROOM_INJECTED_H
#define ROOM_INJECTED_H

#include "fair/fair.h"

enum { SWAPS = 3 };
struct swap {
    uint64_t deal;
    int n;
    uint8_t a[SWAPS], b[SWAPS];
}; /* deal 0: none */
extern struct swap injected;

void swap_places(const struct swap *s, by_tile *deck);

/* Deals a round in both worlds, from the deck as it is and with two places swapped, and plays a move, by the rules
 * alone. Returns false if those seats (as bits) hear or see a difference. */
bool deal_both(struct by_state *a, struct by_state *b, const by_tile *deck, int tiles, int lead, const struct swap *s,
               uint32_t seats);
bool play_both(struct by_state *a, struct by_state *b, int seat, by_move m, uint32_t seats);

/* Rule strings with hidden tiles, of all families; in one of them drawing is a choice (T-19). */
enum { RULESETS = 14, PENALISE = 11 };
extern const char *const ruleset[RULESETS];

#endif
