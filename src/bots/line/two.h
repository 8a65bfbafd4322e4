/* two.h: Block for two players, by worlds and exact solutions.
 *
 * WHAT IS DONE.  The other hand is one of the sets that the passes allow; each is weighted by how likely its
 * holder would have played as the other seat did (two_model.c).  Each play is solved exactly, with open hands, in
 * some of these worlds, and what counts is the mean of the chance to win the match: `hard` takes a few worlds
 * without weights; `expert` many with weights and, once few hands are left to the other side, mixes plays that
 * are nearly as good as the best.  (Ginsberg, "GIB: imperfect information in a computationally challenging game",
 * 2001; weights: Rebstock, Solinas, Buro and Sturtevant, "Policy based inference in trick-taking card games", 2019.)
 *
 * INSIDE.  Tiles are numbered as in bots/solve/solve.h: bit r of a hand is the tile of rank r; the two ends
 * are one number, the `pair`, FIRST before the lead.  A play is a tile and the pair it leaves.
 */
#ifndef BY_LINE_TWO_H
#define BY_LINE_TWO_H

#include "bots/solve/solve.h"
#include "worth.h"

/* A place in q->moves, values and chances filled in; or -1 where it is none of this file's games. */
int by_line_two(const struct by_question *q, enum by_level level);

/* ---- Shared by two*.c -------------------------------------------------------------------------- */

#define BY_TWO_FIRST 28                 /* the pair before the lead */
#define BY_TWO_PLAYS 64
#define BY_TWO_STEPS 64
#define BY_TWO_POINTS 170              /* more than all pips */
#define BY_TWO_POOL 2048               /* hands that are weighted at most */

struct by_two_play { uint8_t rank, pair; };

/* A play of the past: what the table was and what became of it. */
struct by_two_step {
    uint8_t seat, from;                 /* the pair before */
    struct by_two_play play;
    uint32_t laid, barred[2];           /* tiles on the table; tiles that seat's passes exclude, before it */
    uint32_t later;                     /* tiles that this seat has laid since, this one included */
};

struct by_two {
    struct by_solver *solver;
    const struct by_pairs *pairs;
    struct by_block_ask ask;
    struct by_rng *rng;
    uint32_t all, laid, own, barred[2]; /* barred[0]: the own seat's, as the other sees it */
    uint32_t led;                       /* tiles that may lead */
    int pair, left, top;                /* left: tiles in the other hand */
    bool points;                        /* values are points, else who takes the round */
    const float *worth;                 /* of a value, from -BY_TWO_POINTS on */
    float worths[2 * BY_TWO_POINTS + 1];
    struct by_two_step step[BY_TWO_STEPS];
    int steps;                          /* seat 0 in them is the own one */
    bool passed;                        /* the move before was a pass */
    struct by_two_play play[BY_TWO_PLAYS];
    int plays;
};

/* The question as such a game; false without memory or a tile to lay.  What it needs is taken from the room. */
bool by_two_of(const struct by_question *q, struct by_room *room, struct by_two *t);

/* A hand that a seat may hold and how likely that is; weights of a list sum to 1. */
struct by_two_world { uint32_t hand; float weight; };

/* The plays of a hand from a pair; how many. */
int by_two_plays(const struct by_two *t, uint32_t hand, int pair, struct by_two_play out[BY_TWO_PLAYS]);

static inline uint32_t by_two_fits(const struct by_two *t, int pair)
{
    return pair == BY_TWO_FIRST ? t->led : t->pairs->fit[pair];
}

/* The exact value for who is on turn, for the table lies. */
int by_two_value(const struct by_two *t, uint32_t own, uint32_t other, int pair);
/* The value for the player of a play, open hands. */
int by_two_value_of(const struct by_two *t, uint32_t own, uint32_t other, struct by_two_play p);

static inline int by_two_bits(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

/* two_model.c: how likely a player who holds `hand` would choose the play of the step among its own: a rough
 * guess, never 0. */
double by_two_likely(const struct by_two *t, const struct by_two_step *s, uint32_t hand);

/* two_worlds.c: up to `most` hands of `seat` (1: the other, 0: the own as the other sees it, without what
 * `without` has), weighted by its past if `infer`; all of them if there are not more.  Returns how many. */
int by_two_worlds(const struct by_two *t, int seat, uint32_t without, int most, bool infer, struct by_room *room,
                  struct by_two_world *out);

/* How many there are. */
double by_two_hands(const struct by_two *t, int seat, uint32_t without);

#endif
