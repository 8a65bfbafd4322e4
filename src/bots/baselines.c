/* SPDX-License-Identifier: MIT */
/* baselines.c: fixed opponents for measuring strength; players never meet them. */
#include "think.h"

extern const struct by_bot by_bot_heaviest, by_bot_ismcts_1k_plain, by_bot_cheat;

/* Only line games have the search baselines; elsewhere these bots take what is to be had. */
static int plain(const struct by_question *q)
{
    const struct by_bot_family *f = by_bot_families[q->view->family];

    return q->n > 1 && f->plain != NULL ? f->plain(q) : by_greedy(q);
}

static int cheat(const struct by_question *q)
{
    const struct by_bot_family *f = by_bot_families[q->view->family];

    return q->n > 1 && f->cheat != NULL ? f->cheat(q) : by_greedy(q);
}

const struct by_bot by_bot_heaviest = { "heaviest",  "Heaviest", "plays the heaviest tile that fits",
                                        by_heaviest, true,       false };
const struct by_bot by_bot_ismcts_1k_plain = { "ismcts-1k-plain",
                                               "ISMCTS 1k plain",
                                               "tree search on information sets, 1,000 random rollouts, uniform belief",
                                               plain,
                                               true,
                                               false };
const struct by_bot by_bot_cheat = { "cheat", "Cheat", "sees every tile", cheat, true, true };
