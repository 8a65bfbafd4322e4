/* SPDX-License-Identifier: MIT */
/* deal.c: derives decks and lots from a seed (deal.h; docs/protocol.md describes the algorithm). */
#include "boneyard/deal.h"

#include <string.h>

#include "author.h"

enum { FOR_DECK = 1, FOR_LOT = 2, FOR_RNG = 3 };

/* The ChaCha20 stream of RFC 8439, generated one 64-byte block at a time, as 32-bit little-endian words. */
struct stream {
    uint32_t key[8], counter, nonce[3], block[16], used;
};

static uint32_t turn_left(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = turn_left(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = turn_left(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = turn_left(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = turn_left(x[b] ^ x[c], 7);
}

static BY_RARE void next_block(struct stream *st)
{
    uint32_t start[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

    memcpy(start + 4, st->key, sizeof st->key);
    start[12] = st->counter++;
    memcpy(start + 13, st->nonce, sizeof st->nonce);
    memcpy(st->block, start, sizeof start);
    for (int i = 0; i < 10; i++) {
        quarter(st->block, 0, 4, 8, 12);
        quarter(st->block, 1, 5, 9, 13);
        quarter(st->block, 2, 6, 10, 14);
        quarter(st->block, 3, 7, 11, 15);
        quarter(st->block, 0, 5, 10, 15);
        quarter(st->block, 1, 6, 11, 12);
        quarter(st->block, 2, 7, 8, 13);
        quarter(st->block, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        st->block[i] += start[i];
    st->used = 0;
}

static struct stream stream_of(const struct by_seed *seed, uint32_t purpose, uint32_t a, uint32_t b)
{
    struct stream st = { .nonce = { purpose, a, b }, .used = 16 };

    for (int i = 0; i < 8; i++)
        for (int k = 3; k >= 0; k--)
            st.key[i] = st.key[i] << 8 | seed->bytes[4 * i + k];
    return st;
}

static uint32_t next_word(struct stream *st)
{
    if (st->used == 16)
        next_block(st);
    return st->block[st->used++];
}

/* Returns a number below n, discarding words at or above the greatest multiple of n below 2^32. */
static uint32_t below(struct stream *st, uint32_t n)
{
    uint32_t extra = (0u - n) % n, word;

    do
        word = next_word(st);
    while (word > 0xffffffffu - extra);
    return word % n;
}

static void shuffle(struct stream *st, by_tile *tiles, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)below(st, (uint32_t)i + 1);
        by_tile t = tiles[i];

        tiles[i] = tiles[j];
        tiles[j] = t;
    }
}

/* Lists the round's tiles in canonical order (C-01), without the double set aside. */
static int ordered(const struct by_state *s, by_tile deck[BY_MAX_TILES])
{
    by_tile lacks = by_deck_lacks(s);
    int n = by_deck_tiles(s), at = 0;

    for (int t = 0; at < n; t++)
        if (t != lacks)
            deck[at++] = (by_tile)t;
    return n;
}

int by_seed_deck(const struct by_state *s, const struct by_seed *seed, uint32_t round, uint32_t attempt,
                 by_tile deck[BY_MAX_TILES])
{
    struct stream st = stream_of(seed, FOR_DECK, round, attempt);
    int n = ordered(s, deck);

    shuffle(&st, deck, n);
    return n;
}

int by_seed_lot(const struct by_state *s, const struct by_seed *seed, uint32_t round)
{
    struct stream st = stream_of(seed, FOR_LOT, round, 0);
    by_tile deck[BY_MAX_TILES] = { 0 };
    int best = 0, tiles;

    tiles = ordered(s, deck);
    BY_ASSERT(tiles >= s->players);
    shuffle(&st, deck, tiles);
    for (int i = 1; i < s->players; i++) {
        int more = by_pips(deck[i]) - by_pips(deck[best]);

        if (more > 0 || (more == 0 && by_high(deck[i]) > by_high(deck[best])))
            best = i;
    }
    return best;
}

by_err by_deal_seeded(struct by_state *s, const struct by_seed *seed, int lead, struct by_events *ev)
{
    by_tile deck[BY_MAX_TILES];
    uint32_t round = s->round + 1, attempt = 0;
    by_err err;

    if (s->now.phase != BY_READY && s->now.phase != BY_ROUND_OVER)
        return BY_E_PHASE;
    if (lead < 0 && by_lead_rule(s) == BY_LEAD_LOT)
        lead = by_seed_lot(s, seed, round);
    do { /* if no hand has a double, the deck is shuffled again (L-05, T-04) */
        int n = by_seed_deck(s, seed, round, attempt++, deck);

        err = by_deal(s, deck, n, lead, ev);
    } while (err == BY_E_NO_DOUBLE);
    return err;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool by_seed_read(const char *text, struct by_seed *out)
{
    struct by_seed seed = { { 0 } };
    int n = 0;

    while (text[n] != '\0' && n < 65)
        n++;
    if (n == 0 || n > 64)
        return false;
    for (int i = 0; i < n; i++) {
        int digit = hex(text[n - 1 - i]);

        if (digit < 0)
            return false;
        seed.bytes[31 - i / 2] = (uint8_t)(seed.bytes[31 - i / 2] | digit << (i % 2 * 4));
    }
    *out = seed;
    return true;
}

void by_seed_print(const struct by_seed *seed, char out[65])
{
    for (int i = 0; i < 64; i++)
        out[i] = "0123456789abcdef"[seed->bytes[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15];
    out[64] = '\0';
}

/* ---- The fast generator ------------------------------------------------------------------- */

/* Seeds the state from one number with splitmix64 (Steele, Lea and Flood, 2014). */
void by_rng_init(struct by_rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;

        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        r->s[i] = z ^ z >> 31;
    }
}

void by_rng_from(struct by_rng *r, const struct by_seed *seed, uint32_t stream)
{
    struct stream st = stream_of(seed, FOR_RNG, stream, 0);

    for (int i = 0; i < 4; i++) {
        r->s[i] = next_word(&st);
        r->s[i] = r->s[i] << 32 | next_word(&st);
    }
    r->s[0] |= 1; /* the state is never all zero */
}

/* Draws up to three numbers from one 32-bit word without bias (Brackett-Rozinsky and Lemire, "Batched ranged random
 * integer generation", 2024). The word is scaled to the product of the bounds and discarded if it would bias the
 * result. Returns false for a discarded word. */
static inline bool spread(uint32_t word, uint32_t n, int numbers, uint32_t at[3])
{
    uint32_t all = 1;

#pragma GCC unroll 3
    for (int k = 0; k < numbers; k++) {
        uint64_t m = (uint64_t)word * (n - (uint32_t)k);

        at[k] = (uint32_t)(m >> 32);
        word = (uint32_t)m;
        all *= n - (uint32_t)k;
    }
    return word >= all || word >= (0u - all) % all;
}

/* Moves a random tile to each of the last `numbers` of n places. */
static inline void settle(struct by_rng *r, uint64_t *word, bool *half, by_tile *tiles, int n, int numbers)
{
    uint32_t at[3];

    do {
        *word = *half ? *word << 32 : by_rng_next(r);
        *half = !*half;
    } while (!spread((uint32_t)(*word >> 32), (uint32_t)n, numbers, at));
#pragma GCC unroll 3
    for (int k = 0; k < numbers; k++) {
        by_tile t = tiles[n - 1 - k];

        tiles[n - 1 - k] = tiles[at[k]];
        tiles[at[k]] = t;
    }
}

void by_rng_shuffle(struct by_rng *r, by_tile *tiles, int n)
{
    uint64_t word = 0;
    bool half = false;

    for (; n > 3; n -= 3)
        settle(r, &word, &half, tiles, n, 3);
    if (n > 1)
        settle(r, &word, &half, tiles, n, n - 1);
}
