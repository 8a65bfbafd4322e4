/* SPDX-License-Identifier: MIT */
/* ends.c: tests the ends of rounds that `master` solves: they must be hardly exploitable, and the same whether solved
 * again for every question or kept. With BY_FAULTS, each planted fault must be detected. */
#include "bots/line/two_end.h"
#include "nash/ask.h"
#include "nash/walk.h"
#include "nash/tree.h"
#include "planted.h"
#include "util/memory.h"

#include <stdio.h>
#include <string.h>

#define LIST 512
#define FEWEST 4                       /* iterations that a solution needs */
#define LEAST 375481                   /* bytes that just suffice for the whole game, whatever the size of pointers */
static long proofs[BY_PROOF_GAME + 1]; /* answers of ask_limited by their proof */
static long hasty;                     /* answers of ask_limited from solutions with fewer iterations */

/* Limits that are too small for a whole game, so that ends start after a play or two. */
struct limits {
    uint64_t steps;
    size_t size;
};
static const struct limits fewer_steps = { 1525, BY_BOT_MEMORY }; /* often spent when the tree is built */
static const struct limits few_steps = { 5000, BY_BOT_MEMORY };
static const struct limits little_memory = { BY_MASTER_STEPS, 330000 };
static const struct limits *limits;

/* Asks the bot within `limits`. */
static void ask_limited(struct by_nash_player *p, const struct by_nash_asked *a, double *chances)
{
    static struct by_heard heard[4 * BY_NASH_HAND + 2];
    struct by_budget small = by_budget_of(limits->steps);
    uint32_t parts[LIST] = { 0 };
    enum by_proof proof = BY_PROOF_NONE;
    struct by_view view;
    struct by_past past;
    struct by_rng rng;
    struct by_question q = { .view = &view,
                             .past = &past,
                             .moves = p->list,
                             .n = by_nash_question(a, &view, heard, &past, p->list),
                             .rng = &rng,
                             .memory = p->memory,
                             .size = limits->size,
                             .kept = p->kept,
                             .within = &small,
                             .chances = parts,
                             .proof = &proof };

    by_rng_init(&rng, p->asked);
    p->bot->choose(&q);
    proofs[proof]++;
    if (proof == BY_PROOF_GAME && p->kept != NULL) {
        const struct by_two_end *e = *(struct by_two_end **)p->kept;

        hasty += e->share < FEWEST * FEWEST * FEWEST; /* the weight of the last iteration */
    }
    for (int i = 0; i < a->n; i++) {
        chances[i] = 0;
        for (int j = 0; j < q.n; j++)
            if (by_move_tile(p->list[j]) == a->acts[i].tile
                && (a->steps == 0 || by_touching(by_move_tile(p->list[j]), by_move_flip(p->list[j])) == a->acts[i].on))
                chances[i] += parts[j];
    }
}

/* Records the strategy of `master` in `g`, with solutions kept or not. */
static void record(struct by_nash *g, void (*ask)(struct by_nash_player *, const struct by_nash_asked *, double *),
                   bool keep)
{
    struct by_nash_player p = { .ask = ask, .bot = by_bot_find(false, "master"), .seed = 1 };

    p.memory = by_sure(malloc(BY_BOT_MEMORY));
    p.kept = keep ? by_sure(calloc(1, BY_BOT_KEPT)) : NULL;
    p.list = by_sure(malloc(BY_MOVES * sizeof *p.list));
    by_nash_ask(g, &p);
    free(p.memory);
    free(p.kept);
    free(p.list);
}

/* Returns whether the strategies with and without kept solutions are the same. */
static bool same(int top, int hand, void (*ask)(struct by_nash_player *, const struct by_nash_asked *, double *))
{
    struct by_nash kept, fresh;
    bool equal;

    by_nash_init(&kept, top, hand, false);
    by_nash_init(&fresh, top, hand, false);
    record(&kept, ask, true);
    record(&fresh, ask, false);
    equal = memcmp(kept.sum, fresh.sum, kept.entries * sizeof *kept.sum) == 0;
    by_nash_clear(&kept);
    by_nash_clear(&fresh);
    return equal;
}

/* Checks that and that some ends, but not whole games, are solved, with enough iterations. */
static bool same_limited(const struct limits *l)
{
    memset(proofs, 0, sizeof proofs);
    hasty = 0;
    limits = l;
    return same(3, 3, ask_limited) && hasty == 0 && proofs[BY_PROOF_DEALS] > 0
        && proofs[BY_PROOF_GAME] >= proofs[BY_PROOF_DEALS];
}

/* Asks the bot about the lead only. */
static void ask_lead(struct by_nash_player *p, const struct by_nash_asked *a, double *chances)
{
    if (a->steps == 0)
        ask_limited(p, a, chances);
    for (int i = 0; i < a->n && a->steps > 0; i++)
        chances[i] = 1.0 / a->n;
}

/* Returns whether the bot solves the whole game with this much memory, whatever its hand. */
static bool suffices(size_t bytes)
{
    const struct limits own = { BY_MASTER_STEPS, bytes };
    struct by_nash g;

    by_nash_init(&g, 3, 3, false);
    memset(proofs, 0, sizeof proofs);
    limits = &own;
    record(&g, ask_lead, false);
    by_nash_clear(&g);
    return proofs[BY_PROOF_NONE] + proofs[BY_PROOF_DEALS] == 0;
}

/* Returns the exploitability of `master`. */
static double gap(int top, int hand)
{
    struct by_nash g;
    double both;

    by_nash_init(&g, top, hand, false);
    record(&g, by_nash_ask_bot, true);
    both = by_nash_best(&g, 0) + by_nash_best(&g, 1);
    by_nash_clear(&g);
    return both / 2;
}

static bool passes(const char *name, bool passed)
{
    if (!passed)
        printf("%s: failed\n", name);
    return passed;
}

/* Returns whether every check passes. The fastest checks come first, and none runs after a failure. */
static bool check(void)
{
    return passes("exploitability", gap(3, 3) <= 0.002) /* .0013; `expert` .0336 */
        && passes("kept solutions", same(2, 3, by_nash_ask_bot)) && passes("fewer steps", same_limited(&fewer_steps))
        && passes("few steps", same_limited(&few_steps)) && passes("too little memory", !suffices(LEAST - 64))
        && passes("least memory", suffices(LEAST)) && passes("little memory", same_limited(&little_memory));
}

int main(void)
{
#ifdef BY_FAULTS
    int missed = 0;
    static const int faults[] = { 222, 223, 224, 241, 246, 247, 248 };

    for (int i = 0; i < (int)(sizeof faults / sizeof faults[0]); i++) {
        by_planted = faults[i];
        printf("fault %d:\n", by_planted);
        missed += check();
    }
    printf("%d not noticed\n", missed);
    return missed != 0;
#else
    return !check();
#endif
}
