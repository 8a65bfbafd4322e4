/* SPDX-License-Identifier: MIT */
/* two.h: plays Block for two players, using sampled worlds and exact solutions.
 *
 * METHOD. The opponent's hand is one of the sets that its passes allow. Each hand is weighted by the likelihood that a
 * player holding it would have played as the opponent did (two_model.c). Each play is solved exactly, with open hands,
 * in some of these worlds, and its value is the mean chance of winning the match. `hard` uses a few unweighted worlds.
 * `expert` uses many weighted ones and, once the opponent has few possible hands, randomises among plays that are
 * nearly as good as the best. (Ginsberg, "GIB: imperfect information in a computationally challenging game", 2001;
 * weights: Rebstock, Solinas, Buro and Sturtevant, "Policy based inference in trick-taking card games", 2019.)
 *
 * NUMBERS. Tiles are numbered as in bots/solve/solve.h: bit r of a hand is the tile of rank r. The two ends form one
 * number, the `pair`, which is BY_TWO_FIRST before the lead. A play is a tile and the pair it leaves. */
#ifndef BY_LINE_TWO_H
#define BY_LINE_TWO_H

#include "bots/solve/solve.h"
#include "worth.h"

/* Returns an index into q->moves, and fills in values and chances. Returns -1 if this file does not cover the
 * question's game, or if hands are so long that half the budget cannot solve a single world. */
int by_line_two(const struct by_question *q, enum by_level level, struct by_budget *b);

/* ---- Shared by two*.c -------------------------------------------------------------------------- */

#define BY_TWO_FIRST 28 /* the pair before the lead */
#define BY_TWO_PLAYS 64
#define BY_TWO_STEPS 64
#define BY_TWO_POINTS 170 /* more than the pips of all tiles */
#define BY_TWO_POOL 2048  /* maximum number of weighted hands of the opponent */

struct by_two_play {
    uint8_t rank, pair;
};

/* A past play, with the table before and after it. */
struct by_two_step {
    uint8_t seat, from; /* the pair before */
    struct by_two_play play;
    uint32_t laid, barred[2]; /* tiles on the table before the play, and tiles excluded by that seat's passes */
    uint32_t later;           /* tiles that this seat has played since, including this one */
};

struct by_two {
    struct by_solver *solver;
    const struct by_pairs *pairs;
    struct by_block_ask ask;
    struct by_rng *rng;
    uint32_t all, laid, own, barred[2]; /* barred[0]: tiles that the opponent can exclude from the seat's hand */
    uint32_t led;                       /* tiles that may lead */
    uint32_t undealt;                   /* tiles that no hand was dealt (L-05) */
    int pair, left, top;                /* `left`: number of tiles in the opponent's hand */
    bool points;                        /* whether values are points, not just a win, a tie or a loss */
    const float *worth;                 /* indexed by value, from -BY_TWO_POINTS */
    float worths[2 * BY_TWO_POINTS + 1];
    struct by_two_step step[BY_TWO_STEPS];
    int steps;   /* in `step`, seat 0 is the seat to move */
    bool passed; /* the previous move was a pass */
    struct by_two_play play[BY_TWO_PLAYS];
    int plays;
};

#define BY_TWO_SIZE 4096 /* bytes taken for it, whatever the size of pointers, so that the rest is always the same */
_Static_assert(sizeof(struct by_two) <= BY_TWO_SIZE, "the rest of the memory is always the same");

/* Builds the small game for a question, with memory from *room. Returns false if memory runs out or no tile fits. */
bool by_two_of(const struct by_question *q, struct by_bot_memory *room, struct by_two *t);

/* A hand that a seat may hold, and its likelihood; the weights in a list add up to 1. */
struct by_two_world {
    uint32_t hand;
    float weight;
};

/* Lists a hand's plays on a pair. Returns their number. */
int by_two_plays(const struct by_two *t, uint32_t hand, int pair, struct by_two_play out[BY_TWO_PLAYS]);

static inline uint32_t by_two_fits(const struct by_two *t, int pair)
{
    return pair == BY_TWO_FIRST ? t->led : t->pairs->fit[pair];
}

static inline int by_two_bits(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

#define BY_TWO_LIKELY_STEPS 4 /* steps (budget.h) to rate one past play for one hand */

/* two_model.c: roughly estimates the probability, never 0, that a player holding `hand` chooses the step's play. */
double by_two_likely(const struct by_two *t, const struct by_two_step *s, uint32_t hand);

/* two_worlds.c: lists up to `most` hands that `seat` may hold, weighted by its earlier plays if `infer` is set. Seat 1
 * is the opponent; seat 0 is the seat to move as the opponent sees it, and its hands exclude `without`. Lists every
 * hand if there are at most `most`. Returns their number. */
int by_two_worlds(const struct by_two *t, int seat, uint32_t without, int most, bool infer, struct by_bot_memory *room,
                  struct by_budget *b, struct by_two_world *out);

/* Returns the binomial coefficient, n choose k. */
double by_two_ways(int n, int k);

/* Returns the number of hands among which by_two_worlds chooses. */
double by_two_hands(const struct by_two *t, int seat, uint32_t without);

#endif
