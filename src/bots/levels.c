/* SPDX-License-Identifier: MIT */
/* levels.c: defines the bot levels that all games share. */
#include "boneyard/model.h"
#include "greedy.h"
#include "planted.h"

#define BY_FAMILY(id, name) extern const struct by_bot_family by_bot_family_##name;
#include "boneyard/families.def"
#undef BY_FAMILY

const struct by_bot_family *const by_bot_families[BY_FAMILIES] = {
#define BY_FAMILY(id, name) &by_bot_family_##name,
#include "boneyard/families.def"
#undef BY_FAMILY
};

/* Plays games that the family's model does not cover. The values merely mark the chosen move, so the coach
 * gives no advice. */
static int choose_greedily(const struct by_question *q)
{
    const int at = by_greedy(q);

    for (int i = 0; q->values != NULL && i < q->n; i++)
        q->values[i] = i == at;
    return at;
}

static int choose(const struct by_question *q, enum by_level level)
{
    const struct by_bot_family *f = by_bot_families[q->view->family];
    struct by_budget b;
    int at;

    if (q->cut != NULL)
        *q->cut = BY_CUT_NOT;
    by_proof_note(q, BY_PROOF_NONE);
    if (q->n == 1)
        return by_settle(q, (const int32_t[]){ 0 });
    if (!by_model_covers(&q->view->rules) && !BY_PLANTED(220))
        return choose_greedily(q);
    b = by_budget_for(q, level);
    at = f->think(q, level, &b);
    if (q->steps != NULL)
        *q->steps += b.steps;
    if (by_budget_spent(&b))
        by_cut_note(q, BY_CUT_SHORT);
    if (q->within != NULL)
        by_budget_step(q->within, b.steps);
    return at;
}

#define LEVEL(id, LEVEL_ID, name, blurb) \
    static int choose_##id(const struct by_question *q) { return choose(q, LEVEL_ID); } \
    extern const struct by_bot by_bot_##id; \
    const struct by_bot by_bot_##id = { #id, name, blurb, choose_##id, false, false, NULL }

LEVEL(easy, BY_EASY, "Easy", "plays sensibly but misses things");
LEVEL(medium, BY_MEDIUM, "Medium", "weighs open ends and the tiles it keeps");
LEVEL(hard, BY_HARD, "Hard", "tests moves against guesses at hidden tiles");
LEVEL(expert, BY_EXPERT, "Expert", "infers the hidden tiles and looks ahead");
LEVEL(master, BY_MASTER, "Master", "searches further and solves the endgame");
