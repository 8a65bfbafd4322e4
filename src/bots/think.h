/* SPDX-License-Identifier: MIT */
/* think.h: declarations shared by the bots that search. Not public. */
#ifndef BY_THINK_H
#define BY_THINK_H

#include <string.h>

#include "boneyard/bot.h"

enum by_level { BY_EASY, BY_MEDIUM, BY_HARD, BY_EXPERT, BY_MASTER, BY_LEVELS };

/* Returns the maximum number of steps for a decision without a time limit. */
static inline uint64_t by_level_steps(enum by_level level)
{
    return level == BY_MASTER ? BY_MASTER_STEPS : BY_BOT_STEPS;
}

/* The functions that a family's bots use to choose a move. Each function returns an index into q->moves. The functions
 * are not called if there is only one move. If `greedy` is NULL, by_greedy takes the best immediate gain; `plain` falls
 * back on by_greedy, and `cheat` on an expert that sees every tile. */
struct by_bot_family {
    int (*think)(const struct by_question *q, enum by_level level, struct by_budget *b); /* the levels; never NULL */
    int (*greedy)(const struct by_question *q);
    int (*plain)(const struct by_question *q, struct by_budget *b); /* baselines.c */
    int (*cheat)(const struct by_question *q, struct by_budget *b);
    int32_t margin[BY_LEVELS]; /* the part of a move's value that a style may sacrifice, by level; 0 without a style */
};

extern const struct by_bot_family *const by_bot_families[BY_FAMILIES];

/* The memory supplied with a question. Blocks are taken from its start with by_room_take, which does not clear them and
 * returns NULL if too little is left. */
struct by_bot_memory {
    unsigned char *at, *end;
};

static inline struct by_bot_memory by_room_of(const struct by_question *q)
{
    return (struct by_bot_memory){ q->memory, q->memory == NULL ? NULL : (unsigned char *)q->memory + q->size };
}

static inline void *by_room_take(struct by_bot_memory *r, size_t bytes)
{
    void *p = r->at;

    bytes = (bytes + 63) & ~(size_t)63;
    if (r->at == NULL || bytes > (size_t)(r->end - r->at))
        return NULL;
    r->at += bytes;
    return p;
}

/* Returns the budget of a question, for levels.c and baselines.c. */
static inline struct by_budget by_budget_for(const struct by_question *q, enum by_level level)
{
    const bool timed = q->ms != 0 && q->clock != NULL;
    struct by_budget b = by_budget_of(timed && q->count == 0 ? 0 : by_level_steps(level));

    b.stop = q->stop;
    if (timed)
        by_budget_until(&b, q->clock, q->ms);
    by_budget_check(&b);
    if (q->within != NULL)
        by_budget_inside(&b, q->within);
    return b;
}

/* Returns whether a view of a game for several players hides nothing. Only bots that peek get such a view. */
static inline bool by_view_is_open(const struct by_view *v)
{
    return v->seat == BY_REFEREE || (v->players > 1 && v->known == ((uint32_t)1 << v->players) - 1);
}

/* Records the way a search ended, unless a worse ending is already recorded. */
static inline void by_cut_note(const struct by_question *q, enum by_cut how)
{
    if (q->cut != NULL && *q->cut < how)
        *q->cut = how;
}

/* Records the kind of proof behind an answer. */
static inline void by_proof_note(const struct by_question *q, enum by_proof proof)
{
    if (q->proof != NULL)
        *q->proof = proof;
}

/* Returns the number of worlds, playouts or iterations to try, `own` by default. If the question sets a higher count,
 * the steps grow in proportion. */
static inline uint32_t by_budget_count(const struct by_question *q, struct by_budget *b, enum by_level level,
                                       uint32_t own)
{
    uint64_t most;

    BY_ASSERT(own > 0);
    most = by_level_steps(level) * q->count / own;
    if (most > b->most) {
        b->most = most;
        by_budget_check(b);
        if (q->within != NULL)
            by_budget_inside(b, q->within);
    }
    if (q->count != 0)
        return q->count;
    return q->ms != 0 && q->clock != NULL ? UINT32_MAX : own;
}

/* Returns the index of the best value, or the first of several equals, and gives it a probability of 1 in q->chances.
 * Bots that choose at random must not call this function. */
static inline int by_settle(const struct by_question *q, const int32_t *values)
{
    int best = 0;

    for (int i = 1; i < q->n; i++)
        if (values[i] > values[best])
            best = i;
    if (q->values != NULL)
        memcpy(q->values, values, sizeof *values * (size_t)q->n);
    for (int i = 0; q->chances != NULL && i < q->n; i++)
        q->chances[i] = i == best ? 65536 : 0;
    return best;
}

#endif
