/* SPDX-License-Identifier: MIT */
/* boneyard/deal.h: derives decks and lots from a seed, and provides a small random number generator for everything
 * else.
 *
 * The rules take the deck as input. A deck comes from a seed or from the generator below.
 *
 * by_seed_deck makes a round's deck from a 256-bit seed.  It shuffles the canonical tile order with the
 * Fisher-Yates algorithm and rejection sampling on the ChaCha20 stream (RFC 8439).  The seed is the key; the nonce
 * encodes purpose, round and attempt.  The same seed gives the same game on every platform.  docs/protocol.md
 * specifies the algorithm byte by byte, and it never changes within a major version.  The decks of past rounds
 * reveal nothing about later rounds.
 *
 * by_rng is xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).  It is fast and
 * good enough for bots, benchmarks and tests.  Never use it to deal hidden tiles to people.
 */
#ifndef BONEYARD_DEAL_H
#define BONEYARD_DEAL_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_seed {
    uint8_t bytes[32];
};

/* Parses one to 64 hexadecimal digits, padded on the left with zeros.  Returns false for anything else. */
bool by_seed_read(const char *text, struct by_seed *out);
void by_seed_print(const struct by_seed *seed, char out[65]);

/* Writes the deck of a round (from 1) for the next deal of `s`; `attempt` counts repeated deals from 0 (L-05, T-04).
 * Returns the number of tiles written, by_deck_tiles(s). */
int by_seed_deck(const struct by_state *s, const struct by_seed *seed, uint32_t round, uint32_t attempt,
                 by_tile deck[BY_MAX_TILES]);

/* Returns the seat chosen by lot to lead a round (L-06).  Each seat draws a tile.  The seat with the most pips leads;
 * the higher half breaks ties.  The tiles are then returned. */
int by_seed_lot(const struct by_state *s, const struct by_seed *seed, uint32_t round);

/* Deals the next round from the seed, redealing as long as a required double is missing.  `lead` is a seat if
 * by_lead_taken(s), or -1 if the rules and the lot decide.  Returns the same errors as by_deal. */
by_err by_deal_seeded(struct by_state *s, const struct by_seed *seed, int lead, struct by_events *ev);

struct by_rng {
    uint64_t s[4];
};

/* Initialise a random number generator from a number, or from a seed and a stream number. The streams of one seed are
 * independent. */
void by_rng_init(struct by_rng *r, uint64_t seed);
void by_rng_from(struct by_rng *r, const struct by_seed *seed, uint32_t stream);

static inline uint64_t by_rng_next(struct by_rng *r)
{
    uint64_t *s = r->s, sum = s[0] + s[3], t = s[1] << 17;
    uint64_t out = (sum << 23 | sum >> 41) + s[0];

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return out;
}

/* Returns an unbiased number below n (1..2^32), after Lemire, "Fast random integer generation in an interval", 2019. */
static inline uint32_t by_rng_below(struct by_rng *r, uint32_t n)
{
    uint64_t m = (by_rng_next(r) >> 32) * n;

    if ((uint32_t)m < n) {
        uint32_t least = (0u - n) % n;

        while ((uint32_t)m < least)
            m = (by_rng_next(r) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* Shuffles n tiles. */
void by_rng_shuffle(struct by_rng *r, by_tile *tiles, int n);

#ifdef __cplusplus
}
#endif

#endif
