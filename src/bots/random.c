/* SPDX-License-Identifier: MIT */
/* random.c: plays a random legal move. This is the smallest bot; read it first. */
#include "boneyard/bot.h"

extern const struct by_bot by_bot_random;

static int choose(const struct by_question *q)
{
    for (int i = 0; i < q->n; i++) {
        if (q->values != NULL)
            q->values[i] = 0;
        if (q->chances != NULL)
            q->chances[i] = 65536 / (uint32_t)q->n;
    }
    return (int)by_rng_below(q->rng, (uint32_t)q->n);
}

const struct by_bot by_bot_random = { "random", "Random", "plays any legal move", choose, false, false, NULL };
