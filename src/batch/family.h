/* SPDX-License-Identifier: MIT */
/* family.h: what a batch needs to know of each family. */
#ifndef BY_BATCH_FAMILY_H
#define BY_BATCH_FAMILY_H

#include "boneyard/batch.h"
#include "observe.h"

struct by_batch_family {
    /* Sets the number of actions, and the lengths of the family's own fields. */
    void (*code)(struct by_code *c);
    /* Returns the action of a move of the model. */
    int (*action)(const struct by_code *c, const struct by_model *m, by_move move);
    /* The tiles that the seat to move could lay if it had them; if NULL, nothing is ever proved. */
    struct by_set (*fits)(const struct by_model *m);
    /* Fills in the table, the seat's hand and the hand sizes. */
    void (*sight)(const struct by_code *c, const struct by_model *m, struct by_sight *s);
    /* The boneyard and its size. */
    by_tile *(*boneyard)(struct by_model *m, int *n);
    /* What `greedy` maximises; NULL if it plays otherwise. */
    int32_t (*value)(const struct by_model *m, by_move move);
};

extern const struct by_batch_family *const by_batch_families[BY_FAMILIES]; /* in the order of families.def */

/* Notes what a draw or pass proved: `open` are the tiles that would have fitted. */
void by_batch_lacks(const struct by_code *c, const struct by_set *open, bool proved, int drawn,
                    uint8_t lacks[BY_NUMBERS]);

/* T-11: a pass instead of an additional tile proves nothing. */
static inline bool by_batch_proves(const struct by_code *c, by_move move, int stage, int drew)
{
    if (by_move_kind(move) == BY_DRAW_TILE)
        return c->proves;
    return by_move_kind(move) == BY_PASS && !(c->rules.opt[BY_DOUBLE] == BY_DOUBLE_MAY && stage == 1 && drew == 0);
}

#endif
