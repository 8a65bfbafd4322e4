/* baselines.c: fixed opponents for measuring strength, never offered to players. */
#include "line/plain.h"

extern const struct by_bot by_bot_heaviest, by_bot_ismcts_1k_plain, by_bot_cheat;

/* The search baselines are for line games; elsewhere they take what is to be had. */
static int plain(const struct by_question *q)
{
    return q->n > 1 && q->view->family == BY_LINE ? by_line_plain(q) : by_greedy(q);
}

static int cheat(const struct by_question *q)
{
    return q->n > 1 && q->view->family == BY_LINE ? by_line_cheat(q) : by_greedy(q);
}

const struct by_bot by_bot_heaviest = {
    "heaviest", "Heaviest", "plays the heaviest tile that fits", by_heaviest, true, false
};
const struct by_bot by_bot_ismcts_1k_plain = {
    "ismcts-1k-plain", "ISMCTS 1k plain", "tree search on information sets, 1,000 random rollouts, uniform belief",
    plain, true, false
};
const struct by_bot by_bot_cheat = {
    "cheat", "Cheat", "sees every tile", cheat, true, true
};
