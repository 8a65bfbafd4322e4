/* SPDX-License-Identifier: MIT */
/* playout.h: plays a round of Chickenfoot to its end; policy.c and net.c provide the choice. */
#ifndef BY_FEET_PLAYOUT_H
#define BY_FEET_PLAYOUT_H

#include "boneyard/model_feet.h"
#include "bots/think.h"

/* A play and its rating; INT32_MIN if no tile fits. */
struct by_feet_pick {
    int score, number, across;
};

/* Chooses a play for the seat to move, according to `how`. */
typedef struct by_feet_pick by_feet_choose(const struct by_feet *f, const void *how, struct by_rng *rng);

/* Charges `steps` a turn and more for a large hand. Stops early if the budget runs out. Inlined, so that the choice is
 * no call through a pointer. */
static inline __attribute__((always_inline)) void by_feet_play_out(struct by_feet *f, by_feet_choose *choose,
                                                                   const void *how, unsigned steps, struct by_rng *rng,
                                                                   struct by_budget *b)
{
    while (f->end == BY_NOT_ENDED && by_budget_step(b, steps + f->have[f->turn][BY_NUMBERS] / 4u)) {
        struct by_feet_pick p = choose(f, how, rng);

        if (p.score == INT32_MIN) {
            if (by_feet_draw(f) == BY_NO_TILE)
                continue;
            p = choose(f, how, rng); /* only the drawn tile fits */
        }
        by_feet_lay(f, p.number, p.across);
    }
}

#endif
