/* solve.h: what the files of the solver share.  Not part of the public headers.
 *
 * Inside, tiles are numbered in the order in which they are tried: doubles first, then the heaviest
 * (`rank`); a set of tiles is walked from its lowest bit.  The two ends of a line are one number, the
 * index that a tile with these halves would have (`pair`).
 */
#ifndef BY_SOLVE_SOLVE_H
#define BY_SOLVE_SOLVE_H

#include <string.h>

#include "boneyard/error.h"
#include "boneyard/solve.h"

#define BY_DECK 28

/* A bound on a position's value: 1 at least, 2 at most, 3 both. */
enum { BY_AT_LEAST = 1, BY_AT_MOST = 2, BY_EXACT = 3 };

struct by_known { uint64_t key, more; int16_t value; uint8_t bound, best; uint32_t stamp; };

/* The tiles and pairs under one reading of the blanks. */
struct by_pairs {
    uint32_t fit[BY_DECK];                  /* by pair: the tiles that can be laid */
    uint8_t ways[BY_DECK][BY_DECK];         /* by pair, rank: how many different pairs follow */
    uint8_t next[BY_DECK][BY_DECK][4];      /* ... and which */
};

struct by_solver {
    struct by_pairs pairs[2];               /* blanks a suit; wild */
    uint8_t rank[BY_DECK], tile[BY_DECK];   /* from a tile's index to its rank and back */
    uint8_t pips[BY_DECK];                  /* by rank */
    struct by_known *known;
    uint64_t mask;                          /* entries - 1 */
    uint64_t nodes;
    uint32_t stamp;                         /* of what the table may be believed about */
    uint32_t asked;                         /* rules and aim of the last question to two players */
};

_Static_assert(sizeof(struct by_solver) <= BY_SOLVER_BASE, "the solver fits its base");
_Static_assert(sizeof(struct by_known) == 24, "the size of an entry is public");

static inline struct by_known *by_known_at(const struct by_solver *s, uint64_t key)
{
    return &s->known[(key * 0x9e3779b97f4a7c15u) >> 24 & s->mask];
}

/* A set of tiles by index as a set by rank. */
static inline uint32_t by_ranked(const struct by_solver *s, uint32_t tiles)
{
    uint32_t set = 0;

    for (; tiles != 0; tiles &= tiles - 1)
        set |= (uint32_t)1 << s->rank[__builtin_ctz(tiles)];
    return set;
}

static inline int by_ranked_pips(const struct by_solver *s, uint32_t set)
{
    int sum = 0;

    for (; set != 0; set &= set - 1)
        sum += s->pips[__builtin_ctz(set)];
    return sum;
}

/* The lowest single tile of a set (L-22). */
static inline int by_ranked_single(const struct by_solver *s, uint32_t set)
{
    int least = 99;

    for (; set != 0; set &= set - 1)
        least = s->pips[__builtin_ctz(set)] < least ? s->pips[__builtin_ctz(set)] : least;
    return least;
}

/* From here on nothing in the table is believed. */
void by_solver_forget(struct by_solver *s);

/* One question to the Block solver, unpacked.  Values are those of the side whose turn it is. */
struct by_block_ask {
    struct by_solver *s;
    const struct by_pairs *pairs;
    uint32_t hand[4];                       /* by rank */
    bool difference, single, points;
};

/* A round that is blocked: these tiles are left to the own side and to the other (L-18, L-21, L-22). */
int by_block_blocked(const struct by_block_ask *a, uint32_t own, uint32_t other);

/* Two players: block_two.c.  Four in teams: block_four.c; the hands are those of `a`. */
int by_block_two(const struct by_block_ask *a, uint32_t own, uint32_t other, int pair, int alpha, int beta);
int by_block_four(struct by_block_ask *a, int turn, int pair, int alpha, int beta);

#endif
