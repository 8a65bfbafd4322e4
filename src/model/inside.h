/* SPDX-License-Identifier: MIT */
/* inside.h: implements hands and random choices for the models. */
#ifndef BY_MODEL_INSIDE_H
#define BY_MODEL_INSIDE_H

#include "boneyard/deal.h"
#include "planted.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* A hand's table of counts: the number of its tiles with each number and, in the last entry, its total number of
 * tiles. */
#define BY_HAVE (BY_NUMBERS + 1)

static ALWAYS_INLINE void by_hand_add(struct by_set *hand, uint8_t have[BY_HAVE], by_tile t)
{
    const int high = by_high(t), low = by_low(t);

    by_set_add(hand, t);
    have[high]++;
    have[low] = (uint8_t)(have[low] + (high != low));
    have[BY_NUMBERS]++;
}

static ALWAYS_INLINE void by_hand_drop(struct by_set *hand, uint8_t have[BY_HAVE], by_tile t)
{
    const int high = by_high(t), low = by_low(t);

    by_set_drop(hand, t);
    have[high]--;
    have[low] = (uint8_t)(have[low] - (high != low));
    have[BY_NUMBERS]--;
}

/* Returns the number of set bits; __builtin_popcountll would call a library function on some machines. */
static inline int by_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

/* Returns the k-th tile, from 0, with this number in a hand. `words` is the number of 64-bit words in a set of its
 * tiles. */
static ALWAYS_INLINE by_tile by_hand_pick(const struct by_set *hand, int number, int k, int words)
{
    uint64_t x = hand->w[0] & by_suit[number].w[0];
    int at = 0;

    for (int i = 1; i < words; i++) {
        const int here = by_bits(x);

        if (k < here)
            break;
        k -= here;
        at = i;
        x = hand->w[i] & by_suit[number].w[i];
    }
    for (; k > 0; k--)
        x &= x - 1;
    return (by_tile)(at * 64 + __builtin_ctzll(x));
}

/* Returns a random number below n. The bias is less than n/2^32, so n must be small. If n is 1, the generator is not
 * used. */
static inline int by_some(struct by_rng *rng, int n)
{
    return n == 1 ? 0 : (int)((by_rng_next(rng) >> 32) * (uint64_t)n >> 32);
}

/* Moves tiles chosen at random from n to the last `most` positions, without bias. Like by_rng_shuffle, derives three
 * numbers from every 32 random bits. The other tiles are not shuffled, so dealing hands from the end takes time
 * proportional to the number of tiles dealt. */
static inline void by_shuffle_last(struct by_rng *rng, by_tile *tiles, int n, int most)
{
    const int end = n - most;
    uint64_t word = 0;
    bool half = false;

    while (n > end && n > 1) {
        uint32_t all = 1, at[4], low;
        const int take = n - end < 3 ? n - end : 3, numbers = take < n ? take : n - 1;

        word = half ? word << 32 : by_rng_next(rng);
        half = !half;
        low = (uint32_t)(word >> 32);
        for (int k = 0; k < numbers; k++) {
            const uint64_t m = (uint64_t)low * (uint32_t)(n - k);

            at[k] = (uint32_t)(m >> 32);
            low = (uint32_t)m;
            all *= (uint32_t)(n - k);
        }
        if (low < all && low < (0u - all) % all)
            continue; /* rejects this value, as by_rng_below does */
        for (int k = 0; k < numbers; k++) {
            const by_tile t = tiles[--n];

            tiles[n] = tiles[at[k]];
            tiles[at[k]] = t;
        }
    }
}

#endif
