/* SPDX-License-Identifier: MIT */
/* boneyard/tile.h: defines tiles, numbers and sets of tiles.
 *
 * A tile is a small number.  The tile with halves h >= l has the index
 *
 *     h * (h + 1) / 2 + l
 *
 * so that 0-0 is 0, 1-0 is 1, 1-1 is 2, 2-0 is 3 and so on.  This order, by high half and then by low half, is the one
 * in which the rules list tiles (N-08).  A double-n set is the first (n + 1)(n + 2) / 2 indices (C-01): 28, 55, 91, 136
 * and 190 for n = 6, 9, 12, 15 and 18.
 *
 * A set of tiles is 190 bits in three words.  A suit is the set of all tiles with a given number, so one AND with
 * suit 5 finds the tiles playable on an open 5.
 *
 * These functions never fail, allocate no memory, keep no state, and are thread-safe.
 */
#ifndef BONEYARD_TILE_H
#define BONEYARD_TILE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t by_tile; /* 0 to 189, or BY_NO_TILE */

#define BY_NO_TILE 255
#define BY_MAX_NUMBER 18 /* the highest number on a half: 18, in a double-18 set (C-01) */
#define BY_NUMBERS 19    /* numbers 0..18; 0 is the blank (C-01) */
#define BY_MAX_TILES 190

struct by_set {
    uint64_t w[3];
}; /* bit t is set if tile t is in the set */

/* The halves of each tile, by index; high >= low. Static; do not free. */
extern const uint8_t by_high_half[BY_MAX_TILES + 2];
extern const uint8_t by_low_half[BY_MAX_TILES + 2];

/* The suits: by_suit[n] contains every tile of a double-18 set with n on either half. */
extern const struct by_set by_suit[BY_NUMBERS];

/* Returns the number of tiles in a double-n set (C-01), with n from 0 to 18. */
static inline int by_set_tiles(int n) { return (n + 1) * (n + 2) / 2; }

/* Returns the tile with these two numbers, from 0 to 18 and in either order. */
static inline by_tile by_tile_of(int a, int b) { return (by_tile)(a >= b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a); }

static inline int by_high(by_tile t) { return by_high_half[t]; }
static inline int by_low(by_tile t) { return by_low_half[t]; }
static inline bool by_is_double(by_tile t) { return by_high_half[t] == by_low_half[t]; }
static inline int by_pips(by_tile t) { return by_high_half[t] + by_low_half[t]; }

/* by_tile_numbers returns a bit mask of a tile's numbers; by_shared returns a number that two tiles share, or -1. */
static inline uint32_t by_tile_numbers(by_tile t) { return (uint32_t)1 << by_high(t) | (uint32_t)1 << by_low(t); }
int by_shared(by_tile a, by_tile b);

/* Returns the half opposite `number`, which must be on the tile. */
static inline int by_across(by_tile t, int number) { return by_pips(t) - number; }

/* Returns the touching half: the high half, or the low half of a flipped tile.  Branchless, because the outcome is
 * unpredictable. */
static inline int by_touching(by_tile t, bool flip)
{
    int high = by_high(t);

    return high ^ ((high ^ by_low(t)) & -(int)flip);
}

static inline bool by_set_has(const struct by_set *s, by_tile t) { return s->w[t >> 6] >> (t & 63) & 1; }

static inline void by_set_add(struct by_set *s, by_tile t) { s->w[t >> 6] |= (uint64_t)1 << (t & 63); }

static inline void by_set_drop(struct by_set *s, by_tile t) { s->w[t >> 6] &= ~((uint64_t)1 << (t & 63)); }

static inline bool by_set_empty(const struct by_set *s) { return (s->w[0] | s->w[1] | s->w[2]) == 0; }

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

/* Returns the number of tiles in the set. */
int by_set_count(const struct by_set *s);

/* Returns the total pips on the tiles in the set (C-08). */
int by_set_pips(const struct by_set *s);

/* Removes the lowest tile from a non-empty set and returns it.  `while (!by_set_empty(&s)) use(by_set_take(&s))`
 * visits the tiles in N-08 order. */
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
