/* SPDX-License-Identifier: MIT */
/* infer.h: samples worlds and weights each by the likelihood of the other players' moves in it.
 *
 * Worlds come from worlds.h, which samples uniformly among those consistent with the history. The weight of each is the
 * product, over every past decision of another seat that had a choice in that world, of
 *
 *     0.9 p + 0.1 / n      p: the move model's probability of the move played (policy.h); n: number of legal moves
 *
 * (policy-based inference: Rebstock et al. 2019; the mixture guards against players unlike the model). The effective
 * sample size is (sum w)^2 / sum w^2. When this size falls below an eighth of the number of worlds, the worlds are
 * resampled by weight. The chain from worlds.h then diversifies the copies; it accepts swaps by the ratio of the
 * weights (Metropolis-Hastings). */
#ifndef BY_LINE_INFER_H
#define BY_LINE_INFER_H

#include "policy.h"
#include "worlds.h"

#define BY_LINE_EVENTS 64
#define BY_LINE_CHOICES 64

/* A past decision, with the value that each tile would have had in each place. */
struct by_line_event {
    uint8_t seat, n;
    int16_t entry; /* index in the history */
    uint32_t laid; /* tiles played by then */
    by_move made;
    struct {
        uint8_t tile;
        by_move move;
        uint32_t open, suit;
        float logit;
    } choice[BY_LINE_CHOICES];
};

struct by_line_world {
    by_tile at[28];
    float weight;
};

struct by_line_pool {
    struct by_line_event event[BY_LINE_EVENTS];
    int events;
    int16_t since[28];           /* indexed by slot: the entry in which the slot's tile was drawn, or -1 */
    struct by_line_world *world; /* filled by by_line_pool_fill or by_line_pool_every */
    float *upto;                 /* cumulative weights */
    int n;
    float effective;    /* effective sample size before resampling */
    bool again;         /* resampled */
    bool every;         /* the worlds are all that the history allows, each with the boneyard in any order */
    float exp_of[1024]; /* e^(-i/64) */
};

/* Collects the others' past decisions, if the question has a history, and sets *t to the public knowledge. */
void by_line_pool_start(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                        const struct by_line_guess *g, struct by_line_seen *t, struct by_line_pool *pool);

/* Collects only the public knowledge. */
void by_line_table_of(const struct by_line_rules *r, const struct by_view *v, const struct by_past *past,
                      struct by_line_seen *t);

/* Samples and weighs n worlds, or fewer if the budget is spent. Stores the worlds in pool->world, which has room for n,
 * and pool->upto. */
void by_line_pool_fill(const struct by_line_rules *r, struct by_line_guess *g, struct by_rng *rng,
                       struct by_line_pool *pool, int n, struct by_budget *b);

/* Stores every world that the history allows, each with the sum of the weights of the deals that lead to it. A deal
 * assigns the tiles to the slots, up to the order of the boneyard, in which all orders are equally likely. Without
 * `weigh`, all deals weigh the same. Returns false, with an empty pool, if there are more than `most` deals (at most
 * the pool's size) or if the budget is spent. */
bool by_line_pool_every(const struct by_line_rules *r, struct by_line_guess *g, struct by_line_pool *pool, int most,
                        bool weigh, struct by_budget *b);

/* Draws a world by weight, with a random order of the boneyard if the pool has every world, and stores it in *g. */
void by_line_pool_draw(const struct by_line_pool *pool, struct by_rng *rng, struct by_line_guess *g);

#endif
