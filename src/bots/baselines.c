/* SPDX-License-Identifier: MIT */
/* baselines.c: fixed opponents for measuring strength, never offered to players. */
#include "greedy.h"

extern const struct by_bot by_bot_heaviest, by_bot_ismcts_1k_plain, by_bot_cheat;

/* Only line games have search baselines; in other games, these bots play like `greedy`. */
static int search(const struct by_question *q, int (*think)(const struct by_question *q, struct by_budget *b))
{
    struct by_budget b;
    int at;

    if (q->n == 1 || think == NULL)
        return by_greedy(q);
    b = by_budget_for(q);
    at = think(q, &b);
    if (q->steps != NULL)
        *q->steps += b.steps;
    return at;
}

static int plain(const struct by_question *q) { return search(q, by_bot_families[q->view->family]->plain); }
static int cheat(const struct by_question *q) { return search(q, by_bot_families[q->view->family]->cheat); }

const struct by_bot by_bot_heaviest = { "heaviest", "Heaviest", "plays the heaviest tile that fits", by_heaviest, true,
                                        false,      NULL };
const struct by_bot by_bot_ismcts_1k_plain = { "ismcts-1k-plain",
                                               "ISMCTS 1k plain",
                                               "tree search on information sets, 1,000 random rollouts, uniform belief",
                                               plain,
                                               true,
                                               false,
                                               NULL };
const struct by_bot by_bot_cheat = { "cheat", "Cheat", "sees every tile", cheat, true, true, NULL };
