/* SPDX-License-Identifier: MIT */
/* solve.h: declarations shared by the files of the solver. Not public.
 *
 * The solver numbers tiles in the order in which it tries them: doubles first, then the heaviest (`rank`). The solver
 * visits a set of tiles from the lowest bit up. The two ends of a line form one number, the index of the tile with
 * these halves (`pair`). */
#ifndef BY_SOLVE_SOLVE_H
#define BY_SOLVE_SOLVE_H

#include <string.h>

#include "boneyard/error.h"
#include "boneyard/solve.h"
#include "planted.h"

#define BY_DECK 28

/* A bound on a position's value: 1 lower, 2 upper, 3 exact. */
enum { BY_AT_LEAST = 1, BY_AT_MOST = 2, BY_EXACT = 3 };

struct by_known {
    uint64_t key, more;
    int16_t value;
    uint16_t bound : 2, best : 14;
    uint32_t stamp;
};

/* Room for the plays along the current line. Each of at most 28 tiles in a hand has 10 or 11 plays (every half on every
 * number, plain or double), and each play removes a tile. */
#define BY_OPEN_PLAYS 4400

/* Tiles and pairs for one setting of the blanks. */
struct by_pairs {
    uint32_t fit[BY_DECK];             /* indexed by pair: the tiles that can be played */
    uint8_t ways[BY_DECK][BY_DECK];    /* indexed by pair and rank: the number of distinct pairs that follow */
    uint8_t next[BY_DECK][BY_DECK][4]; /* those pairs */
};

struct by_solver {
    struct by_pairs pairs[2]; /* tables with blanks as a suit, then with wild blanks */
    uint32_t fits[2][128];    /* indexed by the set of open numbers: the tiles that can be played */
    uint32_t plays[BY_OPEN_PLAYS];
    uint8_t rank[BY_DECK], tile[BY_DECK]; /* from a tile's index to its rank and back */
    uint8_t pips[BY_DECK];                /* by rank */
    struct by_known *known;
    uint64_t mask;            /* entries - 1 */
    uint64_t nodes;           /* positions searched */
    struct by_budget *budget; /* the caller's, or &own */
    struct by_budget own;     /* never spent */
    uint32_t stamp;           /* only entries with this stamp are valid */
    uint32_t asked;           /* rules and goal of the last two-player question */
    /* For questions about any line game: the most tiles that a line of the last question drew, and tiles that replace
     * others of the boneyard in later questions. The values of the last question hold for every boneyard of the same
     * tiles, with the reserve, that begins with the tiles drawn. */
    int drawn;
    uint32_t reserve;
};

_Static_assert(sizeof(struct by_solver) <= BY_SOLVER_BASE, "the solver fits its base");
_Static_assert(sizeof(struct by_known) == 24, "the size of an entry is public");

static inline struct by_known *by_known_at(const struct by_solver *s, uint64_t key)
{
    return &s->known[(key * 0x9e3779b97f4a7c15u) >> 24 & s->mask];
}

static inline void by_known_put(const struct by_solver *s, struct by_known *known, uint64_t key, uint64_t more,
                                int value, uint32_t best, int alpha, int beta)
{
    if (by_solver_spent(s) && !BY_PLANTED(112)) /* the value is unknown */
        return;
    *known = (struct by_known){
        .key = key, .more = more, .value = (int16_t)value, .best = best & 0x3fff, .bound = BY_AT_MOST, .stamp = s->stamp
    };
    if (value >= beta)
        known->bound = BY_AT_LEAST;
    else if (value > alpha)
        known->bound = BY_EXACT;
    if (BY_PLANTED(103))
        known->bound = BY_EXACT;
}

/* Converts a set of tiles by index to a set by rank. */
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

/* Returns the pip count of the lightest tile in a set (L-22). */
static inline int by_ranked_single(const struct by_solver *s, uint32_t set)
{
    int least = 99;

    for (; set != 0; set &= set - 1)
        least = s->pips[__builtin_ctz(set)] < least ? s->pips[__builtin_ctz(set)] : least;
    return least;
}

/* Counts another position. Returns true if the budget is spent. */
static inline bool by_solver_stops(struct by_solver *s)
{
    s->nodes++;
    return !by_budget_step(s->budget, 1) && !(BY_PLANTED(209) && s->budget->steps < 4 * s->budget->most);
}

/* A converted question to the Block solver. Values are for the side to move. */
struct by_block_ask {
    struct by_solver *s;
    const struct by_pairs *pairs;
    uint32_t hand[4]; /* by rank */
    bool difference, single, points;
};

/* A question about any line game, converted for open_search.c. A layout is packed into 64 bits. Each number has six
 * bits: three for its open plain halves and three for its open double (enum by_twin). The bit above those of the
 * numbers is set if a double has been played. */
enum by_twin { BY_TWIN_NONE, BY_TWIN_1, BY_TWIN_0, BY_WIDE_0, BY_WIDE_1, BY_WIDE_2, BY_WIDE_3 }; /* neighbours */
#define BY_DOUBLE_LIES ((uint64_t)1 << 42)

struct by_open_ask {
    struct by_solver *s;
    const struct by_open *p;
    const uint32_t *fits;
    uint32_t hand[4];                     /* by rank */
    uint8_t deck[BY_DECK], rise[BY_DECK]; /* the ranks of the boneyard's tiles; `rise`, by rank: the most that a play
                                           * can add to the count */
    uint8_t side[4];                      /* each seat's side: 0 or 1 */
    int drawn;                            /* tiles drawn from `deck` */
    uint64_t owners;                      /* the seat that drew each of the drawn tiles, two bits per tile */
    int pips[2], tiles[2];                /* in each side's hands */
    int deck_pips, rises; /* the pips that can still be drawn, and the sum of `rise` over all unplayed tiles */
    int top;              /* plays in use */
    bool points;
};

/* A play: the tile's rank, whether the low half touches, the number played on, and whether a double shows that
 * number. */
#define BY_PLAY(rank, flip, number, twin) \
    ((uint32_t)(rank) | (uint32_t)(flip) << 5 | (uint32_t)(number) << 6 | (uint32_t)(twin) << 9)
#define BY_LEAD_NUMBER 7

struct by_solve_spot {
    uint64_t table;
    uint32_t open;
    int turn, count;
}; /* the state that a play changes, apart from the hands */

/* Returns the bonus for these pips (L-19). */
static inline int by_open_worth(const struct by_open *p, int pips)
{
    return p->unit == 0 ? pips : (pips + (BY_PLANTED(110) ? 0 : 2)) / 5 * 5 / p->bonus_unit;
}

#endif
