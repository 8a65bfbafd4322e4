/* SPDX-License-Identifier: MIT */
/* boneyard/batch.h: plays thousands of rounds at a time, for machine learning.
 *
 * Each table plays one round after another in the compact model of its family (model.h) and deals each new round
 * itself.  Actions and observations are encoded as in code.h.  Every round is played as if it opened a match, with all
 * scores at 0.  If the rules say so, the highest double leads; otherwise, a random seat leads.  These functions do not
 * allocate memory. */
#ifndef BONEYARD_BATCH_H
#define BONEYARD_BATCH_H

#include "boneyard/code.h"
#include "boneyard/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The player in a seat: the caller or a built-in bot. */
enum by_batch_player { BY_BATCH_CALLER, BY_BATCH_RANDOM, BY_BATCH_GREEDY };

#define BY_BATCH_KEPT 28

/* One table.  Plain data.  The fields that every step reads come first, because thousands of tables do not fit in the
 * L1 cache. */
struct by_batch_table {
    struct by_rng rng;
    by_move next;
    uint16_t kept; /* the number of legal moves stored below with their actions; 0 if there are too many */
    uint8_t turn;  /* the seat to move; invalid if `kept` is 0 */
    uint16_t action[BY_BATCH_KEPT];
    by_move move[BY_BATCH_KEPT];
    struct by_shown shown[BY_SEATS];
    struct by_model model;
    int32_t told[BY_SEATS]; /* points already included in `reward` */
};

/* Output arrays for n tables, in table order, in the caller's memory.  Any pointer may be NULL. */
struct by_batch_out {
    uint8_t *observation; /* n * size: observations of the seat to move */
    uint8_t *mask;        /* n * actions: 1 for a legal action */
    int32_t *turn;        /* n: the seat to move */
    float *reward;        /* n * players: points gained; negative if pips count against a seat */
    uint8_t *done;        /* n: 1 if a round ended and a new one was dealt */
};

struct by_batch_rules {
    struct by_code code;
    uint8_t player[BY_SEATS]; /* enum by_batch_player; at least one seat must be BY_BATCH_CALLER */
    bool forced;              /* plays a draw or pass automatically if it is the only legal move */
};

/* Returns whether BY_BATCH_GREEDY is available in this game.  It plays like the `greedy` bot. */
bool by_batch_greedy(const struct by_code *c);

/* Deals the first round at n tables.  Table i uses stream first + i of the seed. */
void by_batch_begin(const struct by_batch_rules *b, const struct by_seed *seed, uint32_t first,
                    struct by_batch_table *t, int n, const struct by_batch_out *out);

/* Plays one action at each of n tables, followed by the bots' moves.  Returns -1 on success.  If an action is illegal,
 * changes no table and returns the index of the first table with an illegal action. */
int by_batch_step(const struct by_batch_rules *b, struct by_batch_table *t, const int32_t *action, int n,
                  const struct by_batch_out *out);

/* Writes a seat's observation of a table. */
void by_batch_observe(const struct by_batch_rules *b, const struct by_batch_table *t, int seat, uint8_t *out);

/* Sets action[] to a random legal action for each table. */
void by_batch_choose(const struct by_batch_rules *b, struct by_batch_table *t, int n, int32_t *action);

#ifdef __cplusplus
}
#endif

#endif
