/* SPDX-License-Identifier: MIT */
/* baselines.c: defines fixed opponents for measuring strength, which are never offered to players. */
#include "boneyard/model.h"
#include "greedy.h"

extern const struct by_bot by_bot_heaviest, by_bot_ismcts_1k_plain, by_bot_cheat, by_bot_expert_open;

/* The plain search exists only for line games; in other games, this bot plays like `greedy`. */
static int search(const struct by_question *q, int (*think)(const struct by_question *q, struct by_budget *b))
{
    struct by_budget b;
    int at;

    if (q->n == 1 || think == NULL)
        return by_greedy(q);
    b = by_budget_for(q, BY_EXPERT);
    at = think(q, &b);
    if (q->steps != NULL)
        *q->steps += b.steps;
    return at;
}

static int plain(const struct by_question *q) { return search(q, by_bot_families[q->view->family]->plain); }

/* Runs a search that peeks: in its view, the seat to move sees every tile. Leaves calls to `greedy`. */
static int peek(const struct by_question *q, int (*think)(const struct by_question *q, struct by_budget *b))
{
    struct by_question own = *q;
    struct by_view v = *q->view;

    if (q->moves[q->n - 1] == BY_CALL_MOVE)
        return by_greedy(q);
    v.seat = v.now.turn;
    own.view = &v;
    return search(&own, think);
}

static int expert(const struct by_question *q, struct by_budget *b)
{
    return by_bot_families[q->view->family]->think(q, BY_EXPERT, b);
}

static int open_expert(const struct by_question *q)
{
    return peek(q, by_model_covers(&q->view->rules) ? expert : NULL);
}

static int cheat(const struct by_question *q)
{
    const struct by_bot_family *f = by_bot_families[q->view->family];

    return f->cheat != NULL ? peek(q, f->cheat) : open_expert(q);
}

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
const struct by_bot by_bot_expert_open = {
    "expert-open", "Open expert", "plays like expert, but every deal it imagines is the true one", open_expert, true,
    true,          NULL
};
