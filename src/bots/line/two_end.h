/* SPDX-License-Identifier: MIT */
/* two_end.h: solves the end of a round of two-player Block as a game with hidden hands.
 *
 * The game starts at the earliest decision of the round from which the tree of public plays is small enough. Both
 * players can compute this start and the probability of each hand there (two_model.c). They therefore solve the same
 * game at every later decision and play the same equilibrium. CFR+, with averages weighted by the cube of the
 * iteration, solves the game (Tammelin, "Solving large imperfect information games using CFR+", 2014).
 *
 * HANDS. At each node, seat s may hold any left[s] tiles of may[s]: those that have not been played and that none of
 * its passes rules out. Hands therefore need no lists. They are numbered like the subsets of as many bits, in ascending
 * order; tables convert the numbers when a tile is removed.
 *
 * NODES are in the order in which the walk visits them. If each seat has one tile left, the result is computed
 * directly, without a node. A node's entries hold one number for each play and each hand that can make it. */
#ifndef BY_LINE_TWO_END_H
#define BY_LINE_TWO_END_H

#include "two.h"

struct by_two_end;

/* Solves the end of the round to which t belongs, with memory from *room. If `all` is set, by_two_end_read can read
 * every decision of the solved game, otherwise only that of t. The game is the same in both cases: its size depends on
 * the budget and `bytes`. Returns NULL if it is too large for the budget, `bytes` or the memory, or if t is not one of
 * its decisions. The solution is valid as long as the memory and t's solver exist. */
struct by_two_end *by_two_end_solve(const struct by_two *t, bool all, size_t bytes, struct by_bot_memory *room,
                                    struct by_budget *b);

/* Sets the probability of each play in t->play. Returns false unless t is a decision of the solved game. */
bool by_two_end_read(const struct by_two_end *e, const struct by_two *t, double chance[]);

/* ---- Shared by two_end*.c ---------------------------------------------------------------------- */

enum {
    BY_TWO_HANDS = 4096,  /* maximum number of hands of a seat at the start */
    BY_TWO_PIPS = 16,     /* more than those of a tile, divisible by four */
    BY_TWO_PER_STEP = 30, /* work per step (budget.h): about one number read or written */
    BY_TWO_CHARGE = 4096  /* work charged to the budget at once */
};

/* The numbers of hands. */
struct by_two_numbers {
    uint32_t choose[BY_DECK + 1][BY_DECK + 1]; /* [n][k]: the number of hands of k out of n tiles */
    /* [k][i][j]: the number of the k-tile hand that consists of tile i and hand j of the other tiles */
    uint16_t *with[BY_DECK + 1][BY_DECK];
    /* [k][i][j]: the number, among all k-tile hands, of hand j without tile i */
    uint16_t *without[BY_DECK + 1][BY_DECK];
};

/* A public position. */
struct by_two_spot {
    uint32_t may[2];
    uint8_t tiles[2]; /* the number of these tiles */
    uint8_t left[2], turn, pair;
    bool passed; /* whether the previous move was a pass */
};

struct by_two_node {
    uint32_t entry, next; /* its first entry; the node that follows its subtree */
};

/* The decision point after `step` plays. */
struct by_two_start {
    int step;
    struct by_two_spot spot;
    uint32_t gone[2]; /* the tiles that each seat has played since */
};

struct by_two_end {
    struct by_two game;
    const struct by_two *t; /* &game */
    struct by_two_start start;
    struct by_two_numbers numbers;
    struct by_two_node *node;
    float *regret, *sum; /* `sum` holds the entries from `from` to `to`, the others are not needed */
    uint32_t nodes, entries, from, to, asked; /* `asked`: the node of the first decision that was asked for */
    uint32_t widest, deepest;                 /* the most entries of a node; the most numbers on the stack of a walk */
    size_t bytes;                             /* the most memory for all these */
    uint64_t cost, most;                      /* the work of a walk, and its limit */
    int hands[2];
    float *weight[2];                     /* of each hand at the start; adds up to 1 */
    float gain[2][2 * BY_TWO_POINTS + 1]; /* a seat's value of its points in the round, from -BY_TWO_POINTS */
    float *blocked[2];                    /* the same for a blocked round: [the other's pips * `pips` + its own] */
    int pips;                             /* more than those of any hand, divisible by four */

