/* boneyard/tile.h: tiles, numbers and sets of tiles.
 *
 * A tile is a small number.  The tile with halves h >= l has the index
 *
 *     h * (h + 1) / 2 + l
 *
 * so that 0-0 is 0, 1-0 is 1, 1-1 is 2, 2-0 is 3 and so on.  This order (high half first, then
 * low half) is the order in which the rules list tiles (N-08), and a double-n set is simply the
 * first (n + 1)(n + 2) / 2 indices (C-01): 28, 55, 91, 136 and 190 for n = 6, 9, 12, 15 and 18.
 *
 * A set of tiles is 190 bits in three words.  A suit is the set of all tiles that bear a number;
 * "what can be played on an open 5" is one AND with suit 5.
 *
 * Nothing here allocates, fails or keeps state.  Everything is safe to call from many threads.
 */
#ifndef BONEYARD_TILE_H
#define BONEYARD_TILE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t by_tile;                /* 0..189, or BY_NO_TILE */

#define BY_NO_TILE      255
#define BY_MAX_NUMBER   18              /* the highest number on a half: double-18 (C-01) */
#define BY_NUMBERS      19              /* numbers 0..18; 0 is the blank (C-01) */
#define BY_MAX_TILES    190

struct by_set { uint64_t w[3]; };       /* bit t of the 192: tile t is in the set */

/* The halves of a tile, by index; high >= low.  Borrowed for ever. */
extern const uint8_t by_high_half[BY_MAX_TILES + 2];
extern const uint8_t by_low_half[BY_MAX_TILES + 2];

/* Suit n: every tile of a double-18 set with n on a half. */
extern const struct by_set by_suit[BY_NUMBERS];

/* Tiles in a double-n set, n in 0..18 (C-01). */
static inline int by_set_tiles(int n) { return (n + 1) * (n + 2) / 2; }

/* The tile with these two numbers, in either order, each in 0..18. */
static inline by_tile by_tile_of(int a, int b)
{
    return (by_tile)(a >= b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a);
}

static inline int by_high(by_tile t) { return by_high_half[t]; }
static inline int by_low(by_tile t) { return by_low_half[t]; }
static inline bool by_is_double(by_tile t) { return by_high_half[t] == by_low_half[t]; }
static inline int by_pips(by_tile t) { return by_high_half[t] + by_low_half[t]; }

/* The numbers on a tile, bit k for number k; and a number that two tiles share, or -1. */
static inline uint32_t by_tile_numbers(by_tile t) { return (uint32_t)1 << by_high(t) | (uint32_t)1 << by_low(t); }
int by_shared(by_tile a, by_tile b);

/* The half across from `number`, which has to be on the tile. */
static inline int by_across(by_tile t, int number) { return by_pips(t) - number; }

/* The half that touches when a tile lies flipped or not: not flipped, the high half touches.  Without
 * a branch, since which half it is cannot be foreseen. */
static inline int by_touching(by_tile t, bool flip)
{
    int high = by_high(t);

    return high ^ ((high ^ by_low(t)) & -(int)flip);
}

static inline bool by_set_has(const struct by_set *s, by_tile t)
{
    return s->w[t >> 6] >> (t & 63) & 1;
}

static inline void by_set_add(struct by_set *s, by_tile t)
{
    s->w[t >> 6] |= (uint64_t)1 << (t & 63);
}

static inline void by_set_drop(struct by_set *s, by_tile t)
{
    s->w[t >> 6] &= ~((uint64_t)1 << (t & 63));
}

static inline bool by_set_empty(const struct by_set *s)
{
    return (s->w[0] | s->w[1] | s->w[2]) == 0;
}

static inline struct by_set by_set_and(struct by_set a, struct by_set b)
{
    return (struct by_set){ { a.w[0] & b.w[0], a.w[1] & b.w[1], a.w[2] & b.w[2] } };
}

static inline struct by_set by_set_or(struct by_set a, struct by_set b)
{
    return (struct by_set){ { a.w[0] | b.w[0], a.w[1] | b.w[1], a.w[2] | b.w[2] } };
}

static inline bool by_set_meets(const struct by_set *a, const struct by_set *b)
{
    return ((a->w[0] & b->w[0]) | (a->w[1] & b->w[1]) | (a->w[2] & b->w[2])) != 0;
}

/* How many tiles are in the set. */
int by_set_count(const struct by_set *s);

/* C-08: the sum of all pips on the tiles of the set. */
int by_set_pips(const struct by_set *s);

/* Takes the lowest tile out of a set that is not empty, and returns it.  `while (!by_set_empty(&s))
 * use(by_set_take(&s))` visits the tiles in the order of N-08. */
static inline by_tile by_set_take(struct by_set *s)
{
    int i = s->w[0] != 0 ? 0 : s->w[1] != 0 ? 1 : 2;
    by_tile t = (by_tile)(i * 64 + __builtin_ctzll(s->w[i]));

    s->w[i] &= s->w[i] - 1;
    return t;
}

#ifdef __cplusplus
}
#endif

#endif
