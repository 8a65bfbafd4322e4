/* SPDX-License-Identifier: MIT */
/* injected.h: the shuffle with two tiles exchanged where a test wants it, and everything else about it as if they were
 * not: what goes out of the secret is the same in both worlds.  The program is linked with --wrap for these calls. */
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

/* A round in both worlds, from the state before it: dealt from the deck as it is, and with the places exchanged; and a
 * move of it.  By the rules alone.  False: those seats (as bits) hear or see another thing. */
bool deal_both(struct by_state *a, struct by_state *b, const by_tile *deck, int tiles, const struct swap *s,
               uint32_t seats);
bool play_both(struct by_state *a, struct by_state *b, int seat, by_move m, uint32_t seats);

/* Rule sets with hidden tiles, those of all families; in one of them drawing is a choice (T-19). */
enum { RULESETS = 14, PENALISE = 11 };
extern const char *const ruleset[RULESETS];

#endif