    /* For the walks. */
    int seat;
    float share; /* the weight of this iteration in the average */
    float *stack;
    size_t used;
    uint32_t add[2][BY_DECK][BY_DECK]; /* for by_two_end_sums; not on the C stack, since walks are recursive */
    struct by_budget *b;
    uint64_t work; /* not yet charged */
    bool spent;
    bool
        last; /* the last walk, which only adds to the average, so that it skips what `sum` does not hold; it is free */
};

/* The regret of each play of a hand without regrets, which makes them equally likely. */
#define BY_TWO_LITTLE 1e-12f

/* Counts work. Returns false if the budget is spent. */
static inline bool by_two_charge(struct by_two_end *e, uint64_t work)
{
    e->work += e->last ? 0 : work;
    if (e->work >= BY_TWO_CHARGE) {
        by_budget_step(e->b, e->work / BY_TWO_PER_STEP);
        e->work = 0;
        e->spent |= by_budget_spent(e->b);
    }
    return !e->spent;
}

static inline int by_two_count(const struct by_two_end *e, const struct by_two_spot *s, int seat)
{
    return (int)e->numbers.choose[s->tiles[seat]][s->left[seat]];
}

/* Returns the number of entries for one play. */
static inline int by_two_row(const struct by_two_end *e, const struct by_two_spot *s)
{
    return (int)e->numbers.choose[s->tiles[s->turn] - 1][s->left[s->turn] - 1];
}

/* Returns the position of a tile among those that may be held. */
static inline int by_two_at(uint32_t may, int rank) { return by_two_bits(may & (((uint32_t)1 << rank) - 1)); }

/* two_end_hands.c: fills in the binomial coefficients. */
void by_two_end_choose(uint32_t choose[BY_DECK + 1][BY_DECK + 1]);

/* Fills in e->numbers for the hands of e->start. Returns false if memory runs out. */
bool by_two_end_hands(struct by_two_end *e, struct by_bot_memory *room);

/* Adds up numbers for every hand of k out of n tiles: add[q][p] if its tile q, from 0, is tile p. `out` and `spare`
 * hold as many numbers as there are hands; returns the one with the result. */
uint32_t *by_two_end_sums(const struct by_two_end *e, int n, int k, uint32_t add[][BY_DECK], uint32_t *out,
                          uint32_t *spare);

/* Returns the tiles of a hand. */
uint32_t by_two_end_tiles(const struct by_two_end *e, uint32_t may, int k, int number);

/* Returns the number of a hand whose tiles are all in `may`. */
int by_two_end_number(const struct by_two_end *e, uint32_t may, uint32_t hand);

/* Returns whether a position has a node: both hands are possible, and one of them has at least two tiles. */
static inline bool by_two_end_has_node(const struct by_two_spot *s)
{
    return s->tiles[0] >= s->left[0] && s->tiles[1] >= s->left[1] && s->left[0] + s->left[1] > 2;
}

/* Return the positions after a play and after a pass. */
struct by_two_spot by_two_end_played(const struct by_two_spot *s, struct by_two_play p);
struct by_two_spot by_two_end_passed(const struct by_two_end *e, const struct by_two_spot *s);

/* Returns the work of one visit to a node with this number of plays. */
uint64_t by_two_end_work(const struct by_two_end *e, const struct by_two_spot *s, int plays);

/* two_end_walk.c: updates the regrets of a seat's hands and adds the other seat's strategy to its average. */
void by_two_end_learn(struct by_two_end *e, int seat);

#endif
