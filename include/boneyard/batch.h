/* SPDX-License-Identifier: MIT */
/* boneyard/batch.h: thousands of rounds at a time, for programs that learn.
 *
 * Each table plays one round after the other in the compact model of its family (model.h), with actions and
 * observations as in code.h, and deals the next round itself.  An episode is a first round: no score, and the lead by
 * the rules, or a random seat where they name one or draw a lot.  Nothing is allocated. */
#ifndef BONEYARD_BATCH_H
#define BONEYARD_BATCH_H

#include "boneyard/code.h"
#include "boneyard/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who plays a seat: the caller, or a bot inside the batch. */
enum by_batch_player { BY_BATCH_CALLER, BY_BATCH_RANDOM, BY_BATCH_GREEDY };

#define BY_BATCH_KEPT 28

/* One table.  Plain data. */
struct by_batch_table {
    struct by_model model;
    struct by_rng rng;
    struct by_set laid[BY_SEATS];
    uint8_t lacks[BY_SEATS][BY_NUMBERS];
    int32_t told[BY_SEATS]; /* points already in a reward */
    by_move next;
    uint16_t kept; /* the legal moves below and their actions; 0: too many to keep */
    uint16_t action[BY_BATCH_KEPT];
    by_move move[BY_BATCH_KEPT];
};

/* Where results go; the caller's memory, n tables after each other.  A pointer may be NULL. */
struct by_batch_out {
    uint8_t *observation; /* n * size, of the seat to move */
    uint8_t *mask;        /* n * actions: 1 for a legal action */
    int32_t *turn;        /* n: the seat to move */
    float *reward;        /* n * players: points gained, negative where pips count against a seat */
    uint8_t *done;        /* n: 1 if a round has ended and another one was dealt */
};

struct by_batch_rules {
    struct by_code code;
    uint8_t player[BY_SEATS]; /* enum by_batch_player; at least one is the caller */
    bool forced;              /* draws and passes without an alternative are played at once */
};

/* Returns whether BY_BATCH_GREEDY plays like the bot `greedy` in this game, and so may be used. */
bool by_batch_greedy(const struct by_code *c);

/* Deals the first round of n tables, each with its own stream of the seed; `first` is the number of the first. */
void by_batch_begin(const struct by_batch_rules *b, const struct by_seed *seed, uint32_t first,
                    struct by_batch_table *t, int n, const struct by_batch_out *out);

/* Plays one action at each of n tables, then the bots' moves.  Returns -1, or the index of the first table whose action
 * is not legal; no table has then changed. */
int by_batch_step(const struct by_batch_rules *b, struct by_batch_table *t, const int32_t *action, int n,
                  const struct by_batch_out *out);

/* Writes what a seat may observe of a table. */
void by_batch_observe(const struct by_batch_rules *b, const struct by_batch_table *t, int seat, uint8_t *out);

/* Sets action[] to a random legal action of each table. */
void by_batch_choose(const struct by_batch_rules *b, struct by_batch_table *t, int n, int32_t *action);

#ifdef __cplusplus
}
#endif

#endif
