/* SPDX-License-Identifier: MIT */
/* family.h: declares the functions that batches need from each family. */
#ifndef BY_BATCH_FAMILY_H
#define BY_BATCH_FAMILY_H

#include "boneyard/batch.h"
#include "observe.h"

struct by_batch_family {
    /* Sets the number of actions and the lengths of the fields specific to the family. */
    void (*code)(struct by_code *c);
    /* Returns the action for a move of the model. */
    int (*action)(const struct by_code *c, const struct by_model *m, by_move move);
    /* Returns the tiles that the seat to move could lay if it held them. If this function is NULL, draws and passes
     * prove nothing. */
    struct by_set (*fits)(const struct by_model *m);
    /* Fills in the table, the seat's hand and the hand sizes. */
    void (*sight)(const struct by_code *c, const struct by_model *m, struct by_sight *s);
    /* Returns the boneyard and its size. */
    by_tile *(*boneyard)(struct by_model *m, int *n);
    /* Returns the value that `greedy` maximises. NULL if `greedy` uses another method in this family. */
    int32_t (*value)(const struct by_model *m, by_move move);
};

extern const struct by_batch_family *const by_batch_families[BY_FAMILIES]; /* in the order of families.def */

/* Records the tiles ruled out by a draw or pass. The tiles that would have fitted are in `open`. */
void by_batch_lacks(const struct by_code *c, const struct by_set *open, bool proved, int drawn,
                    uint8_t lacks[BY_NUMBERS]);

/* Returns whether a move proves that nothing fitted. A pass instead of an additional tile proves nothing (T-11). */
static inline bool by_batch_proves(const struct by_code *c, by_move move, int stage, int drew)
{
    if (by_move_kind(move) == BY_DRAW_TILE)
        return c->proves;
    return by_move_kind(move) == BY_PASS && !(c->rules.opt[BY_DOUBLE] == BY_DOUBLE_MAY && stage == 1 && drew == 0);
}

#endif
