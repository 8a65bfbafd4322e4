/* boneyard/deal.h: decks and lots from a seed, and a small generator for everything else.
 *
 * Rules take a deck as data.  These are the two sources of it that need no outside world:
 *
 * by_seed_deck makes the deck of a round from a 256-bit seed: the canonical tile order, shuffled
 * by Fisher and Yates with rejection sampling on the ChaCha20 stream (RFC 8439) whose key is the
 * seed and whose nonce names purpose, round and attempt.  The same seed gives the same game on
 * every platform; docs/protocol.md says it byte by byte, and it never changes within a major
 * version.  Knowing the decks of past rounds tells nothing about later ones.
 *
 * by_rng is xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
 * 2021): fast, for bots, benchmarks and tests.  Do not deal hidden tiles with it.
 */
#ifndef BONEYARD_DEAL_H
#define BONEYARD_DEAL_H

#include "boneyard/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_seed { uint8_t bytes[32]; };

/* One to 64 hexadecimal digits; fewer than 64 are filled up with zeros in front.  False: not so. */
bool by_seed_read(const char *text, struct by_seed *out);
void by_seed_print(const struct by_seed *seed, char out[65]);

/* The deck of a round (1..) for the next deal of `s`; attempt counts from 0 when a deal has to be
 * repeated (L-05, T-04).  Returns the number of tiles written, by_deck_tiles(s). */
int by_seed_deck(const struct by_state *s, const struct by_seed *seed, uint32_t round,
                 uint32_t attempt, by_tile deck[BY_MAX_TILES]);

/* L-06: the seat that a lot names for a round: each seat draws a tile, most pips lead, then the
 * higher half; the tiles go back. */
int by_seed_lot(const struct by_state *s, const struct by_seed *seed, uint32_t round);

/* Deals the next round from the seed, repeating deals without a double.  `lead` is a seat where
 * by_lead_taken(s), or -1 for what the rules and the lot say.  Errors: as by_deal. */
by_err by_deal_seeded(struct by_state *s, const struct by_seed *seed, int lead, struct by_events *ev);

struct by_rng { uint64_t s[4]; };

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

/* A number below n (1..2^32), without bias (Lemire, "Fast random integer generation in an
 * interval", 2019). */
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
