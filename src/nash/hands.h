/* SPDX-License-Identifier: MIT */
/* hands.h: numbers the subsets of a few bits, and maps these numbers when a bit is removed (nash.h). */
#ifndef BY_NASH_HANDS_H
#define BY_NASH_HANDS_H

#include "nash.h"

/* [k][i][j]: the number of the k-tile hand that consists of tile i and hand j of the other tiles */
extern uint16_t *by_nash_with[BY_NASH_HAND + 1][BY_NASH_TILES];
/* [k][i][j]: the number, among all k-tile hands, of hand j without tile i */
extern uint16_t *by_nash_without[BY_NASH_HAND + 1][BY_NASH_TILES];
extern uint32_t by_nash_choose[BY_NASH_TILES + 1][BY_NASH_HAND + 1];

void by_nash_hands(void); /* fills the tables; safe to call again */

/* Returns the tiles of a hand. */
uint32_t by_nash_hand_tiles(uint32_t may, int k, int number);
/* Returns the number of a hand whose tiles are all in `may`. */
int by_nash_hand_number(uint32_t may, uint32_t tiles);
/* Sets out[i] to the number that hand i had when the tiles in `gone` could still be held. Returns the number of
 * hands. */
int by_nash_kept(uint32_t may, uint32_t gone, int k, uint16_t *out);
int by_nash_pips(uint32_t tiles);

static inline int by_nash_count(const struct by_nash_node *n, int seat)
{
    return (int)by_nash_choose[__builtin_popcount(n->may[seat])][n->left[seat]];
}

/* Returns the position of a tile among the tiles that may be held. */
static inline int by_nash_at(uint32_t may, int tile) { return __builtin_popcount(may & (((uint32_t)1 << tile) - 1)); }

#endif
