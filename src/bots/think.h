/* SPDX-License-Identifier: MIT */
/* think.h: declarations shared by the bots that search. Not public. */
#ifndef BY_THINK_H
#define BY_THINK_H

#include <string.h>

#include "boneyard/bot.h"

enum by_level { BY_EASY, BY_MEDIUM, BY_HARD, BY_EXPERT };

/* How a family's bots choose: a place in q->moves.  With a single move none is called.  Where one is NULL, by_greedy or
 * the points at hand decide. */
struct by_bot_family {
    int (*think)(const struct by_question *q, enum by_level level); /* the levels; never NULL */
    int (*greedy)(const struct by_question *q);
    int (*plain)(const struct by_question *q), (*cheat)(const struct by_question *q); /* baselines.c */
};

extern const struct by_bot_family *const by_bot_families[BY_FAMILIES];

/* Returns the immediate gain of a move in thousandths (greedy.c), for every game. */
int by_greedy(const struct by_question *q);

/* Greedy in trains: follows its planned train first (trains/think.c). */
int by_trains_greedy(const struct by_question *q);

/* Plays the heaviest tile that fits; other moves as in by_greedy. */
int by_heaviest(const struct by_question *q);

/* Takes memory of a query from the front, not cleared; NULL if there is not enough. */
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

/* Tells whether the budget is spent. Call it every few steps: reading a clock costs time. */
struct by_budget {
    uint32_t left;
    int64_t until;
    int64_t (*clock)(void);
};

static inline struct by_budget by_budget_of(const struct by_question *q, uint32_t own_count)
{
    struct by_budget b = { q->count != 0 ? q->count : own_count, 0, NULL };

    if (q->ms != 0 && q->clock != NULL) {
        b.clock = q->clock;
        b.until = q->clock() + (int64_t)q->ms * 1000000;
        if (q->count == 0)
            b.left = UINT32_MAX;
    }
    return b;
}

/* Counts one more step. `look`: read the clock too. */
static inline bool by_budget_step(struct by_budget *b, bool look)
{
    if (b->left == 0 || (look && b->clock != NULL && b->clock() >= b->until))
        return false;
    b->left--;
    return true;
}

/* Returns the best of the values, the first of equals; fills q->chances for a bot that does not mix. */
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
